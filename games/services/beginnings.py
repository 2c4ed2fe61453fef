"""How games begin: everybody has a place at the offer, and the deck is fixed."""

from collections.abc import Sequence

from django.utils import timezone

from games import events, positions
from games.models import Game, Offer, Place, Player
from games.selectors.tables import Table
from games.services import courses, decks, notices, turns

TERMS = (
    "ruleset", "rules_version", "seats", "options", "is_rated", "is_private", "absences_count",
    "time_kind", "time_days", "time_increment", "time_cap",
)  # fmt: skip


def begin(offer: Offer, places: Sequence[Place]) -> Game:
    """Seat everybody, fix the deck, and reveal what comes first. The offer is locked.

    `places` are all of the offer, in their order; each is taken, and the deck has its bytes.
    """
    now = timezone.now()
    game = Game(
        id=offer.pk,
        started_at=now,
        moved_at=now,
        commitment=offer.commitment,
        **{field: getattr(offer, field) for field in TERMS},
    )
    game.save(force_insert=True)
    table = Table(game, _seat(game, places), None)
    turns.begin(table, now=now)
    Player.objects.bulk_create(table.players)
    game.save(update_fields=["ply", "position", "moved_at"])
    begins = [player for player in table.players if player.has_word]
    notices.tell_word(table, to=begins)
    events.tell_table(game, table.players)
    courses.wake_bots(table, begins)
    return game


def _seat(game: Game, places: Sequence[Place]) -> list[Player]:
    """Everybody in the order of the seats: as they wished, and else as the deck says."""
    wished = {place.number: place.seat for place in places if place.seat is not None}
    seating = decks.fix_deck(game_id=game.pk, setup=positions.setup_of(game), wished=wished)
    return [
        Player(
            game=game,
            user=places[number].user,
            seat=seat,
            place=number,
            bytes_from_browser=places[number].bytes_from_browser,
            allowance=game.time.at_first,
        )
        for seat, number in enumerate(seating)
    ]
