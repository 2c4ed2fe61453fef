"""Who is who."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person. Names are unique whatever their case, so that nobody poses as somebody else."""

    first_name = None  # type: ignore[assignment]  # a name of one's own choosing is enough
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("username"),
        max_length=20,
        unique=True,
        validators=[
            RegexValidator(
                r"\A[A-Za-z0-9_-]{3,20}\Z",
                _("Use 3 to 20 letters from a to z, digits, - and _."),
            )
        ],
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_without_case",
                violation_error_message=_("This name is taken."),
            ),
        )
