"""The tasks of a garden's rows, and which of the plants that they need are there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.games.botanicus.components import BASIC_TASKS, ROMAN, ROWS, SPECIAL_TASKS
from engine.games.botanicus.ground import ROW_BEDS
from engine.games.botanicus.position import Garden
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.choices import Choice
from games.boards.botanicus.drawings import symbol

_LAST_ROW = len(ROW_BEDS)


@dataclass(frozen=True, slots=True)
class Need:
    numeral: str
    art: SafeString
    is_met: bool


@dataclass(frozen=True, slots=True)
class TaskPicture:
    kind: str
    """`basic` or `special`."""
    state: str
    """`open`, `locked` (until the basic one is done), `done`, or `never` to be done."""
    needs: list[Need]
    points: int
    name: str
    is_new: bool
    words: str

    @property
    def icon(self) -> str:
        return {"locked": "lock", "done": "check", "never": "close"}.get(self.state, "")


@dataclass(frozen=True, slots=True)
class RowPicture:
    number: int
    basic: TaskPicture
    special: TaskPicture | None
    is_asked: bool
    """Whether this row gets its special task now."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A special task before it is assigned."""

    task: str
    name: str
    needs: list[Need]
    points: int
    note: str
    is_never: bool
    choice: Choice | None
    words: str


def draw_rows(before: Garden, after: Garden, *, is_asked: bool) -> list[RowPicture]:
    """The rows as they are after the draft; what it completes is new."""
    return [_row(row, before, after, is_asked=is_asked) for row in ROWS]


def _row(row: int, before: Garden, after: Garden, *, is_asked: bool) -> RowPicture:
    at = row - 1
    plants = [after.beds[bed] for bed in ROW_BEDS[at]]
    basic = _task(
        "basic", row, plants, "done" if after.basics[at] else "open",
        is_new=after.basics[at] and not before.basics[at],
    )  # fmt: skip
    special = None
    if at < len(after.tasks):
        code = after.tasks[at]
        is_new = after.specials[at] and not before.specials[at]
        state = _state(code, row, is_open=after.basics[at], is_done=after.specials[at])
        special = _task(code, row, plants, state, is_new=is_new)
    return RowPicture(row, basic, special, is_asked and at == len(after.tasks))


def _state(code: str, row: int, *, is_open: bool, is_done: bool) -> str:
    if is_done:
        return "done"
    if is_never(code, row):
        return "never"
    return "open" if is_open else "locked"


def is_never(code: str, row: int) -> bool:
    """Whether a row has too few beds for a task."""
    return len(SPECIAL_TASKS[code][0]) > len(ROW_BEDS[row - 1])


def _task(code: str, row: int, plants: Sequence[int], state: str, *, is_new: bool) -> TaskPicture:
    needs, points = BASIC_TASKS[row] if code == "basic" else SPECIAL_TASKS[code]
    drawn = _needs(needs, plants, is_done=state == "done")
    said = {
        "done": _("done"),
        "locked": _("locked until the basic task is done"),
        "never": _("can never be done here"),
    }.get(state, _("open"))
    kind = _("basic task") if code == "basic" else _("special task")
    met = [need.numeral for need in drawn if need.is_met]
    there = _("there: %(plants)s") % {"plants": " ".join(met)} if met and state != "done" else ""
    parts = [f"{phrases.capital(kind)}, {words.task_with_needs(code, row)}", said, there]
    return TaskPicture(
        kind="basic" if code == "basic" else "special",
        state=state,
        needs=drawn,
        points=points,
        name=words.task(code, row),
        is_new=is_new,
        words=", ".join(part for part in parts if part),
    )


def _needs(needs: Sequence[int], plants: Sequence[int], *, is_done: bool) -> list[Need]:
    left, found = Counter(plants), []
    for level in needs:
        is_met = is_done or left[level] > 0
        left[level] -= 1
        art = symbol(f"{'lv' if is_met else 'nd'}-{level}", "lv")
        found.append(Need(ROMAN[level], art, is_met))
    return found


def draw_needs(needs: Sequence[int]) -> list[Need]:
    """The plants of a task as it is printed."""
    return [Need(ROMAN[level], symbol(f"lv-{level}", "lv"), is_met=True) for level in needs]


def draw_ticket(
    task: str, row: int, choice: Choice | None, on_row: int, *, left: Sequence[str]
) -> Ticket:
    """A task that is to be assigned to `row`, or lies on another row already.

    The last of the others that are `left` goes to the last row by itself.
    """
    needs, points = SPECIAL_TASKS[task]
    is_hopeless = not on_row and is_never(task, row)
    leaves_hopeless = not on_row and len(left) == 1 and is_never(left[0], _LAST_ROW)
    if on_row:
        note = _("on row %(row)d") % {"row": on_row}
    elif is_hopeless:
        note = _("never done on row %(row)d: too few beds") % {"row": row}
    elif leaves_hopeless:
        note = _("leaves %(task)s for row %(row)d: too few beds, never done") % {
            "task": words.task(left[0]),
            "row": _LAST_ROW,
        }
    else:
        shared = sum((Counter(needs) & Counter(BASIC_TASKS[row][0])).values())
        note = (
            _("keeps %(n)d of the basic task") % {"n": shared} if shared else _("shares no plant")
        )
    return Ticket(
        task=task,
        name=words.task(task),
        needs=draw_needs(needs),
        points=points,
        note=note,
        is_never=is_hopeless or leaves_hopeless,
        choice=choice,
        words=_("%(task)s, to row %(row)d: %(note)s") % {
            "task": words.task_with_needs(task), "row": row, "note": note,
        },
    )  # fmt: skip
