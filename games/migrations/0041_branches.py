"""Games that are played on from others."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0040_reviews")]

    operations = [
        migrations.AddField(
            model_name="decksecret",
            name="given",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="game",
            name="branched_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="branches",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="branched_ply",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="given_plies",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("branched_from", None), ("branched_ply", None), ("given_plies", None)
                )
                | models.Q(
                    ("branched_ply__isnull", False),
                    ("given_plies__isnull", False),
                    ("is_rated", False),
                ),
                name="game_is_its_own_or_played_on",
            ),
        ),
    ]
