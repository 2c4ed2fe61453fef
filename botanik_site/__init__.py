"""Wiring only: settings, routes, servers. Imports the apps and is imported by none of them."""

from botanik_site.celery import app as celery_app

__all__ = ["celery_app"]
