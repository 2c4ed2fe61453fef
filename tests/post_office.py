"""A real mail server of one's own, on a free port, whose mails can be read."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller

from tests.real_services import free_port


@dataclass
class PostOffice:
    """Takes every mail, or answers with `refusal`."""

    port: int = field(default_factory=free_port)
    mails: list[EmailMessage] = field(default_factory=list)
    refusal: str = ""
    pause: float = 0
    """Seconds between taking a mail and saying so."""
    arrivals: list[float] = field(default_factory=list)

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        self.arrivals.append(time.time())
        await asyncio.sleep(self.pause)
        return "250 OK"

    def to(self, name: str) -> list[EmailMessage]:
        """The mails to somebody, in the order in which they came."""
        return [mail for mail in self.mails if mail["To"].startswith(f"{name}@")]

    @property
    def variables(self) -> dict[str, str]:
        """The environment of a site that sends its mails here."""
        return {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(self.port), "SMTP_SECURITY": "none"}


@contextmanager
def opened(office: PostOffice) -> Iterator[PostOffice]:
    """Let it take mails for a while."""
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


def text_of(mail: EmailMessage) -> str:
    return mail.get_body(("plain",)).get_content()


def html_of(mail: EmailMessage) -> str:
    return mail.get_body(("html",)).get_content()


@pytest.fixture
def closed_office(settings):
    """A mail server that does not run."""
    office = PostOffice()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    return office


@pytest.fixture
def post_office(closed_office):
    """A mail server to which the site of this process sends its mails."""
    with opened(closed_office) as office:
        yield office
