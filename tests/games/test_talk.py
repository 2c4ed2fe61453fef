"""Talk at a table: who may read and write in which room, and what becomes of a line."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts import blocks
from accounts.models import Preferences, User
from accounts.refusals import Conflict, Forbidden, NotFound, TooMany, Unprocessable
from games.models import Game, Line, Notice, Player
from games.selectors import belongings, queues, tables, talk
from games.services import bots, endings, farewells, notices
from games.services import talk as services
from tests.at_once import at_once
from tests.factories import GameFactory, SanctionFactory, TableFactory, UserFactory
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db

SILENCE = "There is no talk at this table."
NOBODY = AnonymousUser()


def lay():
    return GameFactory(users=[UserFactory(username="alice"), UserFactory(username="bob")], turns=2)


laid = laid_for_class(lay)


@pytest.fixture
def game(db, laid):
    return Game.objects.get(pk=laid.pk)


@pytest.fixture
def alice(db, laid):
    return User.objects.get(username="alice")


@pytest.fixture
def bob(db, laid):
    return User.objects.get(username="bob")


@pytest.fixture
def private(alice, bob):
    return GameFactory(users=[alice, bob], is_private=True)


@pytest.fixture
def three(seedlings, alice, bob, charlie):
    """A table with all of them."""
    return TableFactory(users=[alice, bob, charlie])


def a_guest():
    return User.objects.create(username="guest-fern", is_guest=True)


def say(game, user, text="Hello there.", room="players", **more):
    return services.say(game_id=game.pk, user=user, room=room, text=text, **more)


def room(game, user, name=""):
    return talk.room_of(tables.access(game.pk, user), user, name)


def rooms(game, user):
    return [one.name for one in talk.rooms_of(tables.access(game.pk, user), user)]


def heard(game, user, name=""):
    """What somebody reads in a room."""
    found = room(game, user, name)
    page = talk.page_of(found) if found.may_read else None
    return [said.text for said in page.lines] if page else None


def without_talk(user):
    Preferences.objects.update_or_create(user=user, defaults={"talk": False})


def over(game, user):
    endings.resign(game_id=game.pk, user=user)
    game.refresh_from_db()
    return game


def unread(game, user):
    return call_at(game, user).unread


def call_at(game, user):
    table = tables.access(game.pk, user)
    return talk.call_of(table, unread=belongings.of(table).unread)


class TestPlayers:
    def test_it_lets_those_at_the_table_talk_to_each_other(self, game, alice, bob):
        say(game, alice, "Hello, Bob.")
        say(game, bob, "Hello, Alice.")

        for person in (alice, bob):
            assert heard(game, person) == ["Hello, Bob.", "Hello, Alice."]

    def test_it_keeps_the_ply_at_which_it_was_said(self, game, alice):
        assert say(game, alice).ply == game.ply

    def test_it_is_for_them_alone_even_when_the_game_is_over(self, game, alice, bob, charlie):
        say(game, alice)
        over(game, bob)

        for stranger in (charlie, NOBODY):
            assert rooms(game, stranger) == ["spectators"]
            assert heard(game, stranger) == []

    def test_it_goes_on_when_the_game_is_over(self, game, alice, bob):
        over(game, bob)
        say(game, alice, "Thank you.")

        assert heard(game, bob, "players") == ["Thank you."]

    def test_it_refuses_a_stranger(self, game, charlie):
        with pytest.raises(NotFound):
            say(game, charlie)

    def test_it_has_no_room_beside_a_private_game(self, private, alice, bob, charlie):
        over(private, bob)

        assert rooms(private, alice) == ["players"]
        with pytest.raises(NotFound):
            say(private, charlie, room="spectators")

    def test_it_lets_who_left_read_on_and_write_at_the_end(self, three, alice, bob, charlie):
        endings.resign(game_id=three.pk, user=charlie)
        say(three, alice, "Pity.")

        assert heard(three, charlie) == ["Pity."]
        with pytest.raises(Forbidden, match="left this game"):
            say(three, charlie)
        over(three, bob)
        say(three, charlie, "Thanks.")


class TestSpectators:
    def test_it_lets_those_who_watch_talk(self, game, charlie):
        say(game, charlie, "A bold move.", room="spectators")

        assert heard(game, UserFactory()) == ["A bold move."]

    def test_it_is_unknown_to_players_while_the_game_runs(self, game, alice, bob, charlie):
        say(game, charlie, room="spectators")

        assert rooms(game, alice) == ["players"]
        with pytest.raises(NotFound):
            room(game, alice, "spectators")
        with pytest.raises(NotFound):
            say(game, alice, room="spectators")

    def test_it_is_closed_to_who_has_signed_out_while_the_game_runs(self, game, charlie):
        """Or a player would only have to sign out to listen."""
        say(game, charlie, room="spectators")

        assert heard(game, NOBODY) is None
        assert heard(game, a_guest()) is None

    def test_it_is_open_to_players_and_visitors_when_the_game_is_over(
        self, game, alice, bob, charlie
    ):
        say(game, charlie, "A bold move.", room="spectators")
        over(game, bob)
        say(game, alice, "It was a slip.", room="spectators")

        for reader in (bob, charlie, NOBODY):
            assert heard(game, reader, "spectators") == ["A bold move.", "It was a slip."]

    def test_it_is_written_by_accounts_alone(self, game, bob):
        over(game, bob)

        assert "Log in" in room(game, NOBODY).why_not
        with pytest.raises(Forbidden, match="with an account"):
            say(game, a_guest(), room="spectators")

    def test_it_shows_nobody_the_lines_of_whom_a_block_keeps_apart(self, game, charlie):
        other = UserFactory()
        say(game, other, "Before.", room="spectators")
        blocks.block(owner=charlie, blocked=other)
        say(game, charlie, "Mine.", room="spectators")
        say(game, other, "Theirs.", room="spectators")

        assert heard(game, charlie) == ["Before.", "Mine."]
        assert heard(game, other) == ["Before.", "Theirs."]

    def test_it_tells_no_player(self, game, alice, bob, charlie):
        say(game, charlie, room="spectators")

        assert not Notice.objects.filter(event="talk").exists()
        assert unread(game, alice) == 0


class TestOff:
    def test_it_is_off_for_who_does_not_want_it(self, game, alice, bob):
        say(game, alice)
        without_talk(bob)

        assert "preferences" in room(game, bob).why_not
        assert heard(game, bob) is None

    def test_it_is_off_across_from_somebody_who_does_not_want_it(self, game, alice, bob):
        without_talk(bob)

        with pytest.raises(Forbidden, match=SILENCE):
            say(game, alice)

    @pytest.mark.parametrize("blocking", [0, 1])
    def test_it_does_not_tell_a_block_from_a_preference(self, game, alice, bob, blocking):
        say(game, alice, "Before.")
        pair = [alice, bob]
        blocks.block(owner=pair[blocking], blocked=pair[1 - blocking])

        for person in pair:
            assert room(game, person).why_not == SILENCE
            assert heard(game, person) == ["Before."]

    def test_it_parts_two_of_several_alone(self, three, alice, bob, charlie):
        blocks.block(owner=alice, blocked=bob)
        say(three, alice, "Of alice.")
        say(three, bob, "Of bob.")
        say(three, charlie, "Of charlie.")

        assert heard(three, alice) == ["Of alice.", "Of charlie."]
        assert heard(three, bob) == ["Of bob.", "Of charlie."]
        assert heard(three, charlie) == ["Of alice.", "Of bob.", "Of charlie."]
        assert room(three, alice).why_not == ""
        assert unread(three, bob) == 1
        assert [one.person for one in Notice.objects.filter(user=bob, event="talk")] == [charlie]

    def test_it_goes_on_among_the_others_where_one_of_several_does_not_want_it(
        self, three, alice, bob, charlie
    ):
        without_talk(charlie)
        say(three, alice, "To bob.")

        assert heard(three, bob) == ["To bob."]
        assert heard(three, charlie) is None
        assert unread(three, charlie) == 0
        assert not Notice.objects.filter(user=charlie, event="talk").exists()

    def test_it_is_off_for_a_guest_and_who_plays_one(self, bob):
        guest = a_guest()
        game = GameFactory(users=[guest, bob])

        assert "account" in room(game, guest).why_not
        assert room(game, bob).why_not == SILENCE

    def test_it_is_nowhere_across_from_bots_alone(self, alice):
        game = bots.challenge(slug="pip", user=alice)

        assert rooms(game, alice) == []
        assert call_at(game, alice) is None

    def test_it_lets_who_is_muted_read_and_says_why_they_cannot_write(self, game, alice, bob):
        SanctionFactory(user=alice, kind="no-chat")
        say(game, bob, "Hello?")

        assert heard(game, alice) == ["Hello?"]
        with pytest.raises(Forbidden, match="Insults"):
            say(game, alice)

    def test_it_is_silent_while_a_game_of_a_silent_kind_runs(
        self, silent_nursery, alice, bob, charlie
    ):
        game = TableFactory(users=[alice, bob], ruleset="nursery")

        for person, name in ((alice, "players"), (charlie, "spectators")):
            with pytest.raises(Forbidden, match="silence"):
                say(game, person, room=name)
        assert not room(game, NOBODY).may_read
        over(game, bob)
        say(game, alice)

    def test_it_is_over_with_who_has_left_the_site(self, game, alice, bob):
        User.objects.filter(pk=bob.pk).update(is_active=False)

        assert room(game, alice).why_not == SILENCE
        with pytest.raises(Forbidden):
            say(game, bob)


class TestText:
    @pytest.mark.parametrize(
        ("sent", "kept"),
        [
            ("  two\n\nlines\t ", "two lines"),
            ("a\x00b\x07c", "a b c"),
            ("evil\u202etxt", "eviltxt"),
            ("zero\u200bwidth\ufeff", "zerowidth"),
            ("e\u0301", "é"),
            ("<b>bold</b>", "<b>bold</b>"),
            ("👩\u200d🌾", "👩\u200d🌾"),
        ],
    )
    def test_it_is_one_plain_line(self, game, alice, sent, kept):
        assert say(game, alice, sent).text == kept

    @pytest.mark.parametrize("text", ["", "   ", "\n", "\u200b"])
    def test_it_has_to_say_something(self, game, alice, text):
        with pytest.raises(Unprocessable):
            say(game, alice, text)

    def test_it_has_five_hundred_letters_at_most(self, game, alice):
        say(game, alice, "a" * 500)
        with pytest.raises(Unprocessable, match="500"):
            say(game, alice, "a" * 501)

    def test_it_shows_a_phrase_to_each_in_their_own_language(self, game, alice, bob):
        say(game, alice, "", phrase="hello")

        assert heard(game, bob) == ["Hello!"]
        with translation.override("fr"):
            assert heard(game, bob) == ["Bonjour !"]

    def test_it_knows_no_other_phrase(self, game, alice):
        with pytest.raises(Unprocessable):
            say(game, alice, "", phrase="nonsense")

    def test_it_says_once_what_is_sent_twice(self, game, alice, time_machine):
        first, second = say(game, alice), say(game, alice)

        assert first == second
        time_machine.move_to(timezone.now() + services.TWICE_WITHIN, tick=False)
        assert say(game, alice) != first


class TestAddresses:
    TEXT = "See https://garden.example/a?b=1&c=2, or HTTP://b.example."
    LINKS = ("https://garden.example/a?b=1&c=2", "HTTP://b.example")

    def links(self, game, user):
        (said,) = talk.page_of(room(game, user)).lines
        assert said.text == self.TEXT
        return [leads_to for _piece, leads_to in said.parts if leads_to]

    def settle(self, user, days=8, games=3):
        User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=days))
        for _ in range(games):
            over(GameFactory(users=[user, UserFactory()], turns=2), user)

    def test_it_leads_there_for_who_has_been_here_for_a_while(self, game, alice, bob):
        self.settle(alice)
        say(game, alice, self.TEXT)

        assert self.links(game, bob) == [*self.LINKS]

    @pytest.mark.parametrize(("days", "games"), [(6, 3), (8, 2), (0, 0)])
    def test_it_leads_nowhere_for_who_is_new(self, game, alice, bob, days, games):
        self.settle(alice, days, games)
        say(game, alice, self.TEXT)

        assert self.links(game, bob) == []

    @pytest.mark.parametrize(
        "text",
        [
            "javascript:alert(1)",
            "data:text/html,x",
            "//evil.example",
            "ftp://evil.example",
            "https://",
        ],
    )
    def test_it_leads_nowhere_else(self, game, alice, bob, text):
        self.settle(alice)
        say(game, alice, text)

        (said,) = talk.page_of(room(game, bob)).lines
        assert [leads_to for _piece, leads_to in said.parts if leads_to] == []


class TestHarshWords:
    HARSH = "shut up, you moron"

    def held(self, game, user, text=HARSH, **more):
        with pytest.raises(services.HeldBack) as raised:
            say(game, user, text, **more)
        return raised.value

    def test_it_holds_a_line_back_once(self, game, alice, bob):
        refusal = self.held(game, alice)
        assert (refusal.status, heard(game, bob)) == (422, [])

        line = say(game, alice, self.HARSH, token=refusal.token)

        assert line.was_held
        assert heard(game, bob) == [self.HARSH]

    def test_it_holds_back_another_one_anew(self, game, alice):
        token = self.held(game, alice).token

        self.held(game, alice, "shut up, you scum", token=token)

    def test_it_takes_no_token_of_somebody_else_or_of_another_table(self, game, alice, bob):
        token = self.held(game, alice).token

        self.held(game, bob, token=token)
        self.held(GameFactory(users=[alice, bob]), alice, token=token)

    def test_it_does_not_count_what_was_mended(self, game, alice):
        token = self.held(game, alice).token

        assert not say(game, alice, "Please be quiet.", token=token).was_held


class TestPace:
    def test_it_has_ten_lines_a_minute_for_a_person(self, game, alice, bob):
        for number in range(10):
            say(game, alice, f"line {number}")

        with pytest.raises(TooMany):
            say(game, alice, "one more")
        say(game, bob, "I may.")

    def test_it_has_a_hundred_lines_a_day_at_a_table(self, game, alice, bob):
        for number in range(100):
            cache.delete(services.A_MINUTE.key_of(f"person:{alice.pk}"))  # a minute is over
            say(game, alice, f"line {number}")

        cache.delete(services.A_MINUTE.key_of(f"person:{alice.pk}"))
        with pytest.raises(TooMany, match="tomorrow"):
            say(game, alice, "one more")
        say(GameFactory(users=[alice, bob]), alice, "elsewhere")

    def test_it_counts_by_address_too(self, game):
        watching = UserFactory.create_batch(7)
        lines = [(user, number) for user in watching for number in range(10)]
        for user, number in lines[:60]:
            say(game, user, f"line {number}", room="spectators", address="192.0.2.1")

        with pytest.raises(TooMany, match="address"):
            say(game, watching[6], room="spectators", address="192.0.2.1")


class TestTakingBack:
    def take_back(self, game, line, user):
        return services.take_back(game_id=game.pk, line_id=line.pk, user=user)

    def test_it_shows_the_words_to_nobody_any_more(self, game, alice, bob):
        line = say(game, alice)
        self.take_back(game, line, alice)

        for person in (alice, bob):
            (said,) = talk.page_of(room(game, person)).lines
            assert (said.gone, said.text) == ("taken back", "")
        assert unread(game, bob) == 0

    def test_it_can_be_done_twice(self, game, alice):
        line = say(game, alice)
        first = self.take_back(game, line, alice).taken_back_at

        assert self.take_back(game, line, alice).taken_back_at == first

    def test_it_can_be_done_for_two_minutes(self, game, alice, time_machine):
        line = say(game, alice)
        assert talk.page_of(room(game, alice)).lines[0].can_be_taken_back

        time_machine.move_to(line.said_at + talk.TAKEN_BACK_WITHIN, tick=False)

        assert not talk.page_of(room(game, alice)).lines[0].can_be_taken_back
        with pytest.raises(Conflict):
            self.take_back(game, line, alice)

    def test_it_is_for_who_said_it(self, game, alice, bob, charlie):
        line = say(game, alice)

        with pytest.raises(Forbidden):
            self.take_back(game, line, bob)
        with pytest.raises(NotFound):
            self.take_back(game, line, charlie)

    def test_it_finds_no_line_of_another_game(self, game, alice, bob):
        line = say(game, alice)
        with pytest.raises(NotFound):
            self.take_back(GameFactory(users=[alice, bob]), line, alice)

    def test_it_leaves_alone_what_a_moderator_has_hidden(self, game, alice):
        line = say(game, alice)
        Line.objects.update(hidden_at=timezone.now())

        with pytest.raises(Conflict):
            self.take_back(game, line, alice)


class TestHidden:
    def test_it_shows_the_words_to_nobody(self, game, alice, bob):
        say(game, alice)
        Line.objects.update(hidden_at=timezone.now())

        for person in (alice, bob):
            (said,) = talk.page_of(room(game, person)).lines
            assert (said.gone, said.parts) == ("hidden by a moderator", [])


class TestHearing:
    def hear(self, game, user, name="players"):
        found = room(game, user, name)
        return services.hear(found, talk.page_of(found))

    def test_it_counts_what_others_have_said_since(self, game, alice, bob):
        say(game, alice, "One.")
        say(game, alice, "Two.")
        say(game, bob, "Three.")

        assert (unread(game, alice), unread(game, bob)) == (1, 2)

    def test_it_begins_anew_when_it_was_heard(self, game, alice, bob):
        say(game, alice)

        assert self.hear(game, bob)
        assert unread(game, bob) == 0
        assert not self.hear(game, bob)

    def test_it_never_goes_back(self, game, alice, bob):
        """Of two tabs one may show an older page."""
        say(game, alice, "One.")
        found = room(game, bob)
        older = talk.page_of(found)
        newest = say(game, alice, "Two.")
        self.hear(game, bob)

        services.hear(found, older)

        assert Player.objects.get(game=game, user=bob).heard_line == newest.pk

    def test_it_is_in_the_list_of_games(self, game, alice, bob):
        say(game, alice)

        (entry,) = queues.queue_of(bob).mine + queues.queue_of(bob).theirs
        assert entry.unread == 1
        over(game, alice)
        assert [one.unread for one in queues.finished_games(bob)] == [1]
        assert [one.unread for one in queues.finished_games(alice)] == [0]

    def test_it_costs_the_list_no_query_more_however_much_is_said(self, game, alice, bob):
        def count():
            with CaptureQueriesContext(connection) as captured:
                queues.queue_of(bob)
            return len(captured)

        queues.queue_of(bob)
        before = count()
        say(game, alice)

        assert count() == before == 2


class TestNotices:
    def told(self, user):
        return list(Notice.objects.filter(user=user, event="talk").order_by("pk"))

    def test_it_tells_the_other_once_until_they_look(self, game, alice, bob):
        say(game, alice, "One.")
        say(game, alice, "Two.")
        assert len(self.told(bob)) == 1

        found = room(game, bob)
        services.hear(found, talk.page_of(found))
        assert self.told(bob)[0].read_at is not None

        say(game, alice, "Three.")
        assert len(self.told(bob)) == 2

    def test_it_tells_nobody_of_their_own_line(self, game, alice):
        say(game, alice)

        assert self.told(alice) == []

    def test_it_is_not_read_by_looking_at_the_board(self, game, alice, bob):
        say(game, alice)
        notices.see_table(tables.access(game.pk, bob))

        assert self.told(bob)[0].read_at is None

    def test_it_is_mailed_with_all_else_of_the_day(self, confirmed, game, alice, bob):
        say(game, alice)

        assert self.told(bob)[0].deliveries.get(channel="mail").pace == "daily"

    def test_it_says_who_and_leads_to_the_talk(self, game, alice, bob):
        from games.selectors import notices as selected

        say(game, alice)

        (told,) = [one for one in selected.list_of(bob, before=None) if one.notice.event == "talk"]
        assert told.sentence == "alice talks to you at your table."
        assert told.address == f"/games/{game.pk}/talk/"


class TestFarewell:
    def test_it_takes_the_lines_along(self, game, alice, bob):
        say(game, alice)
        say(game, bob, "Of bob.")
        User.objects.filter(pk=alice.pk).update(leaving_at=timezone.now())

        farewells.carry_out_farewells()

        assert heard(game, bob) == ["Of bob."]


class TestManyLines:
    def test_it_reads_a_page_of_two_thousand_by_one_query(self, game, alice, bob):
        about = {"game": game, "room": "players", "ply": 1, "said_at": timezone.now()}
        Line.objects.bulk_create(
            Line(user=[alice, bob][number % 2], text=str(number), **about) for number in range(2000)
        )
        found, seen, before = room(game, alice), [], 0
        talk.page_of(found)
        while True:
            with CaptureQueriesContext(connection) as captured:
                page = talk.page_of(found, before=before)
            assert len(captured) == 1
            seen = [said.text for said in page.lines] + seen
            before = page.earlier
            if not before:
                break

        assert seen == [str(number) for number in range(2000)]


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @pytest.fixture
    def laid(self, db):
        return lay()

    def test_it_says_once_what_was_pressed_in_several_tabs(self, game, alice):
        at_once(*[lambda: say(game, alice)] * 4)

        assert Line.objects.count() == 1

    def test_it_takes_back_once(self, game, alice):
        line = say(game, alice)

        def take_back():
            return services.take_back(game_id=game.pk, line_id=line.pk, user=alice)

        answers = at_once(*[take_back] * 4)

        assert len({answer.taken_back_at for answer in answers}) == 1

    def test_it_tells_once_of_what_several_say(self, seedlings, alice, bob, charlie):
        three = TableFactory(users=[alice, bob, charlie])

        at_once(lambda: say(three, alice), lambda: say(three, bob))

        assert Notice.objects.filter(user=charlie, event="talk").count() == 1
        assert Line.objects.count() == 2

    def test_it_hears_the_newest_whichever_tab_comes_last(self, game, alice, bob):
        found = room(game, bob)
        say(game, alice, "One.")
        older = talk.page_of(found)
        say(game, alice, "Two.")
        newer = talk.page_of(found)

        at_once(lambda: services.hear(found, older), lambda: services.hear(found, newer))

        assert Player.objects.get(game=game, user=bob).heard_line == newer.newest
