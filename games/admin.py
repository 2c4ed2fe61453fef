"""Games for staff to look at, and sanctions, which are made and lifted by rulings.

Nothing else here can be changed, and the secret of a deck is nowhere.
"""

from collections.abc import Callable, Collection
from copy import copy
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, Final, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db import models, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts import roles, sanctions, selectors
from accounts.admin import ForStaff, StaffAdmin
from accounts.models import Sanction, User
from accounts.refusals import Refusal
from games import positions
from games.boards import games_here
from games.models import (
    Appeal,
    Archive,
    Case,
    CaseNote,
    Challenge,
    Daily,
    DailyTry,
    Featured,
    Game,
    Move,
    Offer,
    Place,
    Player,
    Report,
    Result,
    Review,
    Ruling,
    Rung,
    Signal,
)
from games.selectors import moderation
from games.services import rulings

NAMED = {
    "ruleset": lambda: {game.slug: game.name for game in games_here()},
    "seats": lambda: {str(seats): str(seats) for game in games_here() for seats in game.seats},
}
"""Columns whose values are known by the games, and by no choices of their own."""


class NamedFilter(admin.ChoicesFieldListFilter):
    """A filter of one of those columns."""

    def __init__(self, field: "models.Field[Any, Any]", *rest: Any, **named: Any) -> None:
        field = copy(field)
        field.choices = sorted(NAMED[field.name]().items())
        super().__init__(field, *rest, **named)


BY_GAME = (("ruleset", NamedFilter), ("seats", NamedFilter))


class TermsAdmin(StaffAdmin):
    """What has terms can be looked for by game."""

    def _answers(self, name: str) -> set[str]:
        return set(NAMED[name]()) if name in NAMED else super()._answers(name)


class PlayerInline(ForStaff, admin.TabularInline):  # type: ignore[type-arg]  # generic only for mypy
    model = Player
    extra = 0
    can_delete = False
    fields = readonly_fields = (
        "seat", "place", "user", "turns", "score", "placing", "left_how", "left_ply", "allowance",
        "granted", "word_since", "deadline_at",
    )  # fmt: skip


@admin.register(Game)
class GameAdmin(TermsAdmin):
    """Every game, found by its id or by who plays."""

    list_display = (
        "who", "what", "status", "ending", "ply", "is_rated", "is_private", "started_at", "table",
    )  # fmt: skip
    list_filter = (*BY_GAME, "status", "ending", "is_rated", "is_private")
    search_fields = ("=id", "players__user__username")
    ordering = ("-started_at",)
    show_full_result_count = False
    inlines: ClassVar = [PlayerInline]
    exclude = ("position",)
    readonly_fields = ("table",)

    def get_queryset(self, request: HttpRequest) -> "models.QuerySet[Any]":
        return super().get_queryset(request).prefetch_related("players__user")

    @admin.display(description="players")
    def who(self, game: Game) -> str:
        seats = sorted(game.players.all(), key=attrgetter("seat"))
        return " – ".join(_named(player.user) for player in seats)

    @admin.display(description="game")
    def what(self, game: Game) -> str:
        return positions.ruleset_of(game).name

    @admin.display(description="table")
    def table(self, game: Game) -> str:
        address = reverse("games:table", args=[game.pk])
        return format_html('<a href="{}">{}</a>', address, game.pk.hex[:8])


def _named(person: User) -> str:
    return f"{person.username} (bot)" if person.bot else person.username


@admin.register(Move)
class MoveAdmin(StaffAdmin):
    """The moves of one game: search by its id. While it runs, what everybody may see of them.

    Nothing of the game of a day that is not over.
    """

    list_display = ("game_id", "ply", "seat", "shown", "made_at")
    list_select_related = ("game",)
    fields = readonly_fields = ("game", "ply", "seat", "shown", "made_at")
    search_fields = ("=game__id",)
    ordering = ("-pk",)
    show_full_result_count = False

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changes = super().get_changelist_instance(request)
        shown = _shown_to_all({row.game for row in changes.result_list})
        for row in changes.result_list:
            row.as_shown = shown.get((row.game_id, row.ply))
        return changes

    @admin.display(description="notation")
    def shown(self, row: Move) -> str:
        if row.game.is_sealed:  # staff play the game of the day, too
            return "–"
        if not row.game.is_running:
            return row.notation
        in_list: str | None = getattr(row, "as_shown", None)
        return in_list or _shown_to_all({row.game})[row.game_id, row.ply]


def _shown_to_all(games: Collection[Game]) -> dict[tuple[UUID, int], str]:
    """What everybody may read of the moves of running games, by game and ply."""
    running = {game.pk: game for game in games if game.is_running}
    rows = Move.objects.filter(game__in=running).order_by("game", "ply")
    return {
        (game_id, step.row.ply): step.before.written(step.actor, step.move, None)
        for game_id, played in groupby(rows, key=attrgetter("game_id"))
        for step in positions.steps(running[game_id], played)
    }


class PlaceInline(ForStaff, admin.TabularInline):  # type: ignore[type-arg]  # generic only for mypy
    model = Place
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "user", "state", "seat", "answer")


@admin.register(Offer)
class OfferAdmin(TermsAdmin):
    """Offers, open and answered."""

    list_display = (
        "id", "ruleset", "seats", "owner", "reach", "status", "is_rated", "made_at",
    )  # fmt: skip
    list_filter = (*BY_GAME, "status", "reach", "is_rated")
    list_select_related = ("owner",)
    search_fields = ("=id", "owner__username")
    ordering = ("-made_at",)
    show_full_result_count = False
    inlines: ClassVar = [PlaceInline]


@admin.register(Result)
class ResultAdmin(TermsAdmin):
    """What games have reached that are compared with others."""

    list_display = (
        "game_id", "ruleset", "seats", "course", "has_bots", "score", "done", "spent", "daily",
        "ended_at",
    )  # fmt: skip
    list_filter = (*BY_GAME, "has_bots")
    list_select_related = ("daily",)
    search_fields = ("=game__id",)
    ordering = ("-ended_at",)
    show_full_result_count = False


class DailyTryInline(ForStaff, admin.TabularInline):  # type: ignore[type-arg]  # generic only for mypy
    model = DailyTry
    extra = 0
    can_delete = False
    fields = readonly_fields = ("user", "game", "begun_at")


@admin.register(Daily)
class DailyAdmin(TermsAdmin):
    """Games of a day, with who has begun them; their decks are nowhere."""

    list_display = ("day", "ruleset", "commitment", "made_at", "opened_at")
    list_filter = (("ruleset", NamedFilter),)
    ordering = ("-day",)
    show_full_result_count = False
    inlines: ClassVar = [DailyTryInline]


@admin.register(Rung)
class RungAdmin(StaffAdmin):
    """Who stands where on the ladders."""

    list_display = ("ladder", "number", "user", "games", "quiet_since", "is_warned", "joined_at")
    list_filter = ("is_warned",)
    list_select_related = ("ladder", "user")
    search_fields = ("user__username",)
    ordering = ("ladder", "number")
    show_full_result_count = False


@admin.register(Challenge)
class ChallengeAdmin(StaffAdmin):
    """Challenges on the ladders, and what came of them."""

    list_display = (
        "offer_id", "ladder", "challenger", "challenged", "status", "made_at", "due_at", "ended_at",
        "before", "after",
    )  # fmt: skip
    list_filter = ("status",)
    list_select_related = ("ladder", "challenger", "challenged")
    search_fields = ("=offer__id", "challenger__username", "challenged__username")
    ordering = ("-made_at",)
    show_full_result_count = False


@admin.register(Review)
class ReviewAdmin(StaffAdmin):
    """Reviews, and how far each is."""

    list_display = ("game_id", "status", "bot", "done", "total", "tries", "asked_at", "finished_at")
    list_filter = ("status",)
    search_fields = ("=game__id",)
    ordering = ("-asked_at",)
    show_full_result_count = False
    exclude = ("result",)


@admin.register(Archive)
class ArchiveAdmin(StaffAdmin):
    """The files of the archive: which are made, and which are wanted anew."""

    list_display = ("ruleset", "month", "games", "size", "edition", "wanted", "made_at")
    fields = readonly_fields = (*list_display, "sha256")
    ordering = ("-month", "ruleset")


@admin.register(Featured)
class FeaturedAdmin(StaffAdmin):
    """Which game of each day was chosen for the front page."""

    list_display = ("day", "game_id", "lead_changes")
    ordering = ("-day",)


# What is said at a table is shown to moderators by a report that is about it, and nowhere else.


class ReportInline(ForStaff, admin.TabularInline):  # type: ignore[type-arg]  # generic only for mypy
    model = Report
    extra = 0
    can_delete = False
    fields = readonly_fields = ("reporter", "made_at", "text", "context")


class CaseNoteInline(ForStaff, admin.TabularInline):  # type: ignore[type-arg]  # generic only for mypy
    model = CaseNote
    extra = 0
    can_delete = False
    fields = readonly_fields = ("by", "made_at", "text")


class JudgingAdmin(StaffAdmin):
    """What is about somebody, for those who may judge them, and not for themselves."""

    concerns = "person"
    """What leads from a row to whom it concerns."""

    def get_queryset(self, request: HttpRequest) -> "models.QuerySet[Any]":
        judge = cast("User", request.user)
        return super().get_queryset(request).filter(moderation.visible(judge, self.concerns))


@admin.register(Case)
class CaseAdmin(JudgingAdmin):
    """What was reported, and what came of it. It is worked on at `/moderation/`."""

    list_display = (
        "id", "kind", "person", "reports_made", "weight", "opened_at", "claimed_by", "outcome",
        "closed_at", "closed_by",
    )  # fmt: skip
    list_filter = ("kind", "outcome")
    list_select_related = ("person", "claimed_by", "closed_by")
    fields = readonly_fields = (*list_display, "matter", "claimed_at")
    search_fields = ("person__username",)
    ordering = ("-pk",)
    show_full_result_count = False
    inlines: ClassVar = [ReportInline, CaseNoteInline]


@admin.register(Ruling)
class RulingAdmin(JudgingAdmin):
    """What moderators did about somebody."""

    list_display = ("id", "kind", "person", "by", "made_at", "reason", "undone_at", "undone_by")
    list_filter = ("kind",)
    list_select_related = ("person", "by", "undone_by")
    fields = readonly_fields = (*list_display, "case", "sanction", "game_id", "line_id")
    search_fields = ("person__username", "by__username")
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(Appeal)
class AppealAdmin(JudgingAdmin):
    """Who objects to what was done, and what they were answered."""

    concerns = "ruling__person"

    list_display = (
        "id", "who", "ruling", "made_at", "text", "granted", "answered_by", "answered_at",
    )  # fmt: skip
    list_select_related = ("ruling__person", "answered_by")
    fields = readonly_fields = (*list_display, "answer")
    search_fields = ("ruling__person__username",)
    ordering = ("-pk",)
    show_full_result_count = False

    @admin.display(description="person")
    def who(self, appeal: Appeal) -> str:
        return _named(appeal.ruling.person)


@admin.register(Signal)
class SignalAdmin(JudgingAdmin):
    """Hints, which prove nothing."""

    list_display = ("id", "kind", "person", "numbers", "made_at", "noted_at", "dismissed_at")
    list_filter = ("kind",)
    list_select_related = ("person",)
    fields = readonly_fields = (*list_display, "key", "dismissed_by")
    search_fields = ("person__username",)
    ordering = ("-pk",)
    show_full_result_count = False


class SanctionForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only for mypy
    """Whom, what, why and for how long."""

    judge: User
    username = forms.CharField(label=capfirst(_("username")), max_length=20)
    days = forms.IntegerField(
        label=capfirst(_("days")),
        min_value=1,
        max_value=3650,
        required=False,
        help_text=_("Leave it empty for a sanction that holds until somebody lifts it."),
    )

    class Meta:
        model = Sanction
        fields = ("kind", "reason")
        help_texts = {"reason": _("They will read this.")}  # noqa: RUF012 - Django's own way

    def clean_username(self) -> User:
        person = selectors.find_player(self.cleaned_data["username"])
        if person is None:
            raise forms.ValidationError(_("Nobody here has this name."))
        if not roles.may_judge(self.judge, person):
            raise forms.ValidationError(sanctions.NOT_YOURS)
        return person

    def clean_kind(self) -> str:
        kind = Sanction.Kind(self.cleaned_data["kind"])
        if not roles.may(self.judge, sanctions.NEEDS[kind]):
            raise forms.ValidationError(_("Your role does not allow this."))
        return kind


IMPOSED: Final[dict[Sanction.Kind, Callable[..., Ruling]]] = {
    Sanction.Kind.WARNING: rulings.warn,
    Sanction.Kind.NO_CHAT: rulings.mute,
    Sanction.Kind.NO_RATED_PLAY: rulings.bar_from_rated_play,
    Sanction.Kind.NO_PLAY: rulings.bar_from_play,
    Sanction.Kind.CLOSED: rulings.close,
}


@admin.register(Sanction)
class SanctionAdmin(StaffAdmin):
    """Made and lifted as on the pages of moderators, so that people are told; never rewritten."""

    form = SanctionForm
    list_display = ("user", "kind", "begins_at", "ends_at", "reason")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username",)  # by address on the list of people, who have one
    ordering = ("-begins_at", "-pk")
    show_full_result_count = False
    actions = ("lift",)

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        made = ("user", "kind", "reason", "begins_at", "ends_at")
        return made if obj else ("username", "kind", "reason", "days")

    def get_form(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        form = cast("type[SanctionForm]", super().get_form(request, *args, **options))
        form.judge = cast("User", request.user)
        return form

    def save_model(self, request: HttpRequest, obj: Sanction, form: Any, change: bool) -> None:  # noqa: FBT001
        days, kind = form.cleaned_data["days"], Sanction.Kind(obj.kind)
        said: dict[str, Any] = {
            "judge": cast("User", request.user),
            "person": form.cleaned_data["username"],
            "reason": obj.reason,
        }
        if kind != Sanction.Kind.WARNING:
            said["lasts"] = timedelta(days=days) if days else None
        obj.pk = IMPOSED[kind](**said).sanction_id
        obj.refresh_from_db()

    @admin.action(description=_("Lift the selected sanctions"))
    def lift(self, request: HttpRequest, queryset: models.QuerySet[Sanction]) -> None:
        for sanction in queryset.select_related("user"):
            try:
                self._lift(request, sanction)
            except Refusal as refusal:
                self.message_user(request, refusal.message, messages.ERROR)

    @transaction.atomic
    def _lift(self, request: HttpRequest, sanction: Sanction) -> None:
        judge = cast("User", request.user)
        ruling = Ruling.objects.filter(sanction=sanction).select_related("by", "person").first()
        if ruling is not None:
            rulings.undo(judge=judge, ruling=ruling)
        else:  # imposed before there were rulings
            sanctions.lift(sanction=sanction, by=judge)
        self.log_change(request, sanction, "Lifted.")
