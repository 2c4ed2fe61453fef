"""The flower board: what each space costs and gives, who goes next, and the order that follows."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine import Seat
from engine.games.botanicus.components import COLUMNS, POLE_COINS, ROUNDS, SPACES
from engine.games.botanicus.facts import ColumnOver, Placed
from engine.games.botanicus.moves import Deed, Flower, Neutral
from engine.games.botanicus.position import FINAL, NEUTRAL, order_of
from engine.games.botanicus.prices import flower_price, is_pole
from engine.games.botanicus.rules import BotanicusState
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.choices import Choice, Choices
from games.boards.botanicus.drawings import acts, coins, flower_of

_BUSY = 2
"""With more drawings than these a space draws each of them smaller."""


@dataclass(frozen=True, slots=True)
class TilePicture:
    classes: str
    gain: SafeString


@dataclass(frozen=True, slots=True)
class FlowerPicture:
    """A flower on a space."""

    seat: int
    art: SafeString
    classes: str = ""

    @property
    def code(self) -> str:
        return f"fl-{self.seat}"


@dataclass(frozen=True, slots=True)
class SpacePicture:
    number: int
    gain: SafeString
    tile: TilePicture | None
    flowers: list[FlowerPicture]
    classes: str
    price: SafeString | str
    words: str
    """All of it, to be read out."""
    nth: str = ""
    """The viewer's place in the next column, if they go here."""
    so_far: bool = False
    pole_gain: SafeString | str = ""
    points: int = 0
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class ColumnPicture:
    number: int
    state: str
    """`past`, `now` or `later`."""
    spaces: list[SpacePicture]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player in an order of play."""

    art: SafeString
    name: str
    classes: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class FlowerBoard:
    columns: list[ColumnPicture]
    where: str
    """The round and the column in play."""
    why: str
    """Why the order is as it is."""
    now_title: str
    now: list[Waiting]
    next_title: str
    next: list[Waiting]
    still: list[Waiting]


def nth(place: int) -> str:
    """A place in an order, from 1 on."""
    return str(
        (
            pgettext("a place in an order", "1st"),
            pgettext("a place in an order", "2nd"),
            pgettext("a place in an order", "3rd"),
            pgettext("a place in an order", "4th"),
        )[place - 1]
    )


def draw_flower_board(choices: Choices, names: Sequence[str]) -> FlowerBoard:
    return _Painter(choices, names).board()


class _Painter:
    """Draws the flower board of one scene."""

    def __init__(self, choices: Choices, names: Sequence[str]) -> None:
        self.choices, self.names = choices, names
        self.state: BotanicusState = self._shown()
        self.column = 0 if self.state.round == FINAL else self.state.column
        self.offered: dict[Deed, Choice] = choices.of(Flower) or choices.of(Neutral)
        self.last = [fact for fact in choices.scene.last if isinstance(fact, Placed)]

    def _shown(self) -> BotanicusState:
        """After the draft; the column in which its flower was placed stays until it is sent."""
        choices = self.choices
        now, then = choices.state, choices.start
        if not choices.moves or (now.round, now.column) == (then.round, then.column):
            return choices.state
        # The last flower of a column moves the game on: show where it was put.
        placed = [fact for fact in choices.facts if isinstance(fact, Placed)]
        if not placed or choices.start.round == FINAL:
            return choices.state
        start = choices.start
        neutral = [move.space for move in choices.moves if isinstance(move, Neutral)]
        stacks = [list(stack) for stack in start.stacks]
        for space in neutral:
            stacks[space - 1].append(NEUTRAL)
        stacks[placed[0].space - 1].append(choices.seat)
        return start._replace(stacks=tuple(map(tuple, stacks)), placed=True)

    def board(self) -> FlowerBoard:
        return FlowerBoard(
            columns=[self._column(number) for number in COLUMNS],
            where=self._where(),
            why=self._why(),
            now_title=self._now_title(),
            now=self._queue(),
            next_title=self._next_title(),
            next=self._next(),
            still=[self._waiting(seat, "") for seat in self._to_come()],
        )

    # -- columns -----------------------------------------------------------------------------

    def _column(self, number: int) -> ColumnPicture:
        if number == self.column:
            return ColumnPicture(number, "now", [self._space(number, at) for at in SPACES])
        is_over = not self.column or number < self.column
        spaces = [self._small_space(number, at) for at in SPACES]
        return ColumnPicture(number, "past" if is_over else "later", spaces)

    def _small_space(self, column: int, space: int) -> SpacePicture:
        tile, drawn = self._tile(column, space), words.printed(column, space)
        flowers = [self._flower(seat) for seat in self._behind(column, space)]
        code = self.state.tile_at(column, space)
        number = len(set(drawn)) + len(set(self._side(code)) if code else ())
        return SpacePicture(
            number=space,
            gain=acts(drawn),
            tile=tile,
            flowers=flowers,
            classes=" many" if number > _BUSY else "",
            price="",
            words=self._gives(column, space),
        )

    def _behind(self, column: int, space: int) -> Sequence[int]:
        """The flowers that lie in the column before and are still to move."""
        before = 8 if self.state.round > 1 and self.state.column == 1 else self.state.column - 1
        if self.state.round == FINAL:
            before = 8
        if column != before:
            return ()
        moved = {flower for stack in self.state.stacks for flower in stack}
        stack = self.state.behind[space - 1]
        return [flower for flower in stack if flower not in moved and flower != NEUTRAL]

    def _space(self, column: int, space: int) -> SpacePicture:
        choice = self._choice(space)
        stack = self.state.stacks[space - 1]
        price = self._price(choice, column, space)
        classes = self._classes(choice, price)
        place, so_far = self._place(choice) if choice else ("", False)
        return SpacePicture(
            number=space,
            gain=acts(words.printed(column, space)),
            tile=self._tile(column, space),
            flowers=[self._flower(seat, at) for at, seat in enumerate(stack)],
            classes=classes,
            price=coins(price) if price else _("free"),
            words=self._words(choice, column, space, price),
            nth=place,
            so_far=so_far,
            pole_gain=coins(POLE_COINS) if is_pole(column, space) else "",
            points=choice.gain if choice and choice.gain > 0 else 0,
            choice=choice,
        )

    def _choice(self, space: int) -> Choice | None:
        return self.offered.get(Flower(space)) or self.offered.get(Neutral(space))

    def _price(self, choice: Choice | None, column: int, space: int) -> int:
        """What it costs, or did: one's own flower is not paid for."""
        if choice:
            return next((fact.price for fact in choice.facts if isinstance(fact, Placed)), 0)
        mine = [fact for fact in self.choices.facts if isinstance(fact, Placed)]
        if any(fact.space == space for fact in mine):
            return mine[0].price
        return flower_price(column, space, self.state.stacks)

    def _classes(self, choice: Choice | None, price: int) -> str:
        if choice:
            return " can drafted" if choice.is_chosen else " can"
        is_asked = any(isinstance(move, Flower) for move in self.offered)
        return " cant" if is_asked and price > self.choices.garden.coins else ""

    def _is_missed(self, space: int) -> bool:
        """Whether a flower was there first, before the one that is drafted."""
        stack = self.state.stacks[space - 1]
        is_drafted = any(isinstance(move, Flower) for move in self.choices.moves)
        return any(flower != self.choices.seat or not is_drafted for flower in stack)

    def _tile(self, column: int, space: int) -> TilePicture | None:
        code = self.state.tile_at(column, space)
        if code is None:
            return None
        side = "light" if self.state.round == 1 else "dark"
        is_gone = column == self.column and self._is_missed(space)
        classes = f"{code[0]} {side}{' gone' if is_gone else ''}"
        return TilePicture(classes, acts(self._side(code)))

    def _side(self, tile: str) -> Sequence[str]:
        return words.tile_side(tile, self.state.round)

    def _flower(self, seat: int, at: int = 0) -> FlowerPicture:
        is_last = bool(not self.choices.moves and any(fact.seat == seat for fact in self.last))
        return FlowerPicture(seat, flower_of(seat, "tile fl"), "last" if is_last else "")

    # -- words -------------------------------------------------------------------------------

    def _gives(self, column: int, space: int) -> str:
        """What a space gives, its tile included."""
        printed = words.actions(words.printed(column, space))
        code = self.state.tile_at(column, space)
        if code is None:
            return printed
        return _("%(printed)s; tile: %(tile)s") % {
            "printed": printed,
            "tile": words.actions(self._side(code)),
        }

    def _words(self, choice: Choice | None, column: int, space: int, price: int) -> str:
        parts = [
            _("Space %(space)d") % {"space": space},
            self._gives(column, space),
            self._standing(space),
            words.coins_in_words(price) if price else _("free"),
        ]
        if choice:
            parts += self._consequences(choice)
        return ". ".join(phrases.capital(part) for part in parts if part) + "."

    def _standing(self, space: int) -> str:
        flowers = self.state.stacks[space - 1]
        if not flowers:
            return _("nobody is here")
        names = phrases.listed([self._name(flower) for flower in reversed(flowers)])
        gone = _("the tile gives nothing") if self._tile(self.column, space) else ""
        if is_pole(self.column, space):
            gone = _("no coins")
        here = _("here from the top: %(names)s") % {"names": names}
        return f"{here}, {gone}" if gone and self._is_missed(space) else here

    def _consequences(self, choice: Choice) -> Sequence[str]:
        if isinstance(choice.move, Neutral):
            return ()
        seats, so_far = _order_after(choice)
        order = ", ".join(self._name(seat) for seat in seats)
        text = _("next column so far: %(order)s") if so_far else _("next column: %(order)s")
        kept = choice.garden(self.choices.seat).coins
        points = [phrases.points_in_words(choice.gain)] if choice.gain > 0 else []
        return [*points, text % {"order": order}, _("you keep %(coins)s") % {
            "coins": words.coins_in_words(kept)
        }]  # fmt: skip

    def _place(self, choice: Choice) -> tuple[str, bool]:
        if isinstance(choice.move, Neutral):
            return "", False
        seats, so_far = _order_after(choice)
        return nth(seats.index(self.choices.seat) + 1), so_far

    def _name(self, seat: int) -> str:
        if seat == NEUTRAL:
            return str(words.NEUTRAL_FLOWER)
        return _("you") if seat == self.choices.scene.seat else self.names[seat]

    # -- who goes when -----------------------------------------------------------------------

    def _where(self) -> str:
        if self.state.round == FINAL:
            return _("final turn")
        return _("round %(round)d of %(rounds)d, column %(column)d of 8") % {
            "round": self.state.round,
            "rounds": len(ROUNDS),
            "column": self.state.column,
        }

    def _why(self) -> str:
        if self.state.round == 1 and self.state.column == 1:
            return _("In the first column the order is that of the seats.")
        return _("The order follows from the column before: the topmost space first, and on a space"
                 " the topmost flower.")  # fmt: skip

    def _now_title(self) -> str:
        if self.state.round == FINAL:
            return _("Final turn")
        return _("Column %(column)d") % {"column": self.state.column}

    def _next_title(self) -> str:
        if self.state.round == FINAL:
            return ""
        to_come = self._to_come()
        if self.state.column == COLUMNS[-1]:
            name = _("Final turn") if self.state.round == ROUNDS[-1] else _("Round 2")
        else:
            name = _("Column %(column)d") % {"column": self.state.column + 1}
        return _("%(column)s, so far") % {"column": name} if to_come else name

    def _order(self) -> Sequence[Seat]:
        return self.state.order or tuple(range(self.state.seats))

    def _queue(self) -> list[Waiting]:
        done = set(self._order()[: self.state.acting]) if self.state.order else set()
        turn_of = self.state.turn_of if self.state.order else None
        found = []
        for seat in self._order():
            is_now = seat == turn_of and self.state.phase in ("neutral", "turn")
            state = "done" if seat in done else "now" if is_now else ""
            said = _("has placed") if seat in done else _("goes now") if is_now else ""
            found.append(self._waiting(seat, state, said))
        return found

    def _waiting(self, seat: Seat, classes: str, said: str = "") -> Waiting:
        if seat == self.choices.scene.seat:
            classes += " mine"
        return Waiting(flower_of(seat), phrases.capital(self._name(seat)), classes.strip(), said)

    def _next(self) -> list[Waiting]:
        return [self._waiting(seat, "") for seat in order_of(self.state.stacks)]

    def _to_come(self) -> Sequence[Seat]:
        if self.state.round == FINAL:
            return ()
        placed = order_of(self.state.stacks)
        return [seat for seat in self._order() if seat not in placed]


def _order_after(choice: Choice) -> tuple[Sequence[Seat], bool]:
    """The order of the next column after a flower, and whether others may still change it."""
    over = next((fact for fact in choice.facts if isinstance(fact, ColumnOver)), None)
    if over:
        return over.order, False
    state = choice.after.position
    seats = order_of(state.stacks)
    return seats, len(seats) < state.seats


def placed_saying(choice_facts: Sequence[object], state: BotanicusState, seat: Seat) -> str:
    """Where one goes in the next column after a flower was placed, as far as it is known."""
    over = next((fact for fact in choice_facts if isinstance(fact, ColumnOver)), None)
    seats = over.order if over else order_of(state.stacks)
    if seat not in seats or not any(isinstance(fact, Placed) for fact in choice_facts):
        return ""
    place = nth(seats.index(seat) + 1)
    left = 0 if over else state.seats - len(seats)
    if not left:
        return _("In the next column you go %(nth)s.") % {"nth": place}
    return ngettext(
        "In the next column you go %(nth)s so far; %(n)d player is still to place.",
        "In the next column you go %(nth)s so far; %(n)d players are still to place.",
        left,
    ) % {"nth": place, "n": left}
