"""The arithmetic behind signals: on rows of values, without a site."""

import re
from itertools import pairwise, product
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import suspicions
from games.models import Signal
from games.suspicions import (
    A_DAY,
    AT_ONCE,
    Choice,
    Joined,
    Pace,
    Result,
    Said,
    few_rows,
    has_grown,
    tail,
)

ALICE, BOB, CHARLIE, DORA = 1, 2, 3, 4
HOUR = 60 * 60


def won(winner, loser, day=0, how="played", turns=31):
    return Result(winner, loser, day, "botanik", how, turns)


def given_away(winner, loser, days, how="resigned", turns=3):
    return [won(winner, loser, day, how, turns) for day in days]


def played(winner, loser, games):
    return [won(winner, loser, day) for day in range(games)]


class TestTail:
    @given(tries=st.integers(0, 40), hits=st.integers(0, 40), chance=st.floats(0.01, 0.99))
    def test_it_is_a_likelihood_that_falls_with_the_hits(self, tries, hits, chance):
        assert 0 <= tail(hits + 1, tries, chance) <= tail(hits, tries, chance) <= 1

    def test_it_is_sure_of_none_or_more(self):
        assert isclose(tail(0, 7, 0.3), 1)

    def test_it_is_that_of_coins(self):
        assert isclose(tail(4, 4, 0.5), 1 / 16)


class TestFewRows:
    @pytest.mark.parametrize(("first", "second"), [(1, 1), (3, 2), (4, 4)])
    def test_it_counts_as_listing_every_order_does(self, first, second):
        orders = [one for one in product("ab", repeat=first + second) if one.count("a") == first]
        rows = [1 + sum(x != y for x, y in pairwise(one)) for one in orders]

        for most in range(2, first + second + 1):
            listed = sum(number <= most for number in rows) / len(orders)
            assert isclose(few_rows(most, first, second), listed)

    @given(first=st.integers(1, 20), second=st.integers(1, 20))
    def test_it_is_sure_of_as_many_rows_as_games(self, first, second):
        assert isclose(few_rows(first + second, first, second), 1)


class TestGifts:
    def test_it_finds_who_gives_games_away_to_one_person(self):
        rows = [*given_away(BOB, ALICE, range(8)), *played(CHARLIE, ALICE, 10)]

        [found] = suspicions.gifts(rows)

        assert (found.person, found.key) == (ALICE, str(BOB))
        assert found.numbers["count"] == found.numbers["lost"] == 8
        assert (found.numbers["elsewhere"], found.numbers["lost_elsewhere"]) == (0, 10)

    def test_it_counts_losses_on_time_as_well(self):
        assert suspicions.gifts(given_away(BOB, ALICE, range(8), how="time"))

    def test_it_leaves_alone_who_gives_games_away_to_everybody(self):
        rows = [
            won(rival, ALICE, day, "resigned", 3)
            for day, rival in enumerate([BOB, CHARLIE, DORA] * 8)
        ]

        assert suspicions.gifts(rows) == []

    def test_it_leaves_alone_who_plays_to_the_end(self):
        assert suspicions.gifts(played(BOB, ALICE, 30)) == []

    def test_it_leaves_alone_who_gives_up_late(self):
        assert suspicions.gifts(given_away(BOB, ALICE, range(20), turns=25)) == []

    def test_it_counts_what_is_left_on_one_day_once(self):
        assert suspicions.gifts(given_away(BOB, ALICE, [3] * 12)) == []

    def test_it_leaves_alone_what_a_moderator_decided(self):
        assert suspicions.gifts(given_away(BOB, ALICE, range(9), how="adjudicated")) == []

    @given(
        st.lists(
            st.builds(
                Result,
                winner=st.integers(1, 4),
                loser=st.integers(5, 8),
                day=st.integers(0, 60),
                ruleset=st.just("botanik"),
                how=st.sampled_from(["played", "resigned", "time"]),
                turns=st.integers(0, 33),
            ),
            max_size=80,
        )
    )
    def test_it_never_counts_more_than_was_lost(self, rows):
        for found in suspicions.gifts(rows):
            lost = [row for row in rows if row.loser == found.person]
            assert found.numbers["count"] <= found.numbers["lost"] <= len(lost)


class TestRings:
    def circle(self, *people, games=8):
        pairs = zip(people, [*people[1:], people[0]], strict=True)
        return [row for winner, loser in pairs for row in played(winner, loser, games)]

    @pytest.mark.parametrize("people", [(ALICE, BOB, CHARLIE), (ALICE, CHARLIE, BOB, DORA)])
    def test_it_finds_who_beat_each_other_in_a_circle(self, people):
        [found] = suspicions.rings(self.circle(*people))

        assert sorted(found.numbers["people"]) == sorted(people)
        assert found.numbers["count"] == 8 * len(people)
        assert found.numbers["outside"] == 0
        assert found.key == f"-{'-'.join(map(str, sorted(people)))}-"

    def test_it_leaves_alone_of_whom_one_is_simply_the_strongest(self):
        rows = [*played(ALICE, BOB, 9), *played(BOB, CHARLIE, 9), *played(ALICE, CHARLIE, 9)]

        assert suspicions.rings(rows) == []

    def test_it_leaves_alone_who_play_mostly_others(self):
        rows = self.circle(ALICE, BOB, CHARLIE)
        rows += [won(10 + n, one) for one in (ALICE, BOB, CHARLIE) for n in range(20)]

        assert suspicions.rings(rows) == []

    def test_it_finds_two_who_win_in_turns(self):
        rows = [
            *played(ALICE, BOB, 8), *played(BOB, ALICE, 8), *played(ALICE, BOB, 8),
        ]  # fmt: skip

        [found] = suspicions.rings(rows)

        assert found.numbers["people"] == [ALICE, BOB]
        assert (found.numbers["won"], found.numbers["rows"]) == ([16, 8], 3)

    def test_it_leaves_alone_two_of_whom_one_has_learned(self):
        assert suspicions.rings([*played(ALICE, BOB, 12), *played(BOB, ALICE, 12)]) == []

    def test_it_leaves_alone_friends_who_win_now_and_then(self):
        rows = [won(*pair) for pair in [(ALICE, BOB), (BOB, ALICE), (ALICE, BOB)] * 20]

        assert suspicions.rings(rows) == []

    @given(st.permutations([ALICE, BOB, CHARLIE, DORA]))
    def test_it_finds_the_same_ring_wherever_it_begins(self, people):
        assert len(suspicions.rings(self.circle(*people))) == 1


class TestStalling:
    def game(self, game, *, before, lost, person=ALICE):
        yield from (Pace(person, game, before, 0.5) for _ in range(10))
        yield from (Pace(person, game, lost, 0.02) for _ in range(5))

    def games(self, number, **pace):
        return [turn for game in range(number) for turn in self.game(f"g{game}", **pace)]

    def test_it_finds_who_becomes_slow_where_they_are_lost(self):
        [found] = suspicions.stalling(self.games(5, before=2 * HOUR, lost=60 * HOUR))

        assert found.person == ALICE
        assert found.numbers == {"count": 5, "games": 5, "hours_lost": 60, "hours_others": 2.0}

    def test_it_leaves_alone_who_is_always_slow(self):
        assert suspicions.stalling(self.games(9, before=50 * HOUR, lost=60 * HOUR)) == []

    def test_it_leaves_alone_who_is_still_quick(self):
        assert suspicions.stalling(self.games(9, before=60, lost=3 * HOUR)) == []

    def test_it_wants_more_than_a_few_games(self):
        assert suspicions.stalling(self.games(3, before=2 * HOUR, lost=60 * HOUR)) == []

    def test_it_wants_most_of_the_games(self):
        slow = self.games(4, before=2 * HOUR, lost=60 * HOUR)
        quick = [
            turn
            for game in range(4)
            for turn in self.game(f"quick{game}", before=2 * HOUR, lost=2 * HOUR)
        ]

        assert suspicions.stalling([*slow, *quick]) == []

    def test_it_compares_nothing_where_all_was_lost(self):
        rows = [Pace(ALICE, f"g{n}", 60 * HOUR, 0.0) for n in range(9) for _ in range(20)]

        assert suspicions.stalling(rows) == []


class TestAgreement:
    def choices(self, person, best, all_, games=4):
        return [Choice(person, f"{person}/{n % games}", n < best) for n in range(all_)]

    def crowd(self, people=30, best=20, all_=50):
        return [one for key in range(100, 100 + people) for one in self.choices(key, best, all_)]

    def test_it_finds_who_nearly_always_chooses_as_the_bot(self):
        [found] = suspicions.agreement([*self.crowd(), *self.choices(ALICE, 49, 50)])

        assert found.person == ALICE
        numbers = {"count": 50, "games": 4, "share": 98, "usual": 40, "others": 30}
        assert found.numbers == numbers

    def test_it_leaves_alone_who_is_the_best_by_a_little(self):
        assert suspicions.agreement([*self.crowd(), *self.choices(ALICE, 30, 50)]) == []

    def test_it_compares_with_how_good_people_are_there(self):
        experts = self.crowd(best=38)

        assert suspicions.agreement([*experts, *self.choices(ALICE, 46, 50)]) == []

    def test_it_knows_what_is_usual_before_there_are_many(self):
        [found] = suspicions.agreement(self.choices(ALICE, 49, 50))

        assert found.numbers["usual"] == 40

    def test_it_wants_several_games(self):
        assert suspicions.agreement(self.choices(ALICE, 49, 50, games=2)) == []

    def test_it_wants_enough_choices(self):
        few = suspicions.AGREE_CHOICES - 1

        assert suspicions.agreement(self.choices(ALICE, few, few)) == []

    def test_it_is_not_moved_by_a_few_others_who_do_the_same(self):
        others = [one for key in range(5) for one in self.choices(500 + key, 49, 50)]

        found = suspicions.agreement([*self.crowd(), *others, *self.choices(ALICE, 49, 50)])

        assert len(found) == 6

    @pytest.mark.parametrize(
        ("turn", "is_a_choice"),
        [
            ({"best": 0.6, "chance": 0.6, "next_best": 0.5, "is_best": True}, True),
            ({"best": 0.6, "chance": 0.6, "next_best": 0.595, "is_best": True}, False),
            ({"best": 0.6, "chance": 0.5, "next_best": 0.5, "is_best": False}, True),
            ({"best": 0.6, "chance": 0.595, "next_best": 0.595, "is_best": False}, False),
        ],
    )
    def test_it_counts_turns_in_which_the_choice_mattered(self, turn, is_a_choice):
        assert suspicions.matters(**turn) == is_a_choice


class TestBursts:
    def joined(self, number, *, kind="device", apart=60, place="abc"):
        return [Joined(n, kind, place, n * apart) for n in range(number)]

    @pytest.mark.parametrize("kind", AT_ONCE)
    def test_it_finds_many_from_one_place_within_a_day(self, kind):
        [found] = suspicions.bursts(self.joined(AT_ONCE[kind], kind=kind))

        assert (found.person, found.key) == (0, f"{kind}:abc")
        assert found.numbers["people"] == list(range(AT_ONCE[kind]))

    @pytest.mark.parametrize("kind", AT_ONCE)
    def test_it_leaves_alone_one_less(self, kind):
        assert suspicions.bursts(self.joined(AT_ONCE[kind] - 1, kind=kind)) == []

    def test_it_leaves_alone_who_come_one_after_the_other(self):
        assert suspicions.bursts(self.joined(40, apart=A_DAY / 3)) == []

    def test_it_leaves_alone_who_come_from_different_places(self):
        rows = [Joined(n, "device", f"place {n}", 0) for n in range(40)]

        assert suspicions.bursts(rows) == []

    def test_it_names_no_more_than_fit(self):
        [found] = suspicions.bursts(self.joined(200, kind="address"))

        assert found.numbers["count"] == 200
        assert len(found.numbers["people"]) == suspicions.MOST_NAMED


class TestHeld:
    def test_it_finds_who_sends_them_again_and_again(self):
        [found] = suspicions.held([Said(ALICE, lines=40, held=6, tables=3)])

        assert found.numbers == {"count": 6, "lines": 40, "tables": 3}

    @pytest.mark.parametrize(
        "said",
        [
            Said(ALICE, lines=40, held=4, tables=3),
            Said(ALICE, lines=40, held=9, tables=1),
            Said(ALICE, lines=4000, held=9, tables=5),
        ],
        ids=["few", "one quarrel", "talks much"],
    )
    def test_it_leaves_others_alone(self, said):
        assert suspicions.held([said]) == []


class TestGrowth:
    @pytest.mark.parametrize(
        ("before", "now", "grown"), [(5, 5, False), (5, 7, False), (5, 8, True), (40, 50, False)]
    )
    def test_it_has_grown_when_there_is_clearly_more(self, before, now, grown):
        assert has_grown({"count": before}, {"count": now}) == grown


class TestMeasured:
    def test_it_is_said_of_every_kind(self):
        assert set(suspicions.MEASURED) == set(Signal.Kind.values)

    def test_it_is_what_the_document_says(self):
        text = (Path(__file__).parents[2] / "docs" / "signals.md").read_text()
        rows = re.findall(r"^\| (\w+) \| ([\d.]+) \| (\d+) % \|$", text, flags=re.MULTILINE)

        said = {kind: (float(wrong), int(found)) for kind, wrong, found in rows}

        assert said == {kind: (one.wrong, one.found) for kind, one in suspicions.MEASURED.items()}

    def test_it_is_wrong_for_one_in_two_hundred_at_most(self):
        assert all(one.wrong <= 5 for one in suspicions.MEASURED.values())
