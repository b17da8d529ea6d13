"""The embedded default: a real PostgreSQL and a real Valkey from wheels, and the site's own processes.

Nothing here imports Django: the supervisor only starts programs, watches them and stops them.

    paths.py       where things are kept, and how a folder's running servers are found
    processes.py   starting, watching and stopping child processes
    postgres.py    the database server       valkey.py   the broker, cache and channel layer
    play.py        all of it together: what `manage.py play` runs
"""
