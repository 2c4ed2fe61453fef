"""Offers: the lobby, making one, and answering one."""

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import sanctions
from accounts.guests import ensure_player
from accounts.http import SiteRequest, client_address, is_attentive, way_back
from accounts.models import User
from accounts.refusals import Conflict, NotFound, Refusal, TooMany
from engine import get_ruleset
from games import events, links
from games.boards import BOARDS, board_of, games_here, lessons_of
from games.bots import WORDS, gentlest, roster_of
from games.forms import OfferForm, questions, read_entropy
from games.models import Game, Offer, Place
from games.selectors import ladder, ratings
from games.selectors import offers as selectors
from games.selectors.notices import about
from games.services import bots, notices, offers
from games.services.offers import Wish
from games.strengths import Strength


@never_cache
@require_safe
def lobby(request: SiteRequest) -> HttpResponse:
    """What is open to all, a page at a time."""
    template = "partials/lobby.html" if request.htmx else "lobby.html"
    return render(request, f"games/offers/{template}", lobby_context(request))


def lobby_context(request: SiteRequest) -> dict[str, object]:
    """The list of open offers, for the lobby and for a player's own page."""
    before = _keyset(request.GET.get("before", ""))
    ruleset, only_fitting = chosen_game(request), request.GET.get("fitting") == "1"
    found = selectors.lobby(request.user, ruleset=ruleset, before=before)
    page, more = found[: selectors.LOBBY_PAGE], found[selectors.LOBBY_PAGE :]
    rows = _lobby_rows(request, page)
    fitting = [row for row in rows if not row.obstacle]
    kept = {"game": ruleset, "fitting": "1" if only_fitting else ""}
    next_before = f"{page[-1].made_at.isoformat()}~{page[-1].pk.hex}" if more else ""
    return {
        "rows": fitting if only_fitting else rows,
        "unfitting": len(rows) - len(fitting),
        "only_fitting": only_fitting,
        "other_view": _lobby_address(game=ruleset, fitting="" if only_fitting else "1"),
        "meanwhile": gentlest(games_here()[0]),
        "games": games_here(),
        "chosen_game": ruleset,
        "address": _lobby_address(before=request.GET.get("before", ""), **kept),
        "next_page": _lobby_address(before=next_before, **kept) if more else "",
        "lobby_topic": events.LOBBY,
    }


def _lobby_address(**wanted: str) -> str:
    query = urlencode({name: value for name, value in wanted.items() if value})
    return reverse("games:lobby") + (f"?{query}" if query else "")


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """An open offer, as one person sees it."""

    offer: Offer
    strength: Strength | None
    """How strong its owner is."""
    is_seated: bool
    """Whether who looks has a place there."""
    obstacle: str
    """Why they cannot accept it."""


def _lobby_rows(request: SiteRequest, offers: list[Offer]) -> list[LobbyRow]:
    obstacles = selectors.obstacles(request.user)
    shortcomings = selectors.shortcomings(offers, request.user)
    strengths = ratings.of_owners(offers)
    rows = []
    for offer in offers:
        is_seated = offer.place_of(request.user.pk) is not None
        why = obstacles[offer.is_rated] or shortcomings.get(offer.pk, "")
        strength = strengths.get(offer.pk)
        rows.append(LobbyRow(offer, strength, is_seated, "" if is_seated else why))
    return rows


def chosen_game(request: SiteRequest) -> str:
    """The game that a page is asked to keep to; nothing for all of them."""
    slug = request.GET.get("game", "")
    if slug and slug not in BOARDS:
        raise NotFound(_("No game here has this name."))
    return slug


def _keyset(text: str) -> tuple[datetime, UUID] | None:
    """Where a page of the lobby begins."""
    if not text:
        return None
    made_at, _tilde, pk = text.partition("~")
    try:
        moment = parse_datetime(made_at.replace(" ", "+"))
        if moment is None or moment.tzinfo is None:
            raise ValueError(made_at)
        return moment.astimezone(UTC), UUID(pk)
    except (ValueError, OverflowError) as error:
        raise Refusal(_("This is no page of the lobby.")) from error


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SiteRequest) -> HttpResponse:
    """Offer a game."""
    ruleset = get_ruleset(chosen_game(request) or games_here()[0].slug)
    to = request.GET.get("to", "")
    initial = {"opponent": to, "reach": Offer.Reach.PERSONAL} if to else {}
    if request.GET.get("reach") == Offer.Reach.LINK:
        initial["reach"] = Offer.Reach.LINK
    form = OfferForm(request.POST or None, ruleset=ruleset, initial=initial)
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            offer = _make(request, form.wish())
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            status = 429 if isinstance(refusal, TooMany) else 422
        else:
            if offer.status == Offer.Status.ACCEPTED:
                return redirect("games:table", offer.pk)
            messages.success(request, _("Your offer is made."))
            return redirect("games:offer", offer.pk)
    context = {
        "form": form,
        "games": games_here(),
        "ruleset": ruleset,
        "questions": questions(ruleset, request.POST or request.GET, request.GET),
        "to": to,
        "most_games": selectors.most_games(request.user),
        "running": selectors.running_games(request.user),
    }
    return render(request, "games/offers/new.html", context, status=status)


@never_cache
@require_POST
def alone(request: SiteRequest, ruleset: str) -> HttpResponse:
    """Begin a game for one at once, as its rules have it where nothing was chosen."""
    if ruleset not in BOARDS or 1 not in get_ruleset(ruleset).seats:
        raise NotFound(_("No game here has this name."))
    offer = _make(request, Wish(ruleset=ruleset, seats=1))
    return redirect("games:table", offer.pk)


def _make(request: SiteRequest, wish: Wish) -> Offer:
    """Offer a game; a visitor becomes a guest by it, unless it would be refused to one."""
    entropy = read_entropy(request.POST.get("entropy", ""))
    address = client_address(request)
    if isinstance(request.user, AnonymousUser):
        offers.foresee(visitor=request.user, wish=wish, address=address)
    return offers.make(owner=ensure_player(request), wish=wish, entropy=entropy, address=address)


@never_cache
@require_safe
def detail(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    """One offer: what an invitation's link leads to."""
    offer = selectors.access(offer_id, request.user)
    if isinstance(request.user, User) and is_attentive(request):
        notices.read(about(offer).filter(user=request.user))
    now = timezone.now()
    # To who is blocked it looks as if it were gone.
    is_open = selectors.is_open(offer, now) and selectors.may_meet(offer, request.user)
    if offer.status == Offer.Status.ACCEPTED and _plays(request, offer):
        return _lead_to_table(request, offer)
    place, ruleset = offer.place_of(request.user.pk), get_ruleset(offer.ruleset)
    challenge = ladder.challenge_of(offer)
    context = {
        "offer": offer,
        "is_open": is_open,
        "is_mine": offer.owner_id == request.user.pk,
        "invited": _only_invited(offer),
        "place": place,
        "challenge": challenge,
        "may_decline": challenge is not None and ladder.may_decline(challenge, now),
        "may_sit": offer.may_be_taken(request.user.pk) is not None,
        "is_last": len(offer.empty) == 1,
        "ruleset": ruleset,
        "teaser": board_of(offer.ruleset).TEASER,
        "has_lessons": bool(lessons_of(offer.ruleset)),
        "bots": roster_of(ruleset).bots,
        "meanwhile": gentlest(games_here()[0]),
        "obstacle": selectors.obstacles(request.user)[offer.is_rated]
        or selectors.shortcomings([offer], request.user).get(offer.pk, ""),
        "strength": ratings.of_owners([offer]).get(offer.pk) if offer.is_rated else None,
        "topic": events.user_topic(request.user.pk) if request.user.is_authenticated else "",
        "address": f"{settings.SITE_URL}{request.path}",
    }
    return render(request, "games/offers/detail.html", context)


def _only_invited(offer: Offer) -> Place | None:
    """The one person to whom an offer is made, where it is one."""
    invited = [place for place in offer.hoped_for if place.user_id]
    return invited[0] if offer.seats == 2 and invited else None


def _lead_to_table(request: SiteRequest, offer: Offer) -> HttpResponse:
    """On to the game: a page that waits for an answer to its offer is led there, too."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("games:table", args=[offer.pk]))
    return redirect("games:table", offer.pk)


def _plays(request: SiteRequest, offer: Offer) -> bool:
    return Game.objects.filter(pk=offer.pk, players__user=request.user.pk).exists()


@require_POST
def accept(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    """Accept an offer; a visitor becomes a guest by it, unless it would be refused to one."""
    offer = selectors.access(offer_id, request.user)
    entropy = read_entropy(request.POST.get("entropy", ""))
    if isinstance(request.user, AnonymousUser):
        offers.foresee_acceptance(offer=offer, visitor=request.user)
    game = offers.accept(offer_id=offer_id, user=ensure_player(request), entropy=entropy)
    if game is None:
        messages.success(request, _("You have a seat. The game begins when all are taken."))
        return redirect("games:offer", offer_id)
    return redirect("games:table", game.pk)


@require_POST
def stand_up(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    offers.stand_up(offer_id=offer_id, user=_person(request))
    messages.success(request, _("You have given your seat back."))
    return redirect("games:play")


@require_POST
def open_up(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    offers.open_up(offer_id=offer_id, user=_person(request), address=client_address(request))
    messages.success(request, _("The empty seats are open to everybody now."))
    return redirect("games:offer", offer_id)


@require_POST
def fill_up(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    """Let bots take the empty seats, and begin."""
    slug = request.POST.get("bot", "")
    if slug not in WORDS:
        raise NotFound(_("There is no such bot."))
    game = bots.fill_up(offer_id=offer_id, user=_person(request), slug=slug)
    return redirect("games:table", game.pk)


@require_POST
def decline(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    answer = request.POST.get("answer", "").strip()[:200]
    offers.decline(offer_id=offer_id, user=_person(request), answer=answer)
    messages.success(request, _("You have declined the offer."))
    return redirect("games:play")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer_by_mail(request: SiteRequest, token: str) -> HttpResponse:
    """Answer an offer by a link in a mail: a page with one button, and no login.

    It works once: then the offer is no longer open.
    """
    person, thing = links.read(links.ANSWER_OFFER, token, viewer=request.user)
    answer, _colon, offer_id = thing.partition(":")
    sanctions.demand(person, "enter")
    offer = selectors.access(offer_id, person)
    if not selectors.is_open(offer, timezone.now()) or not selectors.may_meet(offer, person):
        raise Conflict(_("This offer is no longer open."))
    game, challenge = None, ladder.challenge_of(offer)
    if request.method == "POST" and answer == links.ACCEPT:
        entropy = read_entropy(request.POST.get("entropy", ""))
        game = offers.accept(offer_id=offer.pk, user=person, entropy=entropy)
    elif request.method == "POST":
        offers.decline(offer_id=offer.pk, user=person)
    context = {
        "offer": offer,
        "challenge": challenge,
        "may_decline": challenge is not None and ladder.may_decline(challenge, timezone.now()),
        "answer": answer,
        "is_done": request.method == "POST",
        "game": game,
        "is_last": len(offer.empty) == 1,
    }
    return render(request, "games/offers/by_mail.html", context)


@require_POST
def withdraw(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    offers.withdraw(offer_id=offer_id, user=_person(request))
    messages.success(request, _("Your offer is withdrawn."))
    return redirect(way_back(request) if "next" in request.POST else "games:play")


@require_POST
def renew(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    offers.renew(offer_id=offer_id, user=_person(request), address=client_address(request))
    messages.success(request, _("Your offer is open again."))
    return redirect("games:offer", offer_id)


def _person(request: SiteRequest) -> User:
    if not isinstance(request.user, User):
        raise NotFound(_("There is no such offer, or it is not meant for you."))
    return request.user
