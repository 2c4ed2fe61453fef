"""Finding games: by every word, a page at a time, and none that one may not know of."""

import json
import re
from copy import copy
from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.services import change_username
from games.clocks import TimeControl
from games.models import Game, Player, RatingChange
from games.selectors import finding
from games.selectors.finding import Place, Search
from games.services import bots, endings, shelves
from tests.factories import GameFactory, TableFactory, play_turns
from tests.noon import NOON

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
NOBODY = AnonymousUser()
SCANS = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")


def over(first, second, *, by=None, turns=2, **terms):
    """A game that `by` gave up, or else `second`."""
    game = GameFactory(users=[first, second], turns=turns, **terms)
    endings.resign(game_id=game.pk, user=by or second)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def games(alice, bob, charlie, clock):
    """One of every kind, each on a day of its own; by their names."""

    def on(day, name, make):
        clock.move_to(NOON + day * DAY)
        found[name] = make()

    def lose_on_time():
        game = GameFactory(users=[alice, charlie], turns=3, time=TimeControl("turn", 1))
        clock.shift(1.2 * DAY)
        endings.end_on_time(game.pk)
        return game

    def draw():
        game = GameFactory(users=[bob, alice], turns=4)
        endings.ask_draw(game_id=game.pk, user=bob)
        endings.answer_draw(game_id=game.pk, user=alice, agrees=True)
        return game

    def call_off():
        game = GameFactory(users=[bob, charlie])
        endings.abort(game_id=game.pk, user=bob)
        return game

    def with_bot():
        game = bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)
        play_turns(game, 4)
        endings.resign(game_id=game.pk, user=alice)
        return game

    found = {}
    on(0, "given up", lambda: over(alice, bob, turns=2))
    on(2, "on time", lose_on_time)
    on(6, "drawn", draw)
    on(8, "called off", call_off)
    on(10, "bot", with_bot)
    on(12, "rated", lambda: over(alice, bob, by=alice, turns=6, is_rated=True))
    on(14, "rated again", lambda: over(charlie, alice, turns=4, is_rated=True))
    on(16, "private", lambda: over(alice, bob, is_private=True))
    on(18, "running", lambda: GameFactory(users=[alice, bob], turns=2))
    on(19, "running in private", lambda: GameFactory(users=[bob, alice], is_private=True))
    return found


@pytest.fixture
def names(games):
    return {game.pk: name for name, game in games.items()}


def listed(page, section="found-title"):
    """The games in the list of a page, in their order."""
    text = page.content.decode()
    part = text.partition(f'id="{section}"')[2].partition("</section>")[0]
    return re.findall(r'class="game-row" href="/games/([0-9a-f-]{36})/', part)


def asked(client, names, address):
    """The names of the games that an address leads to."""
    page = client.get(address)
    assert page.status_code == 200, page.content.decode()
    known = {str(key): name for key, name in names.items()}
    return [known[key] for key in listed(page)]


PUBLIC = ["rated again", "rated", "bot", "called off", "drawn", "on time", "given up"]


class TestWords:
    def test_it_finds_by_each_word_and_by_several(self, client, names, games):
        least = games["rated"].ply
        expected = {
            "": PUBLIC,
            "player=alice": ["rated again", "rated", "bot", "drawn", "on time", "given up"],
            "player=ALICE": ["rated again", "rated", "bot", "drawn", "on time", "given up"],
            "player=@bob": ["rated", "called off", "drawn", "given up"],
            "player=alice&against=bob": ["rated", "drawn", "given up"],
            "player=bob&against=alice": ["rated", "drawn", "given up"],
            "player=pip": ["bot"],
            "player=alice&against=pip": ["bot"],
            "player=alice&result=won": ["on time", "given up"],
            "player=alice&result=lost": ["rated again", "rated", "bot"],
            "player=alice&result=drawn": ["drawn"],
            "player=bob&result=drawn": ["drawn"],
            "result=drawn": ["drawn"],
            "result=first": [name for name in PUBLIC if games[name].pk in won_by(0)],
            "result=second": [name for name in PUBLIC if games[name].pk in won_by(1)],
            "ending=time": ["on time"],
            "ending=agreed": ["drawn"],
            "ending=aborted": ["called off"],
            "ending=adjudicated": [],
            "rated=yes": ["rated again", "rated"],
            "rated=no": ["bot", "called off", "drawn", "on time", "given up"],
            "with=bots": ["bot"],
            "with=people": [name for name in PUBLIC if name != "bot"],
            "from=2026-05-14": ["rated again", "rated", "bot"],
            "until=2026-05-04": ["given up"],
            "from=2026-05-10&until=2026-05-12": ["called off", "drawn"],
            "from=2027-01-01": [],
            f"moves_from={least}": ["rated"],
            "moves_to=1": [],
            "rating_from=1400": ["rated again", "rated"],
            "rating_from=1500": ["rated"],
            "rating_from=1400&rating_to=1490": ["rated again"],
            "rating_from=3000": [],
            "player=alice&result=won&ending=time&from=2026-05-01": ["on time"],
            "player=alice&with=people&rated=no": ["drawn", "on time", "given up"],
            "result=drawn&rated=yes": [],
            "ending=resigned&with=people&rated=no&result=first": ["given up"],
            "state=running": ["running"],
            "state=running&player=bob&against=alice": ["running"],
            "state=running&player=charlie": [],
            "state=running&with=bots": [],
            "state=running&player=pip": [],
        }
        found = {words: asked(client, names, f"/games/?{words}") for words in expected}

        assert found == expected

    def test_it_finds_by_game_where_there_are_several(
        self, client, names, alice, bob, charlie, seedlings
    ):
        game = TableFactory(users=[alice, bob, charlie], turns=1)
        for leaver in (bob, charlie):
            endings.resign(game_id=game.pk, user=leaver)
        names = {**names, game.pk: "three"}

        assert asked(client, names, "/games/?game=seedlings") == ["three"]
        assert asked(client, names, "/games/?game=botanik") == PUBLIC
        assert asked(client, names, "/games/?player=alice&against=charlie&game=seedlings") == [
            "three"
        ]
        assert "three" in asked(client, names, "/games/?player=alice&result=won")
        assert "three" in asked(client, names, "/games/?player=bob&result=lost")

    def test_it_keeps_who_won_and_the_mean_rating_with_the_game(self, games):
        kept = {
            name: (game.winner, game.mean_rating, game.has_bots)
            for name, game in ((name, Game.objects.get(pk=one.pk)) for name, one in games.items())
        }
        before = RatingChange.objects.filter(game=games["rated again"], reason="result")
        points = [change.before.points for change in before]

        assert kept["given up"] == (0, None, False)
        assert kept["rated"] == (1, 1500, False)
        assert kept["rated again"][1] == round(sum(points) / 2)
        assert kept["drawn"] == kept["called off"] == (None, None, False)
        assert kept["bot"][2]

    def test_it_follows_a_former_name_and_forgets_who_has_left(self, client, names, alice, bob):
        change_username(user=bob, name="robert")
        alice.is_active = False
        alice.save()

        assert asked(client, names, "/games/?player=bob") == asked(
            client, names, "/games/?player=robert"
        )
        gone = client.get("/games/?player=alice")
        assert gone.status_code == 422
        assert "Nobody here has this name." in gone.content.decode()
        assert "deleted player" in client.get("/games/").content.decode()

    def test_it_shows_games_of_whom_one_has_blocked_as_their_profile_does(
        self, client, names, alice, bob
    ):
        blocks.block(owner=bob, blocked=alice)
        client.force_login(bob)

        assert asked(client, names, "/games/?player=alice&against=bob")


def won_by(seat):
    first = Player.objects.filter(seat=seat, placing=1)
    return set(first.exclude(game__ending="agreed").values_list("game", flat=True))


class TestAddress:
    def test_it_keeps_what_was_said_and_nothing_else(self, client, alice):
        answer = client.get("/games/?player=alice&against=&result=won&ending=&from=&x=1")

        assert answer["Location"] == "/games/?player=alice&result=won"

    def test_it_says_in_words_what_is_looked_for_each_of_which_can_be_left_out(self, client, games):
        page = client.get(
            "/games/?player=alice&result=won&ending=time&from=2026-05-01&with=people&moves_to=99"
        )

        chosen = [(one["words"], one["without"]) for one in page.context["chosen"]]
        assert [words for words, _ in chosen] == [
            "alice", "won", "out of time", "from 1 May 2026", "people alone", "at most 99 moves",
        ]  # fmt: skip
        assert chosen[1][1] == (
            "/games/?player=alice&ending=time&from=2026-05-01&with=people&moves_to=99"
        )
        assert "at most 99 moves" in page.content.decode()

    def test_it_leads_to_the_same_search_among_those_that_run(self, client, alice):
        page = client.get("/games/?player=alice&result=won&rated=no")

        assert page.context["tabs"]["running"] == "/games/?player=alice&rated=no&state=running"

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ("player=nobody-at-all", "Nobody here has this name."),
            ("player=alice&against=alice", "Nobody plays against themselves."),
            ("against=alice", "Name both who play against each other."),
            ("result=won", "Name who won or lost."),
            ("result=perhaps", "perhaps"),
            ("ending=boredom", "boredom"),
            ("from=yesterday", "Enter a valid date."),
            ("from=2026-13-01", "Enter a valid date."),
            ("from=0001-01-01", "Nobody played here then."),
            ("until=9999-12-31", "Nobody plays so far ahead."),
            ("from=2026-05-02&until=2026-05-01", "Until cannot be before from."),
            ("rating_from=many", "Enter a whole number."),
            ("rating_from=9&rating_to=8", "At most cannot be less than at least."),
            ("moves_from=99999999999999999999", "less than or equal to 9999"),
            ("moves_to=-1", "greater than or equal to 0"),
            ("state=frozen", "frozen"),
            ("state=running&ending=time", "A game that runs has none yet."),
            ("favourite=yes", "Log in to look through your favourites and tags."),
            ("tag=opening", "Log in to look through your favourites and tags."),
        ],
    )
    def test_it_answers_nonsense_with_a_sentence_and_keeps_what_was_typed(
        self, client, alice, words, said
    ):
        page = client.get(f"/games/?{words}")

        assert page.status_code == 422
        assert said in page.content.decode()
        typed = words.rpartition("=")[2]
        assert f'value="{typed}"' in page.content.decode() or typed in str(
            page.context["form"].data
        )

    @pytest.mark.parametrize(
        "after",
        ["1", "x_y", "2026-05-04T12:00:00.000000_", "0001-01-01T00:00:00.000000_" + "0" * 32,
         "2026-05-04T12:00:00_" + "0" * 32, "2026-05-04T12:00:00.000000_" + "g" * 32],
    )  # fmt: skip
    def test_it_refuses_what_is_no_page(self, client, after):
        assert client.get("/games/", {"after": after}).status_code == 400

    def test_it_writes_a_place_as_it_reads_it(self):
        place = Place(NOON, uuid4())

        assert Place.read(str(place)) == place


class TestPermission:
    def test_it_shows_private_games_to_those_who_sat_there_alone(
        self, client, names, alice, bob, charlie
    ):
        paths = [
            "/games/",
            "/@alice/games/",
            "/games/?player=bob&against=alice",
            "/games/?rated=no",
        ]
        seen = {}
        for person in (None, charlie, bob, alice):
            client.logout()
            if person:
                client.force_login(person)
            seen[person] = ["private" in asked(client, names, path) for path in paths]
            running = client.get("/games/?state=running")
            seen[person].append(len(listed(running)) == 2)

        assert seen == {
            None: [False] * 5,
            charlie: [False] * 5,
            bob: [True] * 5,
            alice: [True] * 5,
        }

    def test_it_tells_strangers_nothing_of_private_games_by_what_it_looked_through(
        self, alice, bob, charlie, monkeypatch
    ):
        """Neither by a number nor by where the next page begins."""
        monkeypatch.setattr(finding, "LOOKED_THROUGH", 2)
        public = over(alice, bob)
        before = [
            finding.look(Search(player=alice, ending="time"), who) for who in (NOBODY, charlie)
        ]

        for _ in range(4):
            over(alice, bob, is_private=True)

        after = [
            finding.look(Search(player=alice, ending="time"), who) for who in (NOBODY, charlie)
        ]
        assert before == after
        assert [game.game.pk for game in finding.look(Search(player=alice), charlie).found] == [
            public.pk
        ]

    def test_it_stands_in_its_place_among_the_public_ones(self, client, names, alice):
        client.force_login(alice)

        assert asked(client, names, "/games/")[:3] == ["private", "rated again", "rated"]


class TestPages:
    @pytest.fixture(autouse=True)
    def _small(self, monkeypatch):
        monkeypatch.setattr(finding, "PAGE", 3)

    def walk(self, search, viewer, *, meanwhile=lambda: None):
        """All pages of a search, one after the other."""
        pages, after = [], None
        while True:
            sight = finding.look(search, viewer, after=after)
            pages.append([one.game.pk for one in sight.found])
            if sight.further is None:
                return pages
            after = sight.further
            assert len(pages) < 50
            meanwhile()

    def test_it_shows_every_game_once_while_others_end(self, alice, bob, charlie, clock):
        games = []
        for number in range(10):
            clock.shift(60 * (number % 3))  # some of them in the same instant
            games.append(over(alice, bob, is_private=number % 4 == 0))

        def end_another():
            clock.shift(1)
            over(alice, charlie)

        pages = self.walk(Search(player=alice), bob, meanwhile=end_another)

        assert sorted(key for page in pages for key in page) == sorted(game.pk for game in games)
        assert [len(page) for page in pages] == [3, 3, 3, 1]

    def test_it_shows_every_game_that_runs_once_while_some_move_and_end(self, alice, bob, clock):
        games = []
        for _ in range(7):
            clock.shift(60)
            games.append(GameFactory(users=[alice, bob]))

        def move_and_end():
            clock.shift(60)
            play_turns(games[1], 1)
            Game.objects.get(pk=games[6].pk).is_running and endings.abort(
                game_id=games[6].pk, user=alice
            )

        pages = self.walk(Search(running=True), NOBODY, meanwhile=move_and_end)

        assert [key for page in pages for key in page] == [game.pk for game in reversed(games)]

    def test_it_goes_on_where_it_stopped_looking(self, alice, bob, monkeypatch, clock):
        monkeypatch.setattr(finding, "LOOKED_THROUGH", 4)
        wanted = over(alice, bob, is_rated=True)
        for _ in range(9):
            clock.shift(60)
            over(alice, bob)
        search = Search(player=alice, rated=True)

        first = finding.look(search, NOBODY)
        pages = self.walk(search, NOBODY)

        assert (first.found, first.looked_through) == ([], 4)
        assert pages == [[], [], [wanted.pk]]

    def test_it_says_how_many_it_looked_through(self, client, alice, bob, monkeypatch, clock):
        monkeypatch.setattr(finding, "LOOKED_THROUGH", 2)
        for _ in range(3):
            clock.shift(60)
            over(alice, bob)

        page = client.get("/games/?player=alice&ending=time").content.decode()

        assert "2 games were looked through for this page." in page
        assert "None of them fits." in page
        assert "Look further back" in page

    def test_it_finds_what_is_rare_without_looking_through_all(
        self, alice, bob, monkeypatch, clock
    ):
        monkeypatch.setattr(finding, "LOOKED_THROUGH", 2)
        long = over(alice, bob, turns=8)
        rated = over(alice, bob, is_rated=True)
        for _ in range(6):
            clock.shift(60)
            over(alice, bob)

        for search in (Search(plies_from=long.ply), Search(rating_from=1), Search(rated=True)):
            (found,) = finding.look(search, NOBODY).found
            assert found.game in (long, rated)

    def test_it_has_links_to_the_next_page_and_back(self, client, alice, bob, clock):
        for _ in range(4):
            clock.shift(60)
            over(alice, bob)

        page = client.get("/games/?player=alice")
        older = client.get(page.context["further"])

        assert page.context["further"].startswith("/games/?player=alice&after=")
        assert (len(listed(page)), len(listed(older))) == (3, 1)
        assert older.context["newest"] == "/games/?player=alice"
        assert not older.context["further"]


class TestRows:
    def test_it_says_who_played_and_how_it_went(self, client, games):
        page = client.get("/games/").content.decode()

        assert "alice – bob" in page
        assert "bob wins: alice gave up" in page
        assert "A draw, " in page
        assert "Nobody won or lost · called off" in page
        assert "16 May 2026" in page
        assert f"{Game.objects.get(pk=games['rated'].pk).ply} moves" in page
        assert 'alice 1500 <span class="gain">−79</span>' in page

    def test_it_leads_to_the_replay_or_to_the_table_while_it_runs(self, client, games):
        assert (
            f'href="/games/{games["rated"].pk}/replay/"' in client.get("/games/").content.decode()
        )
        running = client.get("/games/?state=running").content.decode()
        assert f'href="/games/{games["running"].pk}/"' in running

    def test_it_speaks_french(self, client, games):
        page = client.get("/games/?with=people", headers={"Accept-Language": "fr"}).content.decode()

        assert "entre humains" in page
        assert "Partie nulle" in page or "nulle" in page


class TestMigrating:
    def test_it_notes_in_old_games_what_is_noted_in_new_ones(self, games, monkeypatch):
        migration = import_module("games.migrations.0045_found_filled")
        monkeypatch.setattr(migration, "AT_A_TIME", 3)
        noted = ("pk", "winner", "mean_rating", "has_bots", "players__is_private")
        before = set(Game.objects.values_list(*noted))
        Game.objects.update(winner=None, mean_rating=None, has_bots=False)
        Player.objects.update(is_private=False)

        migration.fill(apps, None)

        assert set(Game.objects.values_list(*noted)) == before


class TestOfSomebody:
    def test_it_is_the_same_list_with_the_player_fixed(self, client, names, alice):
        assert asked(client, names, "/@alice/games/") == asked(
            client, names, "/games/?player=alice"
        )
        assert asked(client, names, "/@alice/games/?against=bob&result=drawn") == ["drawn"]
        assert asked(client, names, "/@alice/games/?result=won") == ["on time", "given up"]

    def test_it_shows_above_what_runs(self, client, games):
        page = client.get("/@alice/games/")

        assert listed(page, "running-title") == [str(games["running"].pk)]
        assert not listed(client.get("/@alice/games/?ending=time"), "running-title")

    def test_it_leads_to_the_right_address_from_a_former_name(self, client, alice):
        change_username(user=alice, name="alix")

        assert client.get("/@alice/games/?result=won")["Location"] == "/@alix/games/?result=won"
        assert client.get("/@alice/games/")["Location"] == "/@alix/games/"

    def test_it_does_not_exist_for_nobody_or_who_has_left(self, client, alice):
        alice.is_active = False
        alice.save()

        assert client.get("/@alice/games/").status_code == 404
        assert client.get("/@nobody-at-all/games/").status_code == 404

    def test_it_is_linked_from_the_profile(self, client, games):
        assert 'href="/@alice/games/"' in client.get("/@alice/").content.decode()
        assert 'href="/@Pip/games/"' in client.get("/@Pip/").content.decode()


class TestShelf:
    def test_it_finds_what_one_has_marked(self, client, names, games, alice, charlie):
        shelves.mark(game_id=games["drawn"].pk, user=alice, is_favourite=True)
        for name in ("bot", "private", "drawn"):
            shelves.tag(game_id=games[name].pk, user=alice, text="opening")
        shelves.mark(game_id=games["running"].pk, user=alice, is_favourite=True)
        client.force_login(alice)

        assert asked(client, names, "/games/?favourite=yes") == ["drawn"]
        assert asked(client, names, "/games/?tag=Opening") == ["private", "bot", "drawn"]
        assert asked(client, names, "/games/?tag=opening&with=bots") == ["bot"]
        assert asked(client, names, "/games/?favourite=yes&tag=opening") == ["drawn"]
        assert asked(client, names, "/games/?favourite=yes&state=running") == ["running"]
        assert asked(client, names, "/games/?tag=ending") == []
        assert '<span class="word">opening</span>' in client.get("/games/").content.decode()

        client.force_login(charlie)
        assert asked(client, names, "/games/?tag=opening") == []
        assert "opening" not in client.get("/games/").content.decode()

    def test_it_shows_no_game_that_one_may_no_longer_see(self, client, names, games, charlie):
        for name in ("drawn", "bot"):
            shelves.mark(game_id=games[name].pk, user=charlie, is_favourite=True)
            shelves.tag(game_id=games[name].pk, user=charlie, text="opening")
        Game.objects.filter(pk=games["drawn"].pk).update(is_private=True)
        client.force_login(charlie)

        assert asked(client, names, "/games/?favourite=yes") == ["bot"]
        assert asked(client, names, "/games/?tag=opening") == ["bot"]


class TestCost:
    @pytest.mark.parametrize(
        ("words", "queries"),
        [
            ("", 2),
            ("player=alice", 5),
            ("player=alice&against=bob&result=won&ending=resigned", 6),
            ("rating_from=1&moves_from=2&ending=resigned", 3),
            ("state=running", 2),
        ],
    )
    def test_it_asks_as_often_however_many_games_there_are(
        self, client, games, alice, bob, words, queries, django_assert_num_queries
    ):
        client.get(f"/games/?{words}")
        with django_assert_num_queries(queries):
            client.get(f"/games/?{words}")

        for _ in range(3):
            over(alice, bob)
            GameFactory(users=[alice, bob])

        with django_assert_num_queries(queries):
            client.get(f"/games/?{words}")

    def test_it_asks_a_few_times_more_for_who_is_signed_in(
        self, client, games, alice, bob, django_assert_num_queries
    ):
        client.force_login(alice)
        client.get("/games/")
        for _ in range(2):
            with django_assert_num_queries(9):
                client.get("/games/")
            over(alice, bob, is_private=True)


# Each word alone and some together; what most of them ask for is rare, or not there at all.
RARE = {
    "all": Search(),
    "rated": Search(rated=True),
    "bots": Search(bots=True),
    "ending": Search(ending="time"),
    "ending that none has": Search(ending="adjudicated"),
    "drawn": Search(result="drawn"),
    "rating": Search(rating_from=1400),
    "rating that none has": Search(rating_from=3500),
    "length": Search(plies_to=1),
    "date": Search(before=NOON - 400 * DAY),
    "kind": Search(ruleset="nothing"),
    "several": Search(ending="resigned", rated=True, bots=True),
    "running": Search(running=True, bots=True),
}
OF_PLAYER = {
    "player": Search(),
    "won": Search(result="drawn"),
    "player's ending": Search(ending="time"),
    "player's length": Search(plies_to=1),
    "player's rating": Search(rating_from=3000),
}


class TestRowsRead:
    """However many games there are, as many rows are read: by an index, or up to a bound."""

    def test_it_reads_as_many_with_many_games_as_with_few(
        self, alice, bob, charlie, clock, monkeypatch
    ):
        monkeypatch.setattr(finding, "LOOKED_THROUGH", 100)
        monkeypatch.setattr(finding, "FEW", 50)
        over(alice, bob, is_rated=True)
        game, other = over(alice, bob), over(bob, alice)
        GameFactory(users=[alice, charlie])
        copy_over([game, other], 400)
        searches = RARE | {
            name: Search(**{**as_dict(search), "player": alice})
            for name, search in OF_PLAYER.items()
        }
        searches["against"] = Search(player=alice, against=charlie)
        few = {name: rows_read(search, alice) for name, search in searches.items()}

        copy_over([game, other], 4000)

        many = {name: rows_read(search, alice) for name, search in searches.items()}
        grown = {name: (few[name], many[name]) for name in few if many[name] > 1.3 * few[name] + 20}
        assert grown == {}
        assert max(many.values()) < 1500


def as_dict(search):
    return {name: getattr(search, name) for name in Search.__slots__}


def copy_over(games, count):
    """Games like these, by the same people, each a minute older than the last."""
    begun = Game.objects.count()
    for start in range(0, count, 500):
        made, seated = [], []
        for number in range(start, min(count, start + 500)):
            game = games[number % len(games)]
            one = copy(game)
            one.pk = uuid4()
            one.ended_at = game.ended_at - timedelta(minutes=begun + number)
            made.append(one)
            for player in game.players.all():
                sits = copy(player)
                sits.pk, sits.game, sits.ended_at = None, one, one.ended_at
                seated.append(sits)
        Game.objects.bulk_create(made)
        Player.objects.bulk_create(seated)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def rows_read(search, viewer):
    """How many rows all questions of a search read, however few of them they keep."""
    with CaptureQueriesContext(connection) as queries:
        finding.look(search, viewer)
    with connection.cursor() as cursor:
        return sum(ROWS[connection.vendor](cursor, query["sql"]) for query in queries)


def _rows_on_postgresql(cursor, search):
    cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {search}")
    ((plan,),) = cursor.fetchall()
    (plan,) = json.loads(plan) if isinstance(plan, str) else plan
    return _rows(plan["Plan"])


def _rows(node):
    own = sum(node.get(kind, 0) for kind in SCANS) * node["Actual Loops"]
    below = sum(_rows(child) for child in node.get("Plans", []))
    return below + (own if "Scan" in node["Node Type"] else 0)


def _rows_on_sqlite(cursor, search):
    """It does not count them, but says of what it reads all, in no order that could stop it."""
    cursor.execute(f"EXPLAIN QUERY PLAN {search}")
    steps = [step[-1] for step in cursor.fetchall()]
    whole = [step for step in steps if step.startswith("SCAN games_") and "USING" not in step]
    return len(whole) * Player.objects.count()


ROWS = {"postgresql": _rows_on_postgresql, "sqlite": _rows_on_sqlite}
