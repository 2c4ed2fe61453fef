import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Room for one to four seats; what there is of it already is copied by the next one."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0005_reminders"),
    ]

    operations = [
        *[
            migrations.AddField(model, name, field)
            for model in ("game", "offer")
            for name, field in (
                ("seats", models.PositiveSmallIntegerField(default=2)),
                ("options", models.JSONField(blank=True, default=dict)),
            )
        ],
        migrations.AddField("game", "grade", models.CharField(blank=True, default="", max_length=20)),
        migrations.AlterField("game", "grade", models.CharField(blank=True, max_length=20)),
        migrations.AddField("player", "place", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("player", "bytes_from_browser", models.BooleanField(default=False)),
        migrations.AddField("player", "word_ply", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField(
            "player",
            "left_how",
            models.CharField(
                blank=True,
                choices=[("resigned", "given up"), ("time", "out of time")],
                default="",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            "player",
            "left_how",
            models.CharField(
                blank=True, choices=[("resigned", "given up"), ("time", "out of time")], max_length=8
            ),
        ),
        migrations.AddField("player", "left_ply", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AlterField("move", "notation", models.CharField(max_length=120)),
        migrations.AddField("decksecret", "by_place", models.JSONField(default=dict)),
        migrations.AddField(
            "notice",
            "person",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("invited", "invited"),
                            ("taken", "taken"),
                            ("declined", "declined"),
                        ],
                        max_length=8,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("bytes_from_browser", models.BooleanField(default=False)),
                ("is_from_stranger", models.BooleanField(default=False, editable=False)),
                ("answer", models.CharField(blank=True, max_length=200)),
                ("is_waiting", models.BooleanField(default=True)),
                (
                    "offer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="games.offer",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_waiting", True)),
                        fields=["user", "state"],
                        name="place_waiting",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("offer", "number"), name="one_place_a_number"),
                    models.UniqueConstraint(fields=("offer", "user"), name="one_place_a_person"),
                    models.UniqueConstraint(fields=("offer", "seat"), name="one_place_a_seat"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "open"), ("user", None)),
                            models.Q(
                                ("state__in", ["invited", "taken", "declined"]),
                                ("user__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="place_is_open_or_somebodys",
                    ),
                ],
            },
        ),
    ]
