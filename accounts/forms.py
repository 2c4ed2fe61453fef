"""The shape of what people send about themselves."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.countries import country_names
from accounts.models import Preferences, User
from accounts.notices import Event, Wish, paces


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only for mypy
    """What a person tells about themselves."""

    country = forms.ChoiceField(label=_("country"), required=False)

    class Meta:
        model = User
        fields = ("about", "pronouns", "country", "languages")
        widgets = {"about": forms.Textarea(attrs={"rows": 5})}  # noqa: RUF012 - Django's own way

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = sorted(country_names().items(), key=lambda country: country[1])
        country = self.fields["country"]
        assert isinstance(country, forms.ChoiceField)
        country.choices = [("", _("not said")), *names]


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only for mypy
    """What somebody likes; the matrix of notices as two fields for each event."""

    language = forms.ChoiceField(label=_("language"), required=False)
    theme = forms.ChoiceField(
        label=_("theme"),
        required=False,
        choices=[("", _("like my device")), ("light", _("light")), ("dark", _("dark"))],
    )
    time_zone = forms.ChoiceField(
        label=_("time zone"), choices=[(name, name.replace("_", " ")) for name in time_zones.NAMES]
    )

    class Meta:
        model = Preferences
        fields = (
            "language", "time_zone", "theme", "sounds", "animations", "coordinates", "lens",
            "talk", "on_front_page", "quiet_from", "quiet_until", "digest_at",
        )  # fmt: skip
        help_texts = {  # noqa: RUF012 - Django's own way
            "lens": _(
                "In games with wishes a link on your own card marks the tiles that stand against"
                " it. Without the lens you see for yourself."
            ),
            "talk": _(
                "Who does not want it reads no lines and writes none, at any table. Across from"
                " one other player there is no talk for either of you then."
            ),
            "on_front_page": _(
                "Each day one public game is shown there, with the names of who played it, and"
                " only if everybody at its table agrees."
            ),
            "quiet_from": _(
                "In these hours, by the clock of your time zone, we send you no mail. What would"
                " come then comes when they are over. Leave both empty for none."
            ),
            "digest_at": _("When the one mail comes with all that you want to hear once a day."),
        }
        widgets = {  # noqa: RUF012 - Django's own way
            name: forms.TimeInput(format="%H:%M", attrs={"type": "time"})
            for name in ("quiet_from", "quiet_until", "digest_at")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [("", _("like my browser")), *settings.LANGUAGES]
        self.initial["time_zone"] = self.instance.user.time_zone
        for event in Event:
            wish = self.instance.notices[event]
            self.fields[f"page-{event}"] = forms.BooleanField(
                label=event.label, required=False, initial=wish["page"]
            )
            self.fields[f"mail-{event}"] = forms.ChoiceField(
                label=event.label, choices=paces(event), initial=wish["mail"]
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_until") is None):
            self.add_error("quiet_until", _("Quiet hours need a beginning and an end."))
        return cleaned

    @property
    def general(self) -> list[forms.BoundField]:
        """The fields outside of the matrix."""
        return [self[name] for name in self.Meta.fields]

    @property
    def matrix(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """For each event its words and its two fields."""
        return [(str(event.label), self[f"page-{event}"], self[f"mail-{event}"]) for event in Event]

    def wishes(self) -> dict[str, Wish]:
        return {
            event.value: {
                "page": self.cleaned_data[f"page-{event}"],
                "mail": self.cleaned_data[f"mail-{event}"],
            }
            for event in Event
        }


def is_within_reach(day: date) -> None:
    """Refuse a day at an end of the calendar, where there is no day before or after to count with.

    What a nearer one costs, the services say.
    """
    if not 1900 < day.year < 9000:
        raise ValidationError(_("You can book a year ahead, and not further."))


class AbsenceForm(forms.Form):
    """From when, and the last day away."""

    first_day = forms.DateField(
        label=_("first day away"),
        required=False,
        validators=[is_within_reach],
        help_text=_("Leave it empty to begin now."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    last_day = forms.DateField(
        label=_("last day away"),
        validators=[is_within_reach],
        widget=forms.DateInput(attrs={"type": "date"}),
    )


class UsernameForm(forms.Form):
    """Another name."""

    username = forms.CharField(label=_("username"), max_length=20, min_length=3)
