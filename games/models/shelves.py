"""What somebody keeps of games, for their own eyes: favourites, and words of their own."""

from django.conf import settings
from django.db import models

from games.models.games import Game


class Favourite(models.Model):
    """A game that somebody wants to find again. Nobody else ever sees it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="favourites")
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "game"], name="one_favourite_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} of {self.user_id}"


class Tag(models.Model):
    """A word that somebody has put to a game. Nobody else ever sees it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_tags"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tags")
    # As `services.shelves` writes it: in small letters, with single spaces.
    text = models.CharField(max_length=30)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "game", "text"], name="one_tag_a_word"),
            models.CheckConstraint(condition=~models.Q(text=""), name="tag_says_something"),
        )
        indexes = (
            # Serves the games with one of somebody's tags.
            models.Index(fields=["user", "text"], name="tag_of_person"),
        )

    def __str__(self) -> str:
        return f"tag of {self.user_id} on {self.game_id}"
