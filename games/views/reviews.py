"""A game reviewed by the strongest bot: asked for, waited for, and read."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.http import SiteRequest, client_address
from accounts.models import User
from engine.review import Judgement
from games import charts, events
from games.charts import KINDS, Chart, Line, Moment
from games.models import Review
from games.selectors import eyes, results, tables
from games.selectors import reviews as selectors
from games.selectors.eyes import Eyes
from games.selectors.replays import Look
from games.selectors.reviews import Summary, percent
from games.selectors.tables import Table
from games.services import reviews


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """The review as it stands, or what it takes to have one; by POST it is asked for."""
    if request.method == "POST":
        reviews.ask(game_id=game_id, user=request.user, address=client_address(request))
        if not request.htmx:
            return redirect(f"{reverse('games:replay', args=[game_id])}#review")
    table = tables.access(game_id, request.user)
    found, here = selectors.find(table), table.game.ply
    context = {
        "game": table.game,
        "names": results.title_of(table.players),
        **review_context(table, eyes.own(table), found, user=request.user, here=here),
    }
    template = "partials/review.html" if request.htmx else "detail.html"
    return render(request, f"games/reviews/{template}", context)


def review_context(
    table: Table, seen: Eyes, found: Review | None, *, user: User | AnonymousUser, here: int
) -> dict[str, Any]:
    """The whole review of a game, how far it is, or whether it can be asked for."""
    context: dict[str, Any] = {
        "review": found,
        "reviewer": selectors.bot_name(found) or reviews.REVIEWER.name,
        "review_topic": events.review_topic(table.game.pk),
        "why_no_review": "" if found else reviews.refusal(table),
        "may_ask": isinstance(user, User),
        "most_reviews": _most(user),
    }
    if found is None or not found.is_done:
        return {**context, "reviews_before": selectors.before_it(found) if found else 0}
    summary = selectors.summary(found, table, seen)
    return {
        **context,
        "summary": summary,
        "chances": _chances(table, seen, summary, here=here),
        "chance_kinds": list(zip(_names(table), _kinds_of_seats(table, seen), strict=True)),
    }


def _names(table: Table) -> list[str]:
    return [player.user.table_name for player in table.players]


def _kinds_of_seats(table: Table, seen: Eyes) -> list[str]:
    seats = len(table.players)
    return [KINDS[(seat - seen.below) % seats] for seat in range(seats)]


def turn_context(look: Look) -> dict[str, Any]:
    """What the review says about the move that is shown: all that a step has to ask for."""
    found = selectors.find(look.table)
    if found is None or not found.is_done:
        return {"review": found}
    return {
        "review": found,
        "reviewer": selectors.bot_name(found),
        "reviewed": selectors.at_step(found, look.table, look.eyes, look.step),
    }


def _most(user: User | AnonymousUser) -> int:
    is_guest = isinstance(user, User) and user.is_guest
    return reviews.MOST_BY_A_GUEST if is_guest else reviews.MOST_A_DAY


def _chances(table: Table, seen: Eyes, summary: Summary, *, here: int) -> Chart:
    """Everybody's chance over the game, with a way to each turn, and all turns as a table."""
    names, kinds = _names(table), _kinds_of_seats(table, seen)
    drawn = selectors.lines(summary.judged, table)
    lines = [Line(*line) for line in zip(names, kinds, drawn, strict=True)]
    turning = {verdict.ply for verdict in summary.turning_points}
    turns = [
        (one, _Turn.of(one, names[one.seat], number, table, seen))
        for number, one in enumerate(summary.judged, start=1)
    ]
    moments = [Moment(one.last, turn.href, turn.title, one.last in turning) for one, turn in turns]
    return Chart(
        charts.chances(lines, moments, here=here),
        head=(_("Turn"), _("Player"), *_kinds()),
        rows=[turn.row for _one, turn in turns],
    )


class _Turn(NamedTuple):
    """A turn of the curve: where it is shown, its words, and its numbers in the table."""

    href: str
    title: str
    row: Sequence[str]

    @classmethod
    def of(cls, one: Judgement, name: str, number: int, table: Table, seen: Eyes) -> "_Turn":
        side = "" if seen.below == eyes.own(table).below else f"?side={seen.below}"
        href = reverse("games:replay_at", args=[table.game.pk, one.last]) + side
        shares = [f"{percent(share)} %" for share in (one.best, one.chance, one.kept)]
        words = {"name": name, "chance": percent(one.chance), "number": number}
        return cls(
            href,
            _("Turn %(number)d, %(name)s: %(chance)d %%") % words,
            (
                format_html('<a href="{}" data-ply="{}">{}</a>', href, one.last, number),
                name,
                *shares,
            ),
        )


def _kinds() -> tuple[str, ...]:
    """The chance with the best turn, with the one that was played, and which part of it that is."""
    return pgettext("turn", "Best"), pgettext("turn", "Played"), pgettext("turn", "Kept")
