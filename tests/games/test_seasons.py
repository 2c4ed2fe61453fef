"""The end of a season: an archive, marks, and a soft reset, once."""

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.refusals import Conflict
from games.models import Challenge, FinalRung, Ladder, Notice, Rung, Season
from games.selectors import ladder as selectors
from games.services import challenges, endings, ladder, seasons
from games.tasks import tend_ladders
from tests.factories import UserFactory, play_turns
from tests.games.ladders import accept, all_is_well, beat, challenge, climb, order, stand

pytestmark = pytest.mark.django_db

JUNE = datetime(2026, 6, 29, 12, tzinfo=UTC)
JULY = datetime(2026, 7, 1, 0, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def in_june(time_machine):
    time_machine.move_to(JUNE, tick=False)


@pytest.fixture
def six(alice, bob, charlie):
    """Alice on top of six, all of whom but frank have played."""
    dora, emil, frank = (UserFactory(username=name) for name in ("dora", "emil", "frank"))
    people = [alice, bob, charlie, dora, emil, frank]
    stand(*people)
    beat(alice, challenge(bob, alice))
    beat(charlie, challenge(dora, charlie))
    beat(dora, challenge(emil, dora))
    return people


class TestCalendar:
    @pytest.mark.parametrize(
        ("day", "began", "after"),
        [
            (datetime(2026, 1, 1, tzinfo=UTC), date(2026, 1, 1), date(2026, 4, 1)),
            (datetime(2026, 6, 30, 23, 59, tzinfo=UTC), date(2026, 4, 1), date(2026, 7, 1)),
            (datetime(2026, 9, 1, tzinfo=UTC), date(2026, 7, 1), date(2026, 10, 1)),
            (datetime(2024, 12, 31, tzinfo=UTC), date(2024, 10, 1), date(2025, 1, 1)),
        ],
    )
    def test_it_follows_the_quarters(self, day, began, after):
        assert selectors.season_of(day) == began
        assert selectors.season_after(began) == after

    def test_it_says_year_and_quarter(self):
        season = Season(began=date(2026, 10, 1))

        assert (season.year, season.quarter, season.last_month) == (2026, 4, date(2026, 12, 1))


class TestEnd:
    def test_it_keeps_every_last_rung(self, six, time_machine):
        time_machine.move_to(JULY, tick=False)

        tend_ladders()

        season = selectors.season("botanik", year=2026, quarter=2)
        stood = [(one.number, one.user.username) for one in season.final_rungs.order_by("number")]
        assert stood == list(enumerate(["alice", "bob", "charlie", "dora", "emil", "frank"], 1))
        assert season.people == 6

    def test_it_interleaves_the_halves_of_those_who_played(self, six, time_machine):
        time_machine.move_to(JULY, tick=False)

        tend_ladders()

        assert order() == ["alice", "dora", "bob", "emil", "charlie"]
        assert FinalRung.objects.get(user=six[5]).next is None
        assert FinalRung.objects.get(user=six[3]).next == 2
        assert set(Rung.objects.values_list("games", flat=True)) == {0}
        all_is_well()

    @pytest.mark.parametrize(
        ("before", "after"),
        [("", ""), ("1", "1"), ("12", "12"), ("123", "132"), ("1234", "1324"), ("12345", "14253")],
    )
    def test_it_mixes_any_number(self, before, after):
        assert "".join(seasons.interleaved(before)) == after

    def test_it_happens_once(self, six, time_machine):
        time_machine.move_to(JULY, tick=False)
        tend_ladders()
        former = order()

        tend_ladders()
        seasons.end(Ladder.objects.get())

        assert (Season.objects.count(), order()) == (1, former)

    def test_it_does_not_happen_before_its_time(self, six, time_machine):
        time_machine.move_to(JULY - timedelta(minutes=6), tick=False)

        tend_ladders()

        assert Season.objects.count() == 0

    def test_it_marks_the_first_three(self, six, time_machine):
        time_machine.move_to(JULY, tick=False)

        tend_ladders()

        assert [bool(selectors.marks_of(person)) for person in six] == [True] * 3 + [False] * 3

    def test_it_withdraws_what_waits_and_says_so(self, six, time_machine):
        one = challenge(six[4], six[2])
        time_machine.move_to(JULY, tick=False)

        seasons.turn_over()

        one.refresh_from_db()
        assert one.status == "withdrawn"
        assert Notice.objects.filter(event="ladder", detail="season").count() == 2
        all_is_well()

    def test_it_lets_games_go_on_that_move_rungs_of_the_next(self, six, time_machine):
        one = challenge(six[4], six[2])
        game = accept(one)
        play_turns(game, 2)
        time_machine.move_to(JULY, tick=False)
        tend_ladders()
        assert order() == ["alice", "dora", "bob", "emil", "charlie"]

        endings.resign(game_id=game.pk, user=six[2])

        one.refresh_from_db()
        assert (one.status, one.after) == ("won", None)  # emil stands above charlie by now
        assert Rung.objects.get(user=six[4]).games == 1
        all_is_well()

    def test_it_has_no_archive_where_nobody_stood(self, alice, time_machine):
        stand(alice)
        challenges.leave(user=alice, ruleset="botanik")
        time_machine.move_to(JULY, tick=False)

        tend_ladders()

        assert Season.objects.count() == 0
        assert Ladder.objects.get().season_began == date(2026, 7, 1)

    def test_it_is_one_season_after_a_long_outage(self, six, time_machine):
        time_machine.move_to(JULY + timedelta(days=200), tick=False)

        tend_ladders()

        assert [season.began for season in Season.objects.all()] == [date(2026, 4, 1)]
        assert Ladder.objects.get().season_began == date(2027, 1, 1)

    def test_it_lets_nobody_challenge_between_the_two(self, six, time_machine):
        time_machine.move_to(JULY, tick=False)

        with pytest.raises(Conflict, match="season has just ended"):
            challenge(six[4], six[2])
        assert Challenge.objects.filter(ended_at=None).count() == 0

    def test_it_is_left_as_it_is_by_what_comes_later(self, six, time_machine):
        time_machine.move_to(JULY, tick=False)
        tend_ladders()

        climb(six[4], six[1])
        ladder.join(user=six[5], ruleset="botanik")

        assert FinalRung.objects.get(user=six[4]).number == 5
