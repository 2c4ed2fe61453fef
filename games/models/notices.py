"""What somebody was told, on which channels, and what became of it: the outbox, and its ledger."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.notices import ByMail, Event
from games.models.games import Game
from games.models.ladder import Ladder
from games.models.moderation import Report, Ruling
from games.models.offers import Offer


class Notice(models.Model):
    """Something that one person is to be told, written with what caused it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    event = models.CharField(max_length=20, choices=Event)
    # Names what is told once, such as "reminder:<game>:<ply>:80".
    key = models.CharField(max_length=80)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    offer = models.ForeignKey(
        Offer, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    # Who did it, where game and offer leave that open: one of several at a table.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    # The ladder, for what is told of one's rung.
    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    # What a moderator did or answered, and what somebody reported.
    ruling = models.ForeignKey(
        Ruling, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    report = models.ForeignKey(
        Report, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    # The ply at which it was so, for what is true of one position alone.
    ply = models.PositiveSmallIntegerField(null=True, blank=True)
    # What the event alone does not say: the step of a reminder, how an offer was answered,
    # whether it tells of all that strangers offer.
    detail = models.CharField(max_length=10, blank=True)
    made_at = models.DateTimeField()
    # When they saw it on a page of ours.
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "key"], name="told_once"),)
        indexes = (
            # Serves the list and the ledger, newest first.
            models.Index(fields=["user", "-id"], name="notice_of_user"),
            # Serves the bell, and what a look at a table has told.
            models.Index(
                fields=["user", "game"],
                condition=models.Q(read_at=None),
                name="notice_unread",
            ),
        )

    def __str__(self) -> str:
        return f"{self.key} for {self.user_id}"

    @property
    def is_idle(self) -> bool:
        """Whether no more is told of it: it was seen, or the game is over whose turn it told of."""
        is_over = self.game is not None and not self.game.is_running
        return self.read_at is not None or (is_over and self.event in ("your-turn", "reminder"))


class Delivery(models.Model):
    """One notice on one channel: whether and when it goes out, and why not.

    A claim is a conditional update of `status`, and `claimed_at` says whose it is. What goes out
    together shares a `message_id`, which stays the same however often it is tried.
    """

    class Channel(models.TextChoices):
        PAGE = "page", _("on the page")
        MAIL = "mail", _("by mail")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        CLAIMED = "claimed", _("on its way")
        SENT = "sent", _("told")
        DROPPED = "dropped", _("not told")
        FAILED = "failed", _("failed")

    class Why(models.TextChoices):
        """Why something was not told: the words of the ledger."""

        NOT_WISHED = "not-wished", _("You do not want to be told of this here.")
        NO_ADDRESS = "no-address", _("We have no confirmed address of yours.")
        FROM_GUEST = "from-guest", _("It came from a guest: those are told on the page alone.")
        MAILED_TODAY = (
            "mailed-today",
            _("You had a mail about offers by people whom you have not played that day already."),
        )
        SEEN = "seen", _("You had seen it on the page.")
        ANSWERED = "answered", _("You had answered meanwhile.")
        GONE = "gone", _("It was no longer so by then.")
        CLOSED = "closed", _("Your account was closed.")
        UNREACHABLE = "unreachable", _("The mail server could not be reached for a whole day.")
        BROKEN = "broken", _("Something broke on our side.")
        REFUSED = "refused", _("The mail server did not take mail for your address.")

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=4, choices=Channel)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    why = models.CharField(max_length=12, choices=Why, blank=True)
    # Soon, or with everything else once a day.
    pace = models.CharField(max_length=5, choices=ByMail, default=ByMail.SOON)
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    # When it was first tried: a day later it is given up.
    tried_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    message_id = models.CharField(max_length=120, blank=True)
    # What became of it, as [moment, status or reason], oldest first.
    history = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(fields=["notice", "channel"], name="one_delivery_a_channel"),
            models.CheckConstraint(
                condition=models.Q(status__in=["waiting", "claimed", "sent", "dropped", "failed"]),
                name="delivery_status_known",
            ),
            models.CheckConstraint(
                condition=~models.Q(status__in=["dropped", "failed"]) | ~models.Q(why=""),
                name="delivery_says_why_not",
            ),
        )
        indexes = (
            # Serves the search for what is due.
            models.Index(
                fields=["due_at"],
                condition=models.Q(status__in=["waiting", "claimed"]),
                name="delivery_due",
            ),
            # Serves what belongs to one mail.
            models.Index(
                fields=["message_id"],
                condition=~models.Q(message_id=""),
                name="delivery_of_mail",
            ),
            # Serves the count of what went out in the last minute.
            models.Index(
                fields=["claimed_at"],
                condition=models.Q(claimed_at__isnull=False),
                name="delivery_claimed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.channel} of {self.notice_id} ({self.status})"
