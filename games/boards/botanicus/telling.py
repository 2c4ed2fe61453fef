"""What happens in Botanicus, as sentences (rules A.7): to whom it happens, and of anybody else."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import Seat
from engine.games.botanicus.components import POLE, ROMAN
from engine.games.botanicus.facts import (
    Assigned,
    BotanicusFact,
    CardSold,
    ColumnOver,
    Drew,
    Ended,
    Gained,
    Missed,
    Placed,
    Planted,
    RoundOver,
    Stepped,
    TaskDone,
    Walked,
)
from games.boards import phrases
from games.boards.botanicus import words

# Each to the player, then of somebody else. What has no seat is said the same way to all.
SENTENCES: Mapping[str, tuple[Any, Any]] = {
    "dealt": (
        gettext_lazy("You are dealt %(tasks)s."),
        gettext_lazy("%(name)s is dealt %(tasks)s."),
    ),
    "assigned": (
        gettext_lazy("You assign %(task)s to row %(row)d."),
        gettext_lazy("%(name)s assigns %(task)s to row %(row)d."),
    ),
    "neutral-placed": (
        gettext_lazy("You place the neutral flower on space %(space)d."),
        gettext_lazy("%(name)s places the neutral flower on space %(space)d."),
    ),
    "walked": (
        gettext_lazy("You walk to %(target)s for %(price)s."),
        gettext_lazy("%(name)s walks to %(target)s for %(price)s."),
    ),
    "walked, free": (
        gettext_lazy("You move the gardener to %(target)s."),
        gettext_lazy("%(name)s moves the gardener to %(target)s."),
    ),
    "card-used": (
        gettext_lazy("You use %(card)s for %(price)s."),
        gettext_lazy("%(name)s uses %(card)s for %(price)s."),
    ),
    "card-sold": (
        gettext_lazy("You sell %(card)s for %(price)s."),
        gettext_lazy("%(name)s sells %(card)s for %(price)s."),
    ),
    "placed, free": (
        gettext_lazy("You place the flower on space %(space)d."),
        gettext_lazy("%(name)s places the flower on space %(space)d."),
    ),
    "placed": (
        gettext_lazy("You place the flower on space %(space)d and pay %(price)s."),
        gettext_lazy("%(name)s places the flower on space %(space)d and pays %(price)s."),
    ),
    "gained": (
        gettext_lazy("You gain %(goods)s."),
        gettext_lazy("%(name)s gains %(goods)s."),
    ),
    "animal": (
        gettext_lazy("You welcome an animal: %(points)s."),
        gettext_lazy("%(name)s welcomes an animal: %(points)s."),
    ),
    "prize": (
        gettext_lazy("You take the prize of %(points)s."),
        gettext_lazy("%(name)s takes the prize of %(points)s."),
    ),
    "drew": (
        gettext_lazy("You draw %(card)s."),
        gettext_lazy("%(name)s draws %(card)s."),
    ),
    "drew, unseen": (
        gettext_lazy("You draw a card."),
        gettext_lazy("%(name)s draws a card."),
    ),
    "stepped": (
        gettext_lazy("You go to %(target)s for %(price)s."),
        gettext_lazy("%(name)s goes to %(target)s for %(price)s."),
    ),
    "stepped, free": (
        gettext_lazy("You go to %(target)s."),
        gettext_lazy("%(name)s goes to %(target)s."),
    ),
    "returned": (
        gettext_lazy("You reach %(target)s for %(price)s; the piece goes back to the start."),
        gettext_lazy(
            "%(name)s reaches %(target)s for %(price)s; the piece goes back to the start."
        ),
    ),
    "returned, free": (
        gettext_lazy("You reach %(target)s; the piece goes back to the start."),
        gettext_lazy("%(name)s reaches %(target)s; the piece goes back to the start."),
    ),
    "planted": (
        gettext_lazy("You plant a %(level)s on bed %(bed)d."),
        gettext_lazy("%(name)s plants a %(level)s on bed %(bed)d."),
    ),
    "planted, replaced": (
        gettext_lazy("You replace the %(replaced)s on bed %(bed)d by a %(level)s."),
        gettext_lazy("%(name)s replaces the %(replaced)s on bed %(bed)d by a %(level)s."),
    ),
    "watered": (
        gettext_lazy("You water bed %(bed)d to %(level)s."),
        gettext_lazy("%(name)s waters bed %(bed)d to %(level)s."),
    ),
    "task-done": (
        gettext_lazy("You complete %(task)s: %(points)s."),
        gettext_lazy("%(name)s completes %(task)s: %(points)s."),
    ),
    "forfeited": (
        gettext_lazy("You forfeit: %(actions)s."),
        gettext_lazy("%(name)s forfeits: %(actions)s."),
    ),
    "again": (
        gettext_lazy("You come first again and have another turn at once."),
        gettext_lazy("%(name)s comes first again and has another turn at once."),
    ),
}
TO_ALL: Mapping[str, Any] = {
    "laid-out": gettext_lazy("The flower tiles are laid out."),
    "missed": gettext_lazy("A flower was there first: the tile gives nothing."),
    "missed, pole": gettext_lazy("A flower was there first: no coins."),
    "no-animal": gettext_lazy("All five animals are there already: nothing."),
    "no-prize": gettext_lazy("No prize is left on this track."),
    "no-card": gettext_lazy("All cards are in hands: none is drawn."),
    "reshuffled": gettext_lazy("The discards are reshuffled: %(cards)s."),
    "unused": gettext_lazy("Steps not taken: %(points)s."),
    "lapsed": gettext_lazy("Nothing in reach for: %(actions)s. It is lost."),
    "column-over": gettext_lazy("Next column: %(order)s."),
    "column-over, last": gettext_lazy("Order of the next turns: %(order)s."),
    "round-over, 1": gettext_lazy("Round two begins: the tiles show their dark sides."),
    "round-over, 2": gettext_lazy("The final turn begins."),
    "ended": gettext_lazy("The game is over."),
    "ended, left": gettext_lazy("Only one player is left: the game is over."),
}
LAST_COLUMN = 8


def tell(fact: BotanicusFact, names: Sequence[str], viewer: Seat | None) -> str:
    """What happened, as a sentence to `viewer`; empty where what follows says it."""
    if isinstance(fact, Gained) and not goods(fact.actions):
        return ""
    name, blanks = _name(fact), _blanks(fact, names)
    if name in TO_ALL:
        return str(TO_ALL[name]) % blanks
    to_player, of_others = SENTENCES[name]
    seat = getattr(fact, "seat", None)
    return str(to_player if seat == viewer else of_others) % blanks


def goods(codes: Sequence[str]) -> str:
    """The coins and points among gained actions: all else is told by what comes of it."""
    told = {"$": words.coins_in_words, "V": phrases.points_in_words}
    return phrases.listed([told[code[0]](int(code[1:])) for code in codes if code[0] in told])


def _name(fact: BotanicusFact) -> str:
    """Which of the sentences it is."""
    match fact:
        case Missed(name=name):
            return "missed, pole" if name == POLE else "missed"
        case Drew(card=None):
            return "drew, unseen"
        case Planted(replaced=replaced):
            return "planted, replaced" if replaced else "planted"
        case ColumnOver(column=column):
            return "column-over, last" if column == LAST_COLUMN else "column-over"
        case RoundOver(round=number):
            return f"round-over, {number}"
        case Ended(reason="left"):
            return "ended, left"
        case Stepped(returned=True, price=price):
            return "returned" if price else "returned, free"
        case Walked(price=0) | Placed(price=0) | Stepped(price=0):
            return f"{fact.kind}, free"
    return fact.kind


def _blanks(fact: BotanicusFact, names: Sequence[str]) -> dict[str, Any]:
    """The values of a fact, in words."""
    blanks = {field.name: _value(fact, field.name, names) for field in fields(fact)}
    if "seat" in blanks:
        blanks["name"] = names[blanks["seat"]]
    if isinstance(fact, CardSold):
        blanks["price"] = words.coins_in_words(fact.coins)
    if isinstance(fact, Gained):
        blanks["goods"] = goods(fact.actions)
    return blanks


def _value(fact: BotanicusFact, name: str, names: Sequence[str]) -> Any:
    value = getattr(fact, name)
    match name:
        case "price":
            return words.coins_in_words(value)
        case "points":
            return phrases.points_in_words(value)
        case "cards":
            return phrases.cards_in_words(value)
        case "actions":
            return words.actions(value)
        case "level" | "replaced":
            return ROMAN[value]
        case "order":
            return ", ".join(names[seat] for seat in value)
    return _thing(fact, name, value)


def _thing(fact: BotanicusFact, name: str, value: Any) -> Any:
    """A card, a task or a place by its name."""
    match fact, name:
        case _, "card":
            return words.quoted(words.CARD_NAMES[value]) if value else ""
        case _, "tasks":
            return phrases.listed([words.quoted(words.task(task)) for task in value])
        case Assigned() | TaskDone(), "task":
            return words.quoted(words.task(value, fact.row))
        case Stepped(), "target":
            return str(words.SPACE_NAMES[value])
    return value


# -- the blanks of refusals ---------------------------------------------------------------------


def spoken(parameters: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """The blanks of a refusal, in words; beds and footprints are written as on the board."""
    return {name: _spoken(name, value) for name, value in parameters.items()}


def _spoken(name: str, value: str | int) -> str | int:
    text = str(value)
    match name:
        case "task":
            return words.quoted(words.task(text))
        case "card":
            return words.quoted(words.CARD_NAMES[text])
        case "actions":
            return words.actions(text.split())
        case "action":
            return _("“%(action)s”") % {"action": words.action(text)}
        case "space":
            return phrases.capital(str(words.SPACE_NAMES[text]))
        case "at":
            return str(words.SPACE_NAMES[text])
    return value
