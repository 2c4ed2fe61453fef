"""What one turn would have brought more than another: read off the machines and what came free."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Seat
from engine.games.botanik.facts import Released
from engine.games.botanik.scoring import GROUP_SIZE, Bloom, Breakdown
from engine.games.botanik.tiles import COLOURS, Tile
from games.boards.botanik.registry import listed
from games.boards.botanik.tiles import COLOUR_NAMES, THE_TILE

if TYPE_CHECKING:
    from games.boards import Tried


def gains(better: "Tried", played: "Tried", *, seat: Seat, names: Sequence[str]) -> list[str]:
    """What would have been fed, grown, joined or come free, and what the other would not have."""
    wished, made = (tried.after.breakdown(seat) for tried in (better, played))  # type: ignore[attr-defined]
    fed = _more(_fed(wished), _fed(made))
    freed = _more(_freed(better, seat), _freed(played, seat))
    given = _more(_freed(played, 1 - seat), _freed(better, 1 - seat))
    sentences = [
        *(_feeding(wished, tile) for tile in fed),
        *_groups(wished, made),
        *_flowers(wished, made),
        *_cut_off(wished, made),
    ]
    if freed := [tile for tile in freed if tile not in fed]:
        words = _("It would have set free %(tiles)s.")
        sentences.append(words % {"tiles": listed(freed)})
    if given:
        words = _("%(name)s would not have received %(tiles)s.")
        sentences.append(words % {"name": names[1 - seat], "tiles": listed(given)})
    return sentences


def _more(these: Iterable[Tile], than: Iterable[Tile]) -> list[Tile]:
    """What is among these and not among the others, copies counted."""
    return list((Counter(these) - Counter(than)).elements())


def _fed(reasons: Breakdown) -> list[Tile]:
    return [bloom.tile for bloom in reasons.blooms if bloom.tile.is_crop]


def _freed(tried: "Tried", seat: Seat) -> list[Tile]:
    return [f.tile for f in tried.facts if isinstance(f, Released) and f.seat == seat]


def _feeding(reasons: Breakdown, tile: Tile) -> str:
    """A plant or vegetable is itself a tile of the group that feeds it."""
    (bloom, *_others) = (bloom for bloom in reasons.blooms if bloom.tile is tile)
    size = _group_around(reasons, bloom)
    words = {"tile": capfirst(str(THE_TILE[tile.code])), "size": size}
    if size < GROUP_SIZE:
        return _("%(tile)s would have been fed.") % words
    return _("%(tile)s would have been fed, in a group of %(size)d.") % words


def _group_around(reasons: Breakdown, bloom: Bloom) -> int:
    """How many tiles the group has that a tile lies in."""
    return next(len(group.places) for group in reasons.groups if bloom.place in group.places)


def _groups(wished: Breakdown, made: Breakdown) -> Iterator[str]:
    for colour in COLOURS:
        size, now = _largest(wished, colour), _largest(made, colour)
        if _in_groups(wished, colour) <= _in_groups(made, colour) or size < now:
            continue
        words = {"colour": COLOUR_NAMES[colour], "size": size, "now": now}
        if size == now:
            yield _("There would have been another %(colour)s group.") % words
        elif now < GROUP_SIZE:
            yield _("There would have been a %(colour)s group of %(size)d.") % words
        else:
            yield (
                _("The %(colour)s group would have had %(size)d tiles instead of %(now)d.") % words
            )


def _in_groups(reasons: Breakdown, colour: str) -> int:
    return sum(group.points for group in reasons.groups if group.colour == colour)


def _largest(reasons: Breakdown, colour: str) -> int:
    sizes = (len(group.places) for group in reasons.groups if group.colour == colour)
    return max(sizes, default=0)


def _flowers(wished: Breakdown, made: Breakdown) -> Iterator[str]:
    """Flowers on pipes; those of plants and vegetables are told with their feeding."""
    more = _on_pipes(wished) - _on_pipes(made)
    if more > 0:
        yield ngettext(
            "%(number)d more flower on pipes would have counted.",
            "%(number)d more flowers on pipes would have counted.",
            more,
        ) % {"number": more}


def _on_pipes(reasons: Breakdown) -> int:
    return sum(bloom.points for bloom in reasons.blooms if not bloom.tile.is_crop)


def _cut_off(wished: Breakdown, made: Breakdown) -> Iterator[str]:
    fewer = len(made.cut_off) - len(wished.cut_off)
    if fewer > 0:
        yield ngettext(
            "%(number)d tile would not have been cut off.",
            "%(number)d tiles would not have been cut off.",
            fewer,
        ) % {"number": fewer}
