"""What a seat may believe of the cards in play, by what it sees and what checks have proven."""

from engine.games.gardeners.designs import Chances
from engine.games.gardeners.evidence import fronts, unseen_cards
from engine.games.gardeners.position import Position, Wish
from engine.outcome import Seat


def chances_of(position: Position, wish: Wish) -> Chances:
    """The fronts that a card may have, each with its chance: all that are left alike.

    Every seat tells the truth, so a front that did not hold in a garden that was conform is none;
    and the true one held there for sure, however rare it is, so the rest stay alike.
    """
    if not wish.is_covered:
        return ((wish.card, 1.0),)
    refuted = dict(position.refuted).get(wish.number, ())
    unseen = unseen_cards(position)
    possible = [card for card in fronts(position, wish) if card in unseen]
    left = [card for card in possible if card not in refuted] or possible
    return tuple((card, 1 / len(left)) for card in left)


def mender_of(position: Position) -> Seat:
    """Whose turn it is to change the garden: everybody can see it, so nobody has to say it.

    It is the holder of the newest card, which nobody has fulfilled on purpose yet; or, after a
    check that failed, a seat that was not conform, of several the first. For a seat that left,
    whoever is first does it: its cards are open.
    """
    newest = max(position.in_play, key=lambda wish: wish.number, default=None)
    seat = newest.holder if newest else position.acting
    holders = {wish.holder for wish in position.in_play} - {*position.gone}
    failed = [other for other, conform in position.verdict if not conform and other in holders]
    if failed and seat not in failed:
        seat = failed[0]
    if seat in position.gone:
        seat = next(other for other in range(position.seats) if other not in position.gone)
    return seat
