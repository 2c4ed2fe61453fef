"""Reporting: what can be reported by whom, what is attached, and what is one matter."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound, TooMany, Unprocessable
from games.models import Case, Game, Line, Offer, Report
from games.selectors import reports as selectors
from games.services import bots, offers, reports
from tests.at_once import at_once
from tests.factories import GameFactory, OfferFactory, TableFactory, UserFactory
from tests.games.moderating import (
    close,
    insult,
    moderator,
    report_game,
    report_line,
    report_offer,
    report_person,
    say,
)

pytestmark = pytest.mark.django_db

Kind, Room = Case.Kind, Line.Room


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=4)


class TestFiling:
    def test_it_opens_a_case_about_whom_it_concerns(self, alice, bob):
        report = report_person(alice, bob, text="A slur.")

        case = report.case
        assert (case.kind, case.person, case.is_open) == (Kind.NAME, bob, True)
        assert (report.reporter, report.text, case.reports_made) == (alice, "A slur.", 1)

    def test_it_joins_the_case_that_others_opened_of_the_same_matter(self, alice, bob, charlie):
        first, second = report_person(alice, bob), report_person(charlie, bob)

        assert first.case == second.case
        assert Case.objects.get().reports_made == 2

    def test_it_leads_who_reports_it_twice_to_their_first_report(self, alice, bob):
        first = report_person(alice, bob, text="First.")
        thing = selectors.about_person("bob", alice)
        filed = reports.file(
            reporter=alice, thing=thing, person=bob, kind=Kind.NAME, text="Second."
        )

        assert (filed.report, filed.is_new, filed.is_added) == (first, False, True)
        assert Report.objects.get().text == "First.\n\nSecond."

    def test_it_is_one_report_however_often_the_same_is_said(self, alice, bob):
        for _try in range(3):
            report_person(alice, bob, text="First.")

        assert Report.objects.get().text == "First."

    def test_it_takes_another_kind_for_another_matter(self, alice, bob):
        report_person(alice, bob, Kind.NAME)
        report_person(alice, bob, Kind.SPAM)

        assert Case.objects.count() == 2

    def test_it_opens_a_new_case_when_the_former_is_closed(self, alice, bob):
        former = report_person(alice, bob).case
        close(former, moderator())

        assert report_person(alice, bob).case != former

    def test_it_is_kept_to_one_by_the_database_too(self, alice, bob):
        report = report_person(alice, bob)

        with pytest.raises(IntegrityError), transaction.atomic():
            Report.objects.create(
                case=report.case, reporter=alice, matter=report.matter, made_at=timezone.now()
            )

    def test_it_is_refused_to_guests_with_a_kind_word(self, bob):
        guest = User.objects.create(username="guest-1", is_guest=True)

        with pytest.raises(Forbidden, match="need an account"):
            report_person(guest, bob)

    @pytest.mark.parametrize("kind", [Kind.ENGINE, Kind.LOSING, Kind.STALLING, Kind.ACCOUNTS])
    def test_it_asks_for_words_where_nothing_is_attached(self, alice, bob, kind):
        with pytest.raises(Unprocessable, match="what you saw"):
            report_person(alice, bob, kind, text="")

    def test_it_refuses_a_kind_that_does_not_fit(self, alice, bob):
        with pytest.raises(Unprocessable):
            report_person(alice, bob, Kind.ABUSE)

    def test_it_refuses_somebody_who_is_not_concerned(self, alice, bob, charlie):
        thing = selectors.about_person("bob", alice)

        with pytest.raises(Unprocessable):
            reports.file(reporter=alice, thing=thing, person=charlie, kind=Kind.NAME, text="")

    def test_it_refuses_a_text_that_is_too_long(self, alice, bob):
        with pytest.raises(Unprocessable, match="1000"):
            report_person(alice, bob, text="a" * 1001)

    def test_it_leaves_no_trace_of_who_has_left_meanwhile(self, alice, bob):
        thing = selectors.about_person("bob", alice)
        User.objects.filter(pk=bob.pk).update(is_active=False)

        with pytest.raises(Conflict):
            reports.file(reporter=alice, thing=thing, person=bob, kind=Kind.NAME, text="")


class TestLimits:
    def test_it_takes_ten_a_day(self, alice):
        for person in UserFactory.create_batch(reports.MOST_A_DAY):
            report_person(alice, person)

        with pytest.raises(TooMany, match="10"):
            report_person(alice, UserFactory())

    def test_it_takes_more_the_next_day(self, alice):
        for person in UserFactory.create_batch(reports.MOST_A_DAY):
            report_person(alice, person)
        Report.objects.update(made_at=timezone.now() - timedelta(days=1))

        assert report_person(alice, UserFactory())

    def test_it_still_leads_to_what_was_reported_before(self, alice, bob):
        first = report_person(alice, bob)
        for person in UserFactory.create_batch(reports.MOST_A_DAY - 1):
            report_person(alice, person)

        assert report_person(alice, bob) == first


class TestPeople:
    def test_it_keeps_the_profile_as_it_was(self, alice, bob):
        bob.about = "Down with daisies."
        bob.save()
        report = report_person(alice, bob)
        bob.about = "I love daisies."
        bob.save()

        kept = Report.objects.get(pk=report.pk).context["profile"]
        assert (kept["username"], kept["about"]) == ("bob", "Down with daisies.")

    def test_it_is_not_oneself(self, alice):
        with pytest.raises(Unprocessable):
            selectors.about_person("alice", alice)

    def test_it_is_no_bot(self, alice):
        bots.challenge(slug="pip", user=alice)
        name = User.objects.get(bot="pip").username

        with pytest.raises(Unprocessable):
            selectors.about_person(name, alice)

    @pytest.mark.parametrize("name", ["nobody", "guest-1"])
    def test_it_is_nobody_without_a_page(self, alice, name):
        User.objects.create(username="guest-1", is_guest=True)

        with pytest.raises(NotFound):
            selectors.about_person(name, alice)


class TestLines:
    def test_it_attaches_five_lines_before_and_after(self, alice, bob, game):
        lines = [say(game, alice if number % 2 else bob, f"line {number}") for number in range(13)]
        report = report_line(alice, lines[6])

        copied = report.context["lines"]
        assert [one["text"] for one in copied] == [f"line {number}" for number in range(1, 12)]
        assert (report.line, report.game, report.ply) == (lines[6], game, game.ply)

    def test_it_names_nobody_in_what_is_attached(self, alice, bob, game):
        report = report_line(alice, say(game, bob))

        assert report.context["lines"][0]["by"] == bob.pk
        assert "bob" not in str(report.context)

    def test_it_attaches_nothing_of_the_other_room(self, alice, bob, charlie, game):
        say(game, charlie, "psst", room=Room.SPECTATORS)
        report = report_line(alice, say(game, bob))

        assert len(report.context["lines"]) == 1

    def test_it_does_not_copy_what_was_taken_back_or_hidden(self, alice, bob, game):
        say(game, alice, "I take this back", taken_back_at=timezone.now())
        say(game, alice, "and this is hidden", hidden_at=timezone.now())
        report = report_line(alice, say(game, bob))

        assert [one["text"] for one in report.context["lines"]] == ["", "", "You weed!"]

    def test_it_keeps_the_line_when_it_is_taken_back_later(self, alice, bob, game):
        line = say(game, bob, "You weed!")
        report = report_line(alice, line)
        Line.objects.filter(pk=line.pk).update(taken_back_at=timezone.now())

        assert Report.objects.get(pk=report.pk).context["lines"][0]["text"] == "You weed!"

    @pytest.mark.parametrize("gone", ["taken_back_at", "hidden_at"])
    def test_it_is_not_one_that_is_gone(self, alice, bob, game, gone):
        line = say(game, bob, **{gone: timezone.now()})

        with pytest.raises(NotFound):
            selectors.about_line(line.pk, alice)

    def test_it_is_not_one_s_own(self, alice, game):
        with pytest.raises(Unprocessable):
            selectors.about_line(say(game, alice).pk, alice)

    def test_it_is_not_the_players_talk_for_a_stranger(self, bob, charlie, game):
        with pytest.raises(NotFound):
            selectors.about_line(say(game, bob).pk, charlie)

    def test_it_is_not_the_spectators_talk_for_a_player_while_the_game_runs(
        self, alice, charlie, game
    ):
        line = say(game, charlie, room=Room.SPECTATORS)

        with pytest.raises(NotFound):
            selectors.about_line(line.pk, alice)
        assert selectors.about_line(line.pk, UserFactory()).people == [charlie]

    def test_it_is_nothing_of_a_private_game(self, alice, bob, charlie):
        line = say(GameFactory(users=[alice, bob], is_private=True), bob, room=Room.SPECTATORS)

        with pytest.raises(NotFound):
            selectors.about_line(line.pk, charlie)

    def test_it_may_be_by_somebody_whom_one_has_blocked_meanwhile(self, alice, bob, game):
        line = say(game, bob)
        blocks.block(owner=alice, blocked=bob)

        assert report_line(alice, line).line == line

    def test_it_is_not_for_whom_a_block_keeps_from_it(self, alice, bob, game):
        blocks.block(owner=bob, blocked=alice)

        with pytest.raises(NotFound):
            selectors.about_line(say(game, bob).pk, alice)

    def test_it_makes_each_line_a_matter_of_its_own(self, alice, bob, game):
        report_line(alice, say(game, bob))
        report_line(alice, say(game, bob))

        assert Case.objects.count() == 2


class TestGames:
    def test_it_attaches_the_game_and_the_ply(self, alice, bob, game):
        report = report_game(alice, bob, game, ply=2)

        assert (report.game, report.ply) == (game, 2)

    @pytest.mark.parametrize("ply", [-1, 0, 99])
    def test_it_leaves_out_a_ply_that_the_game_does_not_have(self, alice, bob, game, ply):
        assert report_game(alice, bob, game, ply=ply).ply is None

    def test_it_takes_several_games_of_somebody_for_one_matter(self, alice, bob, charlie, game):
        other = GameFactory(users=[charlie, bob])

        assert report_game(alice, bob, game).case == report_game(charlie, bob, other).case

    def test_it_adds_another_game_to_one_s_report(self, alice, bob, game):
        other = GameFactory(users=[alice, bob], turns=2)
        first = report_game(alice, bob, game, text="Here.")
        second = report_game(alice, bob, other, text="And here.", ply=1)

        assert first == second
        added = Report.objects.get().context["further"]
        assert added == [{"game": str(other.pk), "ply": 1, "text": "And here."}]

    def test_it_adds_the_same_game_once(self, alice, bob, game):
        other = GameFactory(users=[alice, bob])
        for one in (game, other, other, game):
            report_game(alice, bob, one)

        assert len(Report.objects.get().context["further"]) == 1

    def test_it_adds_no_more_than_enough(self, alice, bob, game, monkeypatch):
        monkeypatch.setattr(reports, "MOST_ADDED", 1)
        report_game(alice, bob, game)
        report_game(alice, bob, GameFactory(users=[alice, bob]))

        with pytest.raises(TooMany, match="enough"):
            report_game(alice, bob, GameFactory(users=[alice, bob]))

    def test_it_joins_what_was_reported_from_the_profile(self, alice, bob, charlie, game):
        first = report_person(charlie, bob, Kind.ENGINE)

        assert report_game(alice, bob, game).case == first.case

    def test_it_concerns_one_of_several_at_the_table(self, alice, bob, charlie, seedlings):
        game = TableFactory(users=[alice, bob, charlie])

        assert set(selectors.about_game(game.pk, alice).people) == {bob, charlie}

    def test_it_may_be_somebody_who_watches(self, alice, bob, charlie, game):
        assert set(selectors.about_game(game.pk, charlie).people) == {alice, bob}

    def test_it_is_no_private_game_of_others(self, alice, bob, charlie):
        game = GameFactory(users=[alice, bob], is_private=True)

        with pytest.raises(NotFound):
            selectors.about_game(game.pk, charlie)

    def test_it_is_no_game_with_a_bot_alone(self, alice):
        game = bots.challenge(slug="pip", user=alice)

        with pytest.raises(Unprocessable):
            selectors.about_game(game.pk, alice)


class TestOffers:
    def test_it_keeps_the_note(self, alice, bob):
        report = report_offer(alice, OfferFactory(owner=bob, note="Buy my seeds!"))

        assert report.context == {"note": "Buy my seeds!"}

    def test_it_is_none_without_a_note(self, alice, bob):
        with pytest.raises(NotFound):
            selectors.about_offer(OfferFactory(owner=bob).pk, alice)

    def test_it_is_none_that_is_closed(self, alice, bob):
        offer = OfferFactory(owner=bob, note="Buy!")
        offers.withdraw(offer_id=offer.pk, user=bob)

        with pytest.raises(NotFound):
            selectors.about_offer(offer.pk, alice)

    def test_it_is_none_that_is_made_to_others(self, alice, bob, charlie):
        offer = OfferFactory(owner=bob, note="Buy!", reach=Offer.Reach.PERSONAL, recipient=charlie)

        with pytest.raises(NotFound):
            selectors.about_offer(offer.pk, alice)

    def test_it_is_none_of_somebody_from_whom_one_is_kept_apart(self, alice, bob):
        offer = OfferFactory(owner=bob, note="Buy!")
        blocks.block(owner=bob, blocked=alice)

        with pytest.raises(NotFound):
            selectors.about_offer(offer.pk, alice)

    def test_it_is_not_one_s_own(self, alice):
        with pytest.raises(Unprocessable):
            selectors.about_offer(OfferFactory(owner=alice, note="Come!").pk, alice)


class TestReplay:
    @pytest.mark.parametrize(
        ("last", "ply", "address"),
        [(0, None, ""), (0, 0, ""), (7, None, "replay/"), (7, 0, "replay/"), (7, 3, "replay/3/")],
    )
    def test_it_is_where_there_is_something_to_see(self, last, ply, address):
        game = Game(pk=UUID(int=1), ply=last)

        assert selectors.replay_of(game, ply) == f"/games/{game.pk}/{address}"


class TestOwn:
    def test_it_is_for_who_made_it_alone(self, alice, bob, charlie):
        report = insult(alice, bob)

        assert selectors.own(report.pk, alice) == report
        for other in (bob, charlie):
            with pytest.raises(NotFound):
                selectors.own(report.pk, other)

    @pytest.mark.parametrize("outcome", Case.Outcome)
    def test_it_has_a_sentence_for_every_outcome_and_answer(self, outcome):
        assert selectors.ENDS[outcome]
        assert all(len(code) <= 10 for code in selectors.ANSWERS[outcome])

    @pytest.mark.parametrize("kind", Kind)
    def test_it_says_of_every_kind_what_it_asks_for_and_what_not(self, kind):
        assert selectors.GUIDANCE[kind].asks
        assert selectors.GUIDANCE[kind].asks_not


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_it_makes_one_case_of_what_many_report_at_once(self, bob):
        people = UserFactory.create_batch(4)
        at_once(*[lambda one=one: report_person(one, bob) for one in people])

        case = Case.objects.get()
        assert (case.reports_made, case.reports.count()) == (4, 4)

    def test_it_makes_one_report_of_what_one_person_sends_four_times(self, alice, bob):
        answers = at_once(*[lambda: report_person(alice, bob)] * 4)

        assert {one.pk for one in answers} == {Report.objects.get().pk}

    def test_it_is_never_added_to_a_case_that_is_closed_meanwhile(self, alice, bob, charlie):
        judge = moderator()
        case = report_person(alice, bob).case
        at_once(lambda: close(case, judge), lambda: report_person(charlie, bob))

        case.refresh_from_db()
        assert case.reports.count() == case.reports_made
        told = User.objects.filter(notices__report__case=case).count()
        assert told == case.reports.count()
