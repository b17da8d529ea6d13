"""Pages of notices: preferences, devices, letters, and the numbers of the staff."""
