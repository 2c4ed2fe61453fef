"""Why Gardeners refuses moves, by the engine's codes and in its words (rules 8.3)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

SAYINGS: Mapping[str, Any] = {
    "mode-seats": _("{mode} cannot be played by {seats}."),
    "option-value": _("{option} cannot be {value}."),
    "option-elsewhere": _("{option} is no option of {mode}."),
    "bank-or-next": _("First choose: bank your cards, or draw one more."),
    "nothing-to-bank": _("There is nothing to choose now: the garden has to be checked first."),
    "no-turns": _("Alone there are no turns to end."),
    "not-in-reserve": _("{tile} is not in your reserve."),
    "same-place": _("{tile} lies there already, turned like that."),
    "last-tile": _("{tile} is the last tile of the garden: it stays."),
    "not-border": _(
        "{tile} has a tile on each of its four sides: only a border tile can be lifted."
    ),
    "splits": _("Without {tile} the garden would fall apart."),
    "occupied": _("{x},{y} holds {tile} already."),
    "first-at-origin": _("The first tile goes to 0,0."),
    "beside-nothing": _("{x},{y} is not next to a tile of the garden."),
    "too-wide": _("With a tile at {x},{y} the garden would not fit into a square of {size}."),
    "encloses": _("A tile at {x},{y} would enclose an empty cell."),
    "not-in-garden": _("{tile} is not in the garden."),
    "to-yourself": _("{tile} goes to somebody else, not to yourself."),
    "seat-left": _("Seat {seat} has left the game."),
    "incomplete": _("The garden is not complete. Tiles still to lay: {missing}."),
    "nothing-changed": _("Nothing has changed since the last check."),
    "not-your-card": _("You hold no card number {number}."),
    "no-card-left": _("The pile of cards is empty: no card can be discarded."),
    "chance-alone": _("This is revealed by chance, nobody chooses it."),
    "cannot-reveal": _("{move} cannot be revealed here."),
    "other-verdict": _("The check does not say {move}."),
}
