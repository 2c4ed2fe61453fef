from django.db import migrations, models


class Migration(migrations.Migration):
    """Drop what was said of two players where each place says it now."""

    dependencies = [("games", "0007_seats_filled")]

    operations = [
        migrations.AlterField("player", "place", models.PositiveSmallIntegerField()),
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=("game", "place"), name="one_player_a_place")
        ),
        migrations.RemoveField("game", "seat_of_offerer"),
        migrations.RemoveField("game", "offerer_bytes_from_browser"),
        migrations.RemoveField("game", "acceptor_bytes_from_browser"),
        migrations.RemoveField("decksecret", "entropy"),
        migrations.RenameField("decksecret", "by_place", "entropy"),
    ]
