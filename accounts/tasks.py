"""Background work about people."""

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.core.mail import send_mail

from accounts import services, traces


@shared_task
def forget_expired_sessions() -> None:
    """Remove sessions that can no longer be used. Safe to run late or twice."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


@shared_task
def forget_former_names() -> None:
    """Free the names that were kept for 90 days. Safe to run late or twice."""
    services.forget_former_names()


@shared_task
def forget_traces() -> None:
    """Let go of where people were 90 days ago. Safe to run late or twice."""
    traces.forget()


# OSError is every way in which a mail server can be out of reach, SMTPException among them.
@shared_task(autoretry_for=(OSError,), retry_backoff=30, retry_backoff_max=300, max_retries=12)
def deliver_mail(*, subject: str, body: str, to: str) -> None:
    """Hand one mail over to the mail server, trying again for most of an hour."""
    send_mail(subject, body, None, [to])
