"""A garden: beds, the gardener and what it reaches, tasks, cards, animals, and its score."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Score, Seat
from engine.games.botanicus.components import (
    ANIMAL_POINTS,
    ANIMALS,
    BEDS,
    COLUMNS_OF_BEDS,
    FOUNTAIN,
)
from engine.games.botanicus.facts import BotanicusFact, Planted, Walked, Watered
from engine.games.botanicus.ground import COLUMN_BEDS, FOOTPRINTS, REACH
from engine.games.botanicus.moves import Plant, SellCard, Stroll, UseCard, Walk, Water
from engine.games.botanicus.position import Garden
from engine.games.botanicus.scoring import column_points
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.choices import LOOKS, Choice, Choices
from games.boards.botanicus.drawings import coins, flower_of, symbol
from games.boards.botanicus.tasks import RowPicture, draw_rows

_LATIN = ("Hortus caeruleus", "Hortus luteus", "Hortus viridis", "Hortus ruber")
_SIGNS = {
    "basic": "lv-1",
    "special": "lv-4",
    "animals": "paw",
    "prizes": "prize",
    "points": "points",
    "steps": "foot",
    "columns": "ico-garden",
    "coins": "coin",
}
_RULES = {
    "basic": "tasks",
    "special": "tasks",
    "animals": "animals",
    "prizes": "prizes",
    "points": "scoring",
    "steps": "tracks",
    "columns": "columns",
    "coins": "scoring",
}


@dataclass(frozen=True, slots=True)
class BedPicture:
    name: int
    level: int
    plant: SafeString
    small: SafeString
    classes: str
    words: str
    becomes: SafeString | str = ""
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class PrintPicture:
    """A footprint, with the gardener on it or not."""

    name: str
    classes: str
    art: SafeString
    is_gardener: bool
    price: SafeString | str = ""
    words: str = ""
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class ColumnFoot:
    number: int
    planted: int
    beds: int
    points: int


@dataclass(frozen=True, slots=True)
class CardPicture:
    code: str
    art: SafeString
    name: str
    words: str
    href: str = ""
    is_picked: bool = False


@dataclass(frozen=True, slots=True)
class AnimalPicture:
    art: SafeString
    points: int
    classes: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """One reason of a score."""

    sign: SafeString
    name: str
    points: int
    rule: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class PiecePicture:
    """Where a piece stands, small."""

    art: SafeString
    place: str
    length: int
    words: str


@dataclass(frozen=True, slots=True)
class GardenPicture:
    seat: Seat
    name: str
    is_mine: bool
    is_below: bool
    has_left: bool
    flower: SafeString
    gardener: SafeString
    coins: int
    coins_before: int
    score: int
    score_before: int
    beds: list[BedPicture]
    prints: list[PrintPicture]
    reach: str
    rows: list[RowPicture]
    feet: list[ColumnFoot]
    cards: list[CardPicture]
    card_count: int
    backs: range
    animals: list[AnimalPicture]
    next_animal: int
    prizes: int
    lines: list[Line]
    pieces: list[PiecePicture]
    latin: str
    planted: str
    href: str
    """Where it is shown large."""
    words: str

    @property
    def has_changed(self) -> bool:
        return self.score != self.score_before


class Gardens:
    """Draws the gardens of one scene."""

    def __init__(self, choices: Choices, names: Sequence[str]) -> None:
        self.choices, self.names = choices, names
        self.view, self.state = choices.view, choices.state
        self.scores: Sequence[Score] = choices.scores
        self.last = [] if choices.moves else _changed(choices.scene.last)
        self.fresh = _changed(choices.facts)
        self.bed_choices = _by_bed(choices)
        self.print_choices = _by_footprint(choices)

    def draw(self, seat: Seat) -> GardenPicture:
        garden, before = self.state.gardens[seat], self.choices.start.gardens[seat]
        score, scene = self.scores[seat], self.choices.scene
        is_below = seat == self.choices.seat
        animals = garden.animals
        return GardenPicture(
            seat=seat,
            name=self.names[seat],
            is_mine=seat == scene.seat,
            is_below=is_below,
            has_left=seat in self.state.gone,
            flower=flower_of(seat),
            gardener=symbol("gardener", "tile"),
            coins=garden.coins,
            coins_before=before.coins,
            score=score.total,
            score_before=self.choices.start.score(seat).total if is_below else score.total,
            beds=[self._bed(seat, at) for at in range(len(BEDS))],
            prints=[self._print(seat, at) for at in range(len(FOOTPRINTS))],
            reach=_at(garden.gardener),
            rows=draw_rows(before, garden, is_asked=is_below and self.choices.phase == "assign"),
            feet=_feet(garden),
            cards=self._cards() if seat == scene.seat else [],
            card_count=self.view.sizes[seat],
            backs=range(0 if seat == scene.seat else self.view.sizes[seat]),
            animals=[_animal(at, animals) for at in range(len(ANIMALS))],
            next_animal=ANIMAL_POINTS[animals] if animals < len(ANIMAL_POINTS) else 0,
            prizes=garden.scored.prizes,
            lines=self._lines(seat, score),
            pieces=[_piece(space) for space in garden.pieces],
            latin=_LATIN[seat],
            planted=_planted(garden),
            href=self.choices.href(f"{LOOKS}{seat}"),
            words=self._in_words(garden),
        )

    # -- beds and footprints -------------------------------------------------------------------

    def _bed(self, seat: Seat, at: int) -> BedPicture:
        garden, name = self.state.gardens[seat], BEDS[at]
        level = garden.beds[at]
        choice = self.bed_choices.get(at) if seat == self.choices.seat else None
        classes = f"r{name // 10} c{name % 10}"
        if at in REACH[garden.gardener]:
            classes += " in"
        if choice:
            classes += " can drafted" if choice.is_chosen else " can"
        elif (seat, name) in self.last:
            classes += " last"
        drawn_as = "tile plant new" if (seat, name) in self.fresh else "tile plant"
        becomes = choice.garden(seat).beds[at] if choice else 0
        shown = choice and not choice.is_chosen
        return BedPicture(
            name=name,
            level=level,
            plant=symbol(f"pl-{level}", drawn_as) if level else _NONE,
            small=symbol(f"lv-{level}") if level else _NONE,
            classes=classes,
            words=_bed_words(name, level, choice, becomes),
            becomes=symbol(f"lv-{becomes}") if shown else _NONE,
            choice=choice,
        )

    def _print(self, seat: Seat, at: int) -> PrintPicture:
        name, here = FOOTPRINTS[at], self.state.gardens[seat].gardener
        choice = self.print_choices.get(at) if seat == self.choices.seat else None
        is_gardener = at == here
        classes = _at(at)
        if is_gardener:
            classes += " man"
        elif name == FOUNTAIN:
            classes += " fount"
        if choice and not is_gardener:
            classes += " can"
        art = "gardener" if is_gardener else "fountain" if name == FOUNTAIN else "foot"
        price = self._walk_price(choice) if choice else ""
        return PrintPicture(
            name, classes, symbol(art, "tile" if is_gardener else ""), is_gardener, price,
            self._print_words(name, choice), None if is_gardener else choice,
        )  # fmt: skip

    def _walk_price(self, choice: Choice) -> SafeString | str:
        price = _walk_price(choice)
        return coins(price) if price else symbol("foot")

    def _print_words(self, name: str, choice: Choice | None) -> str:
        spoken = words.footprint_spoken(name)
        if choice is None:
            return spoken
        price = _walk_price(choice)
        cost = words.coins_in_words(price) if price else _("free")
        reached = " ".join(str(BEDS[bed]) for bed in REACH[FOOTPRINTS.index(name)])
        return _("Walk to %(place)s: %(price)s; it reaches beds %(beds)s") % {
            "place": spoken,
            "price": cost,
            "beds": reached,
        }

    # -- what lies beside ----------------------------------------------------------------------

    def _cards(self) -> list[CardPicture]:
        """One's own hand; the cards of others are a number."""
        offered = {move.card for move in self.choices.legal if isinstance(move, UseCard | SellCard)}
        found = []
        for card in self.view.hand:
            name, text = str(words.CARD_NAMES[card]), str(words.CARD_TEXTS[card])
            is_offered = card in offered and not self.choices.scene.is_past
            href = self.choices.href(card) if is_offered else ""
            is_picked = card == self.choices.card
            art = symbol(f"card-{card}", "tile")
            found.append(CardPicture(card, art, name, f"{name}: {text}", href, is_picked))
        return found

    def _lines(self, seat: Seat, score: Score) -> list[Line]:
        before = self.choices.start.score(seat).parts if seat == self.choices.seat else score.parts
        return [
            Line(
                symbol(_SIGNS[name], "ico"),
                str(words.PART_NAMES[name]),
                points,
                _RULES[name],
                points != before[name],
            )
            for name, points in score.parts.items()
            if points or before[name]
        ]

    def _in_words(self, garden: Garden) -> str:
        """The plants and the gardener, to be heard."""
        plants = [
            f"{words.bed_spoken(name)}: {words.plant(level)}"
            for name, level in zip(BEDS, garden.beds, strict=True)
            if level
        ]
        stands = _("the gardener stands on %(place)s") % {
            "place": words.footprint_spoken(FOOTPRINTS[garden.gardener])
        }
        return "; ".join([*(plants or [_("no plants yet")]), stands])


_NONE = SafeString("")


def _by_bed(choices: Choices) -> dict[int, Choice]:
    """What may be done with each bed; it is one action that is in hand."""
    offered = choices.of(Plant, Water).items()
    return {move.bed: choice for move, choice in offered if isinstance(move, Plant | Water)}


def _by_footprint(choices: Choices) -> dict[int, Choice]:
    """Where the gardener may go: by a free move, or for coins."""
    offered = choices.of(Stroll) or choices.of(Walk)
    return {
        move.target: choice for move, choice in offered.items() if isinstance(move, Stroll | Walk)
    }


def _changed(facts: Sequence[BotanicusFact | object]) -> set[tuple[Seat, int]]:
    """The beds that facts have changed."""
    return {(fact.seat, fact.bed) for fact in facts if isinstance(fact, Planted | Watered)}


def _walk_price(choice: Choice) -> int:
    return sum(fact.price for fact in choice.facts if isinstance(fact, Walked))


def _at(footprint: int) -> str:
    return f"r{footprint // 3 + 1} c{footprint % 3 + 1}"


def _bed_words(name: int, level: int, choice: Choice | None, becomes: int) -> str:
    here = f"{words.bed_spoken(name)}: {words.plant(level)}"
    if choice is None or choice.is_chosen:
        return here
    then = _("becomes %(plant)s") % {"plant": words.plant(becomes)}
    if choice.gain:
        then += f", {phrases.points_in_words(choice.gain)}"
    return f"{here}, {then}"


def _feet(garden: Garden) -> list[ColumnFoot]:
    points = column_points(garden.beds)
    return [
        ColumnFoot(number, sum(garden.beds[bed] > 0 for bed in beds), len(beds), score)
        for number, beds, score in zip(COLUMNS_OF_BEDS, COLUMN_BEDS, points, strict=True)
    ]


def _animal(at: int, have: int) -> AnimalPicture:
    name, points = str(words.ANIMAL_NAMES[ANIMALS[at]]), ANIMAL_POINTS[at]
    if at < have:
        return AnimalPicture(symbol(f"an-{ANIMALS[at]}"), points, "have", name)
    return AnimalPicture(
        _NONE, points, "next" if at == have else "", phrases.points_in_words(points)
    )


def _piece(space: str) -> PiecePicture:
    track, place = space[0], space[1:]
    shown = place.replace("u", "↑").replace("l", "↓")
    ends = {"M": 6, "B": 5, "S": 7}
    said = f"{words.TRACK_NAMES[track]}: {words.SPACE_NAMES[space]}"
    return PiecePicture(symbol(f"tr-{track}"), shown, ends[track], said)


def _planted(garden: Garden) -> str:
    number = sum(level > 0 for level in garden.beds)
    return ngettext("%(n)d of 18 beds", "%(n)d of 18 beds", number) % {"n": number}
