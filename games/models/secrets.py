"""What nobody may know while a game runs: read by `games.services.decks`, and by nothing else.

A contract of import-linter keeps it so, and the admin does not know of it.
"""

from django.db import models


class DeckSecret(models.Model):
    """What fixes the draw order of one game, under the id that offer and game share."""

    game_id = models.UUIDField(primary_key=True)
    seed = models.BinaryField(max_length=32)
    # The bytes of who sits at the offer, in hex, by the number of the place.
    entropy = models.JSONField(default=dict)
    # The draw orders, once everybody has given their bytes.
    decks = models.JSONField(null=True)
    # What was revealed of reshuffles by the game that this one was played on from: by their
    # number, and by the place in their order.
    given = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"secret of {self.game_id}"
