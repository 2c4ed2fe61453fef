"""An invitation to play, and the places at its table."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.terms import Terms


class Offer(Terms):
    """Somebody wants to play: with anybody, with one person, or with whoever has the link.

    The game that it becomes bears the same id, for the deck is committed to with the offer.
    """

    class Reach(models.TextChoices):
        OPEN = "open", _("open to all")
        PERSONAL = "personal", _("for one person")
        LINK = "link", _("for whoever has the link")

    class Seat(models.TextChoices):
        FIRST = "first", _("I begin")
        SECOND = "second", _("the other begins")
        DECK = "deck", _("the deck decides")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="offers_made"
    )
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="offers_received",
    )
    reach = models.CharField(max_length=8, choices=Reach)
    seat = models.CharField(max_length=6, choices=Seat, default=Seat.DECK)
    note = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # What the recipient said when they declined.
    answer = models.CharField(max_length=200, blank=True)
    rematch_of = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="rematches"
    )
    # Whether these two had never begun a game together when it was made; see services/notices.py.
    is_from_stranger = models.BooleanField(default=False, editable=False)
    # Which open offers came from the same address, and never from which: a keyed digest, kept
    # while it is open to all; see accounts/limits.py.
    made_from = models.CharField(max_length=32, blank=True, default="", editable=False)
    # Public, see games/services/decks.py.
    commitment = models.CharField(max_length=64)
    # Whether the offerer's bytes came from their browser; else the site made them.
    bytes_from_browser = models.BooleanField(default=False)

    class Meta(Terms.Meta):
        constraints = (
            *Terms.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["open", "accepted", "declined", "withdrawn", "expired"]
                ),
                name="offer_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(reach="personal", recipient__isnull=False)
                | models.Q(reach__in=["open", "link"], recipient=None),
                name="offer_reaches_somebody",
            ),
            models.CheckConstraint(
                condition=models.Q(recipient=None) | ~models.Q(recipient=models.F("owner")),
                name="offer_not_to_oneself",
            ),
            models.CheckConstraint(
                condition=models.Q(status="open", closed_at=None)
                | (~models.Q(status="open") & models.Q(closed_at__isnull=False)),
                name="offer_closed_when_not_open",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=models.Q(status__in=["open", "accepted"]),
                name="one_rematch",
            ),
        )
        indexes = (
            # Serves the lobby, newest first.
            models.Index(
                fields=["-made_at", "-id"],
                condition=models.Q(status="open", reach="open"),
                name="offer_lobby",
            ),
            # Serves the search for newer ones of the same origin.
            models.Index(
                fields=["made_from", "-made_at", "-id"],
                condition=models.Q(status="open", reach="open"),
                name="offer_origin",
            ),
            # Serves what somebody has offered, and what was offered to them.
            models.Index(
                fields=["owner", "-made_at"],
                condition=models.Q(status__in=["open", "expired"]),
                name="offer_of_owner",
            ),
            models.Index(
                fields=["recipient", "-made_at"],
                condition=models.Q(status="open"),
                name="offer_to_recipient",
            ),
        )

    def __str__(self) -> str:
        return f"offer {self.pk} ({self.status})"


class Place(models.Model):
    """A place at the table that an offer lays: who has it or is invited, or that it is open.

    They are numbered in the order in which everybody's bytes go into the deck; the owner has 0.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        INVITED = "invited", _("invited")
        TAKEN = "taken", _("taken")
        DECLINED = "declined", _("declined")

    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="places",
    )
    state = models.CharField(max_length=8, choices=State)
    # The seat that this place will have; empty where the deck decides.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # Whether the bytes came from the browser; else the site made them.
    bytes_from_browser = models.BooleanField(default=False)
    # Whether owner and invited had never begun a game together when it was made; see
    # services/notices.py.
    is_from_stranger = models.BooleanField(default=False, editable=False)
    # What somebody said when they declined.
    answer = models.CharField(max_length=200, blank=True)
    # True while the offer is open: a copy of its status, so that finding what waits for somebody
    # does not pass over all that was ever offered to them.
    is_waiting = models.BooleanField(default=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["offer", "number"], name="one_place_a_number"),
            models.UniqueConstraint(fields=["offer", "user"], name="one_place_a_person"),
            models.UniqueConstraint(fields=["offer", "seat"], name="one_place_a_seat"),
            models.CheckConstraint(
                condition=models.Q(state="open", user=None)
                | models.Q(state__in=["invited", "taken", "declined"], user__isnull=False),
                name="place_is_open_or_somebodys",
            ),
        )
        ordering = ("number",)
        indexes = (
            # Serves what is offered to somebody, and where they wait for others.
            models.Index(
                fields=["user", "state"],
                condition=models.Q(is_waiting=True),
                name="place_waiting",
            ),
        )

    def __str__(self) -> str:
        return f"place {self.number} of {self.offer_id}"
