"""The queue, and what moderators do with a case: claim, note, merge, close, and who may."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import audit, roles
from accounts.models import AuditEntry, User
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games import tasks
from games.models import Case, CaseNote, Notice, Report, Ruling
from games.selectors import moderation as selectors
from games.selectors.moderation import Place, Record
from games.services import moderation
from tests.at_once import at_once
from tests.factories import GameFactory, SanctionFactory, SuperuserFactory, UserFactory
from tests.games.moderating import (
    appoint,
    close,
    insult,
    moderator,
    report_game,
    report_line,
    report_person,
    say,
)

pytestmark = pytest.mark.django_db

Kind, Outcome, Role = Case.Kind, Case.Outcome, roles.Role


@pytest.fixture
def moira(db):
    return moderator()


@pytest.fixture
def case(alice, bob):
    return insult(alice, bob).case


def order(judge, **asked):
    return [row.case for row in selectors.queue(judge, **asked).rows]


def lay_cases(number, *, person, first=0):
    """Many open cases at once, of different weights and ages."""
    began = timezone.now() - timedelta(days=1)
    Case.objects.bulk_create(
        Case(
            kind=list(Kind)[at % len(Kind)],
            person=person,
            matter=f"laid:{at}",
            weight=200 + at % 7,
            reports_made=1,
            opened_at=began + timedelta(seconds=at % 11),
        )
        for at in range(first, first + number)
    )


class TestWeight:
    def test_it_puts_the_graver_kind_first(self, moira, alice, bob, charlie):
        name, abuse = report_person(alice, bob).case, insult(charlie, bob).case

        assert order(moira) == [abuse, name]

    def test_it_puts_first_what_more_people_report(self, moira, alice, bob, charlie):
        one, two = report_person(alice, bob).case, report_person(bob, charlie).case
        report_person(alice, charlie)

        assert order(moira) == [two, one]

    def test_it_counts_a_reporter_by_how_often_they_were_right(self, moira, alice, bob, charlie):
        for reporter, outcome in ((alice, Outcome.NOTHING), (bob, Outcome.ACTED)):
            close(report_person(reporter, UserFactory()).case, moira, outcome)
        doubted, believed = (report_person(one, charlie, kind).case for one, kind in (
            (alice, Kind.STALLING), (bob, Kind.NAME)))  # fmt: skip

        assert order(moira) == [believed, doubted]

    def test_it_is_spoken_neither_way_by_what_remained_unclear(self, moira, alice, bob):
        close(report_person(alice, bob).case, moira, Outcome.UNCLEAR)

        assert selectors.records_of([alice.pk]) == {alice.pk: Record()}

    def test_it_puts_the_older_first_of_the_same_weight(self, moira, alice, bob, charlie):
        first, second = report_person(alice, bob).case, report_person(alice, charlie).case

        assert order(moira) == [first, second]

    def test_it_is_not_moved_without_end_by_a_crowd(self, bob):
        for reporter in UserFactory.create_batch(12):
            report_person(reporter, bob)

        weight = Case.objects.get().weight
        assert weight == selectors.GRAVITY[Kind.NAME] + selectors.MOST_BY_NUMBER

    @pytest.mark.parametrize(
        ("record", "trust"), [(Record(), 0.5), (Record(3, 0), 0.8), (Record(0, 3), 0.2)]
    )
    def test_it_believes_who_is_new_by_half(self, record, trust):
        assert record.trust == trust

    @pytest.mark.parametrize("kind", Kind)
    def test_it_knows_how_grave_every_kind_is(self, kind):
        assert selectors.GRAVITY[kind] > 0


class TestQueue:
    def test_it_shows_one_kind_alone(self, moira, alice, bob):
        name, spam = report_person(alice, bob).case, report_person(alice, bob, Kind.SPAM).case

        assert order(moira, kind=Kind.NAME) == [name]
        assert order(moira, kind=Kind.SPAM) == [spam]

    def test_it_does_not_show_what_is_closed(self, moira, case):
        close(case, moira)

        assert order(moira) == []

    def test_it_goes_through_a_thousand_cases_without_a_gap_or_a_double(self, moira, bob):
        lay_cases(1000, person=bob)
        seen, after = [], None
        while True:
            sight = selectors.queue(moira, after=after)
            seen += [row.case for row in sight.rows]
            if sight.further is None:
                break
            after = Place.read(str(sight.further))

        assert len(seen) == 1000 == len(set(seen))
        assert seen == sorted(seen, key=lambda one: (-one.weight, one.opened_at, one.pk))

    @pytest.mark.parametrize("kind", ["", Kind.SPAM])
    def test_it_asks_the_same_with_a_thousand_cases(
        self, moira, bob, kind, django_assert_num_queries
    ):
        lay_cases(1000, person=bob)
        after = selectors.queue(moira, kind=kind).further

        with django_assert_num_queries(2):  # the rank of who looks, the page
            assert len(selectors.queue(moira, kind=kind, after=after).rows) == selectors.PAGE

    def test_it_goes_on_behind_a_page_to_which_something_was_added(self, moira, alice, bob):
        lay_cases(60, person=bob)
        first = selectors.queue(moira)
        report_person(alice, bob)
        second = selectors.queue(moira, after=first.further)

        assert not {row.case for row in first.rows} & {row.case for row in second.rows}

    @pytest.mark.parametrize(
        "text", ["x", "1_2", "1_2026-01-01_1", f"1_2026-01-01T00:00:00.000000_{2**63}", "1_x_1"]
    )
    def test_it_knows_no_place_that_it_did_not_write(self, text):
        with pytest.raises(ValueError, match=r"."):
            Place.read(text)

    def test_it_reads_a_place_that_it_wrote(self):
        place = Place(612, datetime(2026, 11, 18, 12, tzinfo=UTC), 7)

        assert Place.read(str(place)) == place


class TestSeeing:
    def test_it_hides_a_case_from_whom_it_concerns(self, alice, moira):
        case = report_person(alice, moira).case

        assert order(moira) == []
        with pytest.raises(NotFound):
            selectors.access(case.pk, moira)

    @pytest.mark.parametrize("role", [Role.MODERATOR, Role.SENIOR, Role.ADMINISTRATOR])
    def test_it_hides_a_case_from_those_of_the_same_rank_and_below(self, alice, role):
        case = report_person(alice, moderator("accused", role)).case
        for number, other in enumerate((Role.MODERATOR, Role.SENIOR, Role.ADMINISTRATOR)):
            judge = moderator(f"judge{'abc'[number]}", other)

            assert (case in order(judge)) == (other > role)

    def test_it_hides_a_case_about_a_superuser(self, alice):
        report_person(alice, SuperuserFactory())

        assert order(moderator("judge", Role.ADMINISTRATOR)) == []

    @pytest.mark.parametrize("role", Role)
    def test_it_counts_ranks_as_roles_do(self, role):
        people = [moderator(f"judge{'abcd'[other]}", other) for other in Role]
        people += [SuperuserFactory(), UserFactory()]
        old = UserFactory()
        User.objects.filter(pk=old.pk).update(is_staff=True)
        gone = moderator("gone", Role.SENIOR)
        User.objects.filter(pk=gone.pk).update(is_active=False)
        everybody = User.objects.filter(is_active=True)

        found = set(roles.of_rank(role).filter(pk__in=everybody))
        assert found == {one for one in everybody if roles.role_of(one) >= role}
        assert gone not in found


class TestClaiming:
    def test_it_belongs_to_one_moderator_for_half_an_hour(self, case, moira):
        moderation.claim(case_id=case.pk, by=moira)

        with pytest.raises(Conflict, match="Another moderator"):
            moderation.claim(case_id=case.pk, by=moderator("mona"))

    def test_it_is_free_by_itself_when_that_is_over(self, case, moira, clock):
        moderation.claim(case_id=case.pk, by=moira)
        clock.shift(selectors.CLAIM_LASTS)
        mona = moderator("mona")
        moderation.claim(case_id=case.pk, by=mona)

        case.refresh_from_db()
        assert case.claimed_by == mona

    def test_it_begins_anew_for_who_has_it(self, case, moira, clock):
        moderation.claim(case_id=case.pk, by=moira)
        clock.shift(timedelta(minutes=29))
        claimed = moderation.claim(case_id=case.pk, by=moira)
        clock.shift(timedelta(minutes=29))

        assert selectors.claim_ends(claimed)

    def test_it_is_given_back(self, case, moira):
        moderation.claim(case_id=case.pk, by=moira)
        moderation.release(case_id=case.pk, by=moira)

        assert moderation.claim(case_id=case.pk, by=moderator("mona"))

    def test_it_is_not_given_back_by_others(self, case, moira):
        moderation.claim(case_id=case.pk, by=moira)
        moderation.release(case_id=case.pk, by=moderator("mona"))

        case.refresh_from_db()
        assert case.claimed_by == moira

    def test_it_is_not_for_what_is_closed(self, case, moira):
        close(case, moira)

        with pytest.raises(Conflict, match="closed"):
            moderation.claim(case_id=case.pk, by=moira)

    def test_it_is_not_for_what_there_is_not(self, moira):
        with pytest.raises(NotFound):
            moderation.claim(case_id=0, by=moira)


def do(action, case, judge):
    """One of the four things that can be done with a case."""
    other = report_person(UserFactory(), case.person, Kind.SPAM).case
    doing = {
        "claim": lambda: moderation.claim(case_id=case.pk, by=judge),
        "note": lambda: moderation.note(case_id=case.pk, by=judge, text="A note."),
        "close": lambda: moderation.close(case_id=case.pk, by=judge, outcome="acted"),
        "merge": lambda: moderation.merge(case_id=case.pk, other_id=other.pk, by=judge),
    }
    return doing[action]()


@pytest.mark.parametrize("action", ["claim", "note", "close", "merge"])
class TestHandling:
    """Each check is in the services, whatever pages show."""

    def test_it_is_for_moderators(self, action, case, charlie):
        with pytest.raises(Forbidden):
            do(action, case, charlie)

    @pytest.mark.parametrize("role", [Role.MODERATOR, Role.SENIOR, Role.ADMINISTRATOR])
    def test_it_is_for_every_role_above(self, action, role, case):
        judge = moderator("judge", role)
        moderation.claim(case_id=case.pk, by=judge)

        assert do(action, case, judge)

    def test_it_is_not_for_whom_it_concerns(self, action, case, bob):
        with pytest.raises(Forbidden):
            do(action, case, appoint(bob))

    def test_it_is_not_for_who_reported_it(self, action, case, alice):
        with pytest.raises(Forbidden, match="reported"):
            do(action, case, appoint(alice))

    def test_it_is_not_for_who_reported_it_besides_others(self, action, bob, charlie, moira):
        case = report_person(moira, bob).case
        report_person(charlie, bob)

        with pytest.raises(Forbidden, match="reported"):
            do(action, case, moira)

    def test_it_is_not_for_who_played_in_the_game(self, action, bob, charlie, moira):
        game = GameFactory(users=[moira, bob])
        case = report_game(charlie, bob, game).case

        with pytest.raises(Forbidden, match="played"):
            do(action, case, moira)

    def test_it_is_not_for_who_played_in_a_game_that_was_added(
        self, action, alice, bob, charlie, moira
    ):
        case = report_game(charlie, bob, GameFactory(users=[alice, bob])).case
        report_game(charlie, bob, GameFactory(users=[moira, bob]))

        with pytest.raises(Forbidden, match="played"):
            do(action, case, moira)

    def test_it_is_not_for_those_of_the_same_rank(self, action, case, bob, moira):
        appoint(bob)

        with pytest.raises(Forbidden):
            do(action, case, moira)

    def test_it_is_for_those_above(self, action, case, bob):
        appoint(bob)
        judge = moderator("judge", Role.SENIOR)
        moderation.claim(case_id=case.pk, by=judge)

        assert do(action, case, judge)

    def test_it_is_not_for_who_was_dismissed_meanwhile(self, action, case, moira):
        roles.assign(User.objects.get(pk=moira.pk), Role.PLAYER)

        with pytest.raises(Forbidden):
            do(action, case, moira)


class TestNotes:
    def test_it_is_kept_with_who_wrote_it(self, case, moira):
        moderation.note(case_id=case.pk, by=moira, text="  I know them.  ")

        assert (CaseNote.objects.get().by, CaseNote.objects.get().text) == (moira, "I know them.")

    @pytest.mark.parametrize("text", ["", "   ", "a" * 2001])
    def test_it_says_something_and_no_novel(self, case, moira, text):
        with pytest.raises(Unprocessable):
            moderation.note(case_id=case.pk, by=moira, text=text)


class TestClosing:
    def test_it_is_closed_with_outcome_and_answer(self, case, moira):
        close(case, moira, Outcome.UNCLEAR, "more")

        case.refresh_from_db()
        assert (case.outcome, case.answer, case.closed_by) == ("unclear", "more", moira)
        assert case.claimed_by is None

    @pytest.mark.parametrize("outcome", Outcome)
    def test_it_tells_every_reporter_once(self, moira, alice, bob, charlie, outcome):
        case = report_person(alice, bob).case
        report_person(charlie, bob)
        close(case, moira, outcome)

        told = Notice.objects.filter(event="moderation")
        assert set(told.values_list("user", "detail")) == {
            (alice.pk, outcome.value),
            (charlie.pk, outcome.value),
        }
        assert all(one.report.reporter == one.user for one in told)

    def test_it_tells_nothing_to_whom_it_concerns(self, case, moira, bob):
        close(case, moira)

        assert not bob.notices.filter(event="moderation").exists()

    def test_it_writes_into_the_audit_log(self, case, moira, bob):
        close(case, moira, Outcome.ACTED, "spoken")

        entry = AuditEntry.objects.latest("number")
        assert (entry.action, entry.actor, entry.person) == ("case:close", moira.pk, bob.pk)
        assert entry.thing == f"case:{case.pk}"
        assert entry.facts == {
            "kind": "abuse", "outcome": "acted", "answer": "spoken", "reports": 1,
        }  # fmt: skip
        assert list(audit.problems()) == []

    @pytest.mark.parametrize(
        ("outcome", "answer"), [("", ""), ("maybe", ""), ("acted", "honest"), ("nothing", "?")]
    )
    def test_it_takes_no_answer_that_does_not_fit(self, case, moira, outcome, answer):
        moderation.claim(case_id=case.pk, by=moira)

        with pytest.raises(Unprocessable):
            moderation.close(case_id=case.pk, by=moira, outcome=outcome, answer=answer)

    def test_it_is_claimed_first(self, case, moira):
        with pytest.raises(Conflict, match="Claim"):
            moderation.close(case_id=case.pk, by=moira, outcome=Outcome.ACTED)

    def test_it_may_take_longer_while_nobody_else_takes_it(self, case, moira, clock):
        moderation.claim(case_id=case.pk, by=moira)
        clock.shift(timedelta(hours=2))

        assert moderation.close(case_id=case.pk, by=moira, outcome=Outcome.ACTED).closed_at

    def test_it_is_too_late_when_another_took_it_over(self, case, moira, clock):
        moderation.claim(case_id=case.pk, by=moira)
        clock.shift(timedelta(hours=2))
        moderation.claim(case_id=case.pk, by=moderator("mona"))

        with pytest.raises(Conflict):
            moderation.close(case_id=case.pk, by=moira, outcome=Outcome.ACTED)


class TestMerging:
    @pytest.fixture
    def other(self, charlie, bob):
        return insult(charlie, bob).case

    @pytest.fixture
    def merged(self, case, other, moira):
        moderation.note(case_id=other.pk, by=moira, text="The same.")
        moderation.claim(case_id=case.pk, by=moira)
        return moderation.merge(case_id=case.pk, other_id=other.pk, by=moira)

    def test_it_moves_reports_and_notes(self, merged, other, alice, charlie):
        assert not Case.objects.filter(pk=other.pk).exists()
        assert {one.reporter for one in merged.reports.all()} == {alice, charlie}
        assert (merged.reports_made, merged.notes.count()) == (2, 1)

    def test_it_moves_what_was_done_there(self, case, other, moira, bob):
        ruling = Ruling.objects.create(
            kind="warn", person=bob, by=moira, reason="Mind.", made_at=timezone.now(), case=other
        )
        moderation.claim(case_id=case.pk, by=moira)
        moderation.merge(case_id=case.pk, other_id=other.pk, by=moira)

        ruling.refresh_from_db()
        assert ruling.case == case

    def test_it_weighs_by_the_gravest_of_its_reports(self, moira, alice, bob, charlie):
        mild, grave = report_person(alice, bob).case, insult(charlie, bob).case
        moderation.claim(case_id=mild.pk, by=moira)
        merged = moderation.merge(case_id=mild.pk, other_id=grave.pk, by=moira)

        assert merged.weight > grave.weight

    def test_it_is_as_old_as_the_older_one(self, case, other, moira):
        moderation.claim(case_id=other.pk, by=moira)
        merged = moderation.merge(case_id=other.pk, other_id=case.pk, by=moira)

        merged.refresh_from_db()
        assert merged.opened_at == case.opened_at

    def test_it_keeps_both_texts_of_who_reported_both_and_answers_once(self, moira, alice, bob):
        one = report_person(alice, bob, Kind.NAME, "A slur.")
        two = report_person(alice, bob, Kind.SPAM, "And seeds.")
        moderation.claim(case_id=one.case_id, by=moira)
        moderation.merge(case_id=one.case_id, other_id=two.case_id, by=moira)
        close(one.case, moira)

        texts = Report.objects.filter(case=one.case).values_list("text", flat=True)
        assert set(texts) == {"A slur.", "And seeds."}
        assert alice.notices.filter(event="moderation").count() == 1

    def test_it_is_joined_by_who_reports_the_other_matter_later(self, moira, alice, bob, charlie):
        one, two = report_person(alice, bob), report_person(alice, bob, Kind.SPAM)
        moderation.claim(case_id=one.case_id, by=moira)
        moderation.merge(case_id=one.case_id, other_id=two.case_id, by=moira)

        assert report_person(charlie, bob, Kind.SPAM).case == one.case
        assert report_person(alice, bob, Kind.SPAM) == two

    def test_it_writes_into_the_audit_log(self, merged, other, moira, bob):
        entry = AuditEntry.objects.latest("number")

        assert (entry.action, entry.actor, entry.person) == ("case:merge", moira.pk, bob.pk)
        assert entry.thing == f"case:{merged.pk}"
        assert entry.facts == {"other": other.pk, "reports": 2}

    def test_it_is_for_cases_about_the_same_person(self, case, moira, bob, charlie):
        other = report_person(bob, charlie).case
        moderation.claim(case_id=case.pk, by=moira)

        with pytest.raises(Unprocessable, match="same person"):
            moderation.merge(case_id=case.pk, other_id=other.pk, by=moira)

    def test_it_is_for_two_cases(self, case, moira):
        moderation.claim(case_id=case.pk, by=moira)

        for other in (case.pk, 0):
            with pytest.raises(Unprocessable):
                moderation.merge(case_id=case.pk, other_id=other, by=moira)

    def test_it_is_not_for_what_is_closed(self, case, other, moira):
        close(other, moira)
        moderation.claim(case_id=case.pk, by=moira)

        with pytest.raises(Conflict, match="closed"):
            moderation.merge(case_id=case.pk, other_id=other.pk, by=moira)

    def test_it_takes_nothing_from_another_moderator(self, case, other, moira):
        moderation.claim(case_id=other.pk, by=moderator("mona"))
        moderation.claim(case_id=case.pk, by=moira)

        with pytest.raises(Conflict, match="other case"):
            moderation.merge(case_id=case.pk, other_id=other.pk, by=moira)


class TestFile:
    def test_it_has_the_lines_with_those_who_said_them(self, moira, alice, bob):
        game = GameFactory(users=[alice, bob])
        say(game, alice, "Hello")
        line = say(game, bob, "You weed!")
        case = report_line(alice, line).case
        file = selectors.file_of(case, moira)

        (entry,) = file.entries
        assert [(one.user, one.words, one.is_reported) for one in entry.lines] == [
            (alice, "Hello", False),
            (bob, "You weed!", True),
        ]
        assert (file.lines, file.games) == ([line], [game])

    def test_it_has_the_games_at_their_plies(self, moira, alice, bob):
        one, two = (GameFactory(users=[alice, bob], turns=2) for _ in range(2))
        report_game(alice, bob, one, ply=1)
        case = report_game(alice, bob, two, text="And here.").case
        (entry,) = selectors.file_of(case, moira).entries

        assert [(played.game, played.ply, played.text) for played in entry.played] == [
            (one, 1, ""),
            (two, None, "And here."),
        ]

    def test_it_has_what_else_is_known_of_the_person(self, moira, case, bob, charlie):
        other, own = report_person(charlie, bob).case, report_person(bob, charlie)
        sanction = SanctionFactory(user=bob, kind="no-chat")
        file = selectors.file_of(case, moira)

        assert (file.others, file.reported) == ([other], [own])
        assert [one.reason for one in file.done] == [sanction.reason]

    def test_it_does_not_tell_a_moderator_that_the_person_reported_them(self, moira, case, bob):
        report_person(bob, moira)

        assert selectors.file_of(case, moira).reported == []

    def test_it_counts_losses_on_time(self, moira, case):
        assert selectors.file_of(case, moira).lost_on_time == 0

    def test_it_asks_the_same_however_much_there_is(self, moira, alice, bob, charlie):
        def count(case):
            with CaptureQueriesContext(connection) as asked:
                selectors.file_of(case, moira)
            return len(asked)

        case = report_game(alice, bob, GameFactory(users=[alice, bob]), ply=0).case
        report_person(bob, charlie)
        few = count(case)
        for reporter in UserFactory.create_batch(4):
            report_game(reporter, bob, GameFactory(users=[reporter, bob]), ply=0)
            report_person(reporter, bob)
            report_person(bob, reporter)
            SanctionFactory(user=bob, kind="no-chat")

        assert count(case) == few


class TestForgetting:
    def test_it_deletes_what_was_closed_a_year_ago_and_keeps_the_audit_log(self, case, moira):
        moderation.note(case_id=case.pk, by=moira, text="I know them.")
        close(case, moira)
        Case.objects.update(closed_at=timezone.now() - moderation.KEPT)
        tasks.forget_cases()

        assert not Case.objects.exists()
        assert not Report.objects.exists()
        assert not CaseNote.objects.exists()
        assert AuditEntry.objects.filter(thing=f"case:{case.pk}").exists()

    def test_it_keeps_what_is_open_or_was_closed_later(self, case, moira, bob, charlie):
        close(report_person(bob, charlie).case, moira)
        Case.objects.filter(pk=case.pk).update(opened_at=timezone.now() - 2 * moderation.KEPT)
        Case.objects.exclude(pk=case.pk).update(
            closed_at=timezone.now() - moderation.KEPT + timedelta(hours=1)
        )
        tasks.forget_cases()

        assert Case.objects.count() == 2


@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.mark.parametrize("round_", range(3))
    def test_it_is_claimed_by_one_of_two(self, case, round_):
        judges = [moderator("moira"), moderator("mona")]
        answers = at_once(
            *[lambda one=one: moderation.claim(case_id=case.pk, by=one) for one in judges]
        )

        refused = [one for one in answers if isinstance(one, Conflict)]
        (got,) = [one for one in answers if isinstance(one, Case)]
        case.refresh_from_db()
        assert len(refused) == 1
        assert case.claimed_by == got.claimed_by

    def test_it_is_closed_once(self, case, moira):
        moderation.claim(case_id=case.pk, by=moira)
        call = {"case_id": case.pk, "by": moira, "outcome": "acted"}
        answers = at_once(*[lambda: moderation.close(**call)] * 3)

        assert sum(isinstance(one, Conflict) for one in answers) == 2
        assert Notice.objects.filter(event="moderation").count() == 1

    def test_it_is_merged_in_one_direction(self, case, charlie, bob, moira):
        other = insult(charlie, bob).case
        for one in (case, other):
            moderation.claim(case_id=one.pk, by=moira)
        answers = at_once(
            lambda: moderation.merge(case_id=case.pk, other_id=other.pk, by=moira),
            lambda: moderation.merge(case_id=other.pk, other_id=case.pk, by=moira),
        )

        assert Case.objects.get().reports.count() == 2
        assert sum(isinstance(one, Case) for one in answers) == 1
