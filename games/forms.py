"""The shape of what people send; what it means is for the services to judge."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts import selectors
from accounts.models import User
from accounts.refusals import Refusal
from games.clocks import TimeControl
from games.models import Offer
from games.services.decks import ENTROPY_SIZE
from games.services.offers import DEFAULT_TIME, Wish

DAYS_A_TURN = (1, 2, 3, 5, 7, 14)
BANK = "bank"
MOST_DAYS = 30


def read_entropy(text: str) -> bytes | None:
    """The bytes that a browser made, in hex; None where there was no script to make them."""
    if not text:
        return None
    try:
        entropy = bytes.fromhex(text)
    except ValueError:
        entropy = b""
    if len(entropy) != ENTROPY_SIZE:
        raise Refusal(str(_("The bytes for the deck are not as they should be. Reload the page.")))
    return entropy


class OfferForm(forms.Form):
    """A game to offer."""

    reach = forms.ChoiceField(
        label=_("Who may play"),
        choices=[
            (Offer.Reach.OPEN, _("Anybody")),
            (Offer.Reach.PERSONAL, _("One person, by name")),
            (Offer.Reach.LINK, _("Whoever I send a link to, also without an account")),
        ],
        initial=Offer.Reach.OPEN,
        widget=forms.RadioSelect,
    )
    opponent = forms.CharField(label=_("Their name"), required=False, max_length=20)
    kind = forms.ChoiceField(
        label=_("Kind of game"),
        choices=[
            ("friendly", _("Friendly")),
            ("private", _("Friendly and private: nobody can watch")),
            ("rated", _("Rated: counts for the ladder, and everybody can watch")),
        ],
        initial="friendly",
        widget=forms.RadioSelect,
    )
    time = forms.ChoiceField(
        label=_("Time"),
        choices=[
            (BANK, _("A bank of days that grows with every turn")),
            *(
                (str(days), ngettext_lazy("%d day a turn", "%d days a turn") % days)
                for days in DAYS_A_TURN
            ),
        ],
        initial=BANK,
    )
    bank_days = forms.IntegerField(
        label=_("Days at first"), min_value=1, max_value=MOST_DAYS, initial=DEFAULT_TIME.days
    )
    bank_increment = forms.IntegerField(
        label=_("Days more for every turn"),
        min_value=0,
        max_value=MOST_DAYS,
        initial=DEFAULT_TIME.increment,
    )
    bank_cap = forms.IntegerField(
        label=_("Days at most"), min_value=1, max_value=MOST_DAYS, initial=DEFAULT_TIME.cap
    )
    seat = forms.ChoiceField(
        label=_("Who begins"), choices=Offer.Seat.choices, initial=Offer.Seat.DECK
    )
    no_absence = forms.BooleanField(
        label=_("No absence: the clock runs also while somebody is away"), required=False
    )
    note = forms.CharField(label=_("A word to whoever reads it"), required=False, max_length=200)

    def clean_opponent(self) -> User | None:
        name = self.cleaned_data["opponent"]
        if self.data.get("reach") != Offer.Reach.PERSONAL:
            return None
        if not name:
            raise forms.ValidationError(_("Say with whom you would like to play."))
        person = selectors.find_player(name)
        if person is None:
            raise forms.ValidationError(_("Nobody here has this name."))
        return person

    def clean(self) -> dict[str, Any] | None:
        data = super().clean() or self.cleaned_data
        days, cap = data.get("bank_days"), data.get("bank_cap")
        if data.get("time") == BANK and days and cap and cap < days:
            self.add_error("bank_cap", _("At most cannot be less than at first."))
        return data

    def time_control(self) -> TimeControl:
        data = self.cleaned_data
        if data["time"] != BANK:
            return TimeControl("turn", int(data["time"]))
        return TimeControl("bank", data["bank_days"], data["bank_increment"], data["bank_cap"])

    def wish(self) -> Wish:
        data = self.cleaned_data
        return Wish(
            reach=Offer.Reach(data["reach"]),
            recipient=data["opponent"],
            time=self.time_control(),
            is_rated=data["kind"] == "rated",
            is_private=data["kind"] == "private",
            absences_count=not data["no_absence"],
            seat=Offer.Seat(data["seat"]),
            note=data["note"],
        )
