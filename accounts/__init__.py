"""People: accounts, preferences, keys for programs. Knows nothing of games."""
