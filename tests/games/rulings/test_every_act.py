"""What is the same for every act: who may do it to whom, its reason, its rows and its notices."""

from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.refusals import Forbidden, NotFound, Unprocessable
from games.models import Case, Game, Line, Notice, Ruling
from games.services import bots, endings, rulings
from games.services.rulings import Kind
from tests.factories import GameFactory, UserFactory, confirm
from tests.games.rulings.conftest import ROLES, judge_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
OF_GAMES = (Kind.VOID, Kind.ADJUDICATE, Kind.TIME)
FOR_SENIORS = (Kind.NO_PLAY, Kind.CLOSE, Kind.VOID, Kind.ADJUDICATE)
LOGGED = {
    Kind.WARN: "impose:warning",
    Kind.MUTE: "impose:no-chat",
    Kind.NO_RATED: "impose:no-rated-play",
    Kind.NO_PLAY: "impose:no-play",
    Kind.CLOSE: "impose:closed",
    Kind.CLEAR: "mend",
}


@dataclass
class Ground:
    """What an act finds about somebody who plays with another."""

    person: User
    game: Game | None = None
    line: Line | None = None


def lay(kind, person, other):
    """What this act needs, and nothing else: games take their time."""
    User.objects.filter(pk=person.pk).update(about="Rude.", pronouns="rude", languages="ruder")
    if kind not in (*OF_GAMES, Kind.HIDE):
        return Ground(person)
    game = GameFactory(users=[person, other], turns=2, is_rated=kind == Kind.VOID)
    if kind == Kind.VOID:
        endings.resign(game_id=game.pk, user=other)
        game.refresh_from_db()
    said = {"room": "players", "ply": 1, "text": "Rude.", "said_at": game.started_at}
    return Ground(person, game, Line.objects.create(game=game, user=person, **said))


@pytest.fixture
def ground(alice, bob, kind):
    return lay(kind, alice, bob)


def does(kind, ground, **said):
    """Do this to whom the ground was laid for."""
    person = ground.person
    ways = {
        Kind.WARN: lambda: rulings.warn(person=person, **said),
        Kind.MUTE: lambda: rulings.mute(person=person, lasts=DAY, **said),
        Kind.NO_RATED: lambda: rulings.bar_from_rated_play(person=person, lasts=DAY, **said),
        Kind.NO_PLAY: lambda: rulings.bar_from_play(person=person, lasts=DAY, **said),
        Kind.CLOSE: lambda: rulings.close(person=person, lasts=DAY, **said),
        Kind.HIDE: lambda: rulings.hide(line=ground.line, **said),
        Kind.RENAME: lambda: rulings.rename(person=person, **said),
        Kind.CLEAR: lambda: rulings.clear(person=person, **said),
        Kind.VOID: lambda: rulings.void(game=ground.game, **said),
        Kind.ADJUDICATE: lambda: rulings.adjudicate(game=ground.game, verdict="draw", **said),
        Kind.TIME: lambda: rulings.give_time(game=ground.game, person=person, lasts=DAY, **said),
    }
    return ways[kind]()


def may(role, kind):
    return role in ("senior", "administrator") or (role == "moderator" and kind not in FOR_SENIORS)


def test_it_has_decided_about_every_act():
    assert set(rulings.NEEDS) == set(Kind)
    assert set(rulings._REVERSALS) | set(rulings.FINAL) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
class TestRole:
    @pytest.mark.parametrize("role", ROLES)
    def test_it_is_for_who_has_the_role(self, ground, kind, role):
        judge = judge_of(role)
        if may(role, kind):
            assert does(kind, ground, judge=judge, reason="Insults.")
        else:
            with pytest.raises(Forbidden):
                does(kind, ground, judge=judge, reason="Insults.")
            assert not Ruling.objects.exists()

    @pytest.mark.parametrize("role", ["senior", "administrator"])
    def test_it_is_about_nobody_of_the_same_rank(self, bob, kind, role):
        ground = lay(kind, judge_of(role, "peer"), bob)

        with pytest.raises(Forbidden):
            does(kind, ground, judge=judge_of(role), reason="Insults.")

    def test_it_is_about_nobody_above(self, bob, kind):
        ground = lay(kind, judge_of("administrator"), bob)

        with pytest.raises(Forbidden):
            does(kind, ground, judge=judge_of("senior"), reason="Insults.")

    def test_it_is_never_about_oneself_nor_ones_own_game(self, bob, kind):
        judge = judge_of("administrator")
        ground = lay(kind, judge, bob)

        with pytest.raises(Forbidden):
            does(kind, ground, judge=judge, reason="Insults.")

    def test_it_asks_what_the_judge_is_now(self, ground, kind):
        judge = judge_of("administrator")
        judge.groups.clear()
        User.objects.filter(pk=judge.pk).update(is_staff=False)

        with pytest.raises(Forbidden):
            does(kind, ground, judge=judge, reason="Insults.")


@pytest.mark.parametrize("kind", Kind)
class TestReason:
    @pytest.mark.parametrize("reason", ["", " \n ", "x" * 501])
    def test_it_is_asked_for_and_has_an_end(self, ground, kind, reason):
        with pytest.raises(Unprocessable, match="Say why"):
            does(kind, ground, judge=judge_of("administrator"), reason=reason)

        assert not Ruling.objects.exists()

    def test_it_is_kept_as_it_was_written(self, ground, kind):
        does(kind, ground, judge=judge_of("administrator"), reason="  <b>Insults</b>.  ")

        assert {one.reason for one in Ruling.objects.all()} == {"<b>Insults</b>."}


@pytest.mark.parametrize("kind", Kind)
class TestRows:
    def test_it_writes_one_entry_of_the_log_without_a_word_of_theirs(self, ground, kind, log):
        judge = judge_of("administrator")
        entries = log()

        does(kind, ground, judge=judge, reason="Insults.")

        (entry,) = entries.rows()
        assert entry.action == LOGGED.get(kind, kind)
        assert entry.actor == judge.pk
        assert "Insults" not in str(entry.facts)
        assert "Rude" not in str(entry.facts)

    def test_it_writes_a_ruling_for_each_whom_it_concerns(self, ground, alice, bob, kind):
        judge = judge_of("administrator")
        case = Case.objects.create(
            kind="abuse", person=alice, matter="x", weight=1, opened_at=timezone.now()
        )

        does(kind, ground, judge=judge, reason="Insults.", case=case)

        concerned = {alice, bob} if kind in OF_GAMES else {alice}
        found = Ruling.objects.all()
        assert {one.person for one in found} == concerned
        assert len(found) == len(concerned)
        assert {(one.kind, one.by, one.case) for one in found} == {(kind, judge, case)}

    def test_it_tells_each_of_them_on_the_page_and_by_mail(self, ground, alice, bob, kind):
        confirm(alice, bob)
        Notice.objects.all().delete()

        does(kind, ground, judge=judge_of("administrator"), reason="Insults.")

        told = Notice.objects.filter(event="moderation")
        assert {one.user for one in told} == ({alice, bob} if kind in OF_GAMES else {alice})
        for notice in told:
            assert notice.detail == kind
            channels = set(notice.deliveries.values_list("channel", "status"))
            assert channels == {("page", "sent"), ("mail", "waiting")}

    def test_it_leaves_nothing_behind_where_it_is_refused(self, ground, kind, log):
        entries = log()

        with pytest.raises(Forbidden):
            does(kind, ground, judge=judge_of("player"), reason="Insults.")

        assert entries.actions() == []
        assert not Notice.objects.filter(event="moderation").exists()


class TestNobody:
    def test_it_is_nothing_about_a_bot(self, alice, senior):
        game = bots.challenge(slug="pip", user=alice)
        bot = next(one.user for one in game.players.all() if one.user.bot)

        with pytest.raises(NotFound):
            rulings.warn(judge=senior, person=bot, reason="Too strong.")

    def test_it_concerns_no_bot_at_the_table(self, alice, senior):
        game = bots.challenge(slug="pip", user=alice)

        rulings.adjudicate(judge=senior, game=game, verdict="nobody", reason="It hangs.")

        assert [one.person for one in Ruling.objects.all()] == [alice]

    def test_it_is_nothing_about_who_has_left(self, senior):
        gone = UserFactory()
        User.objects.filter(pk=gone.pk).update(is_active=False)

        with pytest.raises(NotFound):
            rulings.warn(judge=senior, person=gone, reason="Too late.")

        assert not AuditEntry.objects.filter(person=gone.pk).exists()
