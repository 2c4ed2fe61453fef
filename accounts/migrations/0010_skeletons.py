"""Room for what decides whether a name is taken; it is filled next."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_what_guests_are_called")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                max_length=20,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "\\A[A-Za-zÀ-ÖØ-öø-ÿĀ-İĴ-ķĹ-ľŁ-ňŊ-žȘ-țẀ-ẅẠ-ỹ0-9_-]{3,20}\\Z",
                        "Use 3 to 20 Latin letters, digits, - and _.",
                    )
                ],
                verbose_name="username",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(default="", editable=False, max_length=40),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="formername",
            name="skeleton",
            field=models.CharField(default="", editable=False, max_length=40),
            preserve_default=False,
        ),
    ]
