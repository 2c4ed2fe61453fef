"""Nothing that the site says to somebody depends on what others hold.

As in test_leaks.py the same rows are rendered twice. In between all that the viewer could not see
is dealt anew: what others hold and held, what lies in the pile, and the rows of the reveals that
dealt it. What the viewer has seen stays, also of the past; every answer must be equal to the byte.
"""

import random
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client

from accounts.models import DataExport, Preferences
from games import mails, positions
from games.models import Notice
from games.services import data_exports, endings
from tests.factories import OfferFactory, SuperuserFactory, TableFactory, UserFactory, play_turns
from tests.games.leaks import (
    can_be_dealt_anew,
    deal_anew,
    differing,
    drafts_about,
    other_requests,
    past_of,
    requests_about,
    staff_addresses,
    taken_back,
)
from tests.games.moderating import reported

pytestmark = pytest.mark.django_db

SEATS = {"alice": 0, "bob": 1, "charlie": 2}
PAST = 30
"""So many looks at the past of a long game."""


@pytest.fixture
def people(alice, bob, charlie):
    return {"alice": alice, "bob": bob, "charlie": charlie, "stranger": UserFactory()}


@pytest.fixture(params=["seedlings", "nursery"])
def game(request, nursery, seedlings, people, time_machine):
    """In the middle: cards have been drawn and played. Of Seedlings charlie has left."""
    time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
    users, lay = [people[name] for name in SEATS], LAID[request.param]
    while True:
        game = lay(users)
        if all(can_be_dealt_anew(game, seat) for seat in (None, *SEATS.values())):
            return game


def left_by_one(users):
    game = TableFactory(users=users, turns=4)
    endings.resign(game_id=game.pk, user=users[2])
    game.refresh_from_db()
    return game


def shuffled_again(users):
    game = TableFactory(users=users, ruleset="nursery", options={"rounds": 9}, turns=4)
    while not game.moves.filter(notation=">~").exists():
        play_turns(game, 1)
    play_turns(game, 6)
    return game


def with_cards(users):
    """Tasks are assigned, and two hold cards that they drew within their turns.

    Now and then a game ends before that; then another one is laid.
    """
    game = TableFactory(users=users, ruleset="botanicus", turns=len(users))
    while sum(map(bool, hands_of(game))) < 2:
        if not play_turns(game, 1, seed=random.random()):
            return with_cards(users)
    return game


LAID = {"seedlings": left_by_one, "nursery": shuffled_again, "botanicus": with_cards}


@pytest.fixture
def clients(people):
    clients = {name: Client(raise_request_exception=False) for name in (*people, "visitor")}
    for name, person in people.items():
        clients[name].force_login(person)
    return clients


@pytest.fixture
def staff():
    client = Client()
    client.force_login(SuperuserFactory())
    return client


@pytest.fixture
def fillings(alice, bob):
    offer = OfferFactory(owner=alice)
    return {
        "offer_id": offer.pk,
        "name": "alice",
        "check_id": offer.pk,
        "slug": "pip",
        "ruleset": "nursery",
        "lesson": "link",
        "number": 1,
        "year": 2026,
        "quarter": 1,
        "month": 4,
        "room": "players",
        **reported(alice, bob),
    }


def dealing(seat, seed=1):
    return lambda game: deal_anew(game, seat, random.Random(seed))


def hidden(game, seat):
    """What is not for the eyes of that seat."""
    return [hand for other, hand in enumerate(hands_of(game)) if other != seat]


def hands_of(game):
    """What each holds: one's own hand is in one's own view."""
    state = positions.load(game)
    return [state.view_for(seat).hand for seat in range(state.seats)]


class TestDealingAnew:
    """The test itself: what it changes, and what it leaves."""

    @pytest.mark.parametrize("seat", [None, 0, 1, 2])
    def test_it_changes_what_others_hold(self, game, seat):
        before = hidden(game, seat)

        dealing(seat)(game)

        after = hidden(game, seat)
        assert after != before
        assert [len(hand) for hand in after] == [len(hand) for hand in before]

    @pytest.mark.parametrize("seat", [None, 0, 1, 2])
    def test_it_leaves_all_that_the_viewer_saw(self, game, seat):
        def seen():
            steps = positions.steps(game, game.moves.all())
            return [(s.after.view_for(seat), *s.before.told(s.actor, s.move, seat)) for s in steps]

        before = seen()
        dealing(seat)(game)

        assert seen() == before
        assert positions.load(game) == positions.rebuilt(game)

    def test_it_would_notice_a_leak(self, game, clients):
        """What alice cannot see is dealt anew: of the others, somebody sees that."""
        others = {name: clients[name] for name in ("bob", "charlie")}

        assert differing(game, others, [("get", f"/games/{game.pk}/")], dealing(0))


@pytest.mark.parametrize("seat", [*SEATS.values(), None])
class TestEveryViewer:
    """Everybody at the table, and for nobody's seat the stranger and a visitor."""

    @pytest.fixture
    def found(self, game, clients, seat):
        """The requests that are answered otherwise."""
        names = [name for name in clients if SEATS.get(name) == seat]
        viewers = {name: clients[name] for name in names}
        return lambda wanted: differing(game, viewers, list(wanted), dealing(seat))

    def test_it_is_told_the_same_on_every_page_about_a_game(self, found, game, fillings):
        assert found(requests_about(game, fillings)) == []

    def test_it_is_told_the_same_for_every_step_of_a_turn(self, found, game):
        assert found(drafts_about(game)) == []

    def test_it_is_told_the_same_of_the_past(self, found, game):
        assert found(past_of(game)) == []


@pytest.mark.parametrize("game", ["botanicus"], indirect=True)
@pytest.mark.parametrize("seat", [*SEATS.values(), None])
class TestBotanicus:
    """The game of the house that hides hands: a long one, of whose past the end is looked at."""

    def test_it_says_the_same_wherever_somebody_looks(self, game, clients, fillings, seat):
        viewers = {name: client for name, client in clients.items() if SEATS.get(name) == seat}
        past = list(past_of(game))[-PAST:]
        wanted = [*requests_about(game, fillings), *drafts_about(game), *past]

        assert differing(game, viewers, wanted, dealing(seat)) == []


class TestOtherOutputs:
    @pytest.mark.parametrize("game", ["nursery"], indirect=True)
    def test_it_is_the_same_on_every_other_page(self, game, clients, fillings):
        wanted = list(other_requests(fillings))

        assert differing(game, {"alice": clients["alice"]}, wanted, dealing(0)) == []

    def test_it_is_the_same_for_staff(self, game, staff):
        wanted = [("get", address, None, None) for address in staff_addresses(game)]

        assert differing(game, {"staff": staff}, wanted, dealing(None)) == []

    @pytest.mark.parametrize("name", SEATS)
    def test_it_is_the_same_in_mails(self, game, people, name):
        notices = list(Notice.objects.filter(user=people[name]).order_by("pk"))
        with taken_back():
            before = [letter(notices, is_digest=is_digest) for is_digest in (False, True)]
        dealing(SEATS[name])(game)

        assert notices
        assert [letter(notices, is_digest=is_digest) for is_digest in (False, True)] == before

    @pytest.mark.parametrize("name", SEATS)
    def test_it_is_the_same_in_an_export(self, game, people, name):
        with taken_back():
            before = exported(people[name])
        dealing(SEATS[name])(game)

        assert exported(people[name]) == before

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_it_is_the_same_for_who_thinks_about_the_position(self, game, seat):
        """What a bot is given."""
        before = positions.load(game).view_for(seat)
        dealing(seat)(game)
        after = positions.load(game).view_for(seat)

        assert before == after
        assert before.sample(random.Random(1)) == after.sample(random.Random(1))


def letter(notices, *, is_digest):
    """All that a mail says about this: its words, its pictures, its headers."""
    rows = Notice.objects.filter(pk__in=[notice.pk for notice in notices]).order_by("pk")
    person = notices[0].user
    likings = Preferences.objects.get_or_create(user=person)[0]
    made = mails.compose(
        list(rows),
        likings=likings,
        address=person.email,
        message_id="<1@here>",
        is_digest=is_digest,
    )
    pictures = [picture.get_payload() for picture in made.attachments]
    return made.subject, made.body, made.alternatives, pictures, made.extra_headers


def exported(user):
    export = DataExport.objects.create(user=user, total=99)
    data_exports.gather(export.pk)
    export.refresh_from_db()
    with ZipFile(BytesIO(export.archive)) as box:
        return {name: box.read(name) for name in box.namelist() if name != "data_exports.json"}
