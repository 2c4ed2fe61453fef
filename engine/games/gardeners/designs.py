"""Looking for a garden: one that fulfils wishes and is reached with few tiles lifted.

It is a search by chance steps that cool down, but the chance is a fixed sequence: the same task has
the same answer on any machine, so a seat that thinks anew at each act keeps to its plan.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import exp
from typing import Final, NamedTuple, TypeAlias

from engine.games.gardeners.components import MODES, tiles_of
from engine.games.gardeners.lacks import Bits, Sketch, bit_at, lack_of, subjects_of
from engine.games.gardeners.plot import Cell, turns_of

Chances: TypeAlias = tuple[tuple[str, float], ...]
"""What the front of a card may be, each with its chance."""
Spot: TypeAlias = tuple[Cell, int]
"""A cell, counted from the lower left corner of the square, and a turn."""

_MISSED: Final = 4.0
"""What a wish costs that is not fulfilled, in tiles to be lifted."""
_LACKING: Final = 2.0
_WORST: Final = 6
_HOT: Final = 3.0
_COLD: Final = 0.25
_HOME: Final = 0.15
"""How often a tile is tried where it lay."""
_AIMED: Final = 0.6
"""How often a tile is tried that a wish speaks of which is not fulfilled."""


class Task(NamedTuple):
    """What is looked for."""

    mode: str
    laid: tuple[tuple[str, Cell, int], ...]
    """Tiles that lie, with their cells and turns."""
    wishes: tuple[Chances, ...]
    steps: int
    pinned: str = ""
    """A tile that has to go on one of the landings."""
    landings: tuple[Cell, ...] = ()
    attempt: int = 0
    """Another attempt takes other steps."""
    urgency: int = 1
    """How many times as many tiles a wish is worth as usually."""


class Design(NamedTuple):
    """A garden that was found."""

    spots: dict[str, Spot]
    lacks: int
    """What it lacks of the wishes that are certain."""
    risk: float
    """How many wishes it is likely to miss."""
    lifts: int
    """How many tiles have to be lifted for it."""


class Square:
    """The cells of a mode, and the ways in from the rim."""

    def __init__(self, mode: str) -> None:
        size = MODES[mode].size
        self.cells = tuple((x, y) for y in range(size) for x in range(size))
        self.bits = tuple(bit_at(x, y) for x, y in self.cells)
        self.ways = {bit_at(x, y): tuple(self._ways(x, y, size)) for x, y in self.cells}
        """The straight ways to the rim from each cell, itself among them."""
        rim = [bit for bit, ways in self.ways.items() if bit in ways]
        self.rim = sum(rim)
        self.inner = tuple(bit for bit in self.bits if not bit & self.rim)

    def _ways(self, x: int, y: int, size: int) -> Iterator[Bits]:
        lines = (
            [(at, y) for at in range(x + 1)],
            [(at, y) for at in range(x, size)],
            [(x, at) for at in range(y + 1)],
            [(x, at) for at in range(y, size)],
        )
        yield from sorted({sum(bit_at(*cell) for cell in line) for line in lines})

    def opened(self, changed: Bits, empty: Bits) -> Bits:
        """The cells that have to be empty to change these, and those that are."""
        opened = changed | empty
        deep = opened & ~self.rim
        if deep & ~empty:
            for bit in self.inner:
                if bit & changed and not bit & empty:
                    opened |= min(
                        (way & ~opened for way in self.ways[bit]), key=lambda way: way.bit_count()
                    )
        return opened


@cache
def square_of(mode: str) -> Square:
    return Square(mode)


class _Dice:
    """A fixed sequence that looks like chance."""

    def __init__(self, start: int) -> None:
        self.state = start * 2862933555777941757 + 3037000493

    def below(self, number: int) -> int:
        self.state = self.state * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
        return (self.state >> 33) * number >> 31

    def part(self) -> float:
        return self.below(1 << 30) / (1 << 30)


@lru_cache(maxsize=256)  # a plan is thought of at each act until it is carried out
def design(task: Task) -> Design:
    """Look for a garden. What is found depends on nothing but the task."""
    return _Search(task).found()


class _Search:
    def __init__(self, task: Task) -> None:
        self.task, self.square = task, square_of(task.mode)
        self.tiles = tiles_of(task.mode)
        self.dice = _Dice(task.attempt + 1)
        self.wishes = [
            tuple((lack_of(card, task.mode), chance) for card, chance in chances)
            for chances in task.wishes
        ]
        self.subjects = [
            tuple(dict.fromkeys(t for card, _ in chances for t in subjects_of(card, task.mode)))
            for chances in task.wishes
        ]
        self.home = {tile: (bit_at(*cell), turn) for tile, cell, turn in task.laid}
        self.sketch = self._start()
        self.at = {bit: tile for tile, bit in self.sketch.places.items()}
        self.empty = sum(self.square.bits) & ~sum(bit for bit, _ in self.home.values())
        self.allowed = sum(bit_at(*cell) for cell in task.landings)
        self.missing = tuple(range(len(self.wishes)))

    def _start(self) -> Sketch:
        """What lies, and the other tiles on the empty cells; the pinned one on a landing."""
        taken = {bit for bit, _ in self.home.values()}
        free = [bit for bit in self.square.bits if bit not in taken]
        places = {tile: bit for tile, (bit, _) in self.home.items()}
        turns = {tile: self.home.get(tile, (0, 0))[1] for tile in self.tiles}
        if self.task.pinned:
            places[self.task.pinned] = bit_at(*self.task.landings[0])
            free.remove(places[self.task.pinned])
        rest = [tile for tile in self.tiles if tile not in places]
        places.update(zip(rest, free, strict=True))
        return Sketch(places, turns)

    # -- what a garden costs ---------------------------------------------------------------

    def _changed(self) -> Bits:
        places, turns = self.sketch
        return sum(
            bit for tile, (bit, turn) in self.home.items()
            if places[tile] != bit or turns[tile] != turn
        )  # fmt: skip

    def _cost(self, changed: Bits) -> float:
        cost = float((self.square.opened(changed, self.empty) & ~self.empty).bit_count())
        missing, urgency = [], self.task.urgency
        for at, chances in enumerate(self.wishes):
            missed = 0.0
            for lack, chance in chances:
                lacking = lack(self.sketch)
                if lacking:
                    missed += chance * urgency * (_MISSED + _LACKING * min(lacking, _WORST))
            if missed:
                missing.append(at)
                cost += missed
        self.missing = tuple(missing)
        return cost

    # -- steps -----------------------------------------------------------------------------

    def found(self) -> Design:
        dice, steps = self.dice, self.task.steps
        places, turns = self.sketch
        changed = self._changed()
        cost = best = self._cost(changed)
        kept, missing = (dict(places), dict(turns)), self.missing
        cooling = (_COLD / _HOT / self.task.urgency) ** (1 / max(1, steps))
        heat = _HOT * self.task.urgency
        for _ in range(steps if best else 0):
            heat *= cooling
            step = self._step(missing, changed)
            if step is None:
                continue
            one, place, turn = step
            other, before, turned = self.at[place], places[one], turns[one]
            self._swap(one, other, turn)
            moved = self._moved(changed, one, other)
            now = self._cost(moved)
            if now <= cost or dice.part() < exp((cost - now) / heat):
                cost, changed, missing = now, moved, self.missing
                if now < best:
                    best, kept = now, (dict(places), dict(turns))
            else:
                self._swap(one, self.at[before], turned)
        self.sketch = Sketch(*kept)
        return self._judged()

    def _swap(self, one: str, other: str, turn: int) -> None:
        places, turns = self.sketch
        places[one], places[other] = places[other], places[one]
        self.at[places[one]], self.at[places[other]] = one, other
        turns[one] = turn

    def _moved(self, changed: Bits, one: str, other: str) -> Bits:
        places, turns = self.sketch
        for tile in (one, other):
            if tile in self.home:
                bit, turn = self.home[tile]
                if places[tile] == bit and turns[tile] == turn:
                    changed &= ~bit
                else:
                    changed |= bit
        return changed

    def _step(self, missing: tuple[int, ...], changed: Bits) -> tuple[str, Bits, int] | None:
        """A tile, where it goes, and its turn."""
        dice, (places, turns) = self.dice, self.sketch
        if changed and dice.part() < _HOME:
            out = [t for t, (bit, _) in self.home.items() if bit & changed]
            tile = out[dice.below(len(out))]
            place, turn = self.home[tile]
        else:
            tiles = self.tiles
            if missing and dice.part() < _AIMED:
                tiles = self.subjects[missing[dice.below(len(missing))]] or tiles
            tile = tiles[dice.below(len(tiles))]
            place, turn = self.square.bits[dice.below(len(self.square.bits))], turns[tile]
            count = turns_of(tile)
            if count > 1:
                turn = dice.below(count)
                if dice.below(3) == 0:
                    place = places[tile]
        if place == places[tile] and turn == turns[tile]:
            return None
        pinned = self.task.pinned
        if pinned:
            to = place if tile == pinned else places[tile]
            if (tile == pinned or self.at[place] == pinned) and not to & self.allowed:
                return None
        return tile, place, turn

    def _judged(self) -> Design:
        places, turns = self.sketch
        cells = dict(zip(self.square.bits, self.square.cells, strict=True))
        lacks, risk = 0, 0.0
        for chances in self.wishes:
            for lack, chance in chances:
                lacking = lack(self.sketch)
                risk += chance * bool(lacking)
                lacks += lacking if chance >= 1 else 0
        opened = self.square.opened(self._changed(), self.empty) & ~self.empty
        spots = {tile: (cells[places[tile]], turns[tile]) for tile in self.tiles}
        return Design(spots, lacks, risk, opened.bit_count())
