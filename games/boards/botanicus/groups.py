"""What was gained and waits for choices: a stack of groups that is worked off, and forfeiting."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.games.botanicus.components import TRACKS
from engine.games.botanicus.groups import is_track
from engine.games.botanicus.moves import FORFEIT
from engine.games.botanicus.position import FINAL
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.choices import FORFEITING, Choices
from games.boards.botanicus.drawings import acts


@dataclass(frozen=True, slots=True)
class Todo:
    """An action of the top group."""

    action: str
    art: SafeString
    short: str
    words: str
    href: str
    is_current: bool
    is_usable: bool


@dataclass(frozen=True, slots=True)
class ForfeitPicture:
    href: str
    move: str
    """Its notation where it is drafted at once; empty where it is asked first."""
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class Groups:
    """The stack of groups, and the way to give up the top one."""

    todos: list[Todo]
    title: str
    below: list[SafeString]
    below_words: str
    forfeit: ForfeitPicture | None
    is_asked: bool
    """Whether it is asked if the rest shall really be lost."""
    question: str
    yes: str
    no: str


def draw_groups(choices: Choices) -> Groups | None:
    """The groups of the viewer; None where nothing waits."""
    if not choices.actions:
        return None
    *below, top = choices.state.groups
    return Groups(
        todos=[_todo(code, top, choices) for code in choices.actions],
        title=_("Do this first") if below else _("You have gained"),
        below=[acts(group) for group in below],
        below_words="; ".join(words.actions(group) for group in below),
        forfeit=_forfeit(choices, top),
        is_asked=choices.is_forfeiting,
        question=_("Forfeit: %(actions)s?") % {"actions": words.actions(top)},
        yes=_draft(choices),
        no=choices.href(),
    )


def _todo(code: str, group: Sequence[str], choices: Choices) -> Todo:
    times, is_usable = group.count(code), choices.actions[code]
    said = phrases.capital(words.actions([code] * times))
    if not is_usable and is_track(code):
        said = _("%(action)s: no step can be paid") % {"action": said}
    elif not is_usable:
        said = _("%(action)s: nothing in reach") % {"action": said}
    short = phrases.capital(words.short(code))
    return Todo(
        action=code,
        art=acts([code] * times),
        short=short,
        words=said,
        href=choices.href(code) if is_usable else "",
        is_current=code == choices.action and not choices.is_forfeiting,
        is_usable=is_usable,
    )


def _draft(choices: Choices) -> str:
    return choices.scene.link(draft=[*choices.drafted, FORFEIT.notation])


def _forfeit(choices: Choices, group: Sequence[str]) -> ForfeitPicture:
    points = sum(int(code[1:]) for code in group if is_track(code))
    text = _("Forfeit the rest: %(actions)s") % {"actions": words.actions(group)}
    if points:
        text += f", {phrases.points_in_words(points)}"
    if is_worth(choices):
        return ForfeitPicture(choices.href(FORFEITING), "", points, text)
    return ForfeitPicture(_draft(choices), FORFEIT.notation, points, text)


def is_worth(choices: Choices) -> bool:
    """Whether forfeiting loses something of worth: a free move alone is none."""
    return any(
        is_usable and (code[0] in "PW" or code[0] in TRACKS)
        for code, is_usable in choices.actions.items()
    )


@dataclass(frozen=True, slots=True)
class StepPicture:
    """A step of a turn: what it is, and whether it is done."""

    name: str
    note: str
    state: str
    """`done`, `cur` or empty."""
    href: str
    key: str = ""
    """What is pressed to come here."""


def draw_steps(choices: Choices) -> list[StepPicture]:
    """The steps of a turn, each a way to what it needs; none where there is nothing to choose."""
    state = choices.state
    if choices.phase not in ("neutral", "walk", "card", "flower", "final"):
        return []
    found = []
    if state.seats == 2 and state.round != FINAL and state.turn_of == state.order[0]:
        is_now = state.phase == "neutral"
        found.append(StepPicture(_("Neutral"), "", "cur" if is_now else "done", ""))
    found += [
        _step(choices, "walk", _("Walk"), is_done=state.walked, wants=_("no coins")),
        _step(choices, "card", _("Card"), is_done=state.carded, wants=_("no card")),
        _step(choices, "flower", _("Last step") if state.round == FINAL else _("Flower"),
              is_done=state.placed),
    ]  # fmt: skip
    return found


def _step(choices: Choices, name: str, text: str, *, is_done: bool, wants: str = "") -> StepPicture:
    """A step; `wants` says what is missing where one that may be left out cannot be taken."""
    is_current = choices.phase == name or (name == "flower" and choices.phase == "final")
    is_begun = choices.state.phase == "turn" and not choices.state.groups and not is_done
    is_open = is_begun and (name == "flower" or choices.can_begin(name))
    note = "" if name == "flower" or not is_begun else _("optional") if is_open else wants
    state = "cur" if is_current else "done" if is_done else ""
    return StepPicture(text, note, state, choices.href(name) if is_open else "", key=name[0])
