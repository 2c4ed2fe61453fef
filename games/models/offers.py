"""An invitation to play, and the places at its table."""

import uuid
from functools import cached_property

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.terms import Terms


class Offer(Terms):
    """Somebody wants to play: with anybody, with people by name, or with whoever has the link.

    Its table is laid with a place for each seat; the last to take one begins the game.

    The game that it becomes bears the same id, for the deck is committed to with the offer.
    """

    class Reach(models.TextChoices):
        OPEN = "open", _("open to all")
        PERSONAL = "personal", _("by name")
        LINK = "link", _("for whoever has the link")

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
    reach = models.CharField(max_length=8, choices=Reach)
    note = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="rematches"
    )
    # Whom it is for: a rating, as it is shown, from and to; and a reliability in percent, at least.
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    reliability_from = models.PositiveSmallIntegerField(null=True, blank=True)
    # Which open offers came from the same address, and never from which: a keyed digest, kept
    # while it is open to all; see accounts/limits.py.
    made_from = models.CharField(max_length=32, blank=True, default="", editable=False)
    # Public, see games/services/decks.py.
    commitment = models.CharField(max_length=64)

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
                condition=models.Q(status="open", closed_at=None)
                | (~models.Q(status="open") & models.Q(closed_at__isnull=False)),
                name="offer_closed_when_not_open",
            ),
            models.CheckConstraint(
                condition=models.Q(rating_from=None)
                | models.Q(rating_to=None)
                | models.Q(rating_from__lte=models.F("rating_to")),
                name="offer_asks_for_some_rating",
            ),
            models.CheckConstraint(
                condition=models.Q(reliability_from=None) | models.Q(reliability_from__lte=100),
                name="offer_reliability_in_percent",
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
            # Serves who looks for an opponent.
            models.Index(
                fields=["ruleset", "is_rated", "time_kind", "time_days", "made_at"],
                condition=models.Q(status="open", reach="open", seats=2),
                name="offer_pairing",
            ),
            # Serves how long offers waited.
            models.Index(
                fields=["ruleset", "-closed_at"],
                condition=models.Q(status="accepted", reach="open", seats=2),
                name="offer_wait",
            ),
            # Serves the search for newer ones of the same origin.
            models.Index(
                fields=["made_from", "-made_at", "-id"],
                condition=models.Q(status="open", reach="open"),
                name="offer_origin",
            ),
            # Serves what somebody has offered.
            models.Index(
                fields=["owner", "-made_at"],
                condition=models.Q(status__in=["open", "expired"]),
                name="offer_of_owner",
            ),
        )

    def __str__(self) -> str:
        return f"offer {self.pk} ({self.status})"

    @property
    def asks(self) -> bool:
        """Whether it is for some people alone, by how they have played."""
        return (self.rating_from, self.rating_to, self.reliability_from) != (None, None, None)

    @cached_property
    def laid(self) -> "list[Place]":
        """Its places in their order, with who has them; read once."""
        return list(self.places.select_related("user"))

    @property
    def sitting(self) -> "list[Place]":
        """The places that somebody has taken."""
        return self._in(Place.State.TAKEN)

    @property
    def empty(self) -> "list[Place]":
        """The places where nobody sits yet."""
        return [place for place in self.laid if place.state != Place.State.TAKEN]

    @property
    def free(self) -> "list[Place]":
        """The places that who comes by may take, unless they were invited to another."""
        if self.reach == self.Reach.PERSONAL:
            return []
        return self._in(Place.State.OPEN, Place.State.DECLINED)

    @property
    def hoped_for(self) -> "list[Place]":
        """The places of those who were asked and have not answered."""
        return self._in(Place.State.INVITED)

    @property
    def declined(self) -> "list[Place]":
        return self._in(Place.State.DECLINED)

    @property
    def begins(self) -> "Place | None":
        """Who has the first seat; None where the deck decides, or while that place is open."""
        return next((place for place in self.laid if place.seat == 0 and place.user_id), None)

    @property
    def is_seated(self) -> bool:
        """Whether it is fixed for some place where it will sit."""
        return any(place.seat is not None for place in self.laid)

    def place_of(self, user_id: int | None) -> "Place | None":
        """The place that somebody has, or is invited to."""
        if user_id is None:
            return None
        return next((place for place in self.laid if place.user_id == user_id), None)

    def may_be_taken(self, user_id: int | None) -> "Place | None":
        """The place that somebody would get: the one they were asked to take, or the next free."""
        own = self.place_of(user_id)
        if own is not None:
            return own if own.state != Place.State.TAKEN else None
        return next(iter(self.free), None)

    def _in(self, *states: "Place.State") -> "list[Place]":
        return [place for place in self.laid if place.state in states]


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
