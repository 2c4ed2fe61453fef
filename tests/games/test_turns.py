"""The one writer of moves."""

import pytest

from accounts import sanctions
from accounts.refusals import Conflict, Forbidden, NotFound, Refusal, Unprocessable
from engine import CHANCE
from games import positions
from games.models import Game, Move
from games.services import endings, turns
from tests.engine.games import LONGEST_NOTATION
from tests.factories import GameFactory, SanctionFactory, play_turns
from tests.games.scripted import play_script, scripted_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob])


def side_play(game, seat=0):
    """A turn of one move, by which nothing is released."""
    plays = positions.load(game).legal_moves(seat)
    return next((move.notation for move in plays if move.kind == "side"), plays[0].notation)


def submit(game, user, *moves, ply=None):
    return turns.submit(
        game_id=game.pk, user=user, moves=moves, ply=game.ply if ply is None else ply
    )


class TestBeginning:
    def test_it_reveals_the_set_up_and_the_first_round(self, game):
        reveals = list(game.moves.values_list("ply", "seat"))

        assert reveals == [(1, None), (2, None)]
        assert game.ply == 2

    def test_it_gives_the_word_to_the_first_seat(self, game):
        assert [player.has_word for player in game.players.order_by("seat")] == [True, False]


class TestSubmitting:
    def test_it_records_the_move_and_passes_the_word(self, game, alice):
        move = side_play(game)

        submit(game, alice, f" {move.lower()} ")

        row = game.moves.last()
        assert (row.ply, row.seat, row.notation) == (3, 0, move)
        game.refresh_from_db()
        assert game.ply == 3
        assert [player.has_word for player in game.players.order_by("seat")] == [False, True]

    def test_it_has_room_for_the_longest_move_of_any_game(self, game):
        """PostgreSQL refuses what a column does not hold; the contract has no longer ones."""
        longest = "T" * LONGEST_NOTATION

        row = Move.objects.create(game=game, ply=3, notation=longest, made_at=game.started_at)

        row.refresh_from_db()
        assert row.notation == longest

    def test_it_stores_a_position_that_the_moves_lead_to(self, game):
        play_turns(game, 25)

        assert positions.load(game) == positions.rebuilt(game)

    def test_it_plays_a_whole_game(self, game):
        turns_made = play_turns(game, 200)

        assert turns_made >= 60
        assert (game.status, game.ending) == ("over", "played")
        outcome = positions.load(game).outcome()
        players = game.players.order_by("seat")
        assert tuple(player.placing for player in players) == outcome.placings
        assert [player.score for player in players] == [s.total for s in outcome.scores]
        assert not any(player.is_playing or player.has_word for player in players)

    @pytest.mark.parametrize(
        "name",
        ["both-swap-in-one-turn", "three-tiles-held", "tiles-that-fit-nowhere", "word-comes-back"],
    )
    def test_it_plays_the_worked_records(self, alice, bob, name):
        game, script = scripted_game(name, alice, bob)

        play_script(game, script, (alice, bob))

        assert game.ending == "played"
        assert positions.load(game) == positions.rebuilt(game)

    def test_it_lets_chance_draw_when_a_round_is_over(self, game):
        play_turns(game, 3)

        assert game.moves.filter(seat=None).count() == 3

    def test_it_takes_builds_and_the_own_turn_together(self, alice, bob):
        """Tiles that were released in the other's turn are built with one's own turn."""
        _game, script = scripted_game("word-comes-back", alice, bob)

        kinds = [{"@" in move for move in moves} for _seat, moves in script]

        assert {True, False} in kinds


class TestOnceMore:
    def test_it_is_answered_as_the_first_time(self, game, alice):
        move = side_play(game)
        submit(game, alice, move)

        submit(game, alice, move, ply=game.ply)

        assert Move.objects.filter(game=game, seat=0).count() == 1

    def test_it_is_answered_also_when_the_other_has_moved_on(self, game, alice):
        move = side_play(game)
        submit(game, alice, move)
        play_turns(Game.objects.get(pk=game.pk), 3)

        submit(game, alice, move, ply=2)

        assert Move.objects.get(game=game, ply=3).notation == move

    def test_it_is_answered_also_after_the_end(self, game, alice, bob):
        play_turns(game, 200)
        last = game.moves.last()
        first = last
        while (before := game.moves.filter(ply=first.ply - 1, seat=last.seat).first()) is not None:
            first = before
        moves = game.moves.filter(ply__gte=first.ply).values_list("notation", flat=True)

        submit(game, (alice, bob)[last.seat], *moves, ply=first.ply - 1)

        assert game.moves.last() == last

    def test_it_is_refused_if_it_is_another_move(self, game, alice):
        plays = positions.load(game).legal_moves(0)
        submit(game, alice, side_play(game))
        other = next(play.notation for play in plays if play.notation != side_play_made(game))

        with pytest.raises(Conflict, match="moved on"):
            submit(game, alice, other, ply=2)

    def test_it_is_refused_if_it_is_only_a_part(self, alice, bob):
        game, script = scripted_game("word-comes-back", alice, bob)
        at = next(at for at, (_seat, moves) in enumerate(script) if len(moves) > 1)
        play_script(game, script[:at], (alice, bob))
        seat, moves = script[at]
        ply = game.ply
        play_script(game, script[at : at + 1], (alice, bob))

        with pytest.raises(Conflict):
            submit(game, (alice, bob)[seat], *moves[:-1], ply=ply)


def side_play_made(game):
    return game.moves.get(ply=3).notation


class TestRefusals:
    def test_it_refuses_who_has_not_the_word(self, game, bob):
        with pytest.raises(Conflict, match="not your turn"):
            submit(game, bob, side_play(game))

    def test_it_refuses_a_stranger(self, game, charlie):
        with pytest.raises(Forbidden, match="at this table"):
            submit(game, charlie, side_play(game))

    def test_it_does_not_know_a_private_game_to_a_stranger(self, alice, bob, charlie):
        game = GameFactory(users=[alice, bob], is_private=True)

        with pytest.raises(NotFound):
            submit(game, charlie, side_play(game))

    def test_it_refuses_a_ply_that_has_not_come_yet(self, game, alice):
        with pytest.raises(Conflict, match="moved on"):
            submit(game, alice, side_play(game), ply=99)

    def test_it_refuses_what_the_rules_do_not_allow(self, game, alice):
        unseen = next(code for code in ("RI", "YI", "GI", "BI") if code not in _arrival(game))

        with pytest.raises(Unprocessable, match="arrival area"):
            submit(game, alice, f"{unseen}-1")

    def test_it_refuses_what_is_no_move(self, game, alice):
        with pytest.raises(Refusal, match="is not a move") as refusal:
            submit(game, alice, "hello")

        assert refusal.value.status == 400

    def test_it_refuses_nothing(self, game, alice):
        with pytest.raises(Refusal, match="No move"):
            submit(game, alice)

    def test_it_refuses_a_reveal_by_a_player(self, game, alice):
        with pytest.raises(Unprocessable, match="nobody chooses"):
            submit(game, alice, ">RI.RI.RI")

    def test_it_refuses_more_moves_than_a_turn_has(self, game, alice):
        with pytest.raises(Refusal, match="more moves"):
            submit(game, alice, *["RI-1"] * 21)

    def test_it_refuses_a_second_turn_in_the_same_breath(self, game, alice):
        first = side_play(game)
        with pytest.raises(Unprocessable):
            submit(game, alice, first, first)

    def test_it_refuses_half_a_turn(self, alice, bob):
        game, script = scripted_game("word-comes-back", alice, bob)
        at = next(at for at, (_seat, moves) in enumerate(script) if len(moves) > 1)
        play_script(game, script[:at], (alice, bob))
        seat, moves = script[at]

        with pytest.raises(Unprocessable, match="not complete"):
            submit(game, (alice, bob)[seat], *moves[:-1])

    def test_it_refuses_a_move_in_a_game_that_is_over(self, game, alice, bob):
        endings.resign(game_id=game.pk, user=bob)

        with pytest.raises(Conflict, match=r"over \(given up\)"):
            submit(game, alice, side_play(game))

    def test_it_refuses_who_may_not_play(self, game, alice):
        SanctionFactory(user=alice, kind=sanctions.Kind.NO_PLAY, reason="stalling")

        with pytest.raises(Forbidden, match="stalling"):
            submit(game, alice, side_play(game))

    def test_it_changes_nothing_when_it_refuses(self, game, alice):
        before = Game.objects.values().get(pk=game.pk)

        with pytest.raises(Unprocessable):
            submit(game, alice, side_play(game), "RI@0,1^0")

        assert Game.objects.values().get(pk=game.pk) == before
        assert game.moves.count() == 2


def _arrival(game):
    return {tile.code for tile in positions.load(game).arrival}


class TestPosition:
    def test_it_is_rebuilt_from_the_moves_where_its_format_is_old(self, game):
        play_turns(game, 9)
        right = positions.load(game)
        game.position = {"format": 0}
        game.save()

        assert positions.load(Game.objects.get(pk=game.pk)) == right

    def test_it_never_holds_an_order_of_what_is_to_come(self, game):
        play_turns(game, 9)
        state = positions.load(game)

        assert state.to_move is not CHANCE
        assert isinstance(game.position["unseen"], dict)


class TestQueries:
    def test_it_makes_a_turn_with_at_most_20_queries(
        self, game, client, alice, django_assert_max_num_queries
    ):
        client.force_login(alice)
        client.get("/play/")
        form = {"ply": game.ply, "moves": side_play(game)}

        with django_assert_max_num_queries(20):
            answer = client.post(f"/games/{game.pk}/", form, headers={"HX-Request": "true"})

        assert answer.status_code == 200
        assert game.moves.count() == 3
