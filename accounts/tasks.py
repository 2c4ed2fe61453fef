"""Background work about people."""

from importlib import import_module

from celery import shared_task
from django.conf import settings


@shared_task
def forget_expired_sessions() -> None:
    """Remove sessions that can no longer be used. Safe to run late or twice."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
