"""What checks prove of the cards that nobody shows: public, as it follows from what all can see."""

from collections.abc import Iterator

from engine.games.gardeners.components import CARDS, cards_of
from engine.games.gardeners.position import Position, Refuted, Verdicts, Wish
from engine.games.gardeners.predicates import holds


def refuted(position: Position, verdict: Verdicts) -> Refuted:
    """The fronts that the hidden cards in play cannot have, with what a verdict rules out.

    Where a seat is conform all its cards hold, so no front can be theirs that does not. Where it is
    not, that says something of a single card alone.
    """
    said, before = dict(verdict), dict(position.refuted)
    hidden = [wish for wish in position.in_play if not wish.is_open]
    held = [wish.holder for wish in position.in_play]
    found = list[tuple[int, tuple[str, ...]]]()
    for wish in hidden:
        known = before.get(wish.number, ())
        if said[wish.holder] or held.count(wish.holder) == 1:
            known = (*known, *_ruled_out(position, wish, known, conform=said[wish.holder]))
        if known:
            found.append((wish.number, known))
    return tuple(found)


def fronts(position: Position, wish: Wish) -> tuple[str, ...]:
    """The fronts that have the back of a card."""
    return tuple(card for card in cards_of(position.mode) if CARDS[card].family == wish.family)


def _ruled_out(
    position: Position, wish: Wish, known: tuple[str, ...], *, conform: bool
) -> tuple[str, ...]:
    plot = position.plot
    return tuple(
        card
        for card in fronts(position, wish)
        if card not in known and holds(card, plot) is not conform
    )


def unseen_cards(position: Position) -> tuple[str, ...]:
    """The cards of the mode of which a position shows no front."""
    seen = set(_fronts(position))
    return tuple(card for card in cards_of(position.mode) if card not in seen)


def _fronts(position: Position) -> Iterator[str]:
    for wishes in (position.in_play, position.validated, position.discarded):
        yield from (wish.card for wish in wishes if not wish.is_covered)
