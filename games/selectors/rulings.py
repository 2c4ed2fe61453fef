"""What was done about somebody: in words for them, and as moderators look at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import selectors as people
from accounts.models import Sanction, User
from accounts.refusals import NotFound
from games.models import Appeal, Game, Line, Player, Report, Ruling
from games.selectors.moderation import visible

Kind = Ruling.Kind

ON_A_PAGE: Final = 50
LINES_SHOWN: Final = 20
GAMES_SHOWN: Final = 20
APPEAL_AGAIN_AFTER: Final = timedelta(days=30)
"""How long after a refusal somebody may object to the same thing once more."""

SENTENCES: Final[dict[str, Any]] = {
    Kind.WARN: gettext_lazy("A moderator has warned you."),
    Kind.MUTE: gettext_lazy("A moderator has decided that you may not talk at tables."),
    Kind.NO_RATED: gettext_lazy("A moderator has decided that you may not begin rated games."),
    Kind.NO_PLAY: gettext_lazy("A moderator has decided that you may not begin games."),
    Kind.CLOSE: gettext_lazy("A moderator has closed your account."),
    Kind.HIDE: gettext_lazy("A moderator has hidden something that you said."),
    Kind.RENAME: gettext_lazy("A moderator has given you another name."),
    Kind.CLEAR: gettext_lazy("A moderator has removed the texts of your profile."),
    Kind.VOID: gettext_lazy("A moderator has taken a game of yours out of the ratings."),
    Kind.ADJUDICATE: gettext_lazy("A moderator has decided a game of yours."),
    Kind.TIME: gettext_lazy("A moderator has given time in a game of yours."),
    "undone": gettext_lazy("What a moderator had decided about you is undone."),
    "granted": gettext_lazy("Your appeal is granted."),
    "refused": gettext_lazy("Your appeal is refused."),
}
"""For whom it concerns, by the detail of a notice."""

READY: Final[dict[str, Any]] = {
    "insults": gettext_lazy(
        "You insulted somebody. Speak to others here as you would across a table."
    ),
    "spam": gettext_lazy("You sent the same thing again and again, or advertised something."),
    "stalling": gettext_lazy("You let others wait in games that you were about to lose."),
    "losing": gettext_lazy("You lost games on purpose."),
    "accounts": gettext_lazy("You played with more than one account."),
    "engine": gettext_lazy("You had help by an engine in rated games."),
    "name": gettext_lazy("Your name or your profile offends others."),
    "mistake": gettext_lazy("Something went wrong that was not the fault of those who play."),
}
"""Reasons that are given often, in the language of who reads them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A ruling as a page shows it."""

    ruling: Ruling
    sentence: str
    holds: bool
    """Whether it forbids something now."""
    appeals: Sequence[Appeal]
    may_appeal: bool
    again_from: datetime | None
    """From when on they may object once more, where that is later than now."""

    @property
    def waits(self) -> bool:
        """Whether an appeal waits for an answer."""
        return bool(self.appeals) and self.appeals[-1].answered_at is None


def shown(ruling: Ruling, *, now: datetime) -> Shown:
    """A ruling that came with its appeals and its sanction, as of now."""
    appeals = sorted(ruling.appeals.all(), key=lambda one: one.pk)
    again = again_from(appeals[-1] if appeals else None)
    waits = bool(appeals) and appeals[-1].answered_at is None
    is_open = again is None or again <= now
    return Shown(
        ruling=ruling,
        sentence=str(SENTENCES[ruling.kind]),
        holds=_holds(ruling, now),
        appeals=appeals,
        may_appeal=ruling.undone_at is None and not waits and is_open,
        again_from=None if is_open or ruling.undone_at else again,
    )


def _holds(ruling: Ruling, now: datetime) -> bool:
    sanction = ruling.sanction
    if sanction is None or ruling.kind == Kind.WARN or ruling.undone_at is not None:
        return False
    return sanction.ends_at is None or sanction.ends_at > now


def again_from(newest: Appeal | None) -> datetime | None:
    """From when on somebody may object again; None for who has not yet, or waits."""
    if newest is None or newest.answered_at is None:
        return None
    return newest.answered_at + APPEAL_AGAIN_AFTER


def of(person: User) -> list[Shown]:
    """The last rulings about somebody, newest first."""
    now = timezone.now()
    return [shown(one, now=now) for one in _whole(person.rulings.all())[:ON_A_PAGE]]


def find(ruling_id: int, *, person: User) -> Shown:
    """A ruling about this person, or a NotFound: those of others concern nobody."""
    found = _whole(Ruling.objects.filter(pk=ruling_id, person=person)).first()
    if found is None:
        raise NotFound(_("There is no such ruling."))
    return shown(found, now=timezone.now())


def any_ruling(ruling_id: int) -> Ruling:
    """A ruling about anybody, for moderators."""
    found = Ruling.objects.select_related("person", "by").filter(pk=ruling_id).first()
    if found is None:
        raise NotFound(_("There is no such ruling."))
    return found


def _whole(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    appeals = Prefetch("appeals", Appeal.objects.select_related("answered_by"))
    related = rulings.select_related("sanction", "line", "game", "by", "undone_by", "person")
    return related.defer("game__position").prefetch_related(appeals).order_by("-pk")


def twins(ruling: Ruling) -> QuerySet[Ruling]:
    """The rows of the same act: of a game there is one for each player."""
    if ruling.game_id is None:
        return Ruling.objects.filter(pk=ruling.pk)
    return Ruling.objects.filter(game=ruling.game_id, kind=ruling.kind, made_at=ruling.made_at)


def unruled(person: User) -> list[Sanction]:
    """The last sanctions that were imposed without a ruling, as before there were any."""
    return list(person.sanctions.filter(ruling=None).order_by("-pk")[:ON_A_PAGE])


def told(ruling: Ruling, detail: str) -> list[str]:
    """What a mail says beside the sentence: what holds how long, why, and what can be done."""
    if detail in ("granted", "refused"):
        answers = ruling.appeals.exclude(answered_at=None).order_by("pk")
        return [one.answer for one in answers if one.answer][-1:]
    if detail != ruling.kind:
        return []
    why = _("The reason: %(why)s") % {"why": ruling.reason}
    object_to_it = _("If you think that this is wrong, object: another moderator will look at it.")
    return [*_until(ruling), why, object_to_it]


def _until(ruling: Ruling) -> list[str]:
    if ruling.sanction is None or ruling.kind == Kind.WARN:
        return []
    if ruling.sanction.ends_at is None:
        return [_("It holds until a moderator lifts it.")]
    end = date_format(timezone.localtime(ruling.sanction.ends_at), "DATETIME_FORMAT")
    return [_("It holds until %(end)s.") % {"end": end}]


def ready_reason(code: str, *, person: User) -> str:
    """A ready reason in the language of who will read it."""
    language = people.preferences_of(person).language or settings.LANGUAGE_CODE
    with translation.override(language):
        return str(READY[code])


# --- For the pages of moderators --------------------------------------------------------------


def judged(name: str) -> User:
    """Somebody about whom something can be done: not a bot, nor who has left."""
    person = people.find_player(name)
    if person is None or person.bot:
        raise NotFound(_("Nobody here has this name."))
    return person


def lines_of(person: User, *, judge: User) -> QuerySet[Line]:
    """What was reported of what somebody said, newest first: nothing else is for moderators.

    Not what is hidden already, nor what was said at a table of the judge.
    """
    reported = Exists(Report.objects.filter(line=OuterRef("pk")))
    own = Player.objects.filter(user=judge).values("game")
    said = Line.objects.filter(reported, user=person, hidden_at=None, taken_back_at=None)
    return said.exclude(text="").exclude(game__in=own).order_by("-pk")


def games_of(person: User) -> list[Game]:
    """The games of somebody that can be judged: those that run, and the last rated ones."""
    mine = Player.objects.filter(user=person)
    running = Q(pk__in=mine.filter(is_playing=True).values("game"))
    ended = mine.filter(ended_at__isnull=False, game__is_rated=True, game__annulment=None)
    last = ended.order_by("-ended_at", "-pk").values_list("game", flat=True)[:GAMES_SHOWN]
    games = Game.objects.filter(running | Q(pk__in=list(last)))
    return list(games.defer("position").order_by("-started_at")[: 2 * GAMES_SHOWN])


def waiting(judge: User) -> QuerySet[Appeal]:
    """The appeals that nobody has answered, oldest first; of whom this moderator may judge."""
    appeals = Appeal.objects.filter(visible(judge, "ruling__person"), answered_at=None)
    appeals = appeals.order_by("made_at", "pk")
    return appeals.select_related("ruling__person", "ruling__by")


def any_appeal(appeal_id: int, *, judge: User) -> Appeal:
    """An appeal by somebody whom this moderator may judge."""
    found = Appeal.objects.select_related(
        "ruling__person", "ruling__by", "ruling__sanction", "ruling__line", "answered_by"
    )
    appeal = found.filter(visible(judge, "ruling__person"), pk=appeal_id).first()
    if appeal is None:
        raise NotFound(_("There is no such appeal."))
    return appeal
