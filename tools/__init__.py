"""Programs for whoever works on the site: what `make test` and `make check` call."""
