"""Every game that can be played here, each with the version of its rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

from engine.errors import RULES_UNKNOWN, Reason, SetupError, quoted
from engine.games.botanicus import BOTANICUS_LISTS, BOTANICUS_REASONS, BotanicusState
from engine.games.botanik import BOTANIK_DECK, BOTANIK_REASONS, BotanikState
from engine.games.gardeners import (
    GARDENERS_LIMITS,
    GARDENERS_MODES,
    GARDENERS_REASONS,
    GardenersState,
    gardeners_lists,
)
from engine.state import GameState

Value: TypeAlias = str | int
Options: TypeAlias = Mapping[str, Value]
"""What was chosen, by the names of options; the game knows the default of what is not named."""
Lists: TypeAlias = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Option:
    """Something that is chosen before a game begins, and is the same for all."""

    name: str
    values: Sequence[Value]
    """What is offered. Which go together, and with how many seats, `initial` alone judges."""
    default: Value

    @property
    def tag(self) -> str:
        """What it is called in a record."""
        return self.name.capitalize()

    def read(self, text: str) -> Value:
        """Read the value from a record; a text that is none is left to `initial` to refuse."""
        return next((value for value in self.values if str(value) == text), text)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game under one version of its rules. Old games replay under theirs."""

    slug: str
    version: int
    name: str
    seats: Sequence[int]
    """The numbers of seats that the game allows."""
    lists: Callable[[int, Options], Lists]
    """By seats and options, the lists that chance shuffles, in canonical order."""
    state: type[GameState[Any, Any]]
    reasons: Sequence[Reason] = ()
    """Why this game refuses moves, beyond what all games say: to be translated."""
    options: Sequence[Option] = ()
    draws: bool = False
    """Whether players may agree on a draw."""
    bots: bool = True
    """Whether bots play it well enough to be met."""
    silent: bool = False
    """Whether nobody may talk while it runs: words would tell what the rules keep apart."""
    bests: bool = False
    """Whether results are compared in lists of the best: see `GameState.feat`."""
    daily: Options | None = field(default=None, hash=False)
    """How one alone plays the same deck as everybody on the same day; None where nobody does."""

    @property
    def cooperative(self) -> bool:
        """Whether all seats are one team: see `Outcome`."""
        return self.state.cooperative

    @property
    def with_bots(self) -> bool:
        """Whether bots can sit down at it."""
        return self.bots and max(self.seats) > 1

    def initial(
        self, seats: int | None = None, options: Options | None = None
    ) -> GameState[Any, Any]:
        """Return the first position, by default for the fewest seats, or raise a SetupError."""
        return self.state.initial(min(self.seats) if seats is None else seats, options or {})

    def decks(self, seats: int | None = None, options: Options | None = None) -> Lists:
        """Return the lists that chance shuffles in such a game, in canonical order."""
        return self.lists(min(self.seats) if seats is None else seats, options or {})


@dataclass(frozen=True, slots=True)
class Setup:
    """A ruleset, the number of seats and what was chosen: all that a game begins from."""

    ruleset: Ruleset
    seats: int
    options: Options = field(default_factory=dict)

    def initial(self) -> GameState[Any, Any]:
        return self.ruleset.initial(self.seats, self.options)

    def decks(self) -> Lists:
        return self.ruleset.decks(self.seats, self.options)

    @property
    def tags(self) -> dict[str, str]:
        """How a record names it. What was not chosen keeps the default of these rules."""
        chosen = [option for option in self.ruleset.options if option.name in self.options]
        options = {option.tag: str(self.options[option.name]) for option in chosen}
        return {"Seats": str(self.seats), **options}


def all_setups(ruleset: Ruleset) -> Iterator[Setup]:
    """Every table that the rules allow, each option chosen or left to them: the engine judges."""
    names = [option.name for option in ruleset.options]
    ways = product(*((None, *option.values) for option in ruleset.options))
    for seats, values in product(ruleset.seats, ways):
        chosen = zip(names, values, strict=True)
        setup = Setup(ruleset, seats, {name: one for name, one in chosen if one is not None})
        try:
            setup.initial()
        except SetupError:
            continue
        yield setup


GARDENERS = Ruleset(
    slug="gardeners",
    version=1,
    name="Gardeners",
    seats=(1, 2, 3, 4),
    lists=gardeners_lists,
    state=GardenersState,
    reasons=GARDENERS_REASONS,
    options=(
        # Without a choice it is solo for one: that depends on the seats, so `initial` says so.
        Option("mode", GARDENERS_MODES, "training-a"),
        *(Option(name, *values) for name, values in GARDENERS_LIMITS.items()),
    ),
    silent=True,
    bests=True,
    # The shortest there is: something for every day.
    daily={"mode": "solo", "actions": 200},
)

RULESETS: tuple[Ruleset, ...] = (
    Ruleset(
        slug="botanik",
        version=1,
        name="Botanik",
        seats=(2,),
        lists=lambda seats, options: (BOTANIK_DECK,),
        state=BotanikState,
        reasons=BOTANIK_REASONS,
        draws=True,
    ),
    Ruleset(
        slug="botanicus",
        version=1,
        name="Botanicus",
        seats=(2, 3, 4),
        lists=lambda seats, options: BOTANICUS_LISTS,
        state=BotanicusState,
        reasons=BOTANICUS_REASONS,
    ),
    GARDENERS,
)


def all_rulesets() -> Sequence[Ruleset]:
    """Every game in every version. To be asked anew, for tests add games of their own."""
    return RULESETS


def get_ruleset(slug: str, version: int | str | None = None) -> Ruleset:
    """Find a ruleset; without a version the newest one. Raises a SetupError if there is none."""
    found = [r for r in RULESETS if r.slug == slug and version in (None, r.version, str(r.version))]
    if not found:
        wanted = "of any version" if version is None else quoted(str(version))
        raise SetupError(RULES_UNKNOWN, game=quoted(slug), version=wanted)
    return max(found, key=lambda ruleset: ruleset.version)
