"""The three tracks: where the pieces stand, and what each step costs and gives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.games.botanicus.components import ARROWS, GIVES, TRACKS
from engine.games.botanicus.facts import Stepped, Unused
from engine.games.botanicus.moves import Step
from engine.games.botanicus.tracks import ENDS, ROUTE_NAMES, STARTS
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.choices import Choice, Choices
from games.boards.botanicus.drawings import acts, coins, flower_of, symbol

_UPPER, _MIDDLE, _LOWER = 50, 100, 150
_HEIGHTS = {"u": _UPPER, "m": _MIDDLE, "l": _LOWER}


@dataclass(frozen=True, slots=True)
class Station:
    space: str
    classes: str
    gives: SafeString
    prize: int
    """The top prize, at the end of a track that has any left."""
    prize_art: SafeString
    piece: SafeString
    """The viewer's own."""
    others: list[SafeString]
    words: str
    fare: SafeString
    bonus: str
    choice: Choice | None = None
    detour: "Station | None" = None
    """The other way to the same space, where two differ."""


@dataclass(frozen=True, slots=True)
class Toll:
    classes: str
    price: SafeString


@dataclass(frozen=True, slots=True)
class Lane:
    track: str
    art: SafeString
    name: str
    note: str
    is_on: bool
    """Whether its piece may move now."""
    paths: list[str]
    stations: list[Station]
    tolls: list[Toll]


def draw_lanes(choices: Choices, names: Sequence[str]) -> list[Lane]:
    offered: dict[str, Choice] = {
        choice.move.route: choice
        for choice in choices.of(Step).values()
        if isinstance(choice.move, Step)
    }
    return [_lane(track, choices, names, offered) for track in TRACKS]


def _lane(track: str, choices: Choices, names: Sequence[str], offered: dict[str, Choice]) -> Lane:
    spaces = [space for space in ARROWS if space[0] == track]
    return Lane(
        track=track,
        art=symbol(f"tr-{track}"),
        name=phrases.capital(str(words.TRACK_NAMES[track])),
        note=_note(track, choices),
        is_on=any(name[0] == track for name in offered),
        paths=[
            _path(origin, target) for origin in spaces for target, _price in ARROWS[origin]
        ],
        stations=[_station(space, choices, names, offered) for space in spaces],
        tolls=[
            _toll(origin, target, price)
            for origin in spaces
            for target, price in ARROWS[origin]
            if price
        ],
    )  # fmt: skip


def _note(track: str, choices: Choices) -> str:
    if track == "B":
        return _("7 points at the end")
    left = len(choices.state.prizes(track))
    return ngettext("%(n)d prize left", "%(n)d prizes left", left) % {"n": left}


def _place(space: str) -> tuple[int, str]:
    """The column of a space, from 1 on, and whether it lies above, in the middle or below."""
    if space == "S6":
        return 7, "l"
    height = space[2:] or "m"
    return int(space[1]) + 1, height


def _path(origin: str, target: str) -> str:
    """The line of an arrow, on a sheet of 800 by 200."""
    (x, h), (to_x, to_h) = _place(origin), _place(target)
    left, right, y, to_y = 100 * x - 50, 100 * to_x - 50, _HEIGHTS[h], _HEIGHTS[to_h]
    mid = (left + right) // 2
    if to_x - x > 1:  # the upper path of the shovel's end passes over a space
        over = f"C{left + 50} {y} {mid - 60} {_UPPER} {mid} {_UPPER}"
        return f"M{left} {y}{over}S{mid + 50} {to_y} {right} {to_y}"
    return f"M{left} {y}C{mid} {y} {mid} {to_y} {right} {to_y}"


def _toll(origin: str, target: str, price: int) -> Toll:
    (x, _h), (to_x, height) = _place(origin), _place(target)
    if to_x - x > 1:
        return Toll(f"x{x + 1} u", coins(price))
    return Toll(f"x{to_x} {height} edge", coins(price))


def _station(
    space: str, choices: Choices, names: Sequence[str], offered: dict[str, Choice]
) -> Station:
    ways = [offered[name] for name, end in ROUTE_NAMES.items() if end == space and name in offered]
    ways.sort(key=lambda way: (not way.is_chosen, _price(way)))
    drawn = _drawn(space, choices, names, ways[0] if ways else None)
    if len(ways) < 2:
        return drawn
    detour = _drawn(space, choices, names, ways[1])
    return replace(drawn, detour=detour)


def _drawn(space: str, choices: Choices, names: Sequence[str], choice: Choice | None) -> Station:
    track, (x, height) = space[0], _place(space)
    pieces = [garden.pieces[TRACKS.index(track)] for garden in choices.state.gardens]
    is_here = pieces[choices.seat] == space and not (choice and choice.is_chosen)
    prizes = choices.state.prizes(track) if space in ENDS else ()
    there = [seat for seat, piece in enumerate(pieces) if piece == space and seat != choices.seat]
    marks = [
        *(["zero"] if space in STARTS else []),
        *(["here"] if is_here else []),
        *(["can"] if choice else []),
        *(["drafted"] if choice and choice.is_chosen else []),
        *(["end"] if space in ENDS else []),
    ]
    return Station(
        space=space,
        classes=" ".join([f"x{x}", height, *marks]),
        gives=acts([code for code in GIVES.get(space, ()) if code != "R"]),
        prize=prizes[0] if prizes else 0,
        prize_art=symbol("prize-M" if track == "M" else "prize"),
        piece=symbol(f"tr-{track}", "tile") if is_here else SafeString(""),
        others=[flower_of(seat) for seat in there],
        words=_words(space, choices, names, choice, there),
        fare=_fare(choice),
        bonus=_bonus(choice),
        choice=choice,
    )  # fmt: skip


def _price(choice: Choice) -> int:
    return next((fact.price for fact in choice.facts if isinstance(fact, Stepped)), 0)


def _fare(choice: Choice | None) -> SafeString:
    """What a step costs."""
    price = _price(choice) if choice else 0
    return coins(price) if price else SafeString("")


def _unused(choice: Choice) -> int:
    return sum(fact.points for fact in choice.facts if isinstance(fact, Unused))


def _bonus(choice: Choice | None) -> str:
    """The points for steps that are not taken; else that a step is free."""
    points = _unused(choice) if choice else 0
    if points:
        return ngettext("+%(n)d pt", "+%(n)d pts", points) % {"n": points}
    return _("free") if choice and not _price(choice) else ""


def _words(
    space: str,
    choices: Choices,
    names: Sequence[str],
    choice: Choice | None,
    there: Sequence[int],
) -> str:
    route = choice.move.route if choice and isinstance(choice.move, Step) else space
    parts = [phrases.capital(str(words.SPACE_NAMES[route]))]
    gives = words.actions(GIVES.get(space, ()))
    if gives:
        parts.append(_("gives: %(actions)s") % {"actions": gives})
    prizes = choices.state.prizes(space[0]) if space in ENDS else ()
    if prizes:
        parts.append(_("prize: %(points)s") % {"points": phrases.points_in_words(prizes[0])})
    if choice:
        price, points = _price(choice), _unused(choice)
        parts.append(
            _("costs %(coins)s") % {"coins": words.coins_in_words(price)} if price else _("free")
        )
        if points:
            parts.append(
                _("steps not taken: %(points)s") % {"points": phrases.points_in_words(points)}
            )
    if choices.garden.pieces[TRACKS.index(space[0])] == space:
        parts.append(_("your piece is here") if choices.scene.seat is not None else "")
    parts += [names[seat] for seat in there]
    return ", ".join(part for part in parts if part)
