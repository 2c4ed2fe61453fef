"""All that the site knows of somebody, as a zip of JSON files and records of games.

Gathered in the background, for its owner alone, and kept for a week.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import (
    Absence,
    Block,
    DataExport,
    FormerName,
    Preferences,
    Sanction,
    Trace,
    User,
)
from accounts.refusals import NotFound, TooMany
from games import tasks
from games.commits import after_commit
from games.models import (
    Annulment,
    Appeal,
    Case,
    CaseNote,
    Challenge,
    DailyTry,
    DoneTask,
    Favourite,
    FinalRung,
    Line,
    Note,
    Notice,
    Offer,
    Place,
    Player,
    Rating,
    RatingChange,
    Report,
    Review,
    Ruling,
    Rung,
    Signal,
    Standing,
    Step,
    Tag,
    Tally,
)
from games.selectors import records, tables
from games.services import decks

KEPT = timedelta(days=7)
ASKED_EVERY = timedelta(days=1)
# Longer than a task may run (CELERY_TASK_TIME_LIMIT): nobody works on what was silent for so long.
GIVEN_UP_AFTER = timedelta(minutes=10)
MOST_TRIES = 3
MOST_BYTES = 64 * 1024 * 1024
RECORDS_A_NOTE = 100


@dataclass(frozen=True, slots=True)
class Rows:
    """A file with the rows of one model that belong to a person."""

    name: str
    model: type[models.Model]
    columns: tuple[str, ...]
    owner: str = "user"

    def of(self, user: User) -> list[dict[str, object]]:
        rows = self.model._default_manager.filter(**{self.owner: user.pk})  # noqa: SLF001
        return list(rows.order_by("pk").values(*self.columns))


# What a person's own row says of them; a test fails for a column that is in neither.
COLUMNS = (
    "username", "email", "is_guest", "called", "is_staff", "is_superuser", "is_active",
    "date_joined", "last_login", "last_seen_at", "renamed_at", "leaving_at", "time_zone", "about",
    "country", "pronouns", "languages",
)  # fmt: skip
COLUMNS_LEFT_OUT = (
    "id", "skeleton", "password", "session_generation", "groups", "user_permissions", "bot",
)  # fmt: skip
WISHES = (
    "language", "theme", "sounds", "animations", "coordinates", "lens", "talk", "on_front_page",
    "notices",
    "quiet_from", "quiet_until", "digest_at",
)  # fmt: skip

TOLD = (
    "event", "key", "made_at", "read_at", "deliveries__channel", "deliveries__status",
    "deliveries__why", "deliveries__history",
)  # fmt: skip
# Not `made_from`: it says nothing of anybody, and is empty as soon as the offer is closed.
OFFERED = (
    "id", "ruleset", "seats", "options", "reach", "is_rated", "rating_from", "rating_to",
    "reliability_from", "note", "status", "made_at",
    "places__number", "places__user__username", "places__state", "places__answer",
)  # fmt: skip
SAT = (
    "offer_id", "offer__owner__username", "offer__ruleset", "offer__note", "offer__status",
    "offer__made_at", "number", "state", "answer",
)  # fmt: skip
PLAYED = (
    "game_id", "game__ruleset", "game__seats", "game__options", "seat", "turns", "score", "placing",
    "left_how", "game__ending", "game__grade", "parts", "ended_at",
    # What the table has reached, where that is compared with others.
    "game__result__course", "game__result__score", "game__result__done", "game__result__spent",
    "game__result__daily__day",
)  # fmt: skip
# Not `rivals`: those are others.
RATED = (
    "ruleset", "game_id", "reason", "made_at", "mu_before", "sigma_before", "mu_after",
    "sigma_after", "share",
)  # fmt: skip

CHALLENGED = (
    "offer_id", "ladder__ruleset", "challenger__username", "challenged__username", "status",
    "made_at", "due_at", "ended_at", "before", "after",
)  # fmt: skip
STOOD = ("season__ladder__ruleset", "season__began", "number", "games", "next")
STANDS = (
    "ladder__ruleset", "number", "joined_at", "games", "week", "climbed", "quiet_since",
    "is_warned",
)  # fmt: skip
COUNTED = (
    "ruleset", "rival__username", "scope", "played", "won", "drawn", "lost", "winning",
    "most_winning", "unbeaten", "most_unbeaten",
)  # fmt: skip
LISTED = ("leaderboard__ruleset", "leaderboard__kind", "place", "value", "margin")
RULED = ("kind", "reason", "made_at", "undone_at", "game_id", "before")
APPEALED = ("ruling__kind", "text", "made_at", "granted", "answer", "answered_at")

# Every model that points at a person; a test fails for one that is in neither.
FILES = (
    Rows("account", User, COLUMNS, owner="pk"),
    Rows("addresses", EmailAddress, ("email", "verified", "primary")),
    # When a second factor was added and used, and never its secret.
    Rows("second_factors", Authenticator, ("type", "created_at", "last_used_at")),
    Rows("sessions", UserSession, ("created_at", "last_seen_at", "ip", "user_agent")),
    Rows("former_names", FormerName, ("name", "kept_until", "leads")),
    Rows("preferences", Preferences, WISHES),
    Rows("absences", Absence, ("starts_at", "ends_at")),
    # One's own: nobody ever learns by whom they are blocked.
    Rows("blocks", Block, ("blocked__username", "made_at"), owner="owner"),
    Rows("sanctions", Sanction, ("kind", "reason", "begins_at", "ends_at")),
    Rows("data_exports", DataExport, ("asked_at", "finished_at")),
    Rows("games", Player, PLAYED),
    Rows("notes", Note, ("game_id", "text", "written_at")),
    Rows("favourites", Favourite, ("game_id", "made_at")),
    Rows("tags", Tag, ("game_id", "text", "made_at")),
    Rows("lessons", DoneTask, ("ruleset", "lesson", "task", "done_at")),
    Rows("notices", Notice, TOLD),
    Rows("offers", Offer, OFFERED, owner="owner"),
    Rows("places", Place, SAT),
    Rows("dailies", DailyTry, ("daily__ruleset", "daily__day", "game_id", "begun_at")),
    Rows("ratings", Rating, ("ruleset", "mu", "sigma", "games", "rated_at")),
    Rows("rating_changes", RatingChange, RATED),
    Rows("tallies", Tally, COUNTED),
    Rows("standings", Standing, LISTED),
    # Not what it says: that is of the game, and on its page.
    Rows("reviews", Review, ("game_id", "status", "asked_at", "finished_at"), owner="asked_by"),
    Rows("annulments", Annulment, ("game_id", "reason", "made_at"), owner="by"),
    Rows("rungs", Rung, STANDS),
    Rows("rungs_moved", Step, ("ladder__ruleset", "reason", "before", "after", "made_at")),
    Rows("challenges_made", Challenge, CHALLENGED, owner="challenger"),
    Rows("challenges_received", Challenge, CHALLENGED, owner="challenged"),
    Rows("seasons", FinalRung, STOOD),
    Rows("lines", Line, ("game_id", "room", "ply", "text", "phrase", "said_at", "taken_back_at")),
    Rows("reports", Report, ("case__kind", "text", "made_at"), owner="reporter"),
    Rows("rulings", Ruling, RULED, owner="person"),
    Rows("appeals", Appeal, APPEALED, owner="ruling__person"),
    # Not the digests: they say nothing to anybody.
    Rows("traces", Trace, ("kind", "first_seen_at", "last_seen_at")),
)
# What staff did concerns others, and what others reported is between them and moderators.
MODELS_LEFT_OUT: tuple[type[models.Model], ...] = (LogEntry, Case, CaseNote, Signal)


@transaction.atomic
def ask(*, user: User) -> DataExport:
    """Begin to gather somebody's data; one at a time, and one a day unless it failed.

    The person's row is locked first, so that two tabs ask for the same one.
    """
    User.objects.select_for_update().get(pk=user.pk)
    newest = latest(user)
    if newest is not None and newest.is_running:
        return newest
    if next_ask(newest) is not None:
        raise TooMany(_("You can ask for your data once a day."))
    export = DataExport.objects.create(user=user, total=len(FILES) + 1)
    after_commit(tasks.gather_data.delay, export.pk)
    return export


def latest(user: User) -> DataExport | None:
    """The newest one, without what is in it."""
    return user.data_exports.defer("archive").order_by("-asked_at", "-pk").first()


def next_ask(newest: DataExport | None) -> datetime | None:
    """From when on somebody may ask for another; None if they may now."""
    if newest is None or newest.failed_at or newest.asked_at + ASKED_EVERY <= timezone.now():
        return None
    return newest.asked_at + ASKED_EVERY


def access(*, user: User, export_id: int) -> DataExport:
    """A finished one of this person's own, with what is in it. For everybody else there is none."""
    kept = DataExport.objects.filter(finished_at__gt=timezone.now() - KEPT)
    export = kept.filter(pk=export_id, user=user).first()
    if export is None:
        raise NotFound(_("There is no such file, or it is no longer kept."))
    return export


def gather(export_id: int, *, most_bytes: int = MOST_BYTES) -> None:
    """Make the archive. Whoever comes late or second finds it claimed, and does nothing."""
    export = _claim(export_id)
    if export is None:
        return
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as box:
        for number, (name, text) in enumerate(_files(export.user)):
            box.writestr(name, text)
            if number < len(FILES) or number % RECORDS_A_NOTE == 0:
                _note(export, done=min(number + 1, len(FILES)))
    if archive.tell() > most_bytes:
        _mine(export).update(failed_at=timezone.now())
        return
    _mine(export).update(
        archive=archive.getvalue(),
        size=archive.tell(),
        done=export.total,
        finished_at=timezone.now(),
    )


def tend() -> None:
    """Remove what was kept long enough, and begin again what stopped in the middle."""
    now = timezone.now()
    old = Q(finished_at__lte=now - KEPT) | Q(failed_at__lte=now - KEPT)
    DataExport.objects.filter(old).delete()
    silent = _running().filter(noted_at__lte=now - GIVEN_UP_AFTER)
    silent.filter(tries__gte=MOST_TRIES).update(failed_at=now)
    for pk in silent.values_list("pk", flat=True):
        tasks.gather_data.delay(pk)


def _files(user: User) -> Iterator[tuple[str, str]]:
    for rows in FILES:
        found = rows.of(user)
        yield f"{rows.name}.json", json.dumps(found, cls=DjangoJSONEncoder, indent=2)
    for game_id in Player.objects.filter(user=user).order_by("pk").values_list("game", flat=True):
        table = tables.access(game_id, user)
        record = records.write(table, decks.show_proof(table.game))
        yield f"games/{table.game.ruleset}-{table.game.pk.hex}.bgr", record


def _running() -> models.QuerySet[DataExport]:
    return DataExport.objects.filter(finished_at=None, failed_at=None)


def _claim(export_id: int) -> DataExport | None:
    """Take it on, if nobody else has, or if whoever had is gone."""
    now = timezone.now()
    free = Q(tries=0) | Q(noted_at__lte=now - GIVEN_UP_AFTER)
    claimed = _running().filter(free, pk=export_id, tries__lt=MOST_TRIES)
    if not claimed.update(tries=F("tries") + 1, noted_at=now, done=0):
        return None
    return DataExport.objects.select_related("user").defer("archive").get(pk=export_id)


def _mine(export: DataExport) -> models.QuerySet[DataExport]:
    """The row, as long as nobody else has begun it anew."""
    return _running().filter(pk=export.pk, tries=export.tries)


def _note(export: DataExport, *, done: int) -> None:
    _mine(export).update(done=done, noted_at=timezone.now())
