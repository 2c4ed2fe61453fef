"""Every game that can be played here, each with the version of its rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import RULES_UNKNOWN, Reason, SetupError, quoted
from engine.games.botanik import BOTANIK_DECK, BOTANIK_REASONS, BotanikState
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game under one version of its rules. Old games replay under theirs."""

    slug: str
    version: int
    name: str
    seats: Sequence[int]
    """The numbers of seats that the game allows."""
    decks: Sequence[Sequence[str]]
    """The lists that chance shuffles, in canonical order."""
    state: type[GameState[Any, Any]]
    reasons: Sequence[Reason] = ()
    """Why this game refuses moves, beyond what all games say: to be translated."""

    def initial(
        self, seats: int | None = None, options: Mapping[str, object] | None = None
    ) -> GameState[Any, Any]:
        """Return the first position, by default for the fewest seats and without options."""
        return self.state.initial(min(self.seats) if seats is None else seats, options or {})


RULESETS: Final = (
    Ruleset(
        slug="botanik",
        version=1,
        name="Botanik",
        seats=(2,),
        decks=(BOTANIK_DECK,),
        state=BotanikState,
        reasons=BOTANIK_REASONS,
    ),
)


def get_ruleset(slug: str, version: int | str | None = None) -> Ruleset:
    """Find a ruleset; without a version the newest one. Raises a SetupError if there is none."""
    found = [r for r in RULESETS if r.slug == slug and version in (None, r.version, str(r.version))]
    if not found:
        wanted = "of any version" if version is None else quoted(str(version))
        raise SetupError(RULES_UNKNOWN, game=quoted(slug), version=wanted)
    return max(found, key=lambda ruleset: ruleset.version)
