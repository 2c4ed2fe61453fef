"""The forms by which moderators act: what they choose, and which service does it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import roles
from accounts.models import User
from games.models import Case, Game, Line, Player, Ruling
from games.positions import ruleset_of
from games.selectors import rulings as selectors
from games.selectors.results import is_team, title_of
from games.services import rulings
from games.services.rulings import DRAW, NEEDS, NOBODY

Kind = Ruling.Kind

TITLES: Final[dict[str, Any]] = {
    Kind.WARN: _("Warn"),
    Kind.MUTE: _("Forbid to talk"),
    Kind.NO_RATED: _("Forbid rated games"),
    Kind.NO_PLAY: _("Forbid to play"),
    Kind.CLOSE: _("Close the account"),
    Kind.HIDE: _("Hide a line"),
    Kind.RENAME: _("Give another name"),
    Kind.CLEAR: _("Remove the texts of the profile"),
    Kind.VOID: _("Take a game out of ratings, ladder and lists"),
    Kind.ADJUDICATE: _("Decide a running game"),
    Kind.TIME: _("Give time"),
}
ADVICE: Final[dict[str, Any]] = {
    Kind.WARN: _("It forbids nothing, and stays on record."),
    Kind.CLOSE: _(
        "They are signed out everywhere, and mailed why. Games that run are lost on time."
    ),
    Kind.RENAME: _(
        "The old name leads nowhere, and nobody can take it for a year. They may choose a new one"
        " at once."
    ),
    Kind.CLEAR: _("About, pronouns and languages are emptied. Undone, they come back."),
    Kind.VOID: _(
        "All ratings and lists of the best are made without it. On the ladder the challenger goes"
        " back, unless others have moved there since; you are told if so. Everything else stays."
    ),
    Kind.ADJUDICATE: _("It cannot be undone; a rated game can be taken out afterwards."),
    Kind.TIME: _("For the turn they are thinking about. It cannot be undone."),
}
LASTING: Final = (Kind.MUTE, Kind.NO_RATED, Kind.NO_PLAY, Kind.CLOSE)
LENGTHS: Final = [
    ("1", _("1 day")),
    ("3", _("3 days")),
    ("7", _("a week")),
    ("30", _("a month")),
    ("365", _("a year")),
    ("lifted", _("until it is lifted")),
]
DAYS_GIVEN: Final = (1, 3, 7, 14)

Choices = list[tuple[str, Any]]


class ActForm(forms.Form):
    """One act about one person. Errors keep what was typed."""

    person = forms.IntegerField(widget=forms.HiddenInput)
    case = forms.IntegerField(widget=forms.HiddenInput, required=False)
    next = forms.CharField(widget=forms.HiddenInput, required=False)
    ready = forms.ChoiceField(label=_("A ready reason, in their language"), required=False)
    reason = forms.CharField(
        label=_("Your own words, which they will read"),
        max_length=rulings.LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        kind: Ruling.Kind,
        about: User,
        lines: Collection[Line] = (),
        tables: Sequence[Sequence[Player]] = (),
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(
            data, auto_id=f"{kind}_%s", initial={"person": about.pk, **(initial or {})}
        )
        self.kind, self.about = kind, about
        self.title, self.advice = TITLES[kind], ADVICE.get(kind, "")
        self.fields = {**_own_fields(kind, lines, tables), **self.fields}
        ready = self.fields["ready"]
        assert isinstance(ready, forms.ChoiceField)
        ready.choices = [("", "—"), *selectors.READY.items()]

    @property
    def is_of_use(self) -> bool:
        """Whether there is anything to choose: a line, or a game."""
        chosen = (f for name, f in self.fields.items() if name in ("line", "game", "verdict", "to"))
        return all(getattr(field, "choices", ()) for field in chosen)

    def clean(self) -> None:
        """A reason is one text: a ready one, one's own, or both."""
        code, own = self.cleaned_data.get("ready"), self.cleaned_data.get("reason", "").strip()
        if not code and not own and "reason" not in self.errors:
            self.add_error("reason", gettext("Say why: they will read it."))
        elif code:
            ready = selectors.ready_reason(code, person=self.about)
            self.cleaned_data["reason"] = f"{ready} {own}".strip()

    def carry_out(self, *, judge: User) -> Ruling:
        """Do it, and return what was written about this person."""
        said = {"judge": judge, "reason": self.cleaned_data["reason"], "case": self._case()}
        return ACTS[self.kind](self, said)

    def _case(self) -> Case | None:
        return Case.objects.filter(pk=self.cleaned_data["case"] or 0, person=self.about).first()

    def mine(self, found: Sequence[Ruling]) -> Ruling:
        return next(one for one in found if one.person_id == self.about.pk)


def _own_fields(
    kind: Ruling.Kind, lines: Collection[Line], tables: Sequence[Sequence[Player]]
) -> dict[str, forms.Field]:
    """What one kind asks for beside a reason."""
    if kind in LASTING:
        return {"lasts": forms.ChoiceField(label=_("How long"), choices=LENGTHS)}
    if kind == Kind.HIDE:
        return {"line": forms.ChoiceField(label=_("Which line"), choices=_lines(lines))}
    if kind == Kind.RENAME:
        made_up = _("New name (empty: one is made up)")
        return {"name": forms.CharField(label=made_up, required=False, max_length=20)}
    if kind == Kind.VOID:
        return {"game": forms.ChoiceField(label=_("Which game"), choices=_over(tables))}
    if kind == Kind.ADJUDICATE:
        return {"verdict": forms.ChoiceField(label=_("What is decided"), choices=_running(tables))}
    if kind == Kind.TIME:
        days = [(str(n), ngettext_lazy("%d day", "%d days") % n) for n in DAYS_GIVEN]
        return {
            "to": forms.ChoiceField(label=_("To whom"), choices=_thinking(tables)),
            "days": forms.ChoiceField(label=_("How much"), choices=days),
        }
    return {}


def _lines(lines: Collection[Line]) -> Choices:
    return [(str(one.pk), Truncator(one.text or one.phrase).chars(80)) for one in lines]


def _named(players: Sequence[Player]) -> str:
    game = players[0].game
    return f"{title_of(players)}, {game.started_at:%Y-%m-%d}"


def _over(tables: Sequence[Sequence[Player]]) -> Choices:
    over = [one for one in tables if not one[0].game.is_running and _may_count(one[0].game)]
    return [(one[0].game_id.hex, _named(one)) for one in over]


def _may_count(game: Game) -> bool:
    """Whether it may count for something; the service knows whether it does."""
    return game.is_rated or ruleset_of(game).bests


def _running(tables: Sequence[Sequence[Player]]) -> Choices:
    """For each game that runs, in how many ways it may be decided."""
    found: Choices = []
    for players in tables:
        game = players[0].game
        if not game.is_running:
            continue
        ways: Choices = [(NOBODY, gettext("nobody wins or loses"))]
        if not is_team(game):
            wins = gettext("%(name)s wins")
            staying = [one for one in players if not one.has_left]
            ways += [(str(p.seat), wins % {"name": p.user.shown_name}) for p in staying]
            ways += [(DRAW, gettext("a draw"))]
        found += [(f"{game.pk.hex}:{way}", f"{_named(players)}: {words}") for way, words in ways]
    return found


def _thinking(tables: Sequence[Sequence[Player]]) -> Choices:
    """Everybody whose clock runs; a bot needs no time."""
    return [
        (f"{player.game_id.hex}:{player.user_id}", f"{player.user.shown_name} ({_named(players)})")
        for players in tables
        for player in players
        if player.has_word and not player.user.bot
    ]


def tables_of(games: Collection[Game]) -> list[list[Player]]:
    """Who plays these games, by game and seat: one query."""
    order = {game.pk: at for at, game in enumerate(games)}
    plays = Player.objects.filter(game__in=list(order)).select_related("user", "game")
    rows = sorted(plays.defer("game__position"), key=lambda one: (order[one.game_id], one.seat))
    return [list(table) for _game, table in groupby(rows, key=attrgetter("game_id"))]


def forms_for(
    judge: User,
    person: User,
    *,
    lines: Collection[Line],
    games: Collection[Game],
    bound: ActForm | None = None,
    initial: dict[str, Any] | None = None,
) -> list[ActForm]:
    """What somebody may do about this person, each as a form; nothing where they may not."""
    if not roles.may_judge(judge, person) or person.bot or not person.is_active:
        return []
    rank, tables = roles.role_of(judge), tables_of(games)
    allowed = [kind for kind in Kind if NEEDS[kind] in roles.ALLOWED[rank]]
    laid = [
        bound
        if bound is not None and bound.kind == kind
        else ActForm(kind=kind, about=person, lines=lines, tables=tables, initial=initial)
        for kind in allowed
    ]
    return [form for form in laid if form.is_of_use]


def posted(data: Mapping[str, Any], *, kind: Ruling.Kind, about: User, judge: User) -> ActForm:
    """What was sent, with the line or the game that it names to choose from."""
    lines = selectors.lines_of(about, judge=judge).filter(pk=_number(data.get("line", "")))
    named = data.get("game") or data.get("verdict") or data.get("to") or ""
    games = Game.objects.filter(pk=_uuid(named.partition(":")[0]), players__user=about)
    tables = tables_of(list(games.defer("position")))
    return ActForm(data, kind=kind, about=about, lines=list(lines), tables=tables)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


# --- Which service does it ---------------------------------------------------------------------


def _lasts(form: ActForm) -> timedelta | None:
    days = form.cleaned_data["lasts"]
    return None if days == "lifted" else timedelta(days=int(days))


def _lasting(service: Callable[..., Ruling]) -> Callable[[ActForm, dict[str, Any]], Ruling]:
    return lambda form, said: service(person=form.about, lasts=_lasts(form), **said)


def _hide(form: ActForm, said: dict[str, Any]) -> Ruling:
    line = Line.objects.select_related("user").get(pk=form.cleaned_data["line"])
    return rulings.hide(line=line, **said)


def _void(form: ActForm, said: dict[str, Any]) -> Ruling:
    game = Game.objects.get(pk=form.cleaned_data["game"])
    return form.mine(rulings.void(game=game, **said))


def _adjudicate(form: ActForm, said: dict[str, Any]) -> Ruling:
    game_id, _colon, way = form.cleaned_data["verdict"].partition(":")
    verdict = way if way in (DRAW, NOBODY) else int(way)
    game = Game.objects.get(pk=game_id)
    return form.mine(rulings.adjudicate(game=game, verdict=verdict, **said))


def _give_time(form: ActForm, said: dict[str, Any]) -> Ruling:
    game_id, _colon, person_id = form.cleaned_data["to"].partition(":")
    lasts = timedelta(days=int(form.cleaned_data["days"]))
    game, person = Game.objects.get(pk=game_id), User.objects.get(pk=person_id)
    return form.mine(rulings.give_time(game=game, person=person, lasts=lasts, **said))


ACTS: Final[dict[str, Callable[[ActForm, dict[str, Any]], Ruling]]] = {
    Kind.WARN: lambda form, said: rulings.warn(person=form.about, **said),
    Kind.MUTE: _lasting(rulings.mute),
    Kind.NO_RATED: _lasting(rulings.bar_from_rated_play),
    Kind.NO_PLAY: _lasting(rulings.bar_from_play),
    Kind.CLOSE: _lasting(rulings.close),
    Kind.HIDE: _hide,
    Kind.RENAME: lambda form, said: rulings.rename(
        person=form.about, name=form.cleaned_data["name"], **said
    ),
    Kind.CLEAR: lambda form, said: rulings.clear(person=form.about, **said),
    Kind.VOID: _void,
    Kind.ADJUDICATE: _adjudicate,
    Kind.TIME: _give_time,
}
