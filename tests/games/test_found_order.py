"""The simulation of docs/ratings.md: ratings find out who is stronger."""

from bench import ratings


class TestOrder:
    def test_it_is_that_of_the_true_strengths_but_for_luck(self):
        people = ratings.simulate()

        assert len(people) == 1_000
        assert ratings.rank_correlation(people) >= ratings.AIM == 0.9

    def test_it_gets_better_with_games(self):
        few, many = (ratings.simulate(players=200, games=games) for games in (3, 30))

        assert ratings.rank_correlation(few) < ratings.rank_correlation(many)

    def test_it_is_the_same_for_the_same_seed(self):
        first, second = (ratings.simulate(players=20, games=5, seed=7) for _ in range(2))

        assert first == second

    def test_it_would_notice_an_order_that_means_nothing(self):
        people = ratings.simulate(players=200, games=30)
        for one, truth in zip(people, sorted(p.truth for p in people), strict=True):
            one.truth = truth

        assert ratings.rank_correlation(people) < 0.5
