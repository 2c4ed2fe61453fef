"""What is said at a table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game

LONGEST = 500


class Line(models.Model):
    """Something that somebody said in one of the two rooms of a game. It is never rewritten."""

    class Room(models.TextChoices):
        PLAYERS = "players", _("among the players")
        SPECTATORS = "spectators", _("among those who watch")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lines"
    )
    room = models.CharField(max_length=10, choices=Room)
    # The position at which it was said.
    ply = models.PositiveSmallIntegerField()
    # A text, or the code of a ready phrase, which everybody reads in their own language.
    text = models.CharField(max_length=LONGEST, blank=True)
    phrase = models.CharField(max_length=20, blank=True)
    said_at = models.DateTimeField()
    # It was held back for its words, and sent all the same.
    was_held = models.BooleanField(default=False)
    # Taken back by who said it, or hidden by a moderator: then nobody else reads it.
    taken_back_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=(models.Q(text="") & ~models.Q(phrase=""))
                | (~models.Q(text="") & models.Q(phrase="")),
                name="line_has_text_or_phrase",
            ),
        )
        indexes = (
            # Serves a room, newest first.
            models.Index(fields=["game", "room", "id"], name="line_of_room"),
            # Serves what somebody said lately.
            models.Index(fields=["user", "id"], name="line_of_person"),
            # Serves the signals.
            models.Index(fields=["said_at"], condition=models.Q(was_held=True), name="line_held"),
        )

    def __str__(self) -> str:
        return f"line {self.pk} of {self.user_id}"
