"""The arithmetic of ratings."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from games.strengths import (
    AT_FIRST,
    Strength,
    after,
    aged,
    mu_of,
    share_of_time_loss,
)

NOW = datetime(2026, 11, 18, tzinfo=UTC)
strengths = st.builds(Strength, st.floats(0, 50), st.floats(1, 25 / 3))


class TestAfter:
    # Worked with openskill 6.2 alone: `PlackettLuce().rate(...)`.
    @pytest.mark.parametrize(
        ("placings", "means", "sigma"),
        [
            ((1, 2), (27.635389493140497, 22.364610506859503), 8.06590141354368),
            ((2, 1), (22.364610506859503, 27.635389493140497), 8.06590141354368),
            ((1, 1), (25.0, 25.0), 8.06590141354368),
        ],
    )
    def test_it_is_what_openskill_says_of_two_newcomers(self, placings, means, sigma):
        found = after([AT_FIRST, AT_FIRST], placings)

        assert [one.mu for one in found] == pytest.approx(means)
        assert [one.sigma for one in found] == pytest.approx([sigma, sigma])

    @given(st.lists(st.tuples(strengths, st.integers(1, 4)), min_size=2, max_size=4))
    def test_it_is_what_openskill_says_of_any_table(self, table):
        model = PlackettLuce()
        sides = [[model.rating(mu=one.mu, sigma=one.sigma)] for one, _placing in table]
        expected = model.rate(sides, ranks=[float(placing) for _one, placing in table])

        found = after([one for one, _placing in table], [placing for _one, placing in table])

        assert [(one.mu, one.sigma) for one in found] == [
            (side[0].mu, side[0].sigma) for side in expected
        ]

    @given(strengths, strengths, st.floats(0.01, 1))
    def test_it_goes_a_share_of_the_way(self, one, other, share):
        (whole, _), (part, _) = (after([one, other], (1, 2), share=way) for way in (1, share))

        assert part.mu - one.mu == pytest.approx(share * (whole.mu - one.mu))
        assert part.sigma - one.sigma == pytest.approx(share * (whole.sigma - one.sigma))


class TestShown:
    def test_it_begins_in_the_middle_and_unsure(self):
        assert (AT_FIRST.points, AT_FIRST.margin, AT_FIRST.is_unsure) == (1500, 250, True)

    def test_it_is_sure_after_ten_games(self):
        one = other = AT_FIRST
        for number in range(10):
            one, other = after([one, other], (1, 2) if number % 2 else (2, 1))

        assert not one.is_unsure
        assert not other.is_unsure

    @given(st.integers(500, 2500))
    def test_it_can_be_read_backwards(self, points):
        assert Strength(mu_of(points), 2).points == points


class TestAging:
    def test_it_is_less_sure_after_weeks_and_as_strong(self):
        old = aged(Strength(30, 3), since=NOW - timedelta(weeks=10), now=NOW)

        assert old.mu == 30
        assert old.sigma == pytest.approx((3**2 + 10 * 0.6**2) ** 0.5)

    def test_it_waits_for_a_whole_week(self):
        since = NOW - timedelta(days=6, hours=23)

        assert aged(Strength(30, 3), since=since, now=NOW) == Strength(30, 3)

    def test_it_is_never_less_sure_than_of_a_newcomer(self):
        old = aged(Strength(30, 3), since=NOW - timedelta(weeks=5000), now=NOW)

        assert old == Strength(30, AT_FIRST.sigma)

    def test_it_leaves_who_never_played_as_they_are(self):
        assert aged(AT_FIRST, since=None, now=NOW) == AT_FIRST


def test_it_hands_out_less_than_two_games_however_many_are_lost_on_time():
    assert share_of_time_loss(0) == 1
    assert sum(share_of_time_loss(number) for number in range(50)) <= 2
