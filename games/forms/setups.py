"""What kind of game is offered, each choice as a link to the same page with it chosen.

So only what goes together is ever shown, also without scripts; the engine judges what that is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine import Ruleset
from engine.registry import Value
from games.boards import choices_at

OPTION = "option_"


@dataclass(frozen=True, slots=True)
class Way:
    """One of several to choose."""

    value: Value
    words: Any
    note: Any
    query: str
    """The page with this chosen."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """The number of seats or an option of the game, with what is chosen now."""

    name: str
    """Of its field in the form."""
    label: Any
    ways: Sequence[Way]

    @property
    def value(self) -> Value:
        return next(way.value for way in self.ways if way.is_chosen)

    @property
    def has_notes(self) -> bool:
        return any(way.note for way in self.ways)


def usual_seats(ruleset: Ruleset) -> int:
    return next((number for number in ruleset.seats if number > 1), 1)


def questions(ruleset: Ruleset, wanted: Mapping[str, str], page: QueryDict) -> list[Question]:
    """What is asked before a game is offered; `page` is the query of the page that asks."""
    known = {str(number): number for number in ruleset.seats}
    seats = known.get(wanted.get("seats", ""), usual_seats(ruleset))
    options = {
        one.name: one.read(wanted[OPTION + one.name])
        for one in ruleset.options
        if OPTION + one.name in wanted
    }
    found = [
        _question(
            OPTION + choice.name, choice.label, choice.values, choice.default, choice.notes, page
        )
        for choice in choices_at(ruleset, seats, options)
    ]
    if len(ruleset.seats) > 1:
        numbers = [(number, _("1, alone") if number == 1 else number) for number in known.values()]
        found.insert(0, _question("seats", _("How many play"), numbers, seats, {}, page))
    return found


def _question(
    name: str,
    label: Any,
    values: Sequence[tuple[Value, Any]],
    chosen: Value,
    notes: Mapping[Value, Any],
    page: QueryDict,
) -> Question:
    ways = [
        Way(value, words, notes.get(value, ""), _with(page, name, value), value == chosen)
        for value, words in values
    ]
    return Question(name, label, ways)


def _with(page: QueryDict, name: str, value: Value) -> str:
    query = page.copy()
    query[name] = str(value)
    return query.urlencode()
