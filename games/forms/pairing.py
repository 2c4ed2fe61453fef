"""How somebody looks for an opponent."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine import Ruleset
from games.forms.offers import PACE_CHOICES, PACES
from games.selectors.pairing import Search


class SearchForm(forms.Form):
    """What kind of game somebody looks for; all of it has a usual answer."""

    pace = forms.ChoiceField(
        label=_("Time"),
        choices=PACE_CHOICES,
        initial="usual",
        widget=forms.RadioSelect,
    )
    kind = forms.ChoiceField(
        label=_("Kind of game"),
        choices=[("rated", _("Rated: counts for your rating")), ("friendly", _("Friendly"))],
        widget=forms.RadioSelect,
    )
    # The newest game that the page knew of; see the view.
    newest = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, ruleset: Ruleset, may_rate: bool) -> None:
        super().__init__(data, initial={"kind": "rated" if may_rate else "friendly"})
        self.ruleset = ruleset
        kind: Any = self.fields["kind"]
        if not may_rate:
            kind.choices = [choice for choice in kind.choices if choice[0] == "friendly"]

    def search(self) -> Search:
        data = self.cleaned_data
        return Search(
            ruleset=self.ruleset.slug,
            is_rated=data["kind"] == "rated",
            time=PACES[data["pace"]],
        )
