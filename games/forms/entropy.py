"""Bytes for the deck, as a browser sends them."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from games.services.decks import ENTROPY_SIZE


def read_entropy(text: str) -> bytes | None:
    """The bytes that a browser made, in hex; None where there was no script to make them."""
    if not text:
        return None
    try:
        entropy = bytes.fromhex(text)
    except ValueError:
        entropy = b""
    if len(entropy) != ENTROPY_SIZE:
        raise Refusal(str(_("The bytes for the deck are not as they should be. Reload the page.")))
    return entropy
