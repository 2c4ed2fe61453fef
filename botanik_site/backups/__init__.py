"""The whole database in one file, and back: for `manage.py backup` and `manage.py restore`."""
