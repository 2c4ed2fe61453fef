"""What is said once, in somebody's first game, where it matters and when."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.games.botanicus.facts import NeutralPlaced
from games.boards.botanicus.choices import Choices


@dataclass(frozen=True, slots=True)
class Mark:
    """A sentence for somebody new, and the phase of the board that it stands by."""

    phase: str
    text: str

    def __str__(self) -> str:
        return self.text


_EARLY = 4
"""By this column somebody new has placed the neutral flower, or has seen it placed."""
_TEXTS: dict[str, Promise] = {
    "assign": _("Each row has a basic task, printed in your garden. Once its plants stand there,"
                " the special task that you choose now can be done, too."),
    "neutral": _("The neutral flower is nobody’s: where it stands, the next flower pays 3 coins"
                 " and gets nothing of the tile."),
    "flower": _("A space gives what is drawn on it, and your place in the next column: the higher,"
                " the earlier. Before that you may walk in your garden, for a coin a step."),
    "track": _("Go to one of the dashed spaces: it gives what is drawn in it. Below it stands what"
               " the way there costs."),
    "resolve": _("Your gardener reaches the beds in the frame. A row that holds the plants of its"
                 " task scores at once."),
}  # fmt: skip


def mark_of(choices: Choices) -> Mark | None:
    """What somebody new does now for the first time."""
    phase = choices.phase
    if choices.scene.first_steps is None or choices.state.round > 1 or phase not in _TEXTS:
        return None
    return Mark(phase, str(_TEXTS[phase])) if _is_new(choices) else None


def _is_new(choices: Choices) -> bool:
    """Whether the viewer has not done yet what they have to do now."""
    match choices.phase:
        case "neutral":
            return choices.state.column <= _EARLY and not _has_placed_neutral(choices)
        case "flower":
            return choices.state.column == 1
        case "track":
            return all(place.endswith("0") for place in choices.garden.pieces)
        case "resolve":
            return not any(choices.garden.beds)
    return True


def _has_placed_neutral(choices: Choices) -> bool:
    return any(
        isinstance(fact, NeutralPlaced) and fact.seat == choices.seat
        for _seat, facts in choices.scene.first_steps or ()
        for fact in facts
    )
