"""The first bots."""

from dataclasses import replace
from random import Random

import pytest

from engine import (
    BOTS,
    CHANCE,
    COMPANIONS,
    ROSTER,
    all_rulesets,
    get_bot,
    get_opponent,
    get_ruleset,
    players_of,
)
from engine.arena import mirrored, play, tally
from engine.bots.greedy_bot import turn_values, value_for
from engine.bots.search import MOST_NODES
from tests.engine.games import QUICK_BOTS, steps
from tests.engine.pictures import table

BOTANIK = get_ruleset("botanik")
RANDOM, GREEDY = get_bot("random"), get_bot("greedy")


class TestBots:
    def test_it_is_found_by_its_name(self):
        assert all(get_bot(bot.name) == bot for bot in BOTS)

    @pytest.mark.parametrize("name", ["deep blue", "greedy:9", "yew:", "yew:0", "yew:-1", "yew:²"])
    def test_it_does_not_know_other_names(self, name):
        with pytest.raises(KeyError):
            get_bot(name)

    def test_it_takes_another_budget(self):
        assert get_bot("yew:1234") == get_bot("yew").within(1234)

    @pytest.mark.parametrize("bot", QUICK_BOTS, ids=lambda bot: bot.name)
    def test_it_plays_the_same_game_for_the_same_seed(self, bot):
        games = [play(BOTANIK, (bot, RANDOM), Random(7)) for _ in range(2)]

        assert games[0] == games[1]

    def test_it_plays_another_game_for_another_seed(self):
        assert play(BOTANIK, (RANDOM, RANDOM), Random(1)) != play(
            BOTANIK, (RANDOM, RANDOM), Random(2)
        )


class TestRoster:
    def test_it_has_four_levels(self):
        assert [opponent.level for opponent in ROSTER] == [1, 2, 3, 4]

    def test_it_gives_everybody_a_name_and_a_temper_of_their_own(self):
        for texts in zip(*((o.slug, o.name, o.temper, o.thinks) for o in ROSTER), strict=True):
            assert len(set(texts)) == 4
            assert all(texts)

    def test_it_says_in_one_line_how_each_thinks(self):
        assert all(o.thinks.endswith(".") and len(o.thinks) < 90 for o in ROSTER)

    def test_it_lets_the_two_upper_ones_search(self):
        assert [bool(opponent.bot.nodes) for opponent in ROSTER] == [False, False, True, True]

    def test_it_stays_within_what_the_engine_allows(self):
        assert max(opponent.bot.nodes for opponent in ROSTER) <= MOST_NODES

    def test_it_has_a_budget_of_its_own_for_a_game_that_needs_one(self):
        yew = replace(get_opponent("yew"), budgets={"nursery": 50})

        assert yew.bot_for("nursery").nodes == 50
        assert yew.bot_for("botanik") == yew.bot

    def test_it_has_that_budget_wherever_it_is_found_by_name(self, monkeypatch):
        hasty = replace(get_opponent("yew"), budgets={"nursery": 50})
        monkeypatch.setattr("engine.bots.ROSTER", (hasty,))

        assert get_bot("yew", "nursery").nodes == 50
        assert get_bot("yew:70", "nursery").nodes == 70
        assert get_bot("yew", "botanik") == get_bot("yew") == hasty.bot

    def test_it_is_found_by_its_slug(self):
        everybody = (*ROSTER, *COMPANIONS)

        assert all(get_opponent(opponent.slug) is opponent for opponent in everybody)


class TestCompanions:
    def test_they_are_enough_for_the_largest_team(self):
        largest = max(max(rules.seats) for rules in all_rulesets() if rules.cooperative)

        assert len(COMPANIONS) == largest - 1

    def test_they_think_alike(self):
        assert len({(one.bot.think, one.bot.nodes) for one in COMPANIONS}) == 1

    def test_they_have_names_that_nobody_can_have_taken(self):
        assert all(" " in one.name and len(one.name) <= 20 for one in COMPANIONS)

    def test_they_join_teams_and_opponents_play_against_others(self):
        for rules in all_rulesets():
            assert players_of(rules) == (COMPANIONS if rules.cooperative else ROSTER)

    def test_nobody_sits_down_where_one_plays_alone_or_no_bot_knows_the_game(self):
        alone = replace(get_ruleset("gardeners"), seats=(1,))
        unknown = replace(get_ruleset("botanik"), bots=False)

        assert players_of(alone) == players_of(unknown) == ()


class TestHasty:
    def test_it_takes_the_best_of_its_ideas(self, monkeypatch):
        monkeypatch.setattr("engine.bots.hasty_bot.IDEAS", 99)
        state = table("""
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GL  GX
            :Seat 0  | .   .   .   .   .
            :Held 0  | RIf
        """)

        assert get_bot("pip").choose(state.view_for(0), Random(1)).notation == "RIf@0,1^0"

    def test_it_has_nothing_to_choose_for_a_spectator(self):
        with pytest.raises(TypeError):
            get_bot("pip").choose(BOTANIK.initial().view_for(None), Random(1))


class TestRandom:
    def test_it_chooses_every_legal_move_in_the_end(self):
        state = table("""
            :Arrival | RI
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
        """)
        view = state.view_for(0)

        chosen = {RANDOM.choose(view, Random(seed)) for seed in range(100)}

        assert chosen == set(view.legal_moves)


class TestGreedy:
    def test_it_builds_what_scores_most(self):
        state = table("""
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GL  GX
            :Seat 0  | .   .   .   .   .
            :Held 0  | RIf
        """)

        assert GREEDY.choose(state.view_for(0), Random(1)).notation == "RIf@0,1^0"

    def test_it_plays_what_releases_its_own_best_tile(self):
        state = table("""
            :Arrival | KX
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GL  GT  GM  BT
            :Seat 0  | RIf GI  GX  .   .
        """)

        assert GREEDY.choose(state.view_for(0), Random(1)).notation == "KX-1"

    def test_it_looks_at_the_whole_turn(self):
        """Swapping for the flowered tile is right only because it can be built afterwards."""
        state = table("""
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RP  GIf YM  KM  BP
            :Seat 0  | .   .   .   .   .
            :Held 0  | GM
        """)

        assert GREEDY.choose(state.view_for(0), Random(1)).notation == "M=2"

    @pytest.mark.parametrize("seed", range(4))
    def test_it_finds_the_best_of_all_turns(self, seed):
        for number, (state, seat, move) in enumerate(steps(BOTANIK, seed)):
            if move is None or seat is CHANCE or number % 4:
                continue
            values = turn_values(state, seat)
            assert max(values.values()) == best_by_brute_force(state, seat)

    def test_it_follows_only_the_most_promising_turns_where_there_are_many(self, monkeypatch):
        monkeypatch.setattr("engine.bots.greedy_bot.WIDTH", 1)
        state = table("""
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GL  GX
            :Seat 0  | .   .   .   .   .
            :Held 0  | RIf KP
        """)

        assert GREEDY.choose(state.view_for(0), Random(1)).notation == "RIf@0,1^0"

    def test_it_has_nothing_to_choose_for_a_spectator(self):
        with pytest.raises(TypeError):
            GREEDY.choose(BOTANIK.initial().view_for(None), Random(1))

    def test_it_beats_random_play(self):
        assert tally([mirrored(BOTANIK, (RANDOM, GREEDY), Random(2))]).wins == (0, 2)


def best_by_brute_force(state, seat):
    """Try every own turn to its end, one after the other."""
    if state.to_move is CHANCE or seat not in state.to_move:
        return value_for(state, seat)
    return max(
        best_by_brute_force(state.after(seat, move), seat) for move in state.legal_moves(seat)
    )
