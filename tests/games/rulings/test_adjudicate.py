"""A running game that a moderator decides."""

import pytest

from accounts.refusals import Conflict, Unprocessable
from games.models import Notice, Ruling, Tally
from games.selectors import ratings, results, tables
from games.services import endings, rulings
from tests.factories import GameFactory, TableFactory
from tests.games.ladders import accept, all_is_well, challenge, order, stand

pytestmark = pytest.mark.django_db


def adjudicate(judge, game, verdict):
    made = rulings.adjudicate(judge=judge, game=game, verdict=verdict, reason="It hangs.")
    game.refresh_from_db()
    return made


def placings(game):
    return list(game.players.order_by("seat").values_list("placing", flat=True))


class TestOfTwo:
    @pytest.mark.parametrize(("verdict", "places"), [(0, [1, 2]), (1, [2, 1]), ("draw", [1, 1])])
    def test_it_ends_as_it_was_decided(self, alice, bob, senior, verdict, places):
        game = GameFactory(users=[alice, bob], turns=3)

        adjudicate(senior, game, verdict)

        assert (game.status, game.ending) == ("over", "adjudicated")
        assert placings(game) == places

    def test_it_can_end_without_a_result(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=3, is_rated=True)

        adjudicate(senior, game, "nobody")

        assert (game.ending, game.counts) == ("aborted", False)
        assert placings(game) == [None, None]
        assert ratings.changes_at(game) == {}
        assert not Tally.objects.exists()

    def test_it_counts_for_ratings_and_tallies(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=3, is_rated=True)

        adjudicate(senior, game, 1)

        changes = ratings.changes_at(game)
        assert changes[bob.pk].after > changes[bob.pk].before
        assert Tally.objects.get(user=bob, rival=bob, scope="all").won == 1

    def test_it_says_who_decided_and_not_the_points(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=3)

        adjudicate(senior, game, 0)

        table = tables.find(game.pk)
        words = [results.verdict(table.game, table.players, me) for me in (*table.players, None)]
        assert words == [
            "A moderator decided: you win",
            "A moderator decided: alice wins",
            "A moderator decided: alice wins",
        ]

    def test_it_moves_the_ladder_as_any_game_does(self, alice, bob, senior):
        stand(alice, bob)
        game = accept(challenge(bob, alice))
        seat = game.players.get(user=bob).seat

        adjudicate(senior, game, seat)

        assert order() == ["bob", "alice"]
        all_is_well()

    def test_it_tells_both_that_it_is_over_and_by_whom(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=3)

        adjudicate(senior, game, 0)

        for person in (alice, bob):
            events = Notice.objects.filter(user=person).values_list("event", flat=True)
            assert {"game-over", "moderation"} <= set(events)

    @pytest.mark.parametrize("verdict", [2, -1])
    def test_it_is_won_by_somebody_at_the_table(self, alice, bob, senior, verdict):
        game = GameFactory(users=[alice, bob], turns=3)

        with pytest.raises(Unprocessable):
            adjudicate(senior, game, verdict)

    def test_it_is_decided_once(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=3)
        adjudicate(senior, game, 0)

        with pytest.raises(Conflict, match="over already"):
            adjudicate(senior, game, 1)

        assert Ruling.objects.count() == 2

    def test_it_cannot_be_undone(self, alice, bob, senior):
        ruling, _other = adjudicate(senior, GameFactory(users=[alice, bob], turns=3), 0)

        with pytest.raises(Conflict, match="cannot be undone"):
            rulings.undo(judge=senior, ruling=ruling)


class TestOfMore:
    @pytest.mark.parametrize(
        ("verdict", "places"), [(2, [2, 2, 1]), ("draw", [1, 1, 1]), ("nobody", [None] * 3)]
    )
    def test_it_ranks_one_before_the_others(
        self, seedlings, alice, bob, charlie, senior, verdict, places
    ):
        game = TableFactory(users=[alice, bob, charlie], ruleset="seedlings")

        adjudicate(senior, game, verdict)

        assert placings(game) == places

    def test_it_ranks_who_has_left_behind_all(self, seedlings, alice, bob, charlie, senior):
        game = TableFactory(users=[alice, bob, charlie], ruleset="seedlings")
        endings.resign(game_id=game.pk, user=alice)

        adjudicate(senior, game, 2)

        assert placings(game) == [3, 2, 1]

    def test_it_is_not_won_by_who_has_left(self, seedlings, alice, bob, charlie, senior):
        game = TableFactory(users=[alice, bob, charlie], ruleset="seedlings")
        endings.resign(game_id=game.pk, user=alice)

        with pytest.raises(Unprocessable):
            adjudicate(senior, game, 0)
