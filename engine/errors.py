"""What the engine says when it refuses: a sentence, and a code that can be translated."""

from typing import NamedTuple


class Reason(NamedTuple):
    """Why something is refused: a stable code and the English sentence with its blanks."""

    code: str
    template: str


NOT_A_MOVE = Reason("not-a-move", "{text} is not a move.")
NOT_ALLOWED = Reason("not-allowed", "{move} is not allowed here.")
NOT_YOUR_WORD = Reason("not-your-word", "It is not your turn to act.")
CHANCE_TO_MOVE = Reason("chance-to-move", "First something has to be revealed.")
NO_REVEAL_NOW = Reason("no-reveal-now", "Nothing is revealed now: a player has to act.")
GAME_OVER = Reason("game-over", "This game is over.")
SEAT_UNKNOWN = Reason("seat-unknown", "There is no seat {seat} in this game.")
ALREADY_LEFT = Reason("already-left", "Seat {seat} has left the game already.")
SEATS_UNSUPPORTED = Reason("seats-unsupported", "{game} cannot be played by {seats}.")
OPTION_UNKNOWN = Reason("option-unknown", "{game} has no option {option}.")
OPTION_UNSUPPORTED = Reason("option-unsupported", "{game} has no {option} {value}.")
RULES_UNKNOWN = Reason("rules-unknown", "There are no rules {version} of a game {game}.")
POSITION_UNREADABLE = Reason("position-unreadable", "This is no stored position of {game}.")

REASONS = (
    NOT_A_MOVE,
    NOT_ALLOWED,
    NOT_YOUR_WORD,
    CHANCE_TO_MOVE,
    NO_REVEAL_NOW,
    GAME_OVER,
    SEAT_UNKNOWN,
    ALREADY_LEFT,
    SEATS_UNSUPPORTED,
    OPTION_UNKNOWN,
    OPTION_UNSUPPORTED,
    RULES_UNKNOWN,
    POSITION_UNREADABLE,
)


class EngineError(ValueError):
    """A refusal. `str()` is a sentence for the player.

    `reason.code` and `parameters` say the same without words, so that a caller can tell
    it in another language and never needs to read the sentence.
    """

    def __init__(self, reason: Reason, **parameters: str | int) -> None:
        super().__init__(reason.template.format(**parameters))
        self.reason = reason
        self.parameters = parameters

    @property
    def code(self) -> str:
        """The stable name of the reason, such as `not-linked`."""
        return self.reason.code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.reason, self.parameters)


class NotationError(EngineError):
    """The text is not a move of this game at all."""


class IllegalMoveError(EngineError):
    """It is a move, but it is not allowed here."""


class GameOverError(EngineError):
    """The game is over: nobody moves any more."""


class SetupError(EngineError):
    """No such game: unknown rules, a number of seats or an option that it does not have."""


class PositionError(EngineError):
    """What should be an encoded position is none, or of a format that is not read here."""


def _rebuild(
    kind: type[EngineError], reason: Reason, parameters: dict[str, str | int]
) -> EngineError:
    """Unpickle an error: its parameters are keywords, which `Exception` does not keep."""
    return kind(reason, **parameters)


def quoted(text: str, limit: int = 40) -> str:
    """Show foreign text inside a sentence: on one line, printable, and not too long."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    if shown.isprintable():
        return f'"{shown}"'
    return '"' + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + '"'
