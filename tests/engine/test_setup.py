"""What a game begins from: seats and options, in rules and in records."""

import json
from random import Random

import pytest

from engine import Option, Record, SetupError, check_tags, get_ruleset, last_position, registry
from engine.arena import play
from engine.bots import get_bot
from engine.registry import Setup
from engine.replay import ReplayError, initial_of, result_of
from tests.engine.console import run
from tests.engine.nursery import NURSERY, SHARED_NURSERY

GREEDY = get_bot("greedy")


@pytest.fixture(autouse=True)
def nurseries(monkeypatch):
    both = (NURSERY, SHARED_NURSERY)
    monkeypatch.setattr(registry, "RULESETS", (*registry.RULESETS, *both))


def record(slug="nursery", moves=(), **tags):
    return Record({"Game": slug, "Rules": "1", **tags}, tuple(moves))


class TestOptions:
    def test_it_is_a_tag_with_a_capital(self):
        assert Option("rounds", (2, 9), 2).tag == "Rounds"

    def test_it_is_written_with_the_seats(self):
        assert Setup(NURSERY, 3, {"rounds": 9}).tags == {"Seats": "3", "Rounds": "9"}

    def test_it_is_not_written_where_nothing_was_chosen(self):
        assert Setup(NURSERY, 3).tags == {"Seats": "3"}

    def test_it_is_read_from_a_record(self):
        state = initial_of(record(Seats="3", Rounds="9"))

        assert (state.seats, state.rounds) == (3, 9)

    def test_it_has_a_default_in_a_record_that_does_not_name_it(self):
        state = initial_of(record())

        assert (state.seats, state.rounds) == (2, 2)

    def test_it_refuses_another_value(self):
        with pytest.raises(SetupError) as refused:
            initial_of(record(Rounds="7"))

        assert str(refused.value) == "Nursery has no rounds 7."

    def test_it_is_no_option_of_another_game(self):
        assert initial_of(record("botanik", Rounds="7")) == get_ruleset("botanik").initial()

    def test_it_stays_in_the_position(self):
        state = NURSERY.initial(2, {"rounds": 9})

        assert NURSERY.state.decode(state.encode()) == state != NURSERY.initial(2)


class TestDraws:
    def test_it_is_a_thing_of_botanik(self):
        assert get_ruleset("botanik").draws
        assert not NURSERY.draws


class TestTeams:
    @pytest.fixture
    def game(self):
        """What a team of three played, and where it ends."""
        setup = Setup(SHARED_NURSERY, 3)
        game = play(setup, [GREEDY] * 3, Random(1))
        moves = [move.notation for move in game.moves]
        return record("shared-nursery", moves, **setup.tags)

    def test_it_has_one_score_and_a_grade(self, game):
        outcome = last_position(game).outcome()

        assert outcome.placings == (1, 1, 1)
        assert outcome.winner is None
        assert outcome.grade in ("green", "bare")

    def test_it_writes_one_number(self, game):
        last = last_position(game)

        assert result_of(last.scores(), cooperative=True) == str(last.score(0).total)

    def test_it_accepts_that_number(self, game):
        last = last_position(game)
        tags = {**game.tags, "Result": str(last.score(0).total), "Termination": "played"}

        check_tags(Record(tags, game.moves), last)

    @pytest.mark.parametrize("winner", ["0", "-"])
    def test_it_refuses_a_winner(self, game, winner):
        with pytest.raises(ReplayError, match="all are one team"):
            check_tags(Record({**game.tags, "Winner": winner}, game.moves), last_position(game))

    def test_it_is_told_on_the_command_line(self, game, tmp_path):
        file = tmp_path / "team.bgr"
        file.write_text(game.write())
        last = last_position(game)

        told = f"{last.score(0).total} together: {last.outcome().grade}."
        assert run("replay", str(file)).lines[-1] == told

    def test_it_is_said_by_the_ruleset(self):
        assert SHARED_NURSERY.cooperative
        assert not NURSERY.cooperative


class TestLeaving:
    """Seat 2 has the most points and leaves; the others play on."""

    BEGUN = (">1", ">2", ">1", ">2", ">4", ">4", "1", "1", "#2")
    MOVES = (*BEGUN, "4", "4", ">3", ">3", "2", ">1", ">3", "2", ">1", ">2")

    def test_it_replays(self):
        last = last_position(record(moves=self.MOVES, Seats="3"))

        assert last.points == (3, 3, 8)
        assert last.outcome().placings == (1, 1, 3)

    def test_it_ends_the_game_where_one_seat_is_left(self):
        last = last_position(record(moves=[*self.BEGUN, "#0"], Seats="3"))

        assert last.outcome().reason == "left"
        assert last.outcome().winner == 1

    def test_it_accepts_the_true_winner(self):
        moves = [*self.BEGUN, "#0"]
        tags = {"Seats": "3", "Result": "1-1-0", "Winner": "1", "Termination": "played"}
        left = record(moves=moves, **tags)

        check_tags(left, last_position(left))

    @pytest.mark.parametrize("said", ["2 time, 0 resigned", "2 resigned, 0 time"])
    def test_it_accepts_how_they_left(self, said):
        left = record(moves=[*self.BEGUN, "#0"], Seats="3", Left=said)

        check_tags(left, last_position(left))

    @pytest.mark.parametrize("said", ["0 time, 2 time", "2 time", "2 time, 1 time"])
    def test_it_refuses_who_did_not_leave_like_that(self, said):
        left = record(moves=[*self.BEGUN, "#0"], Seats="3", Left=said)

        with pytest.raises(ReplayError, match="by the moves it was seat 2, seat 0"):
            check_tags(left, last_position(left))

    @pytest.mark.parametrize("said", ["2", "2 bored, 0 time", "", "2  time"])
    def test_it_refuses_another_way_to_leave(self, said):
        left = record(moves=[*self.BEGUN, "#0"], Seats="3", Left=said)

        with pytest.raises(ReplayError, match="nobody leaves like that"):
            check_tags(left, last_position(left))

    def test_it_traces_the_word_of_who_had_it(self, tmp_path):
        file = tmp_path / "left.bgr"
        file.write_text(record(moves=[*self.BEGUN, "#0"], Seats="3").write())

        line = json.loads(run("replay", "--json", str(file)).lines[9])

        assert line == {"ply": 10, "to_move": 2, "legal": ["4", "4~"], "move": "#0"}


class TestCommands:
    """The command line lists what is registered when it is asked."""

    def test_it_plays_bots_on_more_seats(self):
        answer = run(
            "selfplay", "nursery", "--bots", "greedy,random,random", "--games", "3", "--seed", "1"
        )

        assert answer.status == 0
        assert [line.split(" (")[0] for line in answer.lines[:3]] == ["bot 0", "bot 1", "bot 2"]
        assert "of 3 games" in answer.lines[4]

    def test_it_tells_the_points_of_a_team(self):
        answer = run(
            "selfplay", "shared-nursery", "--bots", "yew:50", "--games", "2", "--seed", "1"
        )

        assert answer.lines[0].startswith("the team: ")

    def test_it_needs_a_bot_for_each_seat(self):
        answer = run(
            "selfplay", "nursery", "--seats", "3", "--bots", "random", "--games", "1", "--seed", "1"
        )

        assert answer.complaints == ["Name a bot for each of the 3 seats."]

    def test_it_counts_for_seats_and_options(self):
        counts = [
            run("perft", "nursery", "2", "--seed", "1", *more).lines
            for more in ((), ("--seats", "4"), ("--options", "rounds=9"))
        ]

        assert counts[0] == counts[2]  # two turns are not enough to tell
        assert all(len(lines) == 1 for lines in counts)

    def test_it_refuses_options_that_there_are_not(self):
        answer = run("perft", "nursery", "1", "--seed", "1", "--options", "weather=wet")

        assert answer.complaints == ["Nursery has no option weather."]
