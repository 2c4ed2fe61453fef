"""Games for staff to look at: nothing here can be changed, and the secret of a deck is nowhere."""

from typing import ClassVar

from django.contrib import admin

from accounts.admin import ForStaff, StaffAdmin
from games.models import Game, Move, Offer, Player


class PlayerInline(ForStaff, admin.TabularInline):  # type: ignore[type-arg]  # generic only for mypy
    model = Player
    extra = 0
    can_delete = False
    fields = readonly_fields = (
        "seat", "user", "turns", "score", "placing", "allowance", "granted", "word_since",
        "deadline_at",
    )  # fmt: skip


@admin.register(Game)
class GameAdmin(StaffAdmin):
    """Every game, found by its id or by who plays."""

    list_display = ("id", "status", "ending", "ply", "is_rated", "is_private", "started_at")
    list_filter = ("status", "ending", "is_rated", "is_private")
    search_fields = ("=id", "players__user__username")
    ordering = ("-started_at",)
    show_full_result_count = False
    inlines: ClassVar = [PlayerInline]
    exclude = ("position",)


@admin.register(Move)
class MoveAdmin(StaffAdmin):
    """The moves of one game: search by its id."""

    list_display = ("game_id", "ply", "seat", "notation", "made_at")
    search_fields = ("=game__id",)
    ordering = ("-pk",)
    show_full_result_count = False
    raw_id_fields = ("game",)


@admin.register(Offer)
class OfferAdmin(StaffAdmin):
    """Offers, open and answered."""

    list_display = ("id", "owner", "recipient", "reach", "status", "is_rated", "made_at")
    list_filter = ("status", "reach", "is_rated")
    list_select_related = ("owner", "recipient")
    search_fields = ("=id", "owner__username", "recipient__username")
    ordering = ("-made_at",)
    show_full_result_count = False
