"""Many records, each held against the rules, its own tags and its proof."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import EngineError
from engine.fairness import given_plies, verify
from engine.records import parted, read


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one record of a text."""

    number: int
    """Its place in the text, from 1 on."""
    game: str = ""
    """The game that it says it is of, by its tags `Game` and `GameId`; empty if it has none."""
    reveals: int = 0
    """How many reveals agree with the deck."""
    given: int = 0
    """How many plies were given, where it was played on from another game."""
    trouble: EngineError | None = None
    """Why it is wrong; the first thing that is."""

    def __str__(self) -> str:
        name = f"Record {self.number} ({self.game})" if self.game else f"Record {self.number}"
        return f"{name}: {self.trouble}" if self.trouble else name


def audit(lines: Iterable[str]) -> Iterator[Finding]:
    """Verify every record of a text, one after the other; one that is wrong stops no other."""
    for number, (line, text) in enumerate(parted(lines), start=1):
        game = ""
        try:
            record = read(text, line=line)
            game = " ".join(filter(None, map(record.tags.get, ("Game", "GameId"))))
            yield Finding(number, game, verify(record), given_plies(record))
        except EngineError as error:
            yield Finding(number, game, trouble=error)
