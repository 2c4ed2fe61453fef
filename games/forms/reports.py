"""What somebody reports."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Case
from games.selectors.reports import GUIDANCE, Thing


class ReportForm(forms.Form):
    """What somebody saw. What it can be and whom it may concern follows from the thing."""

    kind = forms.ChoiceField(label=_("What is it"), widget=forms.RadioSelect)
    person = forms.TypedChoiceField(label=_("Whom it concerns"), coerce=int)
    text = forms.CharField(
        label=_("What you saw"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, *args: Any, thing: Thing, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["kind"].choices = [(kind, kind.label) for kind in thing.kinds]  # type: ignore[attr-defined]
        whom = self.fields["person"]
        whom.choices = [(one.pk, one.shown_name) for one in thing.people]  # type: ignore[attr-defined]
        if len(thing.people) == 1:
            whom.widget, whom.initial = forms.HiddenInput(), thing.people[0].pk

    @property
    def guided(self) -> list[dict[str, Any]]:
        """The kinds, each with what it asks for and what it does not."""
        return [
            {"radio": radio, "guidance": GUIDANCE[Case.Kind(radio.data["value"])]}
            for radio in self["kind"]
        ]
