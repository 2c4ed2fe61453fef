"""All games of one person as one file."""

from datetime import UTC, datetime

import pytest

from accounts.services import change_username
from engine.audit import audit
from games.services import bots, downloads, endings
from games.views.downloads import AN_HOUR
from tests.factories import GameFactory, TableFactory
from tests.games.archived import finished_game, ids_in, records_in, sent

pytestmark = pytest.mark.django_db
FILE = "/@alice/games/download/"


def ids(response):
    return ids_in(sent(response))


class TestContents:
    def test_it_has_their_finished_games_in_the_order_in_which_they_ended(
        self, client, alice, bob, charlie, time_machine
    ):
        games = []
        for day in (3, 1, 2):
            time_machine.move_to(datetime(2026, 5, day, 12, tzinfo=UTC), tick=False)
            games.append(finished_game(alice, bob))
        finished_game(bob, charlie)

        assert ids(client.get(FILE)) == [games[at].pk.hex for at in (1, 2, 0)]

    def test_it_has_each_as_its_own_record_says_it(self, client, alice, bob):
        game = finished_game(alice, bob)

        (text,) = records_in(sent(client.get(FILE)))

        assert text == client.get(f"/games/{game.pk}/record/").content.decode()
        (found,) = audit(text.splitlines(keepends=True))
        assert found.trouble is None

    def test_it_has_no_game_that_runs(self, client, alice, bob, charlie, seedlings):
        GameFactory(users=[alice, bob], turns=3)
        TableFactory(users=[alice, bob, charlie], turns=2)  # hides hands
        client.force_login(alice)

        answer = client.get(FILE)

        assert (answer.status_code, ids(answer)) == (200, [])

    def test_it_has_a_game_of_several_that_somebody_left_only_once_it_is_over(
        self, client, alice, bob, charlie, seedlings
    ):
        game = TableFactory(users=[alice, bob, charlie], turns=6)
        endings.resign(game_id=game.pk, user=alice)
        game.refresh_from_db()
        assert game.is_running
        assert ids(client.get(FILE)) == []

        endings.resign(game_id=game.pk, user=bob)

        assert ids(client.get(FILE)) == [game.pk.hex]

    def test_it_has_private_games_for_those_who_played_them(self, client, alice, bob, charlie):
        game = finished_game(alice, bob, is_private=True)
        assert ids(client.get(FILE)) == []

        for viewer, expected in ((alice, [game.pk.hex]), (bob, [game.pk.hex]), (charlie, [])):
            client.force_login(viewer)
            assert ids(client.get(FILE)) == expected


class TestSending:
    def test_it_asks_the_same_number_of_queries_for_each_piece(
        self, alice, bob, django_assert_num_queries
    ):
        games = [finished_game(alice, bob) for _ in range(5)]
        pieces = downloads.games_of(alice, viewer=alice, games=2)

        found = []
        for _piece in range(3):
            with django_assert_num_queries(4):
                found.append(next(pieces))

        assert list(pieces) == []
        assert sorted(ids_in(b"".join(found))) == sorted(game.pk.hex for game in games)

    def test_it_is_a_file_to_keep(self, client, alice, bob):
        finished_game(alice, bob)

        answer = client.get(FILE)

        assert answer["Content-Type"] == "application/gzip"
        assert answer["Content-Disposition"] == 'attachment; filename="alice.bgr.gz"'
        assert "no-store" in answer["Cache-Control"]
        sent(answer)

    def test_it_is_sent_so_often_and_not_more(self, client, alice):
        answers = [client.get(FILE) for _ in range(AN_HOUR.most + 1)]

        assert [one.status_code for one in answers] == [200] * AN_HOUR.most + [429]

    def test_it_is_found_under_a_former_name(self, client, alice):
        change_username(user=alice, name="alix")

        assert client.get(FILE)["Location"] == "/@alix/games/download/"

    def test_it_is_not_there_for_a_bot_or_for_nobody(self, client):
        bot = bots.bot_user("hazel")

        assert client.get(f"/@{bot.username}/games/download/").status_code == 404
        assert client.get("/@nobody/games/download/").status_code == 404

    def test_it_is_linked_from_the_profile_of_who_has_played(self, client, alice, bob):
        assert FILE not in client.get("/@alice/").content.decode()
        finished_game(alice, bob)

        assert f'href="{FILE}"' in client.get("/@alice/").content.decode()
