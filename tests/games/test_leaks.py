"""Nothing that the site says depends on what is still to be drawn.

The same rows are rendered twice, and in between the secret of the deck is changed: another seed,
other bytes, the undrawn tiles in another order. Every answer must be the same to the byte. All
routes of the site join by themselves; one that cannot is decided about below, or the test fails.
"""

import random
import re
import secrets
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games import positions
from games.models import Game
from games.models.secrets import DeckSecret
from games.selectors import drafts, tables
from tests.factories import GameFactory, OfferFactory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}

# Answers that differ from one request to the next by themselves, and show no game.
CHANGING = {
    "games:new_live_check": "leads to a fresh random address each time",
    "mfa_activate_totp": "shows a fresh secret",
    "mfa_login_webauthn": "sends a fresh challenge",
    "mfa_add_webauthn": "sends a fresh challenge",
    "account_logout": "would end the session in the middle of the test",
}
# Pages that show several games at once.
LISTS = (
    "games:play", "games:lobby", "games:home", "games:profile", "games:notices", "games:bell",
    "games:ledger",
)  # fmt: skip
# For staff; what they see of a game is rendered by a test of its own below.
STAFF = "admin:"
# Addresses that need what no game gives; they show no game either.
ELSEWHERE = {
    "account_confirm_email", "account_reset_password_from_key", "games:end_absence",
    "games:data_export", "games:answer_by_mail", "games:stop_mail",
    "accounts:end_session", "mfa_edit_webauthn", "mfa_remove_webauthn",
}  # fmt: skip


def routes(resolver=None, namespace="", prefix=()):
    """Every named route of the site, with the names of its blanks."""
    for entry in (resolver or get_resolver()).url_patterns:
        blanks = (*prefix, *entry.pattern.converters, *entry.pattern.regex.groupindex)
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from routes(entry, inner, blanks)
        elif isinstance(entry, URLPattern) and entry.name:
            yield f"{namespace}{entry.name}", tuple(dict.fromkeys(blanks))


ROUTES = dict(routes())


@pytest.fixture
def fillings(alice, bob):
    """What goes into the blanks of an address."""
    offer = OfferFactory(owner=alice)
    return {
        "offer_id": offer.pk,
        "name": "alice",
        "check_id": offer.pk,
        "ruleset": "botanik",
    }


@pytest.fixture(params=[0, 31])
def game(request, alice, bob, time_machine):
    time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
    return GameFactory(users=[alice, bob], turns=request.param)


@pytest.fixture
def viewers(alice, bob, charlie):
    """Both at the table, the stranger, and a visitor."""
    clients = {name: Client(raise_request_exception=False) for name in ("a", "b", "c", "nobody")}
    for name, user in zip("abc", (alice, bob, charlie), strict=True):
        clients[name].force_login(user)
    return clients


def permute(game):
    """Another deck with the same beginning, and other bytes behind it."""
    secret = DeckSecret.objects.get(game_id=game.pk)
    drawn = positions.load(game).drawn
    (deck,) = secret.decks
    rest = deck[drawn:]
    while rest == deck[drawn:] and len(set(rest)) > 1:
        random.shuffle(rest)
    secret.decks = [deck[:drawn] + rest]
    secret.seed = secrets.token_bytes(32)
    secret.entropy = {place: secrets.token_hex(16) for place in secret.entropy}
    secret.save()


MASKED = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')


def answer(client, method, address, data=None, headers=None):
    response = getattr(client, method)(address, data or {}, headers=headers or {})
    kept = {k: v for k, v in response.items() if k not in ("X-Request-ID", "Set-Cookie")}
    return response.status_code, MASKED.sub(b"", response.content), kept


def requests_about(game, fillings):
    """Every address that names a game, and those that list games, as arguments of `answer`."""
    blanks = {**fillings, "game_id": game.pk}
    for name, wanted in ROUTES.items():
        if name not in CHANGING and (_names_a_game(wanted) or name in LISTS):
            address = reverse(name, kwargs={blank: blanks[blank] for blank in wanted})
            yield "get", address, None, None
            yield "get", address, None, HTMX


def other_requests(fillings):
    """Every other address of the site."""
    for name, wanted in ROUTES.items():
        if name in CHANGING or name in ELSEWHERE or name in LISTS or name.startswith(STAFF):
            continue
        if _names_a_game(wanted):
            continue
        address = reverse(name, kwargs={blank: fillings[blank] for blank in wanted})
        yield "get", address, None, None


def _names_a_game(blanks):
    return bool({"game_id", "offer_id"} & set(blanks))


def drafts_about(game):
    """Every first step of a turn, and a few that are refused."""
    address = reverse("games:table", args=[game.pk])
    (seat,) = positions.load(game).to_move
    for move in positions.load(game).legal_moves(seat):
        yield "get", address, {"ply": game.ply, "draft": move.notation}, HTMX
    for moves in ("RI@0,1^0", ">RI.RI.RI", "hello", "", "M=1", "RI-1 RI-1"):
        yield "get", address, {"ply": game.ply, "draft": moves}, None
        yield "post", address, {"ply": game.ply + 5, "moves": moves}, HTMX
        yield "post", address, {"ply": game.ply, "moves": moves}, None


def everything(viewers, wanted):
    return {
        (viewer, *map(str, asked)): answer(client, *asked)
        for viewer, client in viewers.items()
        for asked in wanted
    }


def differing(game, viewers, wanted):
    """What is said otherwise once the secret of the deck is another one."""
    # A player's first look is noted, and changes what the second one shows.
    looks = (reverse("games:table", args=[game.pk]), reverse("games:notices"))
    everything(viewers, [("get", address) for address in looks])
    before = everything(viewers, wanted)
    permute(game)
    after = everything(viewers, wanted)
    assert not [asked for asked, said in before.items() if said[0] >= 500]
    return [asked for asked in before if before[asked] != after[asked]]


class TestEveryOutput:
    def test_it_is_the_same_on_every_page_about_a_game(self, game, viewers, fillings):
        assert differing(game, viewers, list(requests_about(game, fillings))) == []

    def test_it_is_the_same_for_every_step_of_a_turn(self, game, viewers):
        at_table = {name: viewers[name] for name in "ab"}

        assert differing(game, at_table, list(drafts_about(game))) == []

    @pytest.mark.parametrize("game", [7], indirect=True)
    def test_it_is_the_same_on_every_other_page(self, game, viewers, fillings):
        assert differing(game, {"a": viewers["a"]}, list(other_requests(fillings))) == []

    @pytest.mark.parametrize("game", [7], indirect=True)
    def test_it_is_the_same_for_staff(self, game, charlie):
        charlie.is_staff = charlie.is_superuser = True
        charlie.save()
        client = Client()
        client.force_login(charlie)
        lists = [name for name in ROUTES if name.startswith(STAFF) and not ROUTES[name]]
        addresses = [reverse(name) for name in lists if "log" not in name]
        for name in ("change", "history"):
            addresses.append(reverse(f"admin:games_game_{name}", args=[game.pk]))
            addresses.append(reverse(f"admin:games_offer_{name}", args=[game.pk]))

        wanted = [("get", address, None, None) for address in addresses]

        assert differing(game, {"staff": client}, wanted) == []

    def test_it_is_the_same_for_who_thinks_about_the_position(self, game, alice):
        """What a bot is given."""
        before = drafts.read(tables.access(game.pk, alice), "", "").state.view_for(0)
        permute(game)
        after = drafts.read(tables.access(game.pk, alice), "", "").state.view_for(0)

        assert before == after
        assert before.sample(random.Random(1)) == after.sample(random.Random(1))

    def test_it_would_notice_a_leak(self, game, viewers):
        """When the game is over the secret is shown: the same test must see the difference."""
        address = reverse("games:record", args=[game.pk])
        Game.objects.filter(pk=game.pk).update(
            status="over", ending="aborted", ended_at=game.started_at
        )

        before = answer(viewers["nobody"], "get", address)
        permute(game)

        assert answer(viewers["nobody"], "get", address) != before


class TestRoutes:
    def test_it_has_decided_about_every_address(self, fillings):
        blanks = {*fillings, "game_id"}
        undecided = {
            name
            for name, wanted in ROUTES.items()
            if not blanks.issuperset(wanted)
            and name not in ELSEWHERE | CHANGING.keys()
            and not name.startswith(STAFF)
        }

        assert undecided == set()
