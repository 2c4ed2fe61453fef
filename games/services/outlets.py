"""Where deliveries leave the site: one function for each channel that goes out."""

import logging
from collections.abc import Callable, Sequence
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Final

from accounts import selectors as people
from accounts.models import Preferences
from accounts.notices import ByMail
from games import mails
from games.models import Delivery, Notice

logger = logging.getLogger(__name__)

Channel, Why = Delivery.Channel, Delivery.Why
Outlet = Callable[[Sequence[Notice], Preferences, Delivery], None]


class NotTaken(Exception):
    """It could not be handed over, and why: for now, or for good."""

    def __init__(self, why: Delivery.Why, *, for_good: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.for_good = for_good


class OutOfReach(NotTaken):
    """Nobody answered there: what else is to go the same way had better wait."""


def send_mail(notices: Sequence[Notice], likings: Preferences, delivery: Delivery) -> None:
    """Hand one letter about all of this to the mail server, or raise a NotTaken."""
    address = people.confirmed_address(likings.user)
    if not address:
        raise NotTaken(Why.NO_ADDRESS, for_good=True)
    letter = mails.compose(
        notices,
        likings=likings,
        address=address,
        message_id=delivery.message_id,
        is_digest=delivery.pace == ByMail.DAILY,
    )
    try:
        letter.send()
    except SMTPRecipientsRefused as refusal:
        codes = [code for code, _text in refusal.recipients.values()]
        raise NotTaken(Why.REFUSED, for_good=min(codes) >= 500) from refusal
    except SMTPDataError as refusal:
        raise NotTaken(Why.REFUSED, for_good=refusal.smtp_code >= 500) from refusal
    except OSError as error:  # every other way in which a mail server does not answer
        logger.warning("%s: the mail server does not answer", type(error).__name__)
        raise OutOfReach(Why.UNREACHABLE) from error


OUTLETS: Final[dict[Delivery.Channel, Outlet]] = {Channel.MAIL: send_mail}
