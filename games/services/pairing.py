"""Bringing people together who look for a game."""

from django.db import transaction

from accounts.models import User
from accounts.refusals import Refusal
from games.models import Game, Offer, PairingDesk
from games.selectors import pairing as selectors
from games.selectors.pairing import Search
from games.services import offers
from games.services.offers import Wish


def wish_of(search: Search) -> Wish:
    """What is offered to all where nobody waits."""
    return Wish(ruleset=search.ruleset, is_rated=search.is_rated, time=search.time)


def find(
    *, user: User, search: Search, entropy: bytes | None = None, address: str = ""
) -> Game | Offer:
    """Begin a game with the best opponent who waits; where nobody does, wait in the lobby.

    Who waits there already is led to their offer.
    """
    PairingDesk.objects.get_or_create(ruleset=search.ruleset)
    with transaction.atomic():
        PairingDesk.objects.select_for_update().get(ruleset=search.ruleset)
        for offer in selectors.waiting(search, user):
            if game := _accept(offer, user, entropy):
                return game
        if own := selectors.waiting_own(search, user):
            return own
        return offers.make(owner=user, wish=wish_of(search), entropy=entropy, address=address)


def _accept(offer: Offer, user: User, entropy: bytes | None) -> Game | None:
    """Sit down there, unless somebody was faster, or one of the two may not."""
    try:
        with transaction.atomic():
            return offers.accept(offer_id=offer.pk, user=user, entropy=entropy)
    except Refusal:
        return None
