"""The shape of what people send; what it means is for the services to judge."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import selectors
from accounts.models import User
from accounts.refusals import Refusal
from engine import Options, Ruleset, Seat
from games.boards import choices_of, games_here, sole_game
from games.clocks import TimeControl
from games.models import Game, Offer
from games.selectors import finding
from games.selectors.pairing import Search
from games.services import appeals
from games.services.decks import ENTROPY_SIZE
from games.services.offers import DEFAULT_TIME, Wish
from games.services.shelves import normalised

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
OPTION = "option_"


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
        for choice in choices_of(ruleset):
            self.fields[OPTION + choice.name] = forms.ChoiceField(
                label=choice.label,
                choices=[(str(value), words) for value, words in choice.values],
                initial=str(choice.default),
            )
        if ruleset.cooperative:
            self._leave_out("kind", value="rated")

    def _ask_for_seats(self) -> None:
        """How many play, where that is open, and as many names as there may be others."""
        if len(self.ruleset.seats) > 1:
            self.fields["seats"] = forms.ChoiceField(
                label=_("How many play"),
                choices=[(str(number), str(number)) for number in self.ruleset.seats],
                initial=str(self._usual_seats),
            )
        for number in range(2, max(self.ruleset.seats)):
            self.fields[f"opponent_{number}"] = forms.CharField(
                label=_("Another name"), required=False, max_length=20
            )
        if max(self.ruleset.seats) > 2:
            self._leave_out("seat", value="second")
            self._call("reach", value=Offer.Reach.PERSONAL, words=_("People, by name"))

    @property
    def _usual_seats(self) -> int:
        return next((number for number in self.ruleset.seats if number > 1), 1)

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
    def options(self) -> list[forms.BoundField]:
        """The fields for what the game lets choose."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

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
        data["seats"] = int(data.get("seats", self._usual_seats))
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
        options = self.ruleset.options
        chosen = {one: one.read(self.cleaned_data[OPTION + one.name]) for one in options}
        return {option.name: value for option, value in chosen.items() if value != option.default}

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


# --- Looking for games -------------------------------------------------------------------------

YES, NO = "yes", "no"
PEOPLE, BOTS = "people", "bots"
RUNNING = "running"
ANY: Final = ("", _("any"))
MOST_MOVES = 9999
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2200, 1, 1)


class DayField(forms.DateField):
    """A day, as it stands in an address in every language."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            input_formats=["%Y-%m-%d"],
            validators=[
                MinValueValidator(FIRST_DAY, _("Nobody played here then.")),
                MaxValueValidator(LAST_DAY, _("Nobody plays so far ahead.")),
            ],
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        )


class NumberField(forms.IntegerField):
    """A number that shows what was typed, also where it is none: a number's own field would not."""

    def __init__(self, label: Any, *, most: int) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric"})
        super().__init__(label=label, required=False, min_value=0, max_value=most, widget=widget)


class FindForm(forms.Form):
    """What games somebody looks for. Its answers are the address of the page."""

    # What a field is called in an address, where Python has other plans with the word.
    ADDRESSED: Final = {"since": "from", "company": "with"}
    # What only a game that is over has.
    OF_OVER: Final = ("result", "ending", "rating_from", "rating_to")
    # Those that are not hidden away.
    FOREMOST: Final = ("player", "against", "result")

    player = forms.CharField(label=_("Player"), required=False, max_length=40)
    against = forms.CharField(label=_("Against"), required=False, max_length=40)
    result = forms.ChoiceField(
        label=_("Result"),
        choices=[
            ANY,
            (finding.WON, _("won")),
            (finding.LOST, _("lost")),
            (finding.DRAWN, _("drawn")),
            (finding.FIRST, _("the first player won")),
            (finding.SECOND, _("the second player won")),
        ],
        required=False,
    )
    ending = forms.ChoiceField(
        label=_("Ending"), choices=[ANY, *Game.Ending.choices], required=False
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    since = DayField(_("From"))
    until = DayField(_("Until"))
    rated = forms.ChoiceField(
        label=_("Rated or friendly"),
        choices=[ANY, (YES, _("rated")), (NO, _("friendly"))],
        required=False,
    )
    company = forms.ChoiceField(
        label=_("With people or bots"),
        choices=[ANY, (PEOPLE, _("people alone")), (BOTS, _("with a bot"))],
        required=False,
    )
    rating_from = NumberField(_("Mean rating at least"), most=MOST_RATING)
    rating_to = NumberField(_("Mean rating at most"), most=MOST_RATING)
    moves_from = NumberField(_("Moves at least"), most=MOST_MOVES)
    moves_to = NumberField(_("Moves at most"), most=MOST_MOVES)
    favourite = forms.ChoiceField(
        label=_("Your favourites"), choices=[ANY, (YES, _("favourites alone"))], required=False
    )
    tag = forms.CharField(
        label=_("Your tag"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"list": "own-tags"}),
    )
    state = forms.ChoiceField(
        choices=[("", ""), (RUNNING, _("running"))], required=False, widget=forms.HiddenInput
    )

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        viewer: User | AnonymousUser,
        player: User | None = None,
    ) -> None:
        """`player` is whose games the page is about, where it is about somebody's."""
        super().__init__(data)
        self.owner = player
        self.viewer = viewer
        kinds: Any = self.fields["game"]
        kinds.choices = [ANY, *((game.slug, game.name) for game in games_here())]
        left_out = ["player"] if player else []
        left_out += ["game"] if sole_game() else []
        for name in left_out:
            del self.fields[name]

    def add_prefix(self, field_name: str) -> str:
        return self.ADDRESSED.get(field_name, field_name)

    @property
    def names(self) -> list[str]:
        """What the fields are called in an address."""
        return [self.add_prefix(name) for name in self.fields]

    @property
    def foremost(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FOREMOST if name in self.fields]

    @property
    def others(self) -> list[forms.BoundField]:
        """The fields behind the fold; a visitor has no shelf."""
        own = () if self.viewer.is_authenticated else ("favourite", "tag")
        shown = (name for name in self.fields if name not in (*self.FOREMOST, "state", *own))
        return [self[name] for name in shown]

    @property
    def asks_for_others(self) -> bool:
        return any(field.data or field.errors for field in self.others)

    def clean_player(self) -> User | None:
        return self._find("player")

    def clean_against(self) -> User | None:
        return self._find("against")

    def _find(self, field: str) -> User | None:
        name = self.cleaned_data[field].removeprefix("@")
        if not name:
            return None
        person = selectors.find_player(name)
        if person is None or person.is_guest:
            raise forms.ValidationError(gettext("Nobody here has this name."))
        return person

    def clean_tag(self) -> str:
        return normalised(self.cleaned_data["tag"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self._judge_people(data)
        for least, most in (("rating_from", "rating_to"), ("moves_from", "moves_to")):
            if None not in (data.get(least), data.get(most)) and data[most] < data[least]:
                self.add_error(most, _("At most cannot be less than at least."))
        if data.get("since") and data.get("until") and data["until"] < data["since"]:
            self.add_error("until", _("Until cannot be before from."))
        if data.get("state") == RUNNING:
            for name in self.OF_OVER:
                if data.get(name) not in ("", None):
                    self.add_error(name, _("A game that runs has none yet."))
        if not self.viewer.is_authenticated:
            for name in ("favourite", "tag"):
                if data.get(name):
                    self.add_error(None, _("Log in to look through your favourites and tags."))
        return data

    def _judge_people(self, data: dict[str, Any]) -> None:
        player = self.owner or data.get("player")
        is_unnamed = player is None and not self.has_error("player")
        if is_unnamed and data.get("against"):
            self.add_error("player", _("Name both who play against each other."))
        elif is_unnamed and data.get("result") in (finding.WON, finding.LOST):
            self.add_error("player", _("Name who won or lost."))
        if player is not None and data.get("against") == player:
            self.add_error("against", _("Nobody plays against themselves."))

    def search(self) -> finding.Search:
        data = self.cleaned_data
        last = data["until"]
        return finding.Search(
            player=self.owner or data.get("player"),
            against=data["against"],
            ruleset=data.get("game", ""),
            since=_start_of(data["since"]) if data["since"] else None,
            before=_start_of(last + timedelta(days=1)) if last else None,
            result=data["result"],
            ending=data["ending"],
            rated=_either(data["rated"], YES, NO),
            bots=_either(data["company"], BOTS, PEOPLE),
            rating_from=data["rating_from"],
            rating_to=data["rating_to"],
            plies_from=data["moves_from"],
            plies_to=data["moves_to"],
            favourite=data["favourite"] == YES,
            tag=data["tag"],
            running=data["state"] == RUNNING,
        )

    def chosen(self) -> dict[str, str]:
        """What is looked for, in words: by the name of the field in an address."""
        found = {name: self._words(name) for name in self.fields if name != "state"}
        return {self.add_prefix(name): words for name, words in found.items() if words}

    def _words(self, name: str) -> str:
        value = self.cleaned_data[name]
        if value in ("", None):
            return ""
        if isinstance(value, User):
            value = value.shown_name
        elif isinstance(value, date):
            value = formats.date_format(value, "DATE_FORMAT")
        if name in WORDS:
            return str(WORDS[name]) % {"value": value}
        field: Any = self.fields[name]
        return str(dict(field.choices)[value])


# What is looked for, in words, where the answer says too little by itself.
WORDS: Final = {
    "player": "%(value)s",
    "against": _("against %(value)s"),
    "since": _("from %(value)s"),
    "until": _("until %(value)s"),
    "rating_from": _("rating at least %(value)s"),
    "rating_to": _("rating at most %(value)s"),
    "moves_from": _("at least %(value)s moves"),
    "moves_to": _("at most %(value)s moves"),
    "tag": _("tag: %(value)s"),
}


def _either(answer: str, yes: str, no: str) -> bool | None:
    return {yes: True, no: False}.get(answer)


def _start_of(day: date) -> datetime:
    """When a day begins for who looks."""
    return timezone.make_aware(datetime.combine(day, time.min))


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
