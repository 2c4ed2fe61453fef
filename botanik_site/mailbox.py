"""Mails of a site that runs on one's own machine: in the console, and on a page.

A newcomer has no mail server, and still has to follow a verification link.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage as OutgoingMessage
from django.core.mail.backends.console import EmailBackend as ConsoleBackend
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.refusals import NotFound

KEPT = 50


class MailboxBackend(ConsoleBackend):
    """Prints each mail, and keeps the newest in a folder for the page."""

    def send_messages(self, email_messages: Sequence[OutgoingMessage]) -> int:
        folder: Path = settings.MAIL_DIR
        folder.mkdir(exist_ok=True)
        for message in email_messages:
            # Names sort by time; a mail that is still being written has another ending.
            draft = folder / f"{datetime.now().timestamp():017.6f}-{secrets.token_hex(4)}.part"  # noqa: DTZ005
            draft.write_bytes(message.message().as_bytes())
            draft.rename(draft.with_suffix(".eml"))
        for old in _newest_first()[KEPT:]:
            old.unlink(missing_ok=True)
        return super().send_messages(email_messages) or 0


@dataclass(frozen=True, slots=True)
class Mail:
    sent_at: datetime
    to: str
    subject: str
    body: str


def mail_page(request: HttpRequest) -> dict[str, bool]:
    """Context for every page: whether this site has a page for its mails."""
    return {"mail_page": settings.MAIL_PAGE}


def mailbox(request: HttpRequest) -> HttpResponse:
    """The newest mails, for whoever sits at this machine."""
    came_directly = "HTTP_X_FORWARDED_FOR" not in request.META
    if not (came_directly and request.META.get("REMOTE_ADDR") in settings.LOOPBACK_HOSTS):
        raise NotFound(_("There is no such page."))
    return render(request, "mailbox.html", {"mails": [_read(path) for path in _newest_first()]})


def _newest_first() -> list[Path]:
    return sorted(settings.MAIL_DIR.glob("*.eml"), reverse=True)


def _read(path: Path) -> Mail:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain", "html"))
    return Mail(
        sent_at=parsedate_to_datetime(message["Date"]),
        to=message["To"],
        subject=message["Subject"],
        body=body.get_content() if body else "",
    )
