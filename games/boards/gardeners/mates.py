"""Everybody at the table as a letter in a circle, each with a tone: nobody is an opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine import Seat


@dataclass(frozen=True, slots=True)
class Mate:
    seat: Seat
    name: str
    letter: str
    tone: str
    is_me: bool
    has_left: bool

    # What the header shows of each: see games.boards.Badge.
    standing: ClassVar[str] = ""
    deed: ClassVar[str] = ""

    @property
    def art(self) -> SafeString:
        away = " gone-away" if self.has_left else ""
        return format_html(
            '<span class="av {}{}" aria-hidden="true">{}</span>', self.tone, away, self.letter
        )


def mates_of(
    names: Sequence[str], *, me: Seat | None, below: Seat, gone: Sequence[Seat]
) -> list[Mate]:
    """In the order of the seats. Who is shown below has the tone of who looks."""
    others = [seat for seat in range(len(names)) if seat != below]
    return [
        Mate(
            seat=seat,
            name=names[seat],
            letter=_letter(names, seat),
            tone="g-me" if seat == below else f"g-{others.index(seat) + 1}",
            is_me=seat == me,
            has_left=seat in gone,
        )
        for seat in range(len(names))
    ]


def _letter(names: Sequence[str], seat: Seat) -> str:
    """The first letter, or two where another name begins alike."""
    name = names[seat]
    alike = [other for other in names if other[:1].upper() == name[:1].upper()]
    return name[: 2 if len(alike) > 1 else 1].capitalize()
