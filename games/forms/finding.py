"""How games are looked for among all that there are."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import selectors
from accounts.models import User
from games.boards import games_here, sole_game
from games.forms.offers import MOST_RATING
from games.models import Game
from games.selectors import finding
from games.services.shelves import normalised

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
