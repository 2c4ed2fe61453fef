"""What people say against a ruling, and what they are answered."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services import appeals


class AppealForm(forms.Form):
    """Why somebody thinks that a ruling about them is wrong."""

    text = forms.CharField(
        label=_("Why is it wrong?"),
        max_length=appeals.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class AnswerForm(forms.Form):
    """What becomes of an appeal, and why."""

    is_granted = forms.TypedChoiceField(
        label=_("Answer"),
        choices=[
            ("yes", _("Grant it: what was decided is undone")),
            ("no", _("Refuse it")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("Why? They will read this."),
        max_length=appeals.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
