"""The front page, and a player's own."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.models import User
from games import events
from games.boards import board_of, games_here, plates, sole_game
from games.bots import gentlest, roster_of
from games.selectors import featured, offers, queues
from games.selectors.queues import Entry
from games.views.offers import lobby_context


@require_safe
def home(request: SiteRequest) -> HttpResponse:
    """What is played here: the only game at large, or each on a plate of its own."""
    first = games_here()[0]
    context: dict[str, object] = {
        "first_game": first,
        "bot": gentlest(first),
        "going_on": _going_on(request.user),
        "featured": featured.shown(),
    }
    if sole := sole_game():
        teaser = board_of(sole.slug).TEASER
        context |= {"title": teaser.title, "teaser": teaser}
    else:
        title = _("Garden games, played at the pace of the post")
        context |= {"title": title, "plates": plates()}
    return render(request, "games/home.html", context)


def _going_on(user: User | AnonymousUser) -> Entry | None:
    """The game that somebody came back for: what waits for them, or else what they play."""
    if not isinstance(user, User):
        return None
    queue = queues.queue_of(user)
    return next(iter(queue.mine + queue.theirs), None)


@never_cache
@require_safe
def play(request: SiteRequest) -> HttpResponse:
    """My games as one queue, what is offered to me, and what is open to all."""
    user = request.user
    first = games_here()[0]
    context = lobby_context(request) | {"roster": roster_of(first), "bot": gentlest(first)}
    if isinstance(user, User):
        to_me, with_me = offers.concerning(user)
        context |= {
            "queue": queues.queue_of(user),
            "offers_to_me": to_me,
            "tables_with_me": with_me,
            "offers_of_mine": offers.made_by(user),
            "finished": queues.finished_games(user),
            "topic": events.user_topic(user.pk),
        }
    template = "games/play.html"
    if request.htmx:
        template = "games/partials/queue.html"
    return render(request, template, context)


@never_cache
@require_safe
def next_game(request: SiteRequest) -> HttpResponse:
    """On to the game that waits most urgently."""
    found = queues.next_game(request.user) if isinstance(request.user, User) else None
    return redirect("games:table", found) if found else redirect("games:play")
