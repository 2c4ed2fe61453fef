"""How games begin: everybody has a place at the offer, and the deck is fixed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from engine import CHANCE, Setup
from engine.fairness import NOTHING, Given, given_by
from games import events, positions
from games.models import Daily, Game, Offer, Place, Player
from games.selectors.tables import Table
from games.services import courses, decks, notices, turns

TERMS = (
    "ruleset", "rules_version", "seats", "options", "is_rated", "is_private", "absences_count",
    "time_kind", "time_days", "time_increment", "time_cap",
)  # fmt: skip

# Who plays the game of a day has the only seat.
ALONE = (0,)


@dataclass(frozen=True, slots=True)
class Prefix:
    """What a game begins with that is played on from another: moves that are given to it."""

    origin: Game
    ply: int
    """From which on it is played otherwise."""
    moves: Sequence[str]
    """From the first on, those of the branch among them; each was checked by the rules."""


def begin(
    offer: Offer,
    places: Sequence[Place],
    prefix: Prefix | None = None,
    daily: Daily | None = None,
) -> Game:
    """Seat everybody, fix the deck, and reveal what comes first. The offer is locked.

    `places` are all of the offer, in their order; each is taken, and the deck has its bytes. With a
    `prefix` it begins after those moves, and what was not revealed by them is drawn anew. That of
    a day has the deck of the day.
    """
    now = timezone.now()
    game = Game(
        id=offer.pk,
        started_at=now,
        moved_at=now,
        commitment=offer.commitment,
        daily=daily,
        has_bots=any(place.user is not None and place.user.bot for place in places),
        **{field: getattr(offer, field) for field in TERMS},
        **_origin(prefix),
    )
    game.save(force_insert=True)
    given = prefix.moves if prefix else ()
    table = Table(game, _seat(game, places, given), None)
    if prefix:
        _note_who_left(table, prefix)
    turns.begin(table, given=given, now=now)
    Player.objects.bulk_create(table.players)
    game.save(update_fields=["ply", "position", "moved_at"])
    begins = [player for player in table.players if player.has_word]
    notices.tell_word(table, to=begins)
    events.tell_table(game, table.players)
    courses.wake_bots(table, begins)
    return game


def _origin(prefix: Prefix | None) -> dict[str, Any]:
    """Where a game comes from, as its row says it."""
    if prefix is None:
        return {}
    return {
        "branched_from": prefix.origin,
        "branched_ply": prefix.ply,
        "given_plies": len(prefix.moves),
    }


def _note_who_left(table: Table, prefix: Prefix) -> None:
    """Who had left the other game has left this one, too: it is among the moves."""
    for gone in prefix.origin.players.filter(left_ply__lte=prefix.ply):
        player = table.players[gone.seat]
        player.is_playing = False
        player.left_how, player.left_ply = gone.left_how, gone.left_ply


def _seat(game: Game, places: Sequence[Place], given: Sequence[str]) -> list[Player]:
    """Everybody in the order of the seats: as they wished, and else as the deck says."""
    wished = {place.number: place.seat for place in places if place.seat is not None}
    setup = positions.setup_of(game)
    if game.daily_id is not None:
        seating: tuple[int, ...] = ALONE
    else:
        seating = decks.fix_deck(
            game_id=game.pk, setup=setup, wished=wished, given=_revealed(setup, given)
        )
    return [
        Player(
            game=game,
            user=places[number].user,
            seat=seat,
            place=number,
            bytes_from_browser=places[number].bytes_from_browser,
            is_private=game.is_private,
            allowance=game.time.at_first,
            # What was given is no news to anybody.
            seen_ply=len(given),
        )
        for seat, number in enumerate(seating)
    ]


def _revealed(setup: Setup, given: Sequence[str]) -> Given:
    """Where that lay which was revealed by the moves that are given."""
    state, reveals = setup.initial(), []
    for text in given:
        move = state.read(text)
        actor = state.actor_of(move)
        reveals += [(state, move)] if actor is CHANCE else []
        state = state.step(actor, move)
    return given_by(reveals) if reveals else NOTHING
