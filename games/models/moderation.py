"""What was reported, what moderators did about it, and who objects."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from games.models.games import Game
from games.models.offers import Offer
from games.models.talk import Line


class Case(models.Model):
    """A matter that was reported, by one or by several, until somebody has judged it."""

    class Kind(models.TextChoices):
        ABUSE = "abuse", _("abuse")
        SPAM = "spam", _("spam")
        STALLING = "stalling", _("stalling")
        LOSING = "losing", _("losing on purpose")
        ACCOUNTS = "accounts", _("two accounts")
        ENGINE = "engine", _("help by an engine")
        NAME = "name", _("bad name or profile")

    class Outcome(models.TextChoices):
        ACTED = "acted", _("something was done")
        NOTHING = "nothing", _("nothing to object to")
        UNCLEAR = "unclear", _("it could not be shown")

    kind = models.CharField(max_length=8, choices=Kind)
    # Whom it concerns.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cases"
    )
    # What it is about, such as "abuse:line:12": the same matter is one case while it is open.
    matter = models.CharField(max_length=80)
    # What comes first in the queue, see games/selectors/moderation.py.
    weight = models.IntegerField()
    reports_made = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    # Who looks at it; a claim ends by itself.
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    # What came of it, and by whom; empty while it is open.
    outcome = models.CharField(max_length=7, choices=Outcome, blank=True)
    # The code of a ready answer, which every reporter reads in their own language.
    answer = models.CharField(max_length=10, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["matter"], condition=models.Q(closed_at=None), name="one_open_case_a_matter"
            ),
            models.CheckConstraint(
                condition=models.Q(outcome="", closed_at=None)
                | (~models.Q(outcome="") & models.Q(closed_at__isnull=False)),
                name="case_closed_has_an_outcome",
            ),
        )
        indexes = (
            # Serve the queue, and the queue of one kind.
            models.Index(
                fields=["-weight", "opened_at", "id"],
                condition=models.Q(closed_at=None),
                name="case_queue",
            ),
            models.Index(
                fields=["kind", "-weight", "opened_at", "id"],
                condition=models.Q(closed_at=None),
                name="case_queue_by_kind",
            ),
            # Serves what is about somebody.
            models.Index(fields=["person", "-id"], name="case_of_person"),
            # Serves the forgetting, and the counts of a month.
            models.Index(
                fields=["closed_at"],
                condition=models.Q(closed_at__isnull=False),
                name="case_closed",
            ),
        )

    def __str__(self) -> str:
        return f"case {self.pk} ({self.kind})"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class Report(models.Model):
    """What one person said about a matter, with what was around it then.

    Of cases that were merged each report keeps its own matter.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made"
    )
    matter = models.CharField(max_length=80)
    text = models.TextField(max_length=1000, blank=True)
    made_at = models.DateTimeField()
    line = models.ForeignKey(
        Line, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    ply = models.PositiveSmallIntegerField(null=True, blank=True)
    offer = models.ForeignKey(
        Offer, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    # A copy of what it is about: the line with those around it, the note, the profile.
    context = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["case", "reporter", "matter"], name="one_report_a_matter"
            ),
        )
        indexes = (
            # Serves what somebody reported so far.
            models.Index(fields=["reporter", "-id"], name="report_of_person"),
            # Serves the counts of a month.
            models.Index(fields=["made_at"], name="report_by_time"),
        )

    def __str__(self) -> str:
        return f"report {self.pk} by {self.reporter_id}"

    @property
    def kind(self) -> Case.Kind:
        """What it was reported as."""
        return Case.Kind(self.matter.partition(":")[0] or self.case.kind)


class CaseNote(models.Model):
    """What a moderator tells the others about a case."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"note {self.pk} on case {self.case_id}"


class Ruling(models.Model):
    """What a moderator did about somebody: what, why, to what, and whether it was undone."""

    class Kind(models.TextChoices):
        WARN = "warn", _("a warning")
        MUTE = "mute", _("no talk")
        NO_RATED = "no-rated", _("no rated play")
        NO_PLAY = "no-play", _("no play")
        CLOSE = "close", _("account closed")
        HIDE = "hide", _("a line hidden")
        RENAME = "rename", _("renamed")
        CLEAR = "clear", _("profile cleared")
        VOID = "void", _("a game taken out")
        ADJUDICATE = "adjudicate", _("a game decided")
        TIME = "time", _("time given")

    kind = models.CharField(max_length=10, choices=Kind)
    # Whom it concerns; of a game that was decided or taken out there is one for each player.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rulings"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rulings_made",
    )
    # They read this.
    reason = models.TextField(max_length=500)
    made_at = models.DateTimeField()
    case = models.ForeignKey(
        Case, on_delete=models.SET_NULL, null=True, blank=True, related_name="rulings"
    )
    sanction = models.OneToOneField(
        Sanction, on_delete=models.CASCADE, null=True, blank=True, related_name="ruling"
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    line = models.ForeignKey(
        Line, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    # What is needed to undo it: a former name, the texts of a profile.
    before = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        indexes = (
            # Serves what was done about somebody.
            models.Index(fields=["person", "-id"], name="ruling_of_person"),
            # Serves the counts of a month.
            models.Index(fields=["made_at"], name="ruling_by_time"),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.person_id}"


class Appeal(models.Model):
    """Somebody objects to a ruling; another moderator answers, with reasons."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="appeals")
    text = models.TextField(max_length=1000)
    made_at = models.DateTimeField()
    # Empty until it is answered.
    granted = models.BooleanField(null=True, blank=True)
    answer = models.TextField(max_length=1000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["ruling"],
                condition=models.Q(answered_at=None),
                name="one_open_appeal_a_ruling",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at=None, granted=None)
                | models.Q(answered_at__isnull=False, granted__isnull=False),
                name="appeal_answered_or_open",
            ),
        )
        indexes = (
            # Serves the list of those that wait.
            models.Index(
                fields=["made_at"], condition=models.Q(answered_at=None), name="appeal_open"
            ),
        )

    def __str__(self) -> str:
        return f"appeal {self.pk} against {self.ruling_id}"


class Signal(models.Model):
    """A hint that something may be wrong, with its numbers. It never acts by itself."""

    class Kind(models.TextChoices):
        GIFTS = "gifts", _("losses to one and the same person")
        RING = "ring", _("ratings passed around")
        STALLING = "stalling", _("stalling in lost positions")
        AGREEMENT = "agreement", _("turns as the strongest bot would play them")
        BURST = "burst", _("many new accounts at once")
        HELD = "held", _("lines that were held back")

    kind = models.CharField(max_length=9, choices=Kind)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signals"
    )
    # What tells it from others of its kind about the same person.
    key = models.CharField(max_length=80, blank=True)
    # What it is made of, for words and tables; people by their keys.
    numbers = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    noted_at = models.DateTimeField()
    # A moderator has looked, and there is nothing in it.
    dismissed_at = models.DateTimeField(null=True, blank=True)
    dismissed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["kind", "person", "key"], name="one_signal_of_a_kind"),
        )
        indexes = (
            # Serves the list of those that nobody has dismissed.
            models.Index(
                fields=["-noted_at"],
                condition=models.Q(dismissed_at=None),
                name="signal_standing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"


class MonthlyCount(models.Model):
    """What a month that is over came to, for everybody to read. Written once, never changed:

    what was counted may be forgotten later, and who published a digest cannot take it back.
    """

    # Its first day.
    month = models.DateField(unique=True)
    # See games/selectors/decency.py, which alone reads and writes it.
    counts = models.JSONField(default=dict)
    # How many entries the audit log had when it ended, and the digest of the last one.
    entries = models.BigIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    noted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"counts of {self.month:%Y-%m}"
