"""A game for programs: what stands where, and who may read what while it runs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine import read_record
from engine.replay import replay
from games import positions
from games.models import Game
from games.services import endings
from tests.factories import GameFactory, TableFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice, bob):
    game = GameFactory(users=[alice, bob], turns=9)
    endings.resign(game_id=game.pk, user=bob)
    return Game.objects.get(pk=game.pk)


def read(client, game):
    return client.get(f"/games/{game.pk}/json/").json()


class TestShape:
    def test_it_says_what_it_is(self, client, over):
        told = read(client, over)

        assert (told["format"], told["version"], told["id"]) == ("garden-game", 1, str(over.pk))
        assert told["game"] == {
            "slug": "botanik", "name": "Botanik", "rules": over.rules_version, "seats": 2,
            "options": {},
        }  # fmt: skip
        assert (told["status"], told["ending"]) == ("over", "resigned")

    def test_it_names_everybody_by_seat_with_their_result(self, client, over):
        alice, bob = read(client, over)["players"]

        assert (alice["seat"], alice["name"], alice["placing"]) == (0, "alice", 1)
        assert (bob["seat"], bob["name"], bob["placing"], bob["left"]) == (1, "bob", 2, None)

    def test_it_has_every_move_with_the_points_after_it(self, client, over):
        told = read(client, over)["moves"]

        steps = list(positions.steps(over, over.moves.all()))
        assert [(move["ply"], move["seat"], move["notation"]) for move in told] == [
            (step.row.ply, step.row.seat, step.row.notation) for step in steps
        ]
        assert [move["scores"] for move in told] == [
            [score.total for score in step.after.scores()] for step in steps
        ]

    def test_it_says_the_same_as_the_record(self, client, over):
        told = read(client, over)
        record = read_record(client.get(f"/games/{over.pk}/record/").content.decode())

        assert told["tags"] == record.tags
        assert [move["notation"] for move in told["moves"]] == list(record.moves)
        assert len(list(replay(record))) == len(told["moves"])

    def test_it_has_the_proof_once_it_is_over(self, client, over):
        proof = read(client, over)["proof"]

        assert proof["commitment"] == over.commitment
        assert len(bytes.fromhex(proof["seed"])) == 32
        assert len(proof["entropy"]) == 2

    def test_it_is_a_file_to_keep(self, client, over):
        answer = client.get(f"/games/{over.pk}/json/")

        assert answer["Content-Type"] == "application/json"
        name = f"botanik-{over.pk.hex[:8]}.json"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'


class TestWho:
    def test_it_tells_no_proof_while_the_game_runs(self, client, alice, bob):
        told = read(client, GameFactory(users=[alice, bob], turns=3))

        assert (told["status"], told["ending"], told["proof"]) == ("running", None, None)

    @pytest.mark.parametrize("who", ["alice", "bob", "charlie"])
    def test_it_covers_what_somebody_may_not_see_while_it_runs(
        self, client, seedlings, alice, bob, charlie, who, request
    ):
        game = TableFactory(users=[alice, bob, charlie], turns=4)
        client.force_login(request.getfixturevalue(who))
        record = read_record(client.get(f"/games/{game.pk}/record/").content.decode())

        told = [move["notation"] for move in read(client, game)["moves"]]

        assert told == list(record.moves)
        assert told != list(game.moves.values_list("notation", flat=True))

    @pytest.mark.parametrize(("who", "status"), [("alice", 200), ("charlie", 404), (None, 404)])
    def test_it_is_for_the_two_alone_where_the_game_is_private(
        self, client, alice, bob, who, status, request
    ):
        game = GameFactory(users=[alice, bob], is_private=True)
        if who:
            client.force_login(request.getfixturevalue(who))

        assert client.get(f"/games/{game.pk}/json/").status_code == status

    def test_it_asks_as_often_for_long_games_as_for_short_ones(self, client, alice, bob, over):
        numbers = []
        for game in (GameFactory(users=[alice, bob]), GameFactory(users=[alice, bob], turns=20)):
            with CaptureQueriesContext(connection) as captured:
                read(client, game)
            numbers.append(len(captured))

        assert numbers[0] == numbers[1] <= 4
