"""Why the engine refuses, in the reader's language: the sentences that all games share.

The English ones are the engine's own; a test holds them together.
"""

from django.utils.translation import gettext_lazy as _

SAYINGS = {
    "not-a-move": _("{text} is not a move."),
    "not-allowed": _("{move} is not allowed here."),
    "not-your-word": _("It is not your turn to act."),
    "chance-to-move": _("First something has to be revealed."),
    "no-reveal-now": _("Nothing is revealed now: a player has to act."),
    "game-over": _("This game is over."),
    "seat-unknown": _("There is no seat {seat} in this game."),
    "seats-unsupported": _("{game} cannot be played by {seats}."),
    "option-unknown": _("{game} has no option {option}."),
    "option-unsupported": _("{game} has no {option} {value}."),
}
