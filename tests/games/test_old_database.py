"""A database of the time when every game had two seats goes on after migrating.

Its rows, and what was said of them then, are in old_database.json; old_database.py made it. They
are laid into a database of their own, which all tests here share and leave as it was.
"""

import io
import json
from collections import Counter
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID
from zipfile import ZipFile

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.utils import timezone

from accounts import farewell
from accounts.models import User
from accounts.refusals import Conflict, NotFound
from accounts.selectors import preferences_of
from engine import read_record
from engine.fairness import verify
from games import positions
from games.models import Game, Notice, Player, Tally
from games.selectors import notices as told
from games.selectors import offers as found
from games.selectors import queues, records, tables
from games.services import (
    absences,
    bots,
    clocks,
    data_exports,
    decks,
    deliveries,
    endings,
    farewells,
    notices,
    offers,
    reminders,
    sweeps,
)
from tests.factories import play_turns, prove
from tests.games.ladders import beat, challenge, order, stand

pytestmark = pytest.mark.django_db

OLD = json.loads((Path(__file__).parent / "old_database.json").read_text())
NOW = datetime.fromisoformat(OLD["made_at"])
# Where the migrations of that time ended.
LAST_MIGRATIONS = {"accounts": "0008_preferences_changed", "games": "0005_reminders"}

GAMES, OFFERS = OLD["games"], OLD["offers"]
RUNNING = [label for label, game in GAMES.items() if "ending" not in game]
OVER = [label for label, game in GAMES.items() if "ending" in game]
PRIVATE = ("private", "private and over")
# Whoever accepts an open offer, and the seat that its owner wished for.
ACCEPTING = {
    "rematch": ("alice", None),
    "open, owner first": ("charlie", 0),
    "open, by the deck": ("charlie", None),
    "open, owner second": ("charlie", 1),
    "open, by a guest": ("charlie", None),
    "to bob": ("bob", 1),
    "to dora": ("dora", None),
    "from a stranger": ("alice", 0),
    "from a guest": ("alice", None),
    "by link": ("charlie", None),
}
OWNERS = {
    "rematch": "bob",
    "open, owner first": "emil",
    "open, by the deck": "dora",
    "open, owner second": "alice",
    "open, by a guest": "idle guest",
    "to bob": "alice",
    "to dora": "bob",
    "from a stranger": "gina",
    "from a guest": "asking guest",
    "from who is blocked": "fred",
    "by link": "bob",
    "expired": "bob",
    "expired for somebody": "emil",
    "expired link": "gina",
}
PERSONAL = ("rematch", "to bob", "to dora", "from a stranger", "from a guest")


# --- The database ------------------------------------------------------------------------------


@contextmanager
def database_of_its_own():
    """Let this process use an empty database, and remove it afterwards.

    Whatever happens here, the one that other tests share is not touched. Its name is made of that
    one's, which each process of a parallel run has for itself; what a killed run left is replaced.
    """
    settings, creation = connection.settings_dict, connection.creation
    usual, usual_test = settings["NAME"], settings["TEST"]["NAME"]
    settings["TEST"]["NAME"] = f"{usual}_old"
    _let_go()
    try:
        settings["NAME"] = creation._create_test_db(verbosity=0, autoclobber=True, keepdb=False)
        yield
    finally:
        _let_go()
        own, settings["NAME"] = settings["NAME"], usual
        settings["TEST"]["NAME"] = usual_test
        if own != usual:
            creation._destroy_test_db(own, verbosity=0)


def _let_go():
    """Keep nothing that belongs to one database."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    ContentType.objects.clear_cache()


def migrate_to_that_time():
    """Make the tables as they were; return the models as they were."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    targets = [(app, LAST_MIGRATIONS.get(app, name)) for app, name in leaves]
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@transaction.atomic
def insert_rows(apps):
    for name, table in OLD["rows"].items():
        _insert(apps.get_model(name), table["columns"], table["rows"])


def _insert(model, columns, rows):
    """Each value as it stands: saving models would set some to the present."""
    fields = [model._meta.get_field(column) for column in columns]
    quoted = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    blanks = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} ({quoted}) VALUES ({blanks})",
            [
                [_stored(field, value) for field, value in zip(fields, row, strict=True)]
                for row in rows
            ],
        )
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _stored(field, value):
    return field.get_db_prep_save(field.to_python(value), connection)


@pytest.fixture(scope="module", autouse=True)
def _migrated(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), database_of_its_own():
        insert_rows(migrate_to_that_time())
        call_command("migrate", verbosity=0)
        yield


@pytest.fixture(autouse=True)
def clock(time_machine):
    """The hour at which it was made."""
    time_machine.move_to(NOW, tick=False)
    return time_machine


# --- What depends on how services are called ---------------------------------------------------


def person(name):
    return User.objects.get(username=OLD["people"][name])


def accept(label, user):
    """Accept the last place at an offer."""
    offers.accept(offer_id=UUID(OFFERS[label]), user=user)
    return Game.objects.get(pk=OFFERS[label])


def decline(label, user, answer):
    offers.decline(offer_id=UUID(OFFERS[label]), user=user, answer=answer)


def withdraw(label, user):
    offers.withdraw(offer_id=UUID(OFFERS[label]), user=user)


def renew(label, user):
    offers.renew(offer_id=UUID(OFFERS[label]), user=user)


def rematch(label, user):
    return offers.rematch(game_id=UUID(GAMES[label]["id"]), user=user)


def labels_of(offers):
    """The names that these offers have here."""
    labels = {offer_id: label for label, offer_id in OFFERS.items()}
    return {labels[str(offer.pk)] for offer in offers}


def game_of(label):
    return Game.objects.get(pk=GAMES[label]["id"])


def table_of(label):
    return tables.find(GAMES[label]["id"])


def record_of(game):
    return read_record(text_of(game))


def text_of(game):
    return records.write(tables.find(game.pk), decks.show_proof(game))


def people_at(label):
    """Those who can look at their game: no bot, and nobody who has left."""
    users = [player.user for player in table_of(label).players]
    return [user for user in users if user.is_active and not user.bot]


@pytest.fixture
def look(client, settings):
    """Get a page as somebody, or as a visitor; `look(path, user).status_code` is 200."""

    def look(path, user=None):
        client.logout()
        if user is not None:
            client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
        return client.get(path)

    return look


def ledger_of(user):
    """All that somebody was told, page by page."""
    ledger, before = [], None
    while page := told.ledger_of(user, before=before)[: told.ON_A_PAGE]:
        ledger += page
        before = page[-1].notice.pk
    return ledger


def page_of(label):
    return f"/games/{GAMES[label]['id']}/"


def offer_page(label):
    return f"/offers/{OFFERS[label]}/"


# --- Tests -------------------------------------------------------------------------------------


class TestMigrating:
    def test_it_leaves_nothing_to_migrate(self):
        call_command("migrate", check_unapplied=True, verbosity=0)

    def test_it_leaves_nothing_for_checks_to_say(self):
        said = io.StringIO()
        call_command("check", databases=["default"], stdout=said, stderr=said)

        assert "no issues" in said.getvalue()

    def test_it_leaves_no_position_to_mend(self):
        said = io.StringIO()
        call_command("rebuild_positions", "--check", stdout=said)

        assert said.getvalue() == f"{len(GAMES)} games replayed, 0 positions differed.\n"

    def test_it_keeps_positions_as_their_moves_rebuild_them(self):
        for game in Game.objects.all():
            assert positions.load(game) == positions.rebuilt(game)

    @pytest.mark.parametrize("label", GAMES)
    def test_it_keeps_everybody_in_their_seats(self, label):
        players = table_of(label).players

        assert [player.user.username for player in players] == GAMES[label]["players"]
        assert [player.turns for player in players] == GAMES[label]["turns"]
        assert [player.score for player in players] == GAMES[label]["scores"]


class TestRunningGames:
    @pytest.mark.parametrize("label", RUNNING)
    def test_it_keeps_the_deadlines(self, label):
        ends = [player.deadline_at for player in table_of(label).players]

        assert [end and end.isoformat() for end in ends] == GAMES[label]["deadlines"]

    @pytest.mark.parametrize("label", RUNNING)
    def test_it_shows_the_table_to_those_who_play(self, look, label):
        commitment = game_of(label).commitment

        for user in people_at(label):
            assert commitment in look(page_of(label), user).content.decode()

    @pytest.mark.parametrize("label", RUNNING)
    def test_it_shows_the_table_to_strangers_unless_it_is_private(self, look, label):
        expected = 404 if label in PRIVATE else 200

        assert look(page_of(label), person("charlie")).status_code == expected

    @pytest.mark.parametrize("label", RUNNING)
    def test_it_is_played_to_its_end(self, label):
        game = game_of(label)

        play_turns(game, 200, seed=label)

        assert game.ending == Game.Ending.PLAYED
        assert positions.load(game).outcome() is not None
        assert verify(record_of(game)) > 0

    def test_it_lists_the_moves_that_were_made(self, look):
        listed = look(f"{page_of('mid-game')}moves/").content.decode()

        assert listed.count("dora") >= 10

    @pytest.mark.parametrize("name", ["alice", "bob", "dora", "emil", "gina", "guest"])
    def test_it_stands_in_the_queue_of_those_who_play(self, look, name):
        user = person(name)
        theirs = [one for one in RUNNING if user.username in GAMES[one]["players"]]

        queue = look("/play/", user).content.decode()

        assert theirs
        assert [label for label in theirs if page_of(label) not in queue] == []

    def test_it_leads_on_to_the_game_that_waits(self):
        found = queues.next_game(person("gina"))

        assert str(found) == GAMES["reminded"]["id"]

    def test_it_lets_a_bot_go_on_that_has_the_word(self):
        game = game_of("a bot to move")
        bot = game.players.exclude(user__bot="").get()

        bots.play_turn(game_id=game.pk, ply=game.ply, seat=bot.seat)

        assert game_of("a bot to move").ply > game.ply
        assert game.players.get(user__bot="").has_word

    def test_it_lets_a_wish_for_a_draw_be_granted(self):
        endings.answer_draw(game_id=game_of("draw asked").pk, user=person("bob"), agrees=True)

        assert game_of("draw asked").ending == Game.Ending.AGREED

    def test_it_shows_the_wish_for_a_draw_to_who_is_asked_alone(self, look):
        answer = f"{page_of('draw asked')}draw/answer/"

        assert answer in look(page_of("draw asked"), person("bob")).content.decode()
        assert answer not in look(page_of("draw asked"), person("alice")).content.decode()

    def test_it_can_be_called_off_before_both_have_moved(self):
        endings.abort(game_id=game_of("just begun").pk, user=person("bob"))

        assert game_of("just begun").ending == Game.Ending.ABORTED

    def test_it_can_no_longer_be_called_off_after_that(self):
        with pytest.raises(Conflict):
            endings.abort(game_id=game_of("mid-game").pk, user=person("bob"))

    def test_it_can_be_given_up(self):
        endings.resign(game_id=game_of("private").pk, user=person("emil"))

        placings = [player.placing for player in table_of("private").players]
        assert placings == [2 if name == "emil" else 1 for name in GAMES["private"]["players"]]

    def test_it_ends_when_the_time_is_over(self, clock):
        clock.move_to(NOW + timedelta(days=1), tick=False)

        endings.end_on_time(game_of("reminded").pk)
        endings.end_on_time(game_of("mid-game").pk)

        assert game_of("reminded").ending == Game.Ending.TIME
        assert game_of("mid-game").is_running

    def test_it_takes_another_day_as_a_gift(self):
        giver = next(one.user for one in table_of("a day given").players if not one.has_word)

        clocks.give_day(game_id=game_of("a day given").pk, user=giver)

        before = [end and datetime.fromisoformat(end) for end in GAMES["a day given"]["deadlines"]]
        after = [player.deadline_at for player in table_of("a day given").players]
        assert after == [end and end + timedelta(days=1) for end in before]

    def test_it_follows_who_comes_back_early_where_absences_count(self):
        def deadline(label):
            return next(one.deadline_at for one in table_of(label).players if one.has_word)

        before = {label: deadline(label) for label in ("away", "away in vain")}
        emil = person("emil")

        absences.end_early(user=emil, absence_id=emil.absences.get().pk)

        assert deadline("away") < before["away"]
        assert deadline("away in vain") == before["away in vain"]

    def test_it_keeps_a_note_for_who_wrote_it_alone(self, look):
        note = "Keep the orange ones."

        assert note in look(page_of("mid-game"), person("bob")).content.decode()
        assert note not in look(page_of("mid-game"), person("dora")).content.decode()

    @pytest.mark.parametrize(
        ("label", "said"),
        [("just begun", False), ("word in the other's turn", True), ("draw asked", True)],
    )
    def test_it_says_whether_the_site_made_bytes_of_the_deck(self, look, label, said):
        page = look(page_of(label), person("charlie")).content.decode()

        assert ("made by the site" in page) is said


class TestFinishedGames:
    def test_it_is_counted_for_everybody_but_bots(self):
        plays = Player.objects.filter(game__status="over", user__bot="").exclude(
            game__ending__in=["aborted", "not-started"]
        )
        in_all = Tally.objects.filter(user=F("rival"))

        for scope, wanted in (("all", plays), ("public", plays.filter(game__is_private=False))):
            counted = {one.user_id: one.played for one in in_all.filter(scope=scope)}
            assert counted == Counter(wanted.values_list("user", flat=True))
        assert sum(one.won for one in in_all) > 0

    def test_it_is_noted_when_it_ended(self):
        for label in OVER:
            game = game_of(label)
            assert {player.ended_at for player in game.players.all()} == {game.ended_at}

    def test_it_is_found_by_who_won_and_by_who_played(self):
        for label in OVER:
            game = game_of(label)
            players = list(game.players.select_related("user").order_by("seat"))
            first = [player.seat for player in players if player.placing == 1]
            assert game.winner == (first[0] if len(first) == 1 else None)
            assert game.has_bots == any(player.user.bot for player in players)
            assert {player.is_private for player in players} == {label in PRIVATE}

    @pytest.mark.parametrize("label", OVER)
    def test_it_has_the_record_that_it_had(self, label):
        assert text_of(game_of(label)).splitlines() == GAMES[label]["record"]

    @pytest.mark.parametrize("label", OVER)
    def test_it_can_be_verified(self, label):
        assert verify(record_of(game_of(label))) > 0

    @pytest.mark.parametrize("label", OVER)
    def test_it_shows_the_proof_to_those_who_played(self, look, label):
        tags = record_of(game_of(label)).tags
        proof = [tags[tag] for tag in ("Seed", "Entropy0", "Entropy1", "Commitment")]

        for user in people_at(label):
            page = look(page_of(label), user).content.decode()
            assert [part for part in proof if part not in page] == []

    @pytest.mark.parametrize("label", OVER)
    def test_it_shows_the_table_to_strangers_unless_it_was_private(self, look, label):
        expected = 404 if label in PRIVATE else 200

        assert look(page_of(label), person("charlie")).status_code == expected

    def test_it_says_that_tiles_decided_it(self, look):
        page = look(page_of("decided by tiles")).content.decode()

        assert "The points are equal" in page

    def test_it_names_nobody_who_has_left(self, look):
        page = look(page_of("against a leaver"), person("bob")).content.decode()

        assert "deleted player" in page
        assert OLD["people"]["henri"] not in page

    def test_it_stands_in_the_list_of_those_who_played(self, look):
        listed = look("/play/", person("alice")).content.decode()

        assert page_of("agreed") in listed
        assert page_of("private and over") in listed

    def test_it_cannot_be_played_on(self):
        with pytest.raises(Conflict):
            endings.resign(game_id=game_of("played").pk, user=person("alice"))


class TestRematches:
    def test_it_leads_to_the_game_that_came_of_one(self):
        assert rematch("resigned", person("alice")).pk == game_of("rematch").pk
        assert rematch("resigned", person("dora")).pk == game_of("rematch").pk

    def test_it_is_accepted_by_asking_for_one_oneself(self):
        game = rematch("agreed", person("alice"))

        assert isinstance(game, Game)
        assert str(game.pk) == OFFERS["rematch"]

    def test_it_changes_the_seats(self):
        game = rematch("agreed", person("alice"))

        seats = [player.user.username for player in tables.find(game.pk).players]
        assert seats == GAMES["agreed"]["players"][::-1]

    def test_it_is_offered_once(self):
        assert str(rematch("agreed", person("bob")).pk) == OFFERS["rematch"]

    def test_it_can_be_offered_after_any_other_game(self):
        offer = rematch("out of time", person("dora"))

        assert offer.pk in {offer.pk for offer in found.made_to(person("emil"))}


class TestOffers:
    def test_it_shows_the_lobby_what_is_open_to_all(self):
        lobby = labels_of(found.lobby(person("charlie")))

        assert lobby == {label for label in OFFERS if label.startswith("open, ")}

    @pytest.mark.parametrize("name", ["alice", "bob", "dora", "emil"])
    def test_it_shows_people_what_is_offered_to_them(self, name):
        theirs = {label for label in PERSONAL if ACCEPTING[label][0] == name}

        assert labels_of(found.made_to(person(name))) == theirs

    @pytest.mark.parametrize("name", sorted(set(OWNERS.values())))
    def test_it_shows_people_what_they_have_offered(self, name):
        theirs = {label for label, owner in OWNERS.items() if owner == name}

        assert labels_of(found.made_by(person(name))) == theirs

    @pytest.mark.parametrize("label", ACCEPTING)
    def test_it_shows_its_page_to_who_may_accept_it(self, look, label):
        page = look(offer_page(label), person(ACCEPTING[label][0])).content.decode()

        assert f"{offer_page(label)}accept/" in page

    @pytest.mark.parametrize("label", PERSONAL)
    def test_it_does_not_exist_for_strangers_if_it_is_for_one_person(self, look, label):
        assert look(offer_page(label), person("charlie")).status_code == 404

    @pytest.mark.parametrize("label", ACCEPTING)
    def test_it_becomes_a_game_when_it_is_accepted(self, label):
        name, seat = ACCEPTING[label]

        game = accept(label, person(name))

        seats = [player.user for player in tables.find(game.pk).players]
        assert set(seats) == {person(OWNERS[label]), person(name)}
        assert seat is None or seats[seat] == person(OWNERS[label])

    @pytest.mark.parametrize("label", ACCEPTING)
    def test_it_keeps_what_the_deck_was_committed_to(self, look, label):
        name, _seat = ACCEPTING[label]
        offered = look(offer_page(label), person(name)).content.decode()
        game = accept(label, person(name))
        play_turns(game, 4)

        endings.resign(game_id=game.pk, user=person(name))

        game.refresh_from_db()
        record = record_of(game)
        assert verify(record) > 0
        assert record.tags["Commitment"] in offered

    def test_it_is_accepted_by_a_visitor_with_the_link(self, client):
        answer = client.post(f"{offer_page('by link')}accept/")

        assert answer.url == f"/games/{OFFERS['by link']}/"

    def test_it_is_not_accepted_by_who_is_not_meant(self):
        with pytest.raises(NotFound):
            accept("to bob", person("charlie"))

    @pytest.mark.parametrize("label", PERSONAL)
    def test_it_is_declined_with_a_word(self, look, label):
        decline(label, person(ACCEPTING[label][0]), "Rather not.")

        assert "Rather not." in look(offer_page(label), person(OWNERS[label])).content.decode()

    @pytest.mark.parametrize("label", [label for label in OWNERS if "expired" not in label])
    def test_it_is_withdrawn(self, label):
        owner = person(OWNERS[label])

        withdraw(label, owner)

        assert label not in labels_of(found.made_by(owner))

    @pytest.mark.parametrize("label", OWNERS)
    def test_it_is_renewed(self, clock, label):
        clock.move_to(NOW + timedelta(hours=1), tick=False)

        renew(label, person(OWNERS[label]))

        offer = found.find(UUID(OFFERS[label]))
        assert found.is_open(offer, timezone.now())
        assert offer.made_at == timezone.now()

    def test_it_can_be_accepted_after_it_was_renewed(self):
        renew("expired for somebody", person("emil"))

        assert accept("expired for somebody", person("gina")).is_running

    def test_it_expires_when_its_time_is_over(self, clock):
        clock.move_to(NOW + timedelta(days=15), tick=False)

        offers.expire()

        assert found.lobby(person("charlie")) == []
        assert found.made_to(person("bob")) == []

    def test_it_still_says_how_it_was_declined(self, look):
        page = look(offer_page("declined"), person("alice")).content.decode()

        assert "Not this week, sorry." in page

    def test_it_does_not_exist_for_strangers_when_it_was_declined(self, look):
        assert look(offer_page("declined"), person("charlie")).status_code == 404

    @pytest.mark.parametrize(
        ("label", "owner", "status"),
        [
            ("declined without a word", "gina", "declined"),
            ("withdrawn", "alice", "withdrawn"),
            ("withdrawn from somebody", "bob", "withdrawn"),
            ("expired", "bob", "expired"),
            ("expired for somebody", "emil", "expired"),
            ("expired link", "gina", "expired"),
        ],
    )
    def test_it_tells_its_owner_what_became_of_it(self, look, label, owner, status):
        assert f"It is {status}." in look(offer_page(label), person(owner)).content.decode()

    def test_it_stays_hidden_from_who_has_blocked_its_owner(self):
        with pytest.raises(Conflict):
            accept("from who is blocked", person("alice"))


def shown(name):
    """How somebody of this name is called now: guests no longer by it."""
    found = User.objects.filter(username=name).first()
    return found.shown_name if found else name


class TestNotices:
    @pytest.mark.parametrize("name", ["alice", "bob", "dora", "emil", "gina", "guest"])
    def test_it_tells_everything_in_words(self, name):
        user = person(name)
        ledger = ledger_of(user)

        for one in ledger:
            owner, other = OLD["notices"][str(one.notice.pk)]
            assert owner == user.username
            assert shown(other) in one.sentence
        assert len(ledger) == user.notices.count() > 0

    @pytest.mark.parametrize("path", ["/notices/", "/notices/ledger/", "/notices/bell/"])
    def test_it_stands_on_the_pages_of_who_was_told(self, look, path):
        for name in ("alice", "bob", "gina"):
            assert look(path, person(name)).status_code == 200

    def test_it_tells_of_all_strangers_at_once(self):
        said = [one.sentence for one in told.list_of(person("alice"), before=None)]

        assert "People whom you have not played offer you 2 games." in said

    @pytest.mark.parametrize("name", ["alice", "bob", "dora", "emil", "gina"])
    def test_it_still_tells_whose_turn_it_is(self, name):
        user = person(name)
        waiting = {play.game_id for play in user.plays.all() if play.has_word}

        standing = user.notices.filter(told.standing(), event="your-turn")

        assert {notice.game_id for notice in standing} == waiting
        assert waiting

    def test_it_still_tells_that_a_draw_is_asked_for(self):
        standing = person("bob").notices.filter(told.standing(), event="draw-asked")

        assert [str(notice.game_id) for notice in standing] == [GAMES["draw asked"]["id"]]

    def test_it_is_read_by_looking_at_the_table(self):
        notices.see_table(tables.access(GAMES["draw asked"]["id"], person("bob")))

        unread = person("bob").notices.filter(read_at=None)
        assert not unread.filter(game=GAMES["draw asked"]["id"]).exists()

    def test_it_goes_out_by_mail_when_it_is_due(self, clock, mailoutbox):
        clock.move_to(NOW + timedelta(days=1), tick=False)

        deliveries.deliver()

        assert mailoutbox

    def test_it_tells_nobody_again_what_they_were_told(self):
        before = Notice.objects.count()

        reminders.remind()
        notices.tell_absences()

        assert Notice.objects.count() == before


class TestPeople:
    def test_it_lets_somebody_take_their_data_along(self):
        alice = person("alice")
        export = data_exports.ask(user=alice)

        data_exports.gather(export.pk)

        archive = data_exports.access(user=alice, export_id=export.pk).archive
        with ZipFile(io.BytesIO(bytes(archive))) as box:
            games = [name for name in box.namelist() if name.startswith("games/")]
            rows = b"".join(box.read(name) for name in box.namelist() if name not in games)
        assert len(games) == sum("alice" in game["players"] for game in GAMES.values())
        for words in ("Another one?", "Hello!", "Not this week, sorry."):
            assert words.encode() in rows

    @pytest.mark.parametrize("name", ["alice", "bob", "emil"])
    def test_it_lets_somebody_leave(self, clock, name):
        farewell.ask_to_leave(person(name))
        clock.move_to(NOW + timedelta(days=8), tick=False)

        leaver = person(name)
        farewells.carry_out_farewells()

        leaver.refresh_from_db()
        assert leaver.username.startswith("deleted-")
        assert not leaver.plays.filter(is_playing=True).exists()
        assert found.made_by(leaver) == found.made_to(leaver) == []

    def test_it_keeps_no_words_of_who_has_left(self, look, clock):
        farewell.ask_to_leave(person("bob"))
        clock.move_to(NOW + timedelta(days=8), tick=False)

        farewells.carry_out_farewells()

        page = look(offer_page("declined"), person("alice")).content.decode()
        assert "Not this week, sorry." not in page

    def test_it_shows_their_games_to_those_who_stay(self, look, clock):
        farewell.ask_to_leave(person("bob"))
        clock.move_to(NOW + timedelta(days=8), tick=False)

        farewells.carry_out_farewells()

        assert "deleted player" in look(page_of("played"), person("alice")).content.decode()

    def test_it_removes_a_guest_who_never_played(self, clock):
        idle, asking = OLD["people"]["idle guest"], OLD["people"]["asking guest"]
        clock.move_to(NOW + timedelta(days=2), tick=False)

        sweeps.remove_idle_guests()

        assert not User.objects.filter(username__in=[idle, asking]).exists()
        assert found.find(UUID(OFFERS["open, by a guest"])) is None
        assert found.find(UUID(OFFERS["from a guest"])) is None

    def test_it_keeps_a_guest_at_whose_table_somebody_waits(self, clock):
        clock.move_to(NOW + timedelta(days=2), tick=False)

        sweeps.remove_idle_guests()

        assert person("guest").is_active

    @pytest.mark.parametrize("path", ["/@alice/", "/@bob/", "/@emil/", "/@Pip/"])
    def test_it_shows_profiles(self, look, path):
        assert look(path, person("charlie")).status_code == 200

    def test_it_lets_them_climb_a_ladder(self, look):
        alice, bob = person("alice"), person("bob")
        stand(alice, bob)

        beat(bob, challenge(bob, alice))

        assert order() == ["bob", "alice"]
        assert look("/ladder/botanik/", bob).status_code == 200

    def test_it_keeps_what_people_like(self):
        likings = preferences_of(person("bob"))

        assert (likings.language, likings.theme) == ("fr", "dark")


class TestStaff:
    @pytest.fixture
    def warden(self):
        """Who was staff then has a role now, and needs a second factor."""
        return prove(User.objects.get(username="warden"))

    @pytest.mark.parametrize("path", ["/admin/games/game/", "/admin/games/offer/"])
    def test_it_is_listed_for_staff(self, look, warden, path):
        assert look(path, warden).status_code == 200

    @pytest.mark.parametrize("label", ["mid-game", "played"])
    def test_it_shows_staff_a_game(self, look, warden, label):
        path = f"/admin/games/game/{GAMES[label]['id']}/change/"

        assert look(path, warden).status_code == 200
