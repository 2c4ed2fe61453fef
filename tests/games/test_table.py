"""The page of a game: what is shown, what is drafted, what is refused."""

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import absences, sanctions
from accounts.models import Preferences, User
from engine import read_record, replay
from engine.fairness import verify
from games import positions
from games.models import Game, Note
from games.selectors import moves, tables
from games.services import bots, endings, offers
from tests.factories import GameFactory, SanctionFactory, UserFactory, play_turns
from tests.games.scripted import play_script, scripted_game
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def lay():
    return GameFactory(users=[UserFactory(username="alice"), UserFactory(username="bob")])


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
def page(game):
    return f"/games/{game.pk}/"


@pytest.fixture
def at_table(client, alice):
    """Alice's browser."""
    client.force_login(alice)
    return client


def first_move(game, seat=0):
    return positions.load(game).legal_moves(seat)[0].notation


def bar_of(answer):
    """What the bar says, without its markup."""
    text = answer.content.decode()
    said = re.search(r'<div class="now[^>]*>(.*?)</div>', text, re.DOTALL)[1]
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", said).split()))


def assert_fresh_table(answer, game):
    assert f'data-ply="{Game.objects.get(pk=game.pk).ply}"' in answer.content.decode()


class TestWatching:
    @pytest.mark.parametrize("who", ["alice", "bob", "charlie", None])
    def test_it_is_open_to_all_where_the_game_is_public(self, client, page, who, request):
        if who:
            client.force_login(request.getfixturevalue(who))

        assert client.get(page).status_code == 200

    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 200), ("bob", 200), ("charlie", 404), (None, 404)]
    )
    @pytest.mark.parametrize("what", ["", "moves/", "record/"])
    def test_it_is_for_the_two_alone_where_it_is_private(
        self, client, alice, bob, who, status, what, request
    ):
        game = GameFactory(users=[alice, bob], is_private=True)
        if who:
            client.force_login(request.getfixturevalue(who))

        assert client.get(f"/games/{game.pk}/{what}").status_code == status

    def test_it_offers_a_stranger_nothing_to_do(self, client, page, charlie):
        client.force_login(charlie)

        text = client.get(page).content.decode()

        assert "data-move" not in text
        assert "<textarea" not in text
        assert "/resign/" not in text

    def test_it_has_no_page_for_a_game_that_does_not_exist(self, client, db):
        assert client.get("/games/00000000-0000-4000-8000-000000000000/").status_code == 404

    def test_it_is_never_kept_by_a_cache(self, client, page):
        assert "no-store" in client.get(page)["Cache-Control"]


class TestSinceTheLastVisit:
    def test_it_is_said_in_two_sentences_at_most(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=9)
        game.players.update(seen_ply=2)
        client.force_login(alice)

        since = client.get(f"/games/{game.pk}/").context["since"]

        assert 1 <= len(since["sentences"]) <= 2
        assert since["show"] == f"/games/{game.pk}/?at=3&since=2"

    def test_it_is_not_said_twice(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=9)
        client.force_login(alice)
        client.get(f"/games/{game.pk}/")

        assert client.get(f"/games/{game.pk}/").context["since"]["sentences"] == []

    @pytest.fixture
    def news(self, at_table, alice, bob):
        """What alice's table says of bob's turn, which she has not seen yet."""
        game = GameFactory(users=[bob, alice])
        at_table.get(f"/games/{game.pk}/")
        play_turns(game, 1)
        sentence = moves.last_turns(tables.access(game.pk, alice))[0].sentences[0]

        def ask(query="", **headers):
            answer = at_table.get(f"/games/{game.pk}/{query}", headers=headers)
            return answer, sentence in bar_of(answer), sentence

        return ask

    def test_it_is_said_to_who_comes_back(self, news):
        _answer, is_said, _sentence = news()

        assert is_said

    def test_it_is_not_written_but_heard_where_it_happens_before_ones_eyes(self, news):
        answer, is_said, sentence = news(**HTMX, **{"X-Attention": "1"})

        assert not is_said
        assert sentence in answer.content.decode().split('id="announcements"')[1]
        assert "since=" not in answer.context["address"]

    def test_it_is_kept_for_who_looks_elsewhere(self, news):
        answer, is_said, _sentence = news(**HTMX)
        assert is_said

        address = answer.context["address"]
        query = address[address.index("?") :]
        _answer, is_said, _sentence = news(query, **HTMX, **{"X-Attention": "1"})
        assert is_said

    def test_it_is_not_said_to_who_was_just_shown_it(self, news):
        answer, _is_said, _sentence = news()
        at = answer.context["since"]["show"]
        end = news(at[at.index("?") :])[0].context["replay"]["end"]

        _answer, is_said, _sentence = news(end[end.index("?") :])

        assert not is_said

    def test_it_says_no_sentence_twice(self, at_table, alice, bob):
        """Where bob's turn released something of alice's, what she is told of it and what she is
        asked to do stand side by side.
        """
        game, script = scripted_game("word-comes-back", alice, bob)
        told = []
        for turn in script:
            play_script(game, [turn], [alice, bob])
            if game.players.get(user=alice).has_word:
                game.players.update(seen_ply=game.ply - 1)
                told.append(bar_of(at_table.get(f"/games/{game.pk}/")))

        sentences = [re.findall(r"[^.?!:]+[.?!]", text) for text in told]
        assert any("before the turn is over" in text for text in told)
        assert [one for one in sentences if len(set(map(str.strip, one))) < len(one)] == []
        assert all(text.count("before the turn is over") <= 1 for text in told)


class TestWishes:
    """What somebody has said about boards in their preferences; see also the browser's tests."""

    WISHES = ("data-sounds", "data-still", 'class="ruler', 'aria-label="Source (0, 0)"')

    def test_it_is_shown_as_who_looks_wishes_it(self, at_table, page, alice):
        Preferences.objects.create(user=alice, sounds=True, animations=False, coordinates=True)

        text = at_table.get(page).content.decode()

        assert [wish for wish in self.WISHES if wish not in text] == []

    @pytest.mark.parametrize("who", ["bob", "charlie"])
    def test_it_is_not_shown_as_somebody_else_wishes_it(self, client, page, alice, who, request):
        Preferences.objects.create(user=alice, sounds=True, animations=False, coordinates=True)
        client.force_login(request.getfixturevalue(who))

        text = client.get(page).content.decode()

        assert [wish for wish in self.WISHES if wish in text] == []


class TestDrafting:
    def test_it_shows_where_a_tile_may_go_once_it_is_picked_up(self, at_table, page, game):
        moves = positions.load(game).legal_moves(0)
        picked = moves[0].tile
        query = {"ply": game.ply, "pick": picked.code}

        text = at_table.get(page, query).content.decode()

        for move in moves:
            assert (f'data-move="{move.notation}"' in text) == (move.tile is picked)

    def test_it_stores_nothing(self, at_table, page, game):
        before = Game.objects.values().get(pk=game.pk)

        answer = at_table.get(page, {"ply": game.ply, "draft": first_move(game)})

        assert answer.status_code == 200
        assert 'id="confirm"' in answer.content.decode()
        assert Game.objects.values().get(pk=game.pk) == before
        assert game.moves.count() == 2

    def test_it_asks_for_the_rest_of_a_turn(self, client, alice, bob):
        game, script = scripted_game("word-comes-back", alice, bob)
        at = next(at for at, (_seat, moves) in enumerate(script) if len(moves) > 1)
        play_script(game, script[:at], (alice, bob))
        seat, moves = script[at]
        client.force_login((alice, bob)[seat])

        def confirmable(draft):
            query = {"ply": game.ply, "draft": " ".join(draft)}
            return 'id="confirm"' in client.get(f"/games/{game.pk}/", query).content.decode()

        assert [confirmable(moves[:n]) for n in range(len(moves) + 1)] == [
            *[False] * len(moves),
            True,
        ]

    def test_it_drops_a_stale_draft_with_a_word(self, at_table, page, game):
        answer = at_table.get(page, {"ply": 1, "draft": first_move(game)})

        text = answer.content.decode()
        assert answer.status_code == 200
        assert "what you had chosen was put aside" in text
        assert 'id="confirm"' not in text

    @pytest.mark.parametrize("draft", ["nonsense", "RI@0,1^0", ">RI.RI.RI", "x" * 5000])
    def test_it_says_what_is_wrong_with_a_draft(self, at_table, page, game, draft):
        answer = at_table.get(page, {"ply": game.ply, "draft": draft})

        assert answer.status_code == 422
        assert_fresh_table(answer, game)

    def test_it_ignores_the_draft_of_a_stranger(self, client, page, game):
        answer = client.get(page, {"ply": game.ply, "draft": first_move(game)})

        assert answer.status_code == 200
        assert 'id="confirm"' not in answer.content.decode()


class TestSubmitting:
    def test_it_plays_the_turn_and_leads_back(self, at_table, page, game):
        answer = at_table.post(page, {"ply": game.ply, "moves": first_move(game)})

        assert answer["Location"] == page
        assert game.moves.filter(seat=0).exists()

    def test_it_answers_htmx_with_the_new_table(self, at_table, page, game):
        form = {"ply": game.ply, "moves": first_move(game)}

        answer = at_table.post(page, form, headers=HTMX)

        assert answer.status_code == 200
        assert answer["HX-Replace-Url"] == page
        assert "<html" not in answer.content.decode()
        assert_fresh_table(answer, game)


def give_up(game):
    endings.resign(game_id=game.pk, user=game.players.get(seat=1).user)


def forbid_play(game):
    user = game.players.get(seat=0).user
    SanctionFactory(user=user, kind=sanctions.Kind.NO_PLAY, reason="stalling")


class TestRefusals:
    """Each with its status, its sentence and a fresh table, as a page and as a fragment."""

    CASES = (
        ("not your turn", 409, "It is not your turn.", {"who": "bob"}),
        ("stale ply", 409, "The game has moved on", {"ply": "1"}),
        ("illegal", 422, "to build", {"moves": "RI@0,1^0"}),
        ("malformed", 400, "is not a move", {"moves": "hello"}),
        ("empty", 400, "No move was sent", {"moves": ""}),
        ("no ply", 400, "on which position", {"ply": "now"}),
        ("too long", 400, "longer than any turn", {"moves": "RI-1 " * 300}),
        ("oversized", 413, "That is too much at once", {"moves": "RI-1 " * 60_000}),
        ("game over", 409, "This game is over (given up)", {"before": give_up}),
        ("not a player", 403, "sit at this table", {"who": "charlie"}),
        ("visitor", 403, "sit at this table", {"who": None}),
        ("sanctioned", 403, "stalling", {"before": forbid_play}),
        ("wrong method", 405, "with the form on this page", {"method": "put"}),
        ("no CSRF token", 403, "Reload the page and try again", {"strict": True}),
    )

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
    @pytest.mark.parametrize(
        ("status", "sentence", "case"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
    )
    def test_it_says_why_and_shows_how_it_stands(
        self, game, page, request, status, sentence, case, headers
    ):
        form = {"ply": case.get("ply", game.ply), "moves": case.get("moves", first_move(game))}
        client = Client(enforce_csrf_checks=case.get("strict", False))
        if who := case.get("who", "alice"):
            client.force_login(request.getfixturevalue(who))
        case.get("before", lambda game: None)(game)

        answer = getattr(client, case.get("method", "post"))(page, form, headers=headers)

        assert answer.status_code == status
        assert sentence in answer.content.decode()
        assert_fresh_table(answer, game)
        if headers:
            assert answer["HX-Retarget"] == "#notices"
            assert "hx-swap-oob" in answer.content.decode()

    def test_it_keeps_what_was_typed(self, at_table, page, game):
        answer = at_table.post(page, {"ply": game.ply, "moves": "RI@0,1^0"})

        assert 'value="RI@0,1^0"' in answer.content.decode()

    def test_it_shows_nothing_of_a_private_game(self, client, alice, bob, charlie):
        game = GameFactory(users=[alice, bob], is_private=True)
        client.force_login(charlie)

        answer = client.post(f"/games/{game.pk}/", {"ply": 2, "moves": "RI-1"})

        assert answer.status_code == 404
        assert "data-ply" not in answer.content.decode()


class TestTyping:
    @pytest.mark.parametrize("typed", ["nonsense", "RX-9", ""])
    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
    def test_it_says_what_is_wrong_at_the_field_with_an_example(
        self, at_table, page, game, typed, headers
    ):
        answer = at_table.post(
            page, {"ply": game.ply, "moves": typed, "typed": "1"}, headers=headers
        )

        shown = answer.content.decode()
        assert answer.status_code in (400, 422)
        assert 'id="mistyped"' in shown
        assert f"For example: <code>{first_move(game)}</code>" in shown
        assert f'name="moves" value="{typed}"' in shown
        assert 'class="notice bad' not in shown.split('id="unreachable"')[0]
        assert answer.headers.get("HX-Retarget") == ("#table" if headers else None)

    def test_it_says_nothing_there_of_what_was_pressed(self, at_table, page, game):
        answer = at_table.post(page, {"ply": game.ply, "moves": "nonsense"})

        assert 'id="mistyped"' not in answer.content.decode()


class TestWithoutScripts:
    REFRESH = '<meta http-equiv="refresh" content="60" />'

    def test_it_lets_who_waits_look_again(self, client, page, bob):
        client.force_login(bob)

        shown = client.get(page).content.decode()

        assert self.REFRESH in shown
        assert f'<noscript><a class="btn quiet" href="{page}">Look again</a></noscript>' in shown
        assert '<span class="with-scripts">The table follows by itself.' in shown

    def test_it_does_not_disturb_who_is_choosing(self, at_table, page):
        shown = at_table.get(page).content.decode()

        assert self.REFRESH not in shown
        assert "Look again" not in shown


class TestMenu:
    def test_it_sets_apart_what_ends_the_game(self, at_table, game, page):
        play_turns(game, 4)

        menu = at_table.get(page).content.decode().split('id="more"')[1].split("</header>")[0]

        assert menu.count('class="danger"') == 1
        last = menu.rindex("<a ")
        assert f'class="danger" href="{page}resign/"' in menu[last:]
        assert '<p class="ending">' in menu[:last]


class TestTwoSteps:
    @pytest.mark.parametrize("what", ["resign", "abort", "draw"])
    def test_it_does_nothing_at_the_first_step(self, at_table, page, game, what):
        before = Game.objects.values().get(pk=game.pk)

        assert at_table.get(f"{page}{what}/").status_code == 200
        assert Game.objects.values().get(pk=game.pk) == before

    def test_it_gives_up_at_the_second(self, at_table, page, game):
        play_turns(game, 2)

        assert at_table.post(f"{page}resign/")["Location"] == page
        assert Game.objects.get(pk=game.pk).ending == "resigned"

    def test_it_calls_off_at_the_second(self, at_table, page, game):
        at_table.post(f"{page}abort/")

        assert Game.objects.get(pk=game.pk).ending == "aborted"

    def test_it_asks_for_a_draw_and_shows_the_question_to_the_other(
        self, at_table, page, game, bob
    ):
        at_table.post(f"{page}draw/")
        other = Client()
        other.force_login(bob)

        assert "asks for a draw" in other.get(page).content.decode()
        other.post(f"{page}draw/answer/", {"answer": "yes"})
        assert Game.objects.get(pk=game.pk).ending == "agreed"

    @pytest.mark.parametrize("what", ["resign", "abort", "draw"])
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_it_is_refused_to_a_stranger(self, client, page, charlie, what, method):
        client.force_login(charlie)

        assert getattr(client, method)(f"{page}{what}/").status_code == 403

    @pytest.mark.parametrize("what", ["draw/answer", "day", "note", "rematch"])
    def test_it_does_not_do_by_a_link_what_changes_something(self, at_table, page, what):
        assert at_table.get(f"{page}{what}/").status_code == 405


class TestNotes:
    def test_it_says_that_a_note_is_kept(self, at_table, page):
        answer = at_table.post(f"{page}note/", {"text": "watch column three"}, follow=True)

        assert b"Your note is kept." in answer.content

    def test_it_keeps_a_note_for_its_writer_alone(self, at_table, page, game, bob):
        at_table.post(f"{page}note/", {"text": "watch column three"})
        other = Client()
        other.force_login(bob)

        assert "watch column three" in at_table.get(page).content.decode()
        assert "watch column three" not in other.get(page).content.decode()

    def test_it_replaces_the_old_one_and_forgets_an_empty_one(self, at_table, page):
        at_table.post(f"{page}note/", {"text": "one"})
        at_table.post(f"{page}note/", {"text": "two"})
        assert [note.text for note in Note.objects.all()] == ["two"]

        at_table.post(f"{page}note/", {"text": "  "})
        assert not Note.objects.exists()

    def test_it_refuses_a_novel(self, at_table, page):
        assert at_table.post(f"{page}note/", {"text": "x" * 2001}).status_code == 422

    def test_it_is_refused_to_a_stranger(self, client, page, charlie):
        client.force_login(charlie)

        assert client.post(f"{page}note/", {"text": "hm"}).status_code == 403


class TestMoves:
    def test_it_tells_every_move_in_words_with_its_time(self, at_table, page, game):
        play_turns(game, 10)

        text = at_table.get(f"{page}moves/").content.decode()

        for notation in game.moves.values_list("notation", flat=True):
            assert notation.replace(">", "&gt;") in text
        assert "The piles begin with" in text
        assert f'datetime="{timezone.now():%Y-%m-%d}' in text

    def test_it_says_you_to_the_reader(self, at_table, page, game, bob):
        play_turns(game, 2)
        other = Client()
        other.force_login(bob)

        assert "You put" in at_table.get(f"{page}moves/").content.decode()
        assert "alice put" in other.get(f"{page}moves/").content.decode()


class TestRecord:
    def test_it_replays_while_the_game_runs_and_says_nothing_of_the_deck(self, client, page, game):
        play_turns(game, 10)

        record = read_record(client.get(f"{page}record/").content.decode())

        assert len(list(replay(record))) == game.moves.count()
        assert record.tags["Result"] == "*"
        assert record.tags["Commitment"] == game.commitment
        assert not {"Seed", "Entropy0", "Entropy1", "Winner"} & set(record.tags)

    def test_it_verifies_when_the_game_is_over(self, client, page, game):
        play_turns(game, 200)

        record = read_record(client.get(f"{page}record/").content.decode())

        assert verify(record) == 21
        assert record.tags["Termination"] == "played"

    @pytest.mark.parametrize(
        ("end", "termination", "winner"),
        [(endings.resign, "resigned", "1"), (endings.abort, "aborted", "-")],
    )
    def test_it_verifies_also_when_it_ended_early(
        self, client, page, game, alice, end, termination, winner
    ):
        end(game_id=game.pk, user=alice)

        record = read_record(client.get(f"{page}record/").content.decode())

        assert verify(record) == 2
        assert (record.tags["Termination"], record.tags["Winner"]) == (termination, winner)


class TestVerdict:
    def test_it_says_what_decides_where_the_points_are_equal(self, at_table, alice, bob):
        game, script = scripted_game("equal-points", alice, bob)
        play_script(game, script, (alice, bob))

        content = at_table.get(f"/games/{game.pk}/").content.decode()

        assert "bob wins, 4 to 4" in content
        assert "the tiles joined to the Source decide: 9 to 10." in content

    def test_it_says_nothing_of_it_where_they_are_not(self, at_table, alice, bob):
        game, script = scripted_game("word-comes-back", alice, bob)
        play_script(game, script, (alice, bob))

        assert b"The points are equal" not in at_table.get(f"/games/{game.pk}/").content

    def test_it_is_no_table_of_zeros(self, at_table, game, page, bob):
        endings.resign(game_id=game.pk, user=bob)

        content = at_table.get(page).content.decode()

        assert "You win: bob gave up" in content
        assert "Groups of three or more" not in content


class TestAfterwards:
    def test_it_offers_a_rematch_and_then_accepts_it(self, at_table, game, page, alice, bob):
        endings.resign(game_id=game.pk, user=bob)
        assert b"Offer a rematch" in at_table.get(page).content

        offers.rematch(game_id=game.pk, user=bob)
        assert b"Accept the rematch" in at_table.get(page).content

        answer = at_table.post(f"{page}rematch/")
        assert Game.objects.get(pk=answer["Location"].split("/")[2]).is_running

    @pytest.mark.parametrize(("bot", "next_up"), [("pip", ["Bramble"]), ("yew", [])])
    def test_it_goes_on_against_bots(self, at_table, alice, bot, next_up):
        game = bots.begin(wish=bots.wish_for(bot, ruleset="botanik"), user=alice)
        endings.resign(game_id=game.pk, user=alice)

        content = at_table.get(f"/games/{game.pk}/").content.decode()

        assert "Play again" in content
        assert "Offer a rematch" not in content
        assert (
            re.findall("Try (.*)<span class=.visually-hidden.>, the next one up", content)
            == next_up
        )


class TestAbsenceAhead:
    @pytest.fixture
    def ahead(self, bob):
        leaves = timezone.now() + timedelta(days=3)
        absences.book(user=bob, starts_at=leaves, ends_at=leaves + timedelta(days=2))

    def test_it_is_said_to_who_waits_for_them(self, at_table, game, page, ahead):
        play_turns(game, 1)

        assert b"bob will be away from" in at_table.get(page).content

    def test_it_is_not_said_to_themselves(self, client, game, page, bob, ahead):
        play_turns(game, 1)
        client.force_login(bob)

        assert b"bob will be away" not in client.get(page).content


class TestWishForADraw:
    @pytest.fixture
    def asked(self, game, alice):
        play_turns(game, 2)
        endings.ask_draw(game_id=game.pk, user=alice)

    def test_it_stands_at_the_table_until_it_is_withdrawn(self, at_table, page, asked):
        assert b"You have asked for a draw" in at_table.get(page).content

        at_table.post(f"{page}draw/withdraw/")

        assert b"You have asked for a draw" not in at_table.get(page).content

    def test_it_is_not_withdrawn_by_a_stranger(self, client, page, asked, charlie):
        client.force_login(charlie)

        assert client.post(f"{page}draw/withdraw/").status_code == 403


class TestFairness:
    def test_it_shows_the_commitment_from_the_start(self, client, page, game):
        assert game.commitment in client.get(page).content.decode()

    def test_it_says_when_the_site_made_the_bytes(self, client, page):
        assert "made by the site" in client.get(page).content.decode()

    def test_it_shows_the_proof_when_the_game_is_over(self, client, page, game, alice):
        endings.resign(game_id=game.pk, user=alice)
        record = read_record(client.get(f"{page}record/").content.decode())

        text = client.get(page).content.decode()

        assert record.tags["Seed"] in text
        assert record.tags["Entropy1"] in text


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({"days": 3, "seconds": -90}, "3\xa0days"),
        ({"days": 2, "hours": 10}, "2\xa0days"),
        ({"hours": 30}, "1\xa0day"),
        ({"hours": 23, "minutes": 58}, "23\xa0hours"),
    ],
)
def test_it_says_as_many_days_as_there_are_almost(client, alice, bob, left, said):
    game = GameFactory(users=[alice, bob])
    game.players.filter(user=alice).update(deadline_at=timezone.now() + timedelta(**left))
    client.force_login(alice)
    page = client.get(f"/games/{game.pk}/").content.decode()

    assert f'<span class="brief" aria-hidden="true">{said}</span>' in page


def test_it_counts_tiles_that_score_nothing_as_tiles(client, alice, bob):
    game = GameFactory(users=[alice, bob], turns=300)
    client.force_login(alice)
    verdict = re.search(
        r'class="verdict".*?</table>', client.get(f"/games/{game.pk}/").content.decode(), re.S
    )[0]
    counts = re.findall(
        r"<td>(.*?)</td>", verdict.partition('class="dim"')[2].partition("<tfoot")[0], re.S
    )

    assert len(counts) == 4
    assert all(re.fullmatch(r"\s*(–|<small>\d+ tiles?</small>)\s*", count) for count in counts)
