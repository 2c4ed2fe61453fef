"""All public games of a month, as a file for everybody."""

import gzip
import hashlib
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.utils import timezone

from engine import read_record
from games.models import Archive, ArchivePart, Game
from games.selectors import archives as selectors
from games.selectors import records, tables
from games.services import archives, bots, decks, endings, farewells, ratings
from games.services.archives import FORMER_KEPT, GIVEN_UP_AFTER, REMADE_EVERY, SETTLED_AFTER
from tests.at_once import at_once
from tests.engine.console import run
from tests.factories import GameFactory, SuperuserFactory, confirm
from tests.games.archived import finished_game, ids_in, make_all, records_in, sent
from tests.real_services import wait_until

pytestmark = pytest.mark.django_db
PAGE = "/archive/"
FILE = "/archive/botanik/2026-05/"
MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
JUNE = datetime(2026, 6, 1, 4, tzinfo=UTC)


@pytest.fixture(autouse=True)
def in_may(time_machine):
    time_machine.move_to(MAY, tick=False)
    return time_machine


@pytest.fixture
def game(alice, bob):
    return finished_game(alice, bob)


@pytest.fixture
def archive(game, in_may):
    """That of May, in June."""
    in_may.move_to(JUNE, tick=False)
    make_all()
    return Archive.objects.get()


def as_record(game):
    table = tables.access(game.pk, AnonymousUser())
    return records.write(table, decks.show_proof(table.game))


def handed_out(archive):
    archive.refresh_from_db()
    return b"".join(selectors.pieces(archive))


def made_in_june(time_machine):
    time_machine.move_to(JUNE, tick=False)
    make_all()
    return handed_out(Archive.objects.get())


class TestContents:
    def test_it_has_the_record_of_each_game_by_when_it_ended(self, alice, bob, in_may):
        games = []
        for day in (7, 5, 6):
            in_may.move_to(MAY.replace(day=day), tick=False)
            games.append(finished_game(alice, bob))

        data = made_in_june(in_may)

        assert records_in(data) == [as_record(games[at]) for at in (1, 2, 0)]

    def test_it_leaves_out_what_is_not_public_or_never_came_about(
        self, game, alice, bob, charlie, in_may
    ):
        finished_game(alice, charlie, is_private=True)
        GameFactory(users=[bob, charlie], turns=2)  # runs
        called_off = GameFactory(users=[alice, charlie])
        endings.abort(game_id=called_off.pk, user=alice)
        not_started = GameFactory(users=[alice, charlie])
        in_may.move_to(MAY + timedelta(days=20), tick=False)
        endings.sweep()
        not_started.refresh_from_db()
        assert not_started.ending == "not-started"

        assert game.pk.hex in (data := ids_in(made_in_june(in_may)))
        assert set(data) == {
            one.hex
            for one in Game.objects.filter(is_private=False, ending__in=["resigned", "time"])
            .values_list("pk", flat=True)
        }  # fmt: skip
        assert not {called_off.pk.hex, not_started.pk.hex} & set(data)

    def test_it_has_games_of_other_months_in_files_of_their_own(self, game, alice, bob, in_may):
        in_may.move_to(datetime(2026, 5, 31, 23, 59, 59, tzinfo=UTC), tick=False)
        last_of_may = finished_game(alice, bob)
        in_may.move_to(datetime(2026, 6, 1, tzinfo=UTC), tick=False)
        first_of_june = finished_game(alice, bob)

        in_may.move_to(datetime(2026, 8, 2, tzinfo=UTC), tick=False)
        make_all()

        may, june = Archive.objects.order_by("month")
        assert ids_in(handed_out(may)) == [game.pk.hex, last_of_may.pk.hex]
        assert (june.month, ids_in(handed_out(june))) == (
            date(2026, 6, 1),
            [first_of_june.pk.hex],
        )

    def test_it_has_games_against_bots(self, alice, in_may):
        against = GameFactory(users=[alice, bots.bot_user("hazel")], turns=2)
        endings.resign(game_id=against.pk, user=alice)

        assert ids_in(made_in_june(in_may)) == [against.pk.hex]

    def test_it_keeps_a_game_that_was_waived_and_none_that_was_taken_out(self, alice, bob, in_may):
        confirm(alice, bob)
        waived, voided = (GameFactory(users=[alice, bob], turns=4, is_rated=True) for _ in "ab")
        in_may.move_to(MAY + timedelta(days=20), tick=False)
        endings.sweep()
        winner = waived.players.get(placing=1).user
        ratings.waive(game_id=waived.pk, user=winner)
        ratings.void(game_id=voided.pk, by=SuperuserFactory())

        assert ids_in(made_in_june(in_may)) == [waived.pk.hex]

    def test_it_names_people_as_they_are_called_when_it_is_made(self, alice, bob, in_may):
        finished_game(alice, bob)
        bob.is_active = False
        bob.save()

        (text,) = records_in(made_in_june(in_may))

        tags = read_record(text).tags
        assert (tags["First"], tags["Second"]) == ("alice", "deleted player")


class TestMaking:
    def test_it_waits_until_the_month_is_over_and_stored(self, game, in_may):
        in_may.move_to(datetime(2026, 6, 1, tzinfo=UTC) + SETTLED_AFTER / 2, tick=False)
        make_all()

        assert not Archive.objects.exists()

    def test_it_is_made_by_the_worker_one_month_after_the_other(self, worker, alice, bob, in_may):
        for month in (4, 5):
            in_may.move_to(MAY.replace(month=month), tick=False)
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=True)

        archives.tend()

        made = Archive.objects.filter(edition=1)
        wait_until(lambda: made.count() == 2, what="both archives")

    def test_it_takes_up_last_what_somebody_failed_to_make(self, alice, bob, in_may):
        for month in (4, 5):
            in_may.move_to(MAY.replace(month=month), tick=False)
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)
        archives.tend()
        april, may = Archive.objects.order_by("month")
        archives._claim(april.pk)
        in_may.shift(GIVEN_UP_AFTER)

        archives.tend()

        assert [one.pk for one in archives._waiting(timezone.now())] == [may.pk, april.pk]

    def test_it_is_made_once(self, archive):
        before = handed_out(archive)
        make_all()
        archives.make(archive.pk)

        archive.refresh_from_db()
        assert (archive.edition, archive.claims) == (1, 1)
        assert handed_out(archive) == before

    def test_it_is_the_same_file_whenever_it_is_made_of_the_same_games(
        self, alice, bob, in_may, archive
    ):
        before = handed_out(archive)
        Archive.objects.all().delete()
        in_may.move_to(JUNE + timedelta(days=40), tick=False)

        make_all()

        again = Archive.objects.get()
        assert handed_out(again) == before
        assert again.sha256 == archive.sha256 == hashlib.sha256(before).hexdigest()
        assert again.size == len(before)

    def test_it_goes_on_part_by_part_over_several_tasks(self, alice, bob, in_may):
        games = [finished_game(alice, bob) for _ in range(5)]
        in_may.move_to(JUNE, tick=False)

        for number in range(1, 4):
            make_all(most=1, games=2)
            assert ArchivePart.objects.count() == number
            assert not selectors.collections()[0].archives
        make_all(most=1, games=2)

        archive = Archive.objects.get()
        assert (archive.games, archive.parts) == (5, 3)
        assert sorted(ids_in(handed_out(archive))) == sorted(game.pk.hex for game in games)

    def test_it_asks_the_same_number_of_queries_for_any_number_of_games(
        self, game, alice, bob, in_may, django_assert_num_queries
    ):
        in_may.move_to(JUNE, tick=False)
        archives.tend()
        (archive,) = Archive.objects.all()
        with django_assert_num_queries(18):
            archives.make(archive.pk)
        in_may.move_to(MAY, tick=False)
        for _ in range(3):
            finished_game(alice, bob)
        Archive.objects.all().delete()
        in_may.move_to(JUNE, tick=False)
        archives.tend()
        (archive,) = Archive.objects.all()

        with django_assert_num_queries(18):
            archives.make(archive.pk)

    def test_it_is_begun_again_where_a_worker_died(self, alice, bob, in_may):
        for _ in range(3):
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)
        make_all(most=1, games=2)
        archive = Archive.objects.get()
        Archive.objects.update(noted_at=timezone.now())  # somebody is at work on it, and is killed

        archives.make(archive.pk)
        archive.refresh_from_db()
        assert archive.edition == 0

        in_may.shift(GIVEN_UP_AFTER)
        archives.make(archive.pk, games=2)
        assert len(ids_in(handed_out(archive))) == 3
        assert list(archive.pieces.order_by("number").values_list("games", flat=True)) == [2, 1]

    def test_it_is_not_written_by_who_comes_back_from_the_dead(self, alice, bob, in_may):
        for _ in range(3):
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)
        archives.tend()
        (archive,) = Archive.objects.all()
        dead = archives._claim(archive.pk)
        in_may.shift(GIVEN_UP_AFTER)
        archives.make(archive.pk)
        before = handed_out(archive)

        assert archives._add(dead, list(Game.objects.all()), after=None) is None
        archives._hand_out(dead)

        assert handed_out(archive) == before
        assert ArchivePart.objects.count() == 1

    def test_it_makes_nothing_of_a_month_without_games(self, archive, alice, bob, in_may):
        in_may.move_to(datetime(2026, 9, 1, tzinfo=UTC), tick=False)
        finished_game(alice, bob)
        in_may.move_to(datetime(2026, 10, 2, tzinfo=UTC), tick=False)

        make_all()

        months = Archive.objects.order_by("month").values_list("month", flat=True)
        assert list(months) == [date(2026, 5, 1), date(2026, 9, 1)]


class TestRemoving:
    def test_it_is_made_anew_without_the_name_of_who_left(self, archive, bob, in_may):
        before = handed_out(archive)
        assert b"bob" in gzip.decompress(before)
        in_may.shift(timedelta(days=30))
        bob.leaving_at = timezone.now()
        bob.save()

        farewells.carry_out_farewells()
        make_all()

        after = gzip.decompress(handed_out(archive))
        assert b"bob" not in after
        assert b"deleted player" in after
        assert archive.sha256 != hashlib.sha256(before).hexdigest()

    def test_it_is_made_anew_once_though_a_farewell_is_carried_out_twice(
        self, archive, bob, in_may
    ):
        in_may.shift(timedelta(days=30))
        bob.leaving_at = timezone.now()
        bob.save()
        for _hour in range(30):
            farewells.carry_out_farewells()
            in_may.shift(timedelta(hours=1))
            make_all()

        archive.refresh_from_db()
        assert archive.edition == archive.wanted == 2

    def test_it_is_not_made_anew_for_who_was_not_in_it(self, archive, charlie, in_may):
        in_may.shift(timedelta(days=30))
        charlie.leaving_at = timezone.now()
        charlie.save()

        farewells.carry_out_farewells()

        archive.refresh_from_db()
        assert archive.wanted == 1

    def test_it_is_made_anew_without_a_game_that_was_taken_out(self, alice, bob, in_may):
        confirm(alice, bob)
        kept, voided = (finished_game(alice, bob, is_rated=True) for _ in "ab")
        made_in_june(in_may)
        in_may.shift(timedelta(days=2))

        ratings.void(game_id=voided.pk, by=SuperuserFactory())
        make_all()

        assert ids_in(handed_out(Archive.objects.get())) == [kept.pk.hex]

    def test_it_is_made_anew_at_most_once_a_day(self, archive, game, in_may):
        archives.take_out(game)
        in_may.shift(REMADE_EVERY / 2)
        make_all()
        archive.refresh_from_db()
        assert archive.edition == 1

        in_may.shift(REMADE_EVERY)
        make_all()
        archive.refresh_from_db()
        assert archive.edition == 2

    def test_it_throws_away_what_was_read_before_something_was_removed(self, alice, bob, in_may):
        """A worker that is at work when somebody leaves may have read their name."""
        for _ in range(3):
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)
        archives.tend()
        (archive,) = Archive.objects.all()
        at_work = archives._claim(archive.pk)
        archives._add(at_work, list(Game.objects.all()), after=None)
        bob.leaving_at = timezone.now()
        bob.save()
        farewells.carry_out_farewells()

        archives._hand_out(at_work)
        make_all()

        assert b"bob" not in gzip.decompress(handed_out(archive))
        assert archive.edition == 2

    def test_it_keeps_a_former_edition_while_it_may_still_be_sent(self, archive, game, in_may):
        in_may.shift(timedelta(days=2))
        former = selectors.find("botanik", year=2026, month=5)
        archives.take_out(game)
        make_all()
        archives.tend()
        assert b"".join(selectors.pieces(former))

        in_may.shift(FORMER_KEPT)
        archives.tend()

        assert b"".join(selectors.pieces(former)) == b""
        assert handed_out(archive)

    def test_it_is_gone_where_no_game_of_it_is_left(self, client, alice, bob, in_may):
        confirm(alice, bob)
        game = finished_game(alice, bob, is_rated=True)
        made_in_june(in_may)
        ratings.void(game_id=game.pk, by=SuperuserFactory())
        in_may.shift(timedelta(days=2))
        make_all()

        assert client.get(FILE).status_code == 404


class TestRaces:
    pytestmark = pytest.mark.django_db(transaction=True)

    def test_it_is_made_by_one_of_two_workers(self, alice, bob, in_may):
        for _ in range(4):
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)
        # Queued it would be made by another test's worker.
        archive = Archive.objects.create(ruleset="botanik", month=date(2026, 5, 1))

        at_once(*[lambda: archives.make(archive.pk, games=1)] * 2)

        assert len(set(ids_in(handed_out(archive)))) == archive.games == archive.parts == 4
        assert (archive.claims, archive.edition) == (1, 1)

    def test_it_is_noted_once_by_two_beats(self, alice, bob, in_may):
        finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)

        at_once(*[lambda: archives._note_months("botanik", until=JUNE.date())] * 2)

        assert Archive.objects.count() == 1


class TestPage:
    def test_it_lists_months_with_what_they_hold(self, client, archive, django_assert_num_queries):
        with django_assert_num_queries(1):
            page = " ".join(client.get(PAGE).content.decode().split())

        assert "<h3>May 2026</h3>" in page
        assert "1 game ·" in page
        assert archive.sha256 in page
        assert f'href="{FILE.replace("-05", "-5")}"' in page

    def test_it_says_that_there_is_nothing_yet(self, client):
        assert "There is nothing here yet" in client.get(PAGE).content.decode()

    def test_it_speaks_french(self, client, archive):
        page = client.get(PAGE, headers={"Accept-Language": "fr"}).content.decode()

        assert "<h3>mai 2026</h3>" in page
        assert "What is in it" not in page

    def test_it_is_at_the_foot_of_every_page(self, client):
        assert f'href="{PAGE}"' in client.get("/privacy/").content.decode()


class TestDownload:
    def test_it_is_the_file_with_that_checksum(self, client, archive):
        answer = client.get(FILE)

        data = sent(answer)
        assert hashlib.sha256(data).hexdigest() == archive.sha256
        assert int(answer["Content-Length"]) == len(data)
        assert answer["Content-Type"] == "application/gzip"
        assert 'filename="botanik-2026-05.bgr.gz"' in answer["Content-Disposition"]

    def test_it_may_be_kept_and_is_not_sent_twice(self, client, archive):
        first = client.get(FILE)
        assert first["ETag"] == f'"{archive.sha256}"'
        assert "max-age=86400" in first["Cache-Control"]
        sent(first)

        again = client.get(FILE, headers={"If-None-Match": first["ETag"]})

        assert (again.status_code, again.content) == (304, b"")

    def test_it_asks_for_one_part_at_a_time(
        self, client, alice, bob, in_may, django_assert_num_queries
    ):
        for _ in range(3):
            finished_game(alice, bob)
        in_may.move_to(JUNE, tick=False)
        make_all(games=1)

        with django_assert_num_queries(1):
            pieces = client.get(FILE).streaming_content
        for _part in range(3):
            with django_assert_num_queries(1):
                next(pieces)

    def test_it_is_sent_in_pieces_by_an_asynchronous_server_too(self, rf, archive):
        from games.views import archives as views

        request = rf.get(FILE)
        request.user = AnonymousUser()
        response = views.download(request, "botanik", 2026, 5)

        async def gathered():
            return [piece async for piece in response]

        pieces = async_to_sync(gathered)()
        assert hashlib.sha256(b"".join(pieces)).hexdigest() == archive.sha256

    def test_it_tells_how_long_it_would_be(self, client, archive):
        answer = client.head(FILE)

        assert int(answer["Content-Length"]) == archive.size
        assert answer["ETag"] == f'"{archive.sha256}"'

    @pytest.mark.parametrize(
        "path",
        ["botanik/2026-06", "botanik/2026-13", "botanik/0-5", "chess/2026-05", "botanik/99999-1"],
    )
    def test_it_is_not_there_for_any_other_month(self, client, archive, path):
        assert client.get(f"/archive/{path}/").status_code == 404


class TestReadingBack:
    def read(self, *arguments):
        out, err = StringIO(), StringIO()
        try:
            call_command("read_archive", *arguments, stdout=out, stderr=err)
        except CommandError as error:
            return str(error), err.getvalue()
        return out.getvalue(), err.getvalue()

    def test_it_verifies_every_record_that_is_stored(self, archive, game):
        said, complaints = self.read()

        reveals = game.moves.filter(seat=None).count()
        assert said == f"botanik 2026-05: 1 records read, {reveals} reveals agree\n"
        assert complaints == ""

    def test_it_reads_one_month_or_says_that_there_is_none(self, archive):
        assert self.read("--month", "2026-05")[0].startswith("botanik 2026-05: 1 records")
        assert self.read("--month", "2026-04")[0] == "There is no such archive."

    def test_it_finds_what_was_changed(self, archive):
        part = ArchivePart.objects.get()
        text = gzip.decompress(bytes(part.data)).decode()
        seed = read_record(text).tags["Seed"]
        part.data = gzip.compress(text.replace(seed, "0" * 64).encode(), mtime=0)
        part.save()

        said, complaints = self.read()

        assert said == "2 things are wrong."
        assert "the checksum is" in complaints
        assert "The commitment is" in complaints

    def test_it_finds_a_game_that_is_there_twice(self, archive):
        part = ArchivePart.objects.get()
        part.data = bytes(part.data) * 2
        part.save()

        said, complaints = self.read()

        assert said == "3 things are wrong."
        assert "is there twice" in complaints
        assert "2 records of 1 games" in complaints

    def test_it_reads_a_downloaded_file_and_says_whether_it_is_ours(
        self, client, archive, tmp_path
    ):
        path = tmp_path / "games.bgr.gz"
        path.write_bytes(sent(client.get(FILE)))

        said, _complaints = self.read(str(path))

        assert f"SHA-256 {archive.sha256}, the archive of botanik 2026-05" in said

    @pytest.mark.parametrize("data", [b"hello", b"", gzip.compress(b"hello", mtime=0)[:-9]])
    def test_it_complains_of_a_file_that_it_cannot_read(self, tmp_path, data):
        path = tmp_path / "games.bgr.gz"
        path.write_bytes(data)

        said, complaints = self.read(str(path))

        assert "wrong" in said
        assert "games.bgr.gz" in complaints

    def test_it_complains_of_a_file_that_is_not_there(self, tmp_path):
        assert "No such file" in self.read(str(tmp_path / "nothing"))[0]

    def test_it_is_verified_without_the_site(self, client, archive, game, tmp_path):
        path = tmp_path / "games.bgr.gz"
        path.write_bytes(sent(client.get(FILE)) * 2)

        answer = run("verify", str(path))

        assert answer.status == 0
        reveals = 2 * game.moves.filter(seat=None).count()
        assert answer.lines[-1] == f"All {reveals} reveals of 2 records agree with their decks."
