"""Lessons: their positions, what an attempt came to, and how far somebody has come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import NotFound
from engine import Fact, Setup, get_ruleset
from engine.registry import Value
from games.boards import BOARDS, lessons_of
from games.boards.lessons import Attempt, Lesson, Task
from games.models import OWN, DoneTask, Player
from games.positions import State
from games.selectors import drafts
from games.selectors.drafts import Draft

SESSION_KEY = "lessons"
FIRST_TURNS = 3
"""So many of one's own are the first turns of a real game."""


class Step(NamedTuple):
    """A task of a lesson, or the game at its end."""

    ruleset: str
    lesson: Lesson
    number: int

    @property
    def task(self) -> Task | None:
        return self.lesson.task(self.number)

    @property
    def key(self) -> tuple[str, int]:
        return self.lesson.slug, self.number


@dataclass(frozen=True, slots=True)
class Entry:
    """A lesson in the list of a game's, and how far somebody has come in it."""

    number: int
    lesson: Lesson
    steps: Sequence[tuple[Step, bool]]
    """Each with whether it is done."""

    @property
    def is_done(self) -> bool:
        return all(is_done for _step, is_done in self.steps)

    @property
    def is_begun(self) -> bool:
        return any(is_done for _step, is_done in self.steps)

    @property
    def resume(self) -> Step:
        """Where to go on: what is not done yet, or the beginning once more."""
        return next((step for step, is_done in self.steps if not is_done), self.steps[0][0])


# -- what there is to learn ------------------------------------------------------------------------


def course_of(ruleset: str) -> list[Step]:
    """All steps of a game's lessons in their order, or a NotFound."""
    if ruleset not in BOARDS or not lessons_of(ruleset):
        raise NotFound(_("There are no lessons of this name."))
    return [
        Step(ruleset, lesson, number) for lesson in lessons_of(ruleset) for number in lesson.steps
    ]


def access(ruleset: str, lesson: str, number: int) -> Step:
    """One step, or a NotFound."""
    found = (step for step in course_of(ruleset) if step.key == (lesson, number))
    step = next(found, None)
    if step is None:
        raise NotFound(_("There are no lessons of this name."))
    return step


def following(step: Step) -> Step | None:
    """What comes next, in this lesson or after it."""
    course = course_of(step.ruleset)
    at = course.index(step) + 1
    return course[at] if at < len(course) else None


# -- on the board ----------------------------------------------------------------------------------


def position(ruleset: str, task: Task) -> State:
    """The position that the record of a task leads to, every move of it checked by the rules."""
    return _position(ruleset, task.record, task.seats, tuple(task.options.items()))


@cache
def _position(
    ruleset: str, record: str, seats: int | None, options: tuple[tuple[str, Value], ...]
) -> State:
    rules = get_ruleset(ruleset)
    state: State = Setup(rules, seats or min(rules.seats), dict(options)).initial()
    for word in record.split():
        move = state.read(word)
        state = state.replay(state.actor_of(move), move)
    return state


def draft(step: Step, text: str) -> Draft:
    """Try out what a learner drafted."""
    assert step.task is not None
    start = position(step.ruleset, step.task)
    return drafts.try_out(start, step.task.seat, text, ruleset=step.ruleset)


def attempt(task: Task, played: Draft) -> Attempt:
    """A turn as its learner may see it."""
    return Attempt(
        seat=task.seat,
        before=played.start.view_for(task.seat),
        after=played.state.view_for(task.seat),
        moves=played.moves,
        facts=_facts(task, played),
    )


def _facts(task: Task, played: Draft) -> list[Fact]:
    facts: list[Fact] = []
    state = played.start
    for move in played.moves:
        facts += state.facts(task.seat, move, task.seat)
        state = state.after(task.seat, move)
    return facts


# -- how far somebody has come ---------------------------------------------------------------------


def entries(ruleset: str, user: User | AnonymousUser, session: Mapping[str, Any]) -> list[Entry]:
    """All lessons of a game, with what is done of them."""
    done = done_by(ruleset, user, session)
    course = course_of(ruleset)
    return [
        Entry(
            number,
            lesson,
            [(step, step.key in done) for step in course if step.lesson is lesson],
        )
        for number, lesson in enumerate(lessons_of(ruleset), start=1)
    ]


def done_by(
    ruleset: str, user: User | AnonymousUser, session: Mapping[str, Any]
) -> set[tuple[str, int]]:
    """The steps that are done: by the account, in this browser, or at real tables."""
    done = in_session(ruleset, session)
    if not isinstance(user, User):
        return done
    rows = DoneTask.objects.filter(user=user, ruleset=ruleset)
    done |= set(rows.values_list("lesson", "task"))
    if _has_played(ruleset, user):
        done |= {step.key for step in course_of(ruleset) if step.task is None}
    return done


def in_session(ruleset: str, session: Mapping[str, Any]) -> set[tuple[str, int]]:
    """What was done in this browser by who had no account then."""
    return {(lesson, number) for lesson, number in session.get(SESSION_KEY, {}).get(ruleset, ())}


def newest_game(ruleset: str, user: User) -> UUID | None:
    """The running game of somebody that began last."""
    playing = Player.objects.filter(OWN, user=user, is_playing=True, game__ruleset=ruleset)
    return playing.order_by("-pk").values_list("game", flat=True).first()


def _has_played(ruleset: str, user: User) -> bool:
    """Whether somebody has made the first turns of a real game."""
    plays = Player.objects.filter(OWN, user=user, game__ruleset=ruleset, turns__gte=FIRST_TURNS)
    return plays.exists()
