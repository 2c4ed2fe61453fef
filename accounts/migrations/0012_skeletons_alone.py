"""One skeleton decides whether a name is taken, and nothing else does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_skeletons_filled")]

    operations = [
        migrations.RemoveConstraint(model_name="user", name="username_unique_without_case"),
        migrations.RemoveIndex(model_name="formername", name="former_name_without_case"),
        migrations.AddIndex(
            model_name="formername",
            index=models.Index(fields=["skeleton"], name="former_name_by_skeleton"),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                fields=("skeleton",),
                name="one_name_a_skeleton",
                violation_error_message="This name is taken.",
            ),
        ),
    ]
