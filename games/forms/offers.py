"""How a game is offered."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts import selectors
from accounts.models import User
from engine import Options, Ruleset, Seat
from games.clocks import TimeControl
from games.forms.setups import OPTION, usual_seats
from games.models import Offer
from games.services.offers import DEFAULT_TIME, Wish

DAYS_A_TURN = (1, 2, 3, 5, 7, 14)
BANK = "bank"
# What most people want, so that nothing has to be worked out; "own" is what the other fields say.
OWN = "own"
PACES = {
    "quick": TimeControl("turn", 1),
    "usual": DEFAULT_TIME,
    "slow": TimeControl("turn", 7),
}
PACE_CHOICES = [
    ("quick", _("Quick: a day for every turn")),
    ("usual", _("Usual: three days, and one more with every turn")),
    ("slow", _("Slow: a week for every turn")),
]
MOST_DAYS = 30
MOST_RATING = 4000
RELIABILITIES = [
    ("", _("any share")),
    ("80", _("at least 80 %")),
    ("90", _("at least 90 %")),
    ("95", _("at least 95 %")),
]
# Who begins, as the seats of places: the owner's is 0.
SEATINGS: dict[str, dict[int, Seat]] = {"first": {0: 0}, "second": {0: 1}, "deck": {}}


class OfferForm(forms.Form):
    """A game to offer. What it asks for follows from the game; the engine judges what goes."""

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
            ("rated", _("Rated: changes the ratings of both, and everybody can watch")),
        ],
        initial="friendly",
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label=_("Time"),
        choices=[
            *PACE_CHOICES,
            (OWN, _("A time of my own")),
        ],
        initial="usual",
        required=False,
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
        label=_("Who begins"),
        choices=[
            ("first", _("I begin")),
            ("second", _("the other begins")),
            ("deck", _("the deck decides")),
        ],
        initial="deck",
    )
    no_absence = forms.BooleanField(
        label=_("No absence: the clock runs also while somebody is away"), required=False
    )
    rating_from = forms.IntegerField(
        label=_("Rating from"), required=False, min_value=0, max_value=MOST_RATING
    )
    rating_to = forms.IntegerField(
        label=_("Rating up to"), required=False, min_value=0, max_value=MOST_RATING
    )
    reliability_from = forms.TypedChoiceField(
        label=_("Games finished without losing on time"),
        choices=RELIABILITIES,
        coerce=int,
        empty_value=None,
        required=False,
    )
    note = forms.CharField(label=_("A word to whoever reads it"), required=False, max_length=200)

    def __init__(self, data: Any, *, ruleset: Ruleset, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.ruleset = ruleset
        self._ask_for_seats()
        for option in ruleset.options:
            self.fields[OPTION + option.name] = forms.ChoiceField(
                choices=[(str(value), value) for value in option.values], required=False
            )
        if ruleset.cooperative:
            self._leave_out("kind", value="rated")

    def _ask_for_seats(self) -> None:
        """How many play, where that is open, and as many names as there may be others."""
        if len(self.ruleset.seats) > 1:
            self.fields["seats"] = forms.ChoiceField(
                choices=[(str(number), number) for number in self.ruleset.seats]
            )
        for number in range(2, max(self.ruleset.seats)):
            self.fields[f"opponent_{number}"] = forms.CharField(
                label=_("Another name"), required=False, max_length=20
            )
        if max(self.ruleset.seats) > 2:
            self._leave_out("seat", value="second")
            self._call("reach", value=Offer.Reach.PERSONAL, words=_("People, by name"))

    def _leave_out(self, name: str, *, value: str) -> None:
        field: Any = self.fields[name]
        field.choices = [(key, words) for key, words in field.choices if key != value]

    def _call(self, name: str, *, value: str, words: Any) -> None:
        field: Any = self.fields[name]
        field.choices = [(key, words if key == value else old) for key, old in field.choices]

    @property
    def names(self) -> list[forms.BoundField]:
        """The fields for those who are asked by name."""
        return [self[name] for name in self.fields if name.startswith("opponent")]

    @property
    def setup_errors(self) -> list[str]:
        """What is wrong with the kind of game; it is asked by `setups`."""
        names = [name for name in self.errors if name == "seats" or name.startswith(OPTION)]
        return [str(error) for name in names for error in self.errors[name]]

    def clean(self) -> dict[str, Any] | None:
        data = super().clean() or self.cleaned_data
        days, cap = data.get("bank_days"), data.get("bank_cap")
        if (
            data.get("pace") not in PACES
            and data.get("time") == BANK
            and days
            and cap
            and cap < days
        ):
            self.add_error("bank_cap", _("At most cannot be less than at first."))
        least, most = data.get("rating_from"), data.get("rating_to")
        if least is not None and most is not None and most < least:
            self.add_error("rating_to", _("Up to cannot be less than from."))
        data["seats"] = int(data.get("seats", usual_seats(self.ruleset)))
        data["invited"] = self._find_invited(data)
        return data

    def _find_invited(self, data: dict[str, Any]) -> list[User]:
        """Everybody who is named; for two that is asked for only where nobody else may come."""
        by_name = data.get("reach") == Offer.Reach.PERSONAL
        if not by_name and data["seats"] == 2:
            return []
        named = {field.name: data.get(field.name) for field in self.names}
        if by_name and data["seats"] > 1 and not any(named.values()):
            self.add_error("opponent", _("Say with whom you would like to play."))
        found = {field: selectors.find_player(name) for field, name in named.items() if name}
        for field, person in found.items():
            if person is None:
                self.add_error(field, _("Nobody here has this name."))
        return [person for person in found.values() if person is not None]

    def time_control(self) -> TimeControl:
        data = self.cleaned_data
        if data["pace"] in PACES:
            return PACES[data["pace"]]
        if data["time"] != BANK:
            return TimeControl("turn", int(data["time"]))
        return TimeControl("bank", data["bank_days"], data["bank_increment"], data["bank_cap"])

    def _chosen(self) -> Options:
        """What differs from the defaults: those are the rules' own, and may not go together."""
        chosen = {one: self.cleaned_data[OPTION + one.name] for one in self.ruleset.options}
        read = {option: option.read(text) for option, text in chosen.items() if text}
        return {option.name: value for option, value in read.items() if value != option.default}

    def wish(self) -> Wish:
        data = self.cleaned_data
        return Wish(
            ruleset=self.ruleset.slug,
            seats=data["seats"],
            options=self._chosen(),
            reach=Offer.Reach(data["reach"]),
            invited=data["invited"],
            seating=SEATINGS[data["seat"]],
            time=self.time_control(),
            is_rated=data["kind"] == "rated",
            is_private=data["kind"] == "private",
            absences_count=not data["no_absence"],
            rating_from=data["rating_from"],
            rating_to=data["rating_to"],
            reliability_from=data["reliability_from"],
            note=data["note"],
        )
