"""What a seat does for its team, by nothing but what it may know.

One seat at a time changes the garden, the one whose card is not fulfilled yet (`mender_of`); it has
a garden in mind (`designs`) and lifts what lies in its way. What is lifted goes to others, who
cannot know where it belongs: they lay it anywhere and lift it at once, back to the mender. While
the garden is built for the first time, everybody lays what comes so that the families known may be
fulfilled.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.games.gardeners.beliefs import chances_of, mender_of
from engine.games.gardeners.components import ACTIONS_A_TURN, FREE_DISCARDS
from engine.games.gardeners.designs import Design, Task, design
from engine.games.gardeners.laying import landings, liftable
from engine.games.gardeners.moves import DONE, END, Add, Deed, Drop, Give
from engine.games.gardeners.plot import Cell, Garden, Laid, around, groups, plot_of
from engine.games.gardeners.position import Position, Wish
from engine.outcome import Seat

_LOAD: Final = ACTIONS_A_TURN // 2
"""How many tiles a seat passes on in a turn: each is laid and lifted."""
_MOST_NODES: Final = 4_000
"""An attempt takes no more steps, whatever the caller allows."""
_ATTEMPTS: Final = 3
_HARDER: Final = 8
"""How many times as many steps one more attempt has, if the others found nothing."""
_URGENT: Final = 3
_PATIENCE: Final = 4
"""After so many turns of each seat it is another one, until something is found."""
_FAR: Final = 9
"""A card that takes more tiles is discarded while that is free."""
_TOO_FAR: Final = 13
"""One that takes more than that is discarded though it costs a point."""
_SHORT: Final = 3
"""With fewer turns left for each seat nothing is discarded that costs a point."""


def counsel(position: Position, seat: Seat, legal: list[Deed], nodes: int) -> Deed:
    """The deed by which a seat serves its team best. `position` is as the seat sees it."""
    return _Thought(position, seat, legal, nodes).deed()


class _Plan(NamedTuple):
    """A garden in mind, by the cells of the plane."""

    design: Design
    corner: Cell

    def spot(self, tile: str) -> Laid:
        (x, y), turn = self.design.spots[tile]
        return Laid(self.corner[0] + x, self.corner[1] + y, tile, turn)


class _Thought:
    """One look at the table."""

    def __init__(self, position: Position, seat: Seat, legal: list[Deed], nodes: int) -> None:
        self.position, self.seat, self.legal = position, seat, legal
        self.nodes = min(nodes, _MOST_NODES)
        self.mender = mender_of(position)
        self.reserve = position.reserve(seat)
        self.size = position.rules.size
        self.wishes = tuple(sorted(chances_of(position, wish) for wish in position.in_play))

    def deed(self) -> Deed:
        position = self.position
        is_first = not position.whole or any(pile.top or pile.under for pile in position.piles)
        if position.missing and is_first:
            return self._build()
        if self.seat == self.mender:
            return self._mend()
        return self._help()

    # -- the first garden ------------------------------------------------------------------

    def _build(self) -> Deed:
        """Lay what is there, so that what is believed may be fulfilled."""
        if not self.reserve:
            return END
        tile = self.reserve[0]
        corner = self._corner(self.position.garden)
        cells = [_less(cell, corner) for cell in self._landings(corner)]
        if not cells:
            return Add(tile, *landings(self.position.plot.cells, self.size)[0], 0)
        task = self._task(self.position.garden, corner)
        found = design(task._replace(pinned=tile, landings=tuple(cells)))
        laid = _Plan(found, corner).spot(tile)
        return Add(tile, laid.x, laid.y, laid.turn)

    # -- mending ---------------------------------------------------------------------------

    def _mend(self) -> Deed:
        position = self.position
        plan = self.plan()
        if not position.missing:
            if drop := self._discard(plan):
                return drop
            if self._is_laid(plan) and DONE in self.legal:
                return DONE
        wrong = [laid for laid in position.garden if plan.spot(laid.tile) != laid]
        in_the_way = self._in_the_way(wrong)
        ready = [
            spot
            for tile in self.reserve
            if (spot := plan.spot(tile)).cell not in in_the_way and self._can_lay(spot)
        ]
        if ready and not (in_the_way & plot_of(position.garden).cells):
            return _add(self._inner_first(ready))
        lifted = self._liftable(in_the_way)
        if lifted:
            return Give(lifted[0].tile, self._receiver())
        ready = ready or [s for t in self.reserve if self._can_lay(s := plan.spot(t))]
        if ready:
            return _add(self._inner_first(ready))
        loosened = self._liftable(self._hanging(wrong))
        return Give(loosened[0].tile, self._receiver()) if loosened else END

    def _is_laid(self, plan: _Plan) -> bool:
        return all(plan.spot(laid.tile) == laid for laid in self.position.garden)

    def _discard(self, plan: _Plan) -> Drop | None:
        """Discard the newest card that goes, if it is what makes the garden hopeless."""
        newest = self._droppable()
        if newest and self._is_hopeless(plan) and self._is_easy_without(newest):
            return Drop(newest.number)
        return None

    def _is_hopeless(self, plan: _Plan) -> bool:
        """Whether another card is worth more than what this one takes."""
        position = self.position
        if position.rules.goal:
            return False
        if self._is_free():
            return bool(plan.design.lacks) or plan.design.lifts > _FAR
        left = (position.limit - position.turn) // position.seats
        is_worth_it = bool(plan.design.lacks) or plan.design.lifts > _TOO_FAR
        return is_worth_it and left > _SHORT

    def _is_easy_without(self, wish: Wish) -> bool:
        """Whether this card is what is in the way. Else the next one would be discarded, too."""
        others = tuple(one for one in self.position.in_play if one != wish)
        position = self.position._replace(in_play=others)
        without = _Thought(position, self.seat, self.legal, self.nodes).plan().design
        return not without.lacks and without.lifts <= _FAR

    def _droppable(self) -> Wish | None:
        """The newest card that this seat can discard now."""
        numbers = [move.number for move in self.legal if isinstance(move, Drop)]
        return next((w for w in self.position.in_play if w.number == max(numbers, default=0)), None)

    def _is_free(self) -> bool:
        """Whether a discard costs nothing: in a training it costs the goal."""
        position = self.position
        return not position.rules.goal and len(position.discarded) < FREE_DISCARDS

    def _in_the_way(self, wrong: Iterable[Laid]) -> frozenset[Cell]:
        """The cells that have to be empty until these tiles can be lifted, theirs among them.

        Those are the wrong tiles, and for each that has others all around it the shortest way in.
        """
        cells = self.position.plot.cells
        wanted = {laid.cell for laid in wrong}
        opened = set(wanted)
        for cell in sorted(wanted):
            opened |= _way_out(cell, cells, opened)
        return frozenset(opened)

    def _liftable(self, cells: frozenset[Cell]) -> list[Laid]:
        laid = self.position.plot.laid
        return [laid[cell] for cell in sorted(liftable(self.position.plot.cells) & cells)]

    def _hanging(self, wrong: Iterable[Laid]) -> frozenset[Cell]:
        """What would fall off the garden without one of these, so that it is lifted before."""
        cells, found = self.position.plot.cells, set[Cell]()
        for laid in wrong:
            for piece in groups(cells - {laid.cell})[1:]:
                found |= piece
        return frozenset(found)

    def _receiver(self) -> Seat:
        """Who gets a tile: who can pass it on soonest."""
        position = self.position
        others = []
        seat = position.next_of(self.seat)
        while seat != self.seat:
            others.append(seat)
            seat = position.next_of(seat)
        free = (seat for seat in others if len(position.reserve(seat)) < _LOAD)
        return next(free, min(others, key=lambda seat: len(position.reserve(seat))))

    def _can_lay(self, spot: Laid) -> bool:
        return spot.cell in landings(self.position.plot.cells, self.size)

    def _inner_first(self, spots: list[Laid]) -> Laid:
        """Lay what is deepest first: what lies outside may be needed as a way in."""
        cells = self.position.plot.cells
        return max(spots, key=lambda spot: len(cells & {*around(spot.cell)}))

    # -- the garden in mind ------------------------------------------------------------------

    def plan(self) -> _Plan:
        """The garden that was in mind when the last one was complete, or another one since.

        Whoever has laid something elsewhere meanwhile may have had reasons: it is looked at anew.
        """
        whole, garden = self.position.whole, self.position.garden
        if whole:
            corner = self._corner(whole)
            plan = self._sought(whole, corner)
            known = {*whole}
            if all(laid in known or plan.spot(laid.tile) == laid for laid in garden):
                return plan
        return self._sought(garden, self._corner(garden))

    def _sought(self, garden: Garden, corner: Cell) -> _Plan:
        task = self._task(garden, corner)
        best = design(task)
        for attempt in range(1, _ATTEMPTS):
            other = design(task._replace(attempt=attempt))
            best = min(best, other, key=_worth)
        may_drop = self._droppable() is not None and self._is_free()
        if best.lacks and not may_drop:
            since = self.position.turn // (_PATIENCE * self.position.seats)
            harder = task._replace(steps=task.steps * _HARDER, attempt=since, urgency=_URGENT)
            best = min(best, design(harder), key=_worth)
        return _Plan(best, corner)

    def _task(self, garden: Garden, corner: Cell) -> Task:
        laid = tuple((one.tile, _less(one.cell, corner), one.turn) for one in garden)
        return Task(self.position.mode, laid, self.wishes, self.nodes)

    def _corner(self, garden: Garden) -> Cell:
        """The lower left corner of the square: gardens are laid to the right and upwards."""
        box = plot_of(garden).box
        return box.left, box.bottom

    def _landings(self, corner: Cell) -> list[Cell]:
        x, y = corner
        return [
            cell
            for cell in landings(self.position.plot.cells, self.size)
            if 0 <= cell[0] - x < self.size and 0 <= cell[1] - y < self.size
        ]

    # -- helping -----------------------------------------------------------------------------

    def _help(self) -> Deed:
        """Lay a tile that the mender lifted and lift it again, for only others get what is lifted.

        Of a garden that was left complete the check is called for: who is not in the mender's place
        has nothing better to do, and everybody learns from it.
        """
        position = self.position
        if position.latest and position.acted and (position.missing or position.checks):
            back = Give(position.latest, self.mender)
            if back in self.legal:
                return back
        if not position.missing:
            return DONE if DONE in self.legal else END
        if not self.reserve or position.acted + 2 > ACTIONS_A_TURN:
            return END
        corner = self._corner(position.whole or position.garden)
        tile = self.reserve[0]
        cells = self._landings(corner) or landings(position.plot.cells, self.size)
        return Add(tile, *cells[0], 0) if cells else END


def _worth(found: Design) -> tuple[float, float]:
    return found.lacks, found.lifts + 6 * found.risk


def _way_out(cell: Cell, cells: frozenset[Cell], opened: set[Cell]) -> set[Cell]:
    """The fewest tiles to be lifted beside those that are anyway, from a cell to the outside."""
    reached: dict[Cell, tuple[int, Cell | None]] = {cell: (0, None)}
    waiting = [(0, cell)]
    while waiting:
        waiting.sort(reverse=True)
        cost, here = waiting.pop()
        if here not in cells:
            return _path(here, reached) & cells
        for near in around(here):
            more = cost + (near in cells and near not in opened)
            if near not in reached or more < reached[near][0]:
                reached[near] = more, here
                waiting.append((more, near))
    return set()


def _path(end: Cell, reached: dict[Cell, tuple[int, Cell | None]]) -> set[Cell]:
    found, here = set[Cell](), end
    while True:
        found.add(here)
        before = reached[here][1]
        if before is None:
            return found
        here = before


def _less(cell: Cell, corner: Cell) -> Cell:
    return cell[0] - corner[0], cell[1] - corner[1]


def _add(spot: Laid) -> Add:
    return Add(spot.tile, spot.x, spot.y, spot.turn)
