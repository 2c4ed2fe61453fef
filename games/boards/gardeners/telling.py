"""What happens in Gardeners, as sentences (rules 8.5): to who does it, and of anybody else."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import Seat
from engine.games.gardeners.components import ACTIONS_A_TURN, CARDS
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.wishes import wish

# Each to who does it, then of somebody else.
SENTENCES: Mapping[str, tuple[Any, Any]] = {
    "topped": (
        gettext_lazy("On top of your pile: %(tile)s."),
        gettext_lazy("On top of the pile of %(name)s: %(tile)s."),
    ),
    "drew": (
        gettext_lazy("You draw card %(number)d, %(family)s: %(wish)s"),
        gettext_lazy("%(name)s draws card %(number)d, %(family)s: %(wish)s"),
    ),
    "drew, unseen": (
        gettext_lazy("You draw card %(number)d, %(family)s."),
        gettext_lazy("%(name)s draws card %(number)d, %(family)s."),
    ),
    "opened": (
        gettext_lazy("Your card %(number)d is opened for all: %(wish)s"),
        gettext_lazy("Card %(number)d of %(name)s is opened for all: %(wish)s"),
    ),
    "added": (
        gettext_lazy("You lay %(tile)s at %(place)s."),
        gettext_lazy("%(name)s lays %(tile)s at %(place)s."),
    ),
    "moved": (
        gettext_lazy("You move %(tile)s from %(start)s to %(place)s."),
        gettext_lazy("%(name)s moves %(tile)s from %(start)s to %(place)s."),
    ),
    "moved, turned": (
        gettext_lazy("You turn %(tile)s at %(place)s."),
        gettext_lazy("%(name)s turns %(tile)s at %(place)s."),
    ),
    "given": (
        gettext_lazy("You take %(tile)s at %(start)s out, for %(receiver)s."),
        gettext_lazy("%(name)s takes %(tile)s at %(start)s out, for %(receiver)s."),
    ),
    "given, to you": (
        gettext_lazy("You take %(tile)s at %(start)s out."),
        gettext_lazy("%(name)s takes %(tile)s at %(start)s out, for you."),
    ),
    "taken out": (
        gettext_lazy("You take %(tile)s at %(start)s out."),
        gettext_lazy("%(name)s takes %(tile)s at %(start)s out."),
    ),
    "discarded": (
        gettext_lazy("You discard card %(number)d, %(family)s."),
        gettext_lazy("%(name)s discards card %(number)d, %(family)s."),
    ),
    "called": (
        gettext_lazy("You say done: the garden is checked."),
        gettext_lazy("%(name)s says done: the garden is checked."),
    ),
    "banked": (
        gettext_lazy("You bank your cards."),
        gettext_lazy("%(name)s banks the cards."),
    ),
    "inherited": (
        gettext_lazy("You inherit %(tiles)s."),
        gettext_lazy("%(name)s inherits %(tiles)s."),
    ),
    "turn-over": (
        gettext_lazy("Your turn is over."),
        gettext_lazy("The turn of %(name)s is over."),
    ),
    "turn-over, idle": (
        gettext_lazy("You end your turn without an action."),
        gettext_lazy("%(name)s ends the turn without an action."),
    ),
    "turn-over, eighth": (
        gettext_lazy("That was your eighth action: it ends your turn."),
        gettext_lazy("That was the eighth action of %(name)s: it ends the turn."),
    ),
}
TO_ALL: Mapping[str, Any] = {
    "validated": gettext_lazy("Card %(number)d is validated: %(wish)s"),
    "complete": gettext_lazy("The garden is complete."),
    "checked, conform": gettext_lazy("The check: all wishes are fulfilled."),
    "checked, not": gettext_lazy("The check: %(verdicts)s."),
    "ended, turns": words.ENDS["turns"],
    "ended, actions": words.ENDS["actions"],
    "ended, cards": words.ENDS["cards"],
    "ended, left": words.ENDS["left"],
}
SILENT = ("left",)
"""The page says it."""


def tell(fact: Any, names: Sequence[str], viewer: Seat | None) -> str:
    """What happened, as a sentence to `viewer`; empty where there is nothing to say."""
    name = _name(fact, viewer)
    if name in SILENT:
        return ""
    blanks = _blanks(fact, names, viewer)
    if name in TO_ALL:
        return str(TO_ALL[name]) % blanks
    to_doer, of_others = SENTENCES[name]
    return str(to_doer if _whose(fact) == viewer else of_others) % blanks


def _whose(fact: Any) -> Seat | None:
    return getattr(fact, "holder" if fact.kind == "opened" else "seat", None)


def _name(fact: Any, viewer: Seat | None) -> str:
    """Which of the sentences it is."""
    match fact.kind:
        case "drew":
            return "drew" if fact.front else "drew, unseen"
        case "moved":
            return "moved, turned" if fact.start == fact.place else "moved"
        case "given" if fact.to == fact.seat:
            return "taken out"
        case "given":
            return "given, to you" if fact.to == viewer else "given"
        case "checked":
            return "checked, conform" if fact.conform else "checked, not"
        case "turn-over":
            return _turn_over(fact.actions)
        case "ended":
            return f"ended, {fact.how}"
    return str(fact.kind)


def _turn_over(actions: int) -> str:
    if actions >= ACTIONS_A_TURN:
        return "turn-over, eighth"
    return "turn-over" if actions else "turn-over, idle"


def _blanks(fact: Any, names: Sequence[str], viewer: Seat | None) -> dict[str, Any]:
    """The values of a fact, in words."""
    blanks = {
        name: said(getattr(fact, name)) for name, said in _WORDS.items() if hasattr(fact, name)
    }
    whose = _whose(fact)
    if whose is not None:
        blanks["name"] = names[whose]
    if fact.kind == "given":
        blanks["receiver"] = names[fact.to]
    if getattr(fact, "front", None):
        blanks["wish"] = wish(CARDS[fact.front].predicate)
    if fact.kind in ("added", "moved"):
        turned = words.turned(fact.tile, fact.turn)
        blanks["tile"] = ", ".join(filter(None, [blanks["tile"], turned]))
    if fact.kind == "checked":
        blanks["verdicts"] = _verdicts(fact, names, viewer)
    return blanks


_WORDS: Mapping[str, Any] = {
    "number": int,
    "family": lambda family: str(words.FAMILY_NAMES[family]),
    "tile": words.the,
    "tiles": lambda tiles: phrases.listed([words.the(tile) for tile in tiles]),
    "place": words.place,
    "start": words.place,
}


def _verdicts(fact: Any, names: Sequence[str], viewer: Seat | None) -> str:
    """Each holder with the verdict: nobody learns more than that."""
    said = [
        (_("%(name)s: conform") if holds else _("%(name)s: not conform"))
        % {"name": _("you") if seat == viewer else names[seat]}
        for seat, holds in fact.seats
    ]
    return "; ".join(said)


# -- the blanks of refusals -----------------------------------------------------------------------


def spoken(parameters: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """The blanks of a refusal, in words; cells are written as moves write them."""
    return {name: _spoken(name, value) for name, value in parameters.items()}


def _spoken(name: str, value: str | int) -> str | int:
    match name:
        case "tile":
            return phrases.capital(words.the(str(value)))
        case "mode":
            return str(words.MODE_NAMES.get(value, value))
        case "option":
            return str(words.OPTIONS[str(value)].label if value in words.OPTIONS else value)
    return value
