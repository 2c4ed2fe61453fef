"""The clock as arithmetic."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Pause, TimeControl, deadline, used

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)

spans = st.timedeltas(timedelta(0), timedelta(days=40))


@st.composite
def pauses(draw):
    """Absences as they can be booked: one after the other, never overlapping."""
    at, found = NOON - timedelta(days=20), []
    for gap, length in draw(st.lists(st.tuples(spans, spans), max_size=5)):
        found.append(Pause(at + gap, at + gap + length))
        at = found[-1].ends_at
    return found


class TestDeadline:
    def test_it_is_the_allowance_later(self):
        assert deadline(NOON, 3 * DAY, []) == NOON + 3 * DAY

    def test_it_waits_for_a_pause_in_the_middle(self):
        pause = Pause(NOON + DAY, NOON + 5 * DAY)

        assert deadline(NOON, 3 * DAY, [pause]) == NOON + 7 * DAY

    def test_it_starts_after_a_pause_that_runs(self):
        pause = Pause(NOON - DAY, NOON + DAY)

        assert deadline(NOON, 3 * DAY, [pause]) == NOON + 4 * DAY

    def test_it_does_not_care_for_a_pause_that_begins_too_late(self):
        pause = Pause(NOON + 3 * DAY, NOON + 9 * DAY)

        assert deadline(NOON, 3 * DAY, [pause]) == NOON + 3 * DAY

    def test_it_is_moved_by_one_pause_into_the_next(self):
        pauses = [Pause(NOON + DAY, NOON + 2 * DAY), Pause(NOON + 3 * DAY, NOON + 5 * DAY)]

        assert deadline(NOON, 3 * DAY, pauses) == NOON + 6 * DAY

    def test_it_lasts_a_day_of_24_hours_when_the_clocks_go_forward(self):
        paris = ZoneInfo("Europe/Paris")
        since = datetime(2026, 3, 28, 12, tzinfo=paris)

        ends = deadline(since.astimezone(UTC), DAY, []).astimezone(paris)

        assert (ends.day, ends.hour) == (29, 13)

    @given(st.timedeltas(timedelta(seconds=1), timedelta(days=30)), pauses())
    def test_it_comes_when_just_the_allowance_is_used(self, allowance, pauses):
        assert used(NOON, deadline(NOON, allowance, pauses), pauses) == allowance

    @given(spans, spans, pauses())
    def test_it_moves_later_with_more_time(self, one, more, pauses):
        assert deadline(NOON, one + more, pauses) >= deadline(NOON, one, pauses)


class TestUsed:
    @given(spans, spans, pauses())
    def test_it_adds_up(self, first, second, pauses):
        middle, end = NOON + first, NOON + first + second

        assert used(NOON, end, pauses) == used(NOON, middle, pauses) + used(middle, end, pauses)

    @given(spans, pauses())
    def test_it_is_never_more_than_the_time_that_went_by(self, span, pauses):
        assert timedelta(0) <= used(NOON, NOON + span, pauses) <= span


class TestTimeControl:
    def test_it_gives_a_full_turn_whenever_the_word_comes(self):
        assert TimeControl("turn", 3).when_word_comes(HOUR) == 3 * DAY

    def test_it_gives_no_increment_for_days_a_turn(self):
        assert TimeControl("turn", 3).after_turn(HOUR) == HOUR

    def test_it_leaves_in_the_bank_what_is_in_it(self):
        assert TimeControl("bank", 3, 1, 5).when_word_comes(HOUR) == HOUR

    @pytest.mark.parametrize(
        ("left", "after"), [(HOUR, DAY + HOUR), (4 * DAY, 5 * DAY), (4 * DAY + HOUR, 5 * DAY)]
    )
    def test_it_adds_the_increment_and_then_caps(self, left, after):
        assert TimeControl("bank", 3, 1, 5).after_turn(left) == after
