"""The garden as it is drawn: what lies, where a tile may go, what was drafted, and by whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.games.gardeners.components import tiles_of
from engine.games.gardeners.facts import Added, Given, Moved
from engine.games.gardeners.moves import Add, Give
from engine.games.gardeners.plot import Cell, Laid
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.choices import Choice, Choices
from games.boards.gardeners.drawings import tile
from games.boards.gardeners.lens import Lens, look
from games.boards.gardeners.mates import Mate
from games.boards.gardeners.plan import Rail, Window


@dataclass(frozen=True, slots=True)
class CellPicture:
    """A tile that lies in the garden."""

    classes: str
    code: str
    spot: str
    turn: int
    art: SafeString
    words: str
    href: str
    is_liftable: bool
    step: int
    """The number of the drafted action that laid it; 0 for none."""
    by: Mate | None
    """Who laid it in the turn that is shown."""
    is_flaw: bool
    fits: bool


@dataclass(frozen=True, slots=True)
class HolePicture:
    """Where a tile was taken out: by the draft, or in the turn that is shown."""

    classes: str
    step: int
    mate: Mate
    """Who gets it, of the draft; else who took it."""
    href: str
    words: str


@dataclass(frozen=True, slots=True)
class GhostPicture:
    """A cell that accepts the tile in hand."""

    classes: str
    spot: str
    art: SafeString
    words: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class GardenPicture:
    window: Window
    cells: list[CellPicture]
    holes: list[HolePicture]
    ghosts: list[GhostPicture]
    turner: str
    turner_classes: str
    lens: Lens | None
    laid: int
    tiles: int
    size: str
    words: str

    @property
    def rails(self) -> list[Rail]:
        return self.window.rails


def draw_garden(choices: Choices, mates: Sequence[Mate]) -> GardenPicture:
    return _Drawer(choices, mates).picture()


class _Drawer:
    def __init__(self, choices: Choices, mates: Sequence[Mate]) -> None:
        self.choices, self.mates = choices, mates
        self.state, self.hand = choices.state, choices.hand
        self.window = Window.onto(
            choices.start.plot.box,
            self.state.plot.box,
            size=self.state.rules.size,
            is_empty=not self.state.garden,
        )
        wish = choices.looked_through
        self.lens = look(wish.card, self.state.garden, self.window) if wish else None
        self.news: Mapping[Cell, Mate] = {} if choices.moves else self._news()

    def picture(self) -> GardenPicture:
        plot, hand = self.state.plot, self.hand
        turner = hand.turner if hand and hand.drafted_at is not None and hand.is_placed else ""
        where = plot.places.get(hand.tile) if hand and turner else None
        return GardenPicture(
            window=self.window,
            cells=[self._cell(one) for one in sorted(self.state.garden, key=_reading_order)],
            holes=[*self._drafted_holes(), *self._holes()],
            ghosts=self._ghosts(),
            turner=turner if where else "",
            turner_classes=self.window.place(where) if where else "",
            lens=self.lens,
            laid=len(self.state.garden),
            tiles=len(tiles_of(self.state.mode)),
            size=self._size(),
            words=self._in_words(),
        )

    def _size(self) -> str:
        """How wide and high the garden is, and may be."""
        box, most = self.state.plot.box, self.state.rules.size
        if not self.state.garden:
            return f"{most} × {most}"
        now = f"{box.width} × {box.height}"
        if (box.width, box.height) == (most, most):
            return now
        return _("%(now)s of %(most)s") % {"now": now, "most": f"{most} × {most}"}

    def _in_words(self) -> str:
        return "; ".join(
            f"{words.place(one.cell)} {words.laid(one)}"
            for one in sorted(self.state.garden, key=_reading_order)
        )

    # -- what lies -------------------------------------------------------------------------------

    def _cell(self, one: Laid) -> CellPicture:
        step = self._step(one)
        lens, hand = self.lens, self.hand
        is_lifted = hand is not None and hand.tile == one.tile
        classes = self.window.place(one.cell)
        if step:
            classes += " drafted"
        if is_lifted:
            classes += " chosen" if step else " lifted"
        elif one.cell in self.news:
            classes += " last"
        by = self.news.get(one.cell)
        return CellPicture(
            classes=classes,
            code=one.tile,
            spot=words.place(one.cell),
            turn=one.turn,
            art=tile(one.tile, one.turn),
            words=self._cell_words(one, step, by),
            href=self.choices.href(one.tile) if self._can_pick(one) else "",
            is_liftable=self._is_liftable(one.tile),
            step=step,
            by=by,
            is_flaw=lens is not None and one.cell in lens.breaks,
            fits=lens is not None and one.cell in lens.fits,
        )

    def _cell_words(self, one: Laid, step: int, by: Mate | None) -> str:
        said = [phrases.capital(words.laid(one)), words.place(one.cell)]
        if step:
            said.append(_("action %(number)d of your draft") % {"number": step})
        if by is not None:
            said.append(_("laid by %(name)s") % {"name": by.name})
        if self.lens and one.cell in self.lens.breaks:
            said.append(_("breaks your wish"))
        elif self.lens and one.cell in self.lens.fits:
            said.append(_("fits your wish"))
        return ", ".join(said)

    def _step(self, one: Laid) -> int:
        step = self.choices.steps.get(one.tile, 0)
        return step if step and isinstance(self.choices.moves[step - 1], Add) else 0

    def _can_pick(self, one: Laid) -> bool:
        """A drafted tile is picked again while the turn goes on; another while something can be."""
        return self.choices.is_mine and bool(self.choices.legal or self._step(one))

    def _is_liftable(self, code: str) -> bool:
        return code in self._liftable

    @property
    def _liftable(self) -> frozenset[str]:
        return frozenset(move.tile for move in self.choices.legal if isinstance(move, Give))

    # -- where something was, and where something may go -----------------------------------------

    def _drafted_holes(self) -> list[HolePicture]:
        found = []
        for at, move in enumerate(self.choices.moves):
            start = self.choices.views[at].position.plot.places.get(getattr(move, "tile", ""))
            if isinstance(move, Give) and start and start not in self.state.plot.laid:
                said = _("Action %(number)d of your draft: %(tile)s to %(name)s. Take it back") % {
                    "number": at + 1,
                    "tile": words.the(move.tile),
                    "name": self.mates[move.to].name,
                }
                place, href = self.window.place(start), self.choices.without(at)
                found.append(
                    HolePicture(f"{place} drafted", at + 1, self.mates[move.to], href, said)
                )
        return found

    def _holes(self) -> list[HolePicture]:
        if self.choices.moves:
            return []
        found = {fact.start: fact for fact in self.choices.scene.last if isinstance(fact, Given)}
        return [
            HolePicture(self.window.place(start), 0, self.mates[fact.seat], "", "")
            for start, fact in found.items()
            if start not in self.state.plot.laid and self.window.has(start)
        ]

    def _news(self) -> dict[Cell, Mate]:
        """Who laid what in the turn that is shown."""
        return {
            fact.place: self.mates[fact.seat]
            for fact in self.choices.scene.last
            if isinstance(fact, Added | Moved)
        }

    def _ghosts(self) -> list[GhostPicture]:
        if self.hand is None:
            return []
        free = (one for one in self.hand.places.items() if one[0] not in self.state.plot.laid)
        return [self._ghost(cell, choice) for cell, choice in sorted(free, key=_ghost_order)]

    def _ghost(self, cell: Cell, choice: Choice) -> GhostPicture:
        assert self.hand is not None
        said = _("Lay it at %(place)s") % {"place": words.place(cell)}
        art = tile(self.hand.tile, self.hand.turn)
        return GhostPicture(self.window.place(cell), words.place(cell), art, said, choice)


def _reading_order(one: Laid) -> tuple[int, int]:
    return -one.y, one.x


def _ghost_order(one: tuple[Cell, Choice]) -> tuple[int, int]:
    return -one[0][1], one[0][0]
