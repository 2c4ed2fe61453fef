"""Who is who."""

from collections.abc import Collection
from datetime import datetime, time
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.countries import is_country
from accounts.hours import Quiet, next_time
from accounts.time_zones import is_time_zone, zone
from accounts.usernames import is_decent, is_well_formed, skeleton

# Between a skeleton and the number of who has it, where two had it before it had to be unique.
NUMBERED = "~"


class User(AbstractUser):
    """A person. No two names can be mistaken for each other, so nobody poses as somebody else."""

    first_name = None  # type: ignore[assignment]  # a name of one's own choosing is enough
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("username"),
        max_length=20,
        unique=True,
        validators=[is_well_formed],
    )
    # Decides whether a name is taken, see accounts/usernames.py. Of names that were alike before
    # that was asked all but the first have their number behind it.
    skeleton = models.CharField(max_length=40, editable=False)
    # Without credentials: somebody who tries the site first, see accounts/guests.py.
    is_guest = models.BooleanField(_("guest"), default=False)
    # What a guest wants to be called; whoever has an account has a name.
    called = models.CharField(max_length=20, blank=True, default="", editable=False)
    # The name by which the engine knows a bot; empty for people.
    bot = models.CharField(max_length=20, blank=True, default="", editable=False)
    # Noted at most once in ten minutes, see accounts/last_seen.py.
    last_seen_at = models.DateTimeField(_("last seen"), default=timezone.now)
    # When somebody who asked to be forgotten will be, see accounts/farewell.py.
    leaving_at = models.DateTimeField(_("leaves for good"), null=True, blank=True)
    renamed_at = models.DateTimeField(_("last renamed"), null=True, blank=True)

    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")

    # Raised to end every session of this person at once.
    session_generation = models.PositiveIntegerField(default=0)

    # What they tell about themselves, all of it optional and public.
    about = models.TextField(_("about you"), max_length=500, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    pronouns = models.CharField(_("pronouns"), max_length=30, blank=True)
    languages = models.CharField(_("languages"), max_length=100, blank=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = (
            models.UniqueConstraint(
                fields=["skeleton"],
                name="one_name_a_skeleton",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(
                fields=["bot"], condition=~models.Q(bot=""), name="one_row_a_bot"
            ),
        )
        # Serves the search for guests who have gone.
        indexes = (
            models.Index(
                fields=["last_seen_at"], name="guest_last_seen", condition=models.Q(is_guest=True)
            ),
        )

    @property
    def shown_name(self) -> str:
        """The name as pages show it: who has left has none, and a guest's is no name to log in by.

        That they are a guest is always said, so that none of them poses as somebody else.
        """
        if not self.is_active:
            return gettext("deleted player")
        if not self.is_guest:
            return self.username
        return gettext("%(name)s (guest)") % {"name": self.called} if self.called else _guest()

    @property
    def table_name(self) -> str:
        """The name where there is little room and a page beside it says who is a guest."""
        called = self.is_active and self.is_guest and self.called
        return self.called if called else self.shown_name

    @property
    def greeted(self) -> str:
        """How a letter begins: a guest without a name is greeted without one."""
        return self.called if self.is_guest else self.username

    @property
    def has_profile(self) -> bool:
        """Whether there is a page about them: not of a guest, nor of who has left."""
        return self.is_active and not self.is_guest

    @property
    def record_name(self) -> str:
        """The name in a record, which is in no particular language."""
        if not self.is_active:
            return "deleted player"
        return "Guest" if self.is_guest else self.username

    def save(self, *args: Any, **options: Any) -> None:
        self._note_skeleton()
        written = options.get("update_fields")
        if written is not None and "username" in written:
            options["update_fields"] = {*written, "skeleton"}
        super().save(*args, **options)

    def _note_skeleton(self) -> None:
        found = skeleton(self.username)
        if self.skeleton.partition(NUMBERED)[0] != found:
            self.skeleton = found

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        self._note_skeleton()
        # Not validators of the fields: those are written into migrations, and lists of words and
        # countries are no part of the schema. A form judges what it shows, and nothing else: a
        # name that came upon the list later must not be in the way of a new profile.
        super().clean_fields(exclude)
        checks = {"username": is_decent, "country": is_country, "time_zone": is_time_zone}
        for field in checks.keys() - set(exclude or ()):
            try:
                checks[field](getattr(self, field))
            except ValidationError as error:
                raise ValidationError({field: error}) from error

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # Django compares this with each session at every request, so a raised generation signs
        # somebody out everywhere without a query of its own. A guest has no password, or one
        # that counts once the address is confirmed: until then nothing ends their only session.
        password = "" if self.is_guest else self.password
        return salted_hmac(
            "accounts.session",
            f"{self.session_generation}:{password}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


def _guest() -> str:
    return gettext("Guest")


class Preferences(models.Model):
    """What somebody likes, for pages and for notices. Made when they first change something."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True)
    # Empty: what the browser or the system wishes.
    language = models.CharField(_("language"), max_length=5, blank=True)
    theme = models.CharField(_("theme"), max_length=5, blank=True)
    sounds = models.BooleanField(_("sounds"), default=False)
    animations = models.BooleanField(_("moving tiles"), default=True)
    coordinates = models.BooleanField(_("coordinates beside the machines"), default=False)
    # Whether boards offer to show what stands against a wish of their own.
    lens = models.BooleanField(
        _("a lens that shows what breaks my card"), default=True, db_default=True
    )
    # Whether they talk at tables: who does not sees no lines, and writes none.
    talk = models.BooleanField(_("talk at the table"), default=True, db_default=True)
    # Whether games of theirs that are over may be shown on the front page.
    on_front_page = models.BooleanField(_("my games may be shown on the front page"), default=True)
    # See accounts/notices.py; read it through `selectors.preferences_of`.
    notices = models.JSONField(default=dict, blank=True)
    # By the clock where they live; both or neither.
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    # When what they want to hear once a day is told.
    digest_at = models.TimeField(_("once a day at"), default=time(8))
    # When quiet hours or time zone were last chosen; empty for long ago.
    changed_at = models.DateTimeField(auto_now=True, null=True)

    class Meta:
        # Serves who follows what people have just changed.
        indexes = (models.Index(fields=["changed_at"], name="preferences_changed"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_until=None)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_begin_and_end",
            ),
        )

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"

    @property
    def quiet(self) -> Quiet:
        return Quiet(self.quiet_from, self.quiet_until, zone(self.user.time_zone))

    def next_digest(self, after: datetime) -> datetime:
        """When they next hear what they want to hear once a day."""
        return next_time(self.digest_at, after=after, zone=zone(self.user.time_zone))


class FormerName(models.Model):
    """A name that somebody gave up: it leads to them for a while, and nobody else may take it.

    One that a moderator took from them leads nowhere, and they may not take it either.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=20)
    skeleton = models.CharField(max_length=40, editable=False)
    kept_until = models.DateTimeField()
    leads = models.BooleanField(default=True, db_default=True)

    class Meta:
        # Serves the look-up of an address that is no longer right.
        indexes = (models.Index(fields=["skeleton"], name="former_name_by_skeleton"),)

    def __str__(self) -> str:
        return self.name


class Absence(models.Model):
    """A time in which somebody's clocks stand still. `ends_at` is when they are back."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="absences")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")),
                name="absence_ends_after_it_starts",
            ),
        )
        # Serves the look-up of who is away now.
        indexes = (models.Index(fields=["user", "ends_at"], name="absence_by_return"),)

    def __str__(self) -> str:
        return f"{self.user_id} away until {self.ends_at}"


class Block(models.Model):
    """Somebody wants nothing to do with somebody else. Only who made it may ever learn of it."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_made")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_received")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["owner", "blocked"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("blocked")), name="block_not_oneself"
            ),
        )

    def __str__(self) -> str:
        return f"{self.owner_id} blocks {self.blocked_id}"


class Sanction(models.Model):
    """What somebody may not do for a while, or ever, and why: in words for them to read."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("a warning")
        CLOSED = "closed", _("account closed")
        NO_PLAY = "no-play", _("no play")
        NO_RATED_PLAY = "no-rated-play", _("no rated play")
        NO_CHAT = "no-chat", _("no chat")

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="sanctions", verbose_name=_("username")
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    reason = models.TextField(_("reason"), max_length=500)
    # Who imposed it; empty for what was imposed before that was noted.
    by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="sanctions_imposed"
    )
    begins_at = models.DateTimeField(_("begins"), auto_now_add=True)
    # None: until somebody lifts it.
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)

    class Meta:
        # What roles allow, see accounts/roles.py.
        default_permissions = ()
        permissions = (
            ("moderate", _("may look after reports, warn, mute and mend")),
            ("rule", _("may close accounts, void and decide games")),
            ("appoint", _("may say who has which role")),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=["warning", "closed", "no-play", "no-rated-play", "no-chat"]
                ),
                name="sanction_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at=None) | models.Q(ends_at__gte=models.F("begins_at")),
                name="sanction_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class DataExport(models.Model):
    """All that the site knows of somebody, gathered for them alone; see games' data exports.

    It is running until it is finished or has failed.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="data_exports")
    asked_at = models.DateTimeField(default=timezone.now)
    # How far it is, when that was last noted, and how often it was begun.
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    noted_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    failed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # In the database, for the page that hands it out may run on another machine.
    archive = models.BinaryField(null=True)
    size = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(finished_at=None, failed_at=None),
                name="data_export_runs_once",
            ),
        )

    def __str__(self) -> str:
        return f"data of {self.user_id}"

    @property
    def is_running(self) -> bool:
        return self.finished_at is None and self.failed_at is None


class Trace(models.Model):
    """A device or an address from which somebody was here lately: a keyed digest, never the thing.

    Kept for 90 days, for moderators who look for two accounts of one person.
    """

    class Kind(models.TextChoices):
        DEVICE = "device", _("device")
        ADDRESS = "address", _("address")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.CharField(max_length=32)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "kind", "digest"], name="one_trace_a_place"),
        )
        indexes = (
            # Serves the look for others who left the same one.
            models.Index(fields=["kind", "digest"], name="trace_by_digest"),
            # Serves the forgetting.
            models.Index(fields=["last_seen_at"], name="trace_last_seen"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"


class AuditHead(models.Model):
    """The one row that is locked by whoever writes into the audit log."""

    def __str__(self) -> str:
        return "the end of the audit log"


class AuditEntry(models.Model):
    """Something that was done with more rights than a player's: see accounts/audit.py.

    Written once: triggers of the database refuse every change. So it holds numbers and codes and
    never a text, and points at nobody by a foreign key: what it tells of may be forgotten.
    """

    number = models.BigIntegerField(primary_key=True)
    made_at = models.DateTimeField(_("when"))
    # The keys of people; None for the site itself, and for what concerns nobody.
    actor = models.BigIntegerField(_("by"), null=True)
    person = models.BigIntegerField(_("concerns"), null=True)
    action = models.CharField(_("what"), max_length=40)
    # What it was done to, such as "game:<hex>" or "line:12".
    thing = models.CharField(_("thing"), max_length=80, blank=True)
    facts = models.JSONField(_("facts"), default=dict)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        default_permissions = ()
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        indexes = (
            # Serves what was done to somebody.
            models.Index(fields=["person", "number"], name="audit_of_person"),
            # Serves the counts of a month.
            models.Index(fields=["made_at"], name="audit_by_time"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.action}"
