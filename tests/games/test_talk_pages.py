"""The pages of talk: who is answered what, and that nothing of it reaches anybody else."""

import re
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from accounts.models import Preferences, User
from botanik_site.asgi import application
from games import topics
from games.models import Game, Line, Notice, Player
from games.services import endings
from games.services import talk as services
from tests.factories import GameFactory, SanctionFactory, UserFactory
from tests.games.leaks import HTMX, LISTS, ROUTES
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db

LOOKING = {**HTMX, "X-Attention": "yes"}
AT_LINES = {**LOOKING, "HX-Target": "lines"}
SECRET = "the rhubarb is under the third pot"
NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "{{ settings.SECRET_KEY }}{% debug %}",
    'https://x.example/"onmouseover=alert(1)//',
    "https://x.example/<script>alert(1)</script>",
    "javascript:alert(1)",
    "&lt;b&gt;",
]


def lay():
    return GameFactory(users=[UserFactory(username="alice"), UserFactory(username="bob")], turns=2)


laid = laid_for_class(lay)


@pytest.fixture
def game(db, laid):
    return Game.objects.get(pk=laid.pk)


@pytest.fixture
def alice(db, laid):
    return User.objects.get(username="alice")


@pytest.fixture
def bob(db, laid):
    return User.objects.get(username="bob")


def browser(user=None):
    client = Client()
    if user:
        client.force_login(user)
    return client


def address(game, room=""):
    return f"/games/{game.pk}/talk/{room + '/' if room else ''}"


def say(game, user, text="Hello there.", room="players", **more):
    return services.say(game_id=game.pk, user=user, room=room, text=text, **more)


def post(game, user, text="Hello there.", room="players", headers=None, **more):
    data = {"text": text, **more}
    return browser(user).post(address(game, room), data, headers=headers or {})


def shown(response):
    return response.content.decode()


class TestRoom:
    def test_it_shows_what_was_said_and_at_which_move(self, game, alice, bob):
        line = say(game, alice)

        page = shown(browser(bob).get(address(game)))

        assert "Hello there." in page
        assert f'href="/games/{game.pk}/replay/{line.ply}/"' in page
        assert f'href="/report/line/{line.pk}/"' in page

    def test_it_has_no_report_of_ones_own_line(self, game, alice):
        say(game, alice)

        assert "/report/" not in shown(browser(alice).get(address(game)))

    def test_it_answers_with_the_part_that_is_asked_for(self, game, alice, bob):
        say(game, alice)
        client = browser(bob)

        room = shown(client.get(address(game), headers=LOOKING))
        lines = shown(client.get(address(game, "players"), headers=AT_LINES))

        assert "<html" not in room
        assert 'id="say"' in room
        assert 'id="say"' not in lines
        assert "Hello there." in lines

    def test_it_shows_both_rooms_to_a_player_when_the_game_is_over(self, game, alice, bob):
        endings.resign(game_id=game.pk, user=bob)

        page = shown(browser(alice).get(address(game)))

        assert f'href="{address(game, "spectators")}"' in page

    @pytest.mark.parametrize("room", ["spectators", "nonsense"])
    def test_it_is_unknown_where_there_is_no_such_room(self, game, alice, room):
        assert browser(alice).get(address(game, room)).status_code == 404

    def test_it_turns_pages_by_keys(self, game, alice, bob):
        now = timezone.now()
        Line.objects.bulk_create(
            Line(game=game, user=bob, room="players", ply=1, text=f"no {n}.", said_at=now)
            for n in range(60)
        )
        client = browser(alice)
        newest = shown(client.get(address(game)))
        (earlier,) = re.findall(r'href="([^"]*\?before=\d+)"', newest)

        earliest = shown(client.get(earlier))

        assert "no 59." in newest
        assert "no 9." not in newest
        assert "no 9." in earliest
        assert "no 10." not in earliest
        assert 'data-topic="talk.' not in earliest

    @pytest.mark.parametrize("before", ["x", "-1", "9" * 30, "", "٣"])
    def test_it_takes_nonsense_for_the_newest(self, game, alice, before):
        say(game, alice)

        assert "Hello there." in shown(browser(alice).get(address(game), {"before": before}))

    def test_it_asks_who_is_not_logged_in_to_do_so(self, game, charlie):
        say(game, charlie, SECRET, room="spectators")

        page = shown(browser().get(address(game)))

        assert "Log in to talk" in page
        assert SECRET not in page

    def test_it_leads_who_does_not_want_talk_to_the_preferences(self, game, alice, bob):
        say(game, bob)
        Preferences.objects.create(user=alice, talk=False)

        page = shown(browser(alice).get(address(game)))

        assert "/account/preferences/#id_talk" in page
        assert "Hello there." not in page

    def test_it_is_the_same_page_for_a_block_and_for_a_preference(self, game, alice, bob):
        say(game, bob)
        token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')

        def page():
            return token.sub("", shown(browser(alice).get(address(game))))

        page()
        blocks.block(owner=bob, blocked=alice)
        blocked = page()
        blocks.unblock(owner=bob, blocked=alice)
        Preferences.objects.create(user=bob, talk=False)

        assert page() == blocked


class TestSaying:
    def test_it_says_it_and_comes_back(self, game, alice, bob):
        response = post(game, alice, follow=True)

        assert response.url == address(game, "players")
        assert Line.objects.get().text == "Hello there."

    def test_it_answers_a_part_with_the_lines_and_an_empty_field(self, game, alice):
        page = shown(post(game, alice, headers=LOOKING))

        assert "Hello there." in page
        assert 'name="text" value=""' in page

    def test_it_leaves_what_is_typed_beside_a_phrase(self, game, alice):
        sent = {"phrase": "hello", "text": "I was about to"}
        response = browser(alice).post(address(game, "players"), sent, headers=LOOKING)

        assert "Hello!" in shown(response)
        assert 'value="I was about to"' in shown(response)
        assert list(game.lines.values_list("phrase", "text")) == [("hello", "")]

    def test_it_empties_the_field_of_what_was_said(self, game, alice):
        response = post(game, alice, "Good evening.", headers=LOOKING)

        assert 'id="say" name="text" value=""' in shown(response)

    def test_it_says_it_in_the_first_room_where_none_is_named(self, game, alice):
        response = browser(alice).post(f"/games/{game.pk}/talk/", {"text": "Good evening."})

        assert response.status_code == 302
        assert game.lines.get().room == "players"

    @pytest.mark.parametrize("headers", [None, LOOKING])
    def test_it_holds_harsh_words_back_and_keeps_them_in_the_field(self, game, alice, headers):
        response = post(game, alice, "shut up, you moron", headers=headers)
        (token,) = re.findall(r'name="token" value="(\w+)"', shown(response))

        assert response.status_code == 422
        assert 'value="shut up, you moron"' in shown(response)
        assert not Line.objects.exists()

        post(game, alice, "shut up, you moron", token=token)

        assert Line.objects.get().was_held

    @pytest.mark.parametrize("headers", [None, LOOKING])
    def test_it_answers_a_flood_with_429_and_keeps_what_was_typed(self, game, alice, headers):
        for number in range(10):
            post(game, alice, f"line {number}")

        response = post(game, alice, "one more", headers=headers)

        assert response.status_code == 429
        assert 'value="one more"' in shown(response)
        assert "Wait a minute" in shown(response)
        assert Line.objects.count() == 10

    def test_it_keeps_what_is_too_long(self, game, alice):
        response = post(game, alice, "a" * 501)

        assert response.status_code == 422
        assert "a" * 501 in shown(response)

    def test_it_tells_who_is_muted_why_and_keeps_what_was_typed(self, game, alice):
        SanctionFactory(user=alice, kind="no-chat")

        response = post(game, alice, "But I must say this.")

        assert response.status_code == 403
        assert "Insults" in shown(response)
        assert "But I must say this." in shown(response)

    def test_it_refuses_who_is_not_logged_in(self, game):
        assert browser().post(address(game, "spectators"), {"text": "hi"}).status_code == 403

    def test_it_refuses_other_methods(self, game, alice):
        assert browser(alice).put(address(game, "players")).status_code == 405

    def test_it_needs_a_token_of_our_form(self, game, alice):
        client = Client(enforce_csrf_checks=True)
        client.force_login(alice)

        assert client.post(address(game, "players"), {"text": "hi"}).status_code == 403
        assert not Line.objects.exists()


class TestTakingBack:
    def test_it_takes_back_and_comes_back(self, game, alice, bob):
        line = say(game, alice, SECRET)
        take_back = f"/games/{game.pk}/talk/lines/{line.pk}/take-back/"
        assert take_back in shown(browser(alice).get(address(game)))

        response = browser(alice).post(take_back, {"room": "players"})

        assert response.url == address(game, "players")
        for person in (alice, bob):
            page = shown(browser(person).get(address(game)))
            assert SECRET not in page
            assert "taken back" in page

    @pytest.mark.parametrize("headers", [None, LOOKING])
    def test_it_says_that_it_is_too_late(self, game, alice, headers):
        line = say(game, alice)
        Line.objects.update(said_at=timezone.now() - timedelta(minutes=3))

        response = browser(alice).post(
            f"/games/{game.pk}/talk/lines/{line.pk}/take-back/",
            {"room": "players"},
            headers=headers or {},
        )

        assert response.status_code == 409
        assert "two minutes" in shown(response)


class TestHostileLines:
    @pytest.mark.parametrize("text", NASTY)
    def test_it_is_shown_as_it_was_typed_and_does_nothing(self, game, alice, bob, text):
        User.objects.update(date_joined=timezone.now() - timedelta(days=99))
        for _ in range(3):
            over = GameFactory(users=[alice, bob], turns=2)
            endings.resign(game_id=over.pk, user=bob)
        say(game, alice, text)

        for part in ({}, LOOKING, AT_LINES):
            page = shown(browser(bob).get(address(game, "players"), headers=part))
            (words,) = re.findall(r'<p class="words" dir="auto">(.*?)</p>', page, re.DOTALL)
            tags = re.findall(r"<[^>]*>", words)
            # The only thing that a line can hold is a link to a page elsewhere.
            link = r'</a>|<a href="https://x\.example/" rel="nofollow noopener ugc">'
            assert [tag for tag in tags if not re.fullmatch(link, tag)] == []

    def test_it_does_not_end_the_field_in_which_it_is_kept(self, game, alice):
        response = post(game, alice, 'moron" autofocus onfocus="alert(1)')

        assert 'value="moron&quot; autofocus onfocus=&quot;alert(1)"' in shown(response)


class TestHearing:
    def test_it_is_heard_by_looking(self, game, alice, bob):
        line = say(game, alice)

        browser(bob).get(address(game))

        assert Player.objects.get(game=game, user=bob).heard_line == line.pk
        assert Notice.objects.get(user=bob, event="talk").read_at is not None

    def test_it_is_not_heard_by_a_tab_that_nobody_looks_at(self, game, alice, bob):
        say(game, alice)

        browser(bob).get(address(game), headers=HTMX)

        assert Player.objects.get(game=game, user=bob).heard_line == 0

    def test_it_says_aloud_what_is_new(self, game, alice, bob):
        client = browser(bob)
        client.get(address(game))
        say(game, alice)

        response = client.get(address(game), headers=AT_LINES)

        said = re.search(r'id="heard".*?>(.*?)</div>', shown(response), re.DOTALL)
        assert said[1].strip() == "alice: Hello there."

    def test_it_counts_at_the_table_and_in_the_list(self, game, alice, bob):
        say(game, alice)
        client = browser(bob)

        assert "Talk, 1 new line" in shown(client.get(f"/games/{game.pk}/"))
        assert "Talk, 1 new line" in shown(client.get(f"{address(game)}new/", headers=HTMX))
        assert "1 new line" in shown(client.get("/play/"))
        client.get(address(game))
        assert "1 new line" not in shown(client.get("/play/"))

    def test_it_is_in_the_replay_once_the_game_is_over(self, game, alice, bob):
        replay = f"/games/{game.pk}/replay/"
        assert 'id="talk"' not in shown(browser(alice).get(replay))
        endings.resign(game_id=game.pk, user=bob)

        assert 'id="talk"' in shown(browser(alice).get(replay))


class TestPreferences:
    def test_it_can_be_switched_off(self, alice):
        client = browser(alice)
        page = shown(client.get("/account/preferences/"))

        assert 'name="talk"' in page

    def test_it_offers_no_mail_for_each_line(self, alice):
        page = shown(browser(alice).get("/account/preferences/"))
        (select,) = re.findall(r'<select name="mail-talk".*?</select>', page, re.DOTALL)

        assert re.findall(r'value="(\w+)"', select) == ["never", "daily"]


class TestPrivacy:
    """What is said reaches nobody else: by no address, by no topic, in no list."""

    def everywhere(self, game, user):
        """Every address that names a game or lists games, as somebody sees it."""
        blanks = {
            "game_id": game.pk, "ply": game.ply, "offer_id": game.pk, "name": "alice",
            "ruleset": "botanik", "year": 2026, "quarter": 1, "month": 4,
            "line_id": Line.objects.first().pk,
        }  # fmt: skip
        client = browser(user)
        client.raise_request_exception = False
        for name, wanted in ROUTES.items():
            if not ({"game_id"} & set(wanted) or name in LISTS):
                continue
            for room in ("players", "spectators") if "room" in wanted else ("",):
                filled = {blank: {**blanks, "room": room}[blank] for blank in wanted}
                for headers in ({}, LOOKING, AT_LINES) if "talk" in name else ({},):
                    response = client.get(reverse(name, kwargs=filled), headers=headers)
                    streamed = response.streaming and b"".join(response)
                    yield name, (streamed or response.content).decode(errors="replace")

    @pytest.mark.parametrize("is_private", [True, False])
    @pytest.mark.parametrize("is_over", [True, False])
    def test_it_keeps_the_players_room_from_all_others(
        self, alice, bob, charlie, is_private, is_over
    ):
        game = GameFactory(users=[alice, bob], turns=2, is_private=is_private)
        say(game, alice, SECRET)
        if is_over:
            endings.resign(game_id=game.pk, user=bob)
        guest = User.objects.create(username="guest-fern", is_guest=True)

        for person in (charlie, guest, None):
            assert [name for name, page in self.everywhere(game, person) if SECRET in page] == []
        found = {name for name, page in self.everywhere(game, bob) if SECRET in page}
        assert found == {"games:talk", "games:talk_room"}

    def test_it_keeps_the_spectators_room_from_players_while_the_game_runs(
        self, game, alice, bob, charlie
    ):
        say(game, charlie, SECRET, room="spectators")

        for person in (alice, bob, None):
            assert [name for name, page in self.everywhere(game, person) if SECRET in page] == []

    def test_it_lets_nobody_take_back_or_see_by_the_number_of_a_line(self, alice, bob, charlie):
        game = GameFactory(users=[alice, bob], is_private=True)
        line = say(game, alice)
        public = GameFactory(users=[charlie, UserFactory()])

        for other in (game, public):
            response = browser(charlie).post(
                f"/games/{other.pk}/talk/lines/{line.pk}/take-back/", {"room": "players"}
            )
            assert response.status_code == 404


class TestTopics:
    CASES = (
        # is_private, is_over, who hears the players, who hears those who watch
        (False, False, {"alice", "bob"}, {"charlie"}),
        (False, True, {"alice", "bob"}, {"alice", "bob", "charlie", "guest", "visitor"}),
        (True, False, {"alice", "bob"}, set()),
        (True, True, {"alice", "bob"}, set()),
    )

    @pytest.mark.parametrize(("is_private", "is_over", "players", "watching"), CASES)
    def test_it_lets_listen_who_may_read(
        self, alice, bob, charlie, is_private, is_over, players, watching
    ):
        game = GameFactory(users=[alice, bob], turns=2, is_private=is_private)
        if is_over:
            endings.resign(game_id=game.pk, user=bob)
        guest = User.objects.create(username="guest-fern", is_guest=True)
        people = {
            "alice": alice, "bob": bob, "charlie": charlie, "guest": guest,
            "visitor": AnonymousUser(),
        }  # fmt: skip

        def hearing(topic):
            return {name for name, one in people.items() if topics.may_watch([topic], one)}

        assert hearing(f"talk.{game.pk.hex}") == players
        assert hearing(f"gallery.{game.pk.hex}") == watching

    @pytest.mark.parametrize("topic", ["talk.", "talk.1", "gallery.x", f"talk.{'0' * 32}"])
    def test_it_knows_no_talk_of_a_game_that_does_not_exist(self, alice, topic):
        assert not topics.may_watch([topic], alice)


@pytest.mark.django_db(transaction=True)
class TestNudges:
    async def test_it_carries_nothing_but_that_something_was_said(self, channel_layer):
        def lay():
            alice, bob = UserFactory.create_batch(2)
            game = GameFactory(users=[alice, bob])
            return game, alice, bob, browser(bob).cookies["sessionid"].value

        game, alice, _bob, session = await database_sync_to_async(lay)()
        topic = f"talk.{game.pk.hex}"
        tab = WebsocketCommunicator(
            application,
            f"/ws/live/?topic={topic}",
            headers=[
                (b"origin", b"http://localhost"),
                (b"cookie", b"sessionid=" + session.encode()),
            ],
        )
        connected, _ = await tab.connect()
        assert connected

        await database_sync_to_async(say)(game, alice, SECRET)

        assert await tab.receive_json_from() == {"topic": topic, "number": 0}
        await tab.disconnect()


class TestQueries:
    def count(self, client, *asked, **more):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(*asked, **more).status_code == 200
        return len(captured)

    @pytest.mark.parametrize("room", ["players", "spectators"])
    def test_it_is_constant_however_much_is_said(self, game, alice, bob, room):
        endings.resign(game_id=game.pk, user=bob)
        say(game, bob, room=room)
        client, page = browser(alice), address(game, room)
        client.get(page)
        client.get(page)
        few = self.count(client, page)
        now = timezone.now()
        Line.objects.bulk_create(
            Line(game=game, user=[alice, bob][n % 2], room=room, ply=1, text=f"{n}", said_at=now)
            for n in range(2000)
        )
        client.get(page)

        assert self.count(client, page) == few <= 12
        assert self.count(client, page, {"before": Line.objects.all()[900].pk}) <= few

    def test_it_costs_the_table_one_query_and_none_for_who_watches(self, game, alice, bob, charlie):
        def table(user):
            client = browser(user)
            for _ in range(2):
                client.get(f"/games/{game.pk}/", headers=LOOKING)
            with CaptureQueriesContext(connection) as captured:
                client.get(f"/games/{game.pk}/", headers=LOOKING)
            return [query["sql"] for query in captured if "games_line" in query["sql"]]

        say(game, bob)
        assert len(table(alice)) == 1
        assert table(charlie) == []
