"""The site: settings, addresses, servers, background work."""
