"""What if: other moves from any ply of a game that is over, and playing on from there."""

import random
import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Conflict, NotFound, Unprocessable
from engine import CHANCE, FairnessError, Leave, read_record, registry
from engine.fairness import given_by, verify
from games import positions
from games.models import Game, Move, Player, Tally
from games.models.secrets import DeckSecret
from games.selectors import branches, lessons, profiles, replays, reviews, statistics, tables
from games.services import bots, endings, sweeps, turns
from games.services import branches as services
from games.views import branches as views
from tests.at_once import at_once
from tests.factories import GameFactory, TableFactory, UserFactory, play_turns, some_turn
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def lay():
    """Nine turns in, alice has given up."""
    alice, bob = UserFactory(username="alice"), UserFactory(username="bob")
    game = GameFactory(users=[alice, bob], turns=9)
    endings.resign(game_id=game.pk, user=alice)
    return game


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


def begun(game):
    """The ply after which a seat had the word for the last time."""
    return game.moves.exclude(seat=None).latest("ply").ply - 1


def revealing(game):
    """A ply after which chance had to reveal, in the middle of the game."""
    reveals = game.moves.filter(seat=None).order_by("ply")
    return reveals[2].ply - 1


def read(game, user, ply, text=""):
    return branches.read(tables.access(game.pk, user), ply, text)


def a_turn(branch, seed=1):
    """Some whole turn at the end of a branch, as text."""
    _seat, moves = some_turn(branch.state, random.Random(seed))
    return " ".join(moves)


def address(game, ply, page="try_out", **query):
    return reverse(f"games:{page}", args=[game.pk, ply], query=query)


class TestBranch:
    def test_it_begins_where_the_game_was_after_that_ply(self, game, alice):
        ply = begun(game)

        branch = read(game, alice, ply)

        steps = positions.steps(game, game.moves.filter(ply__lte=ply))
        assert branch.state == list(steps)[-1].after
        assert branch.steps == []

    def test_it_adds_turns_to_its_address(self, game, alice):
        branch = read(game, alice, begun(game))
        turn = branches.draft(branch, branch.seat(None), a_turn(branch))

        end = branches.followed(branch, turn)

        assert end.text.startswith(turn.text)
        assert read(game, alice, begun(game), end.text) == end
        assert read(game, alice, begun(game), turn.text) == end

    def test_it_imagines_what_is_revealed_from_what_is_unseen(self, game, alice):
        ply = revealing(game)

        branch = read(game, alice, ply)

        (reveal,) = branch.steps
        assert reveal.actor is CHANCE
        assert reveal.before.can_draw(reveal.move)
        assert branch.is_drawn_anew

    def test_it_imagines_the_same_for_everybody_and_always(self, game, alice, bob):
        ply = revealing(game)

        assert read(game, alice, ply).text == read(game, bob, ply).text
        assert read(game, alice, ply, read(game, bob, ply).text) == read(game, alice, ply)

    def test_it_keeps_another_reveal_that_stands_in_the_address(self, game, alice):
        ply = revealing(game)
        real = game.moves.get(ply=ply + 1).notation
        assert read(game, alice, ply).text != real

        assert read(game, alice, ply, real).words == [real]

    @pytest.mark.parametrize("nonsense", ["hello", ">RI.RI.RI", "#0", "RI@99,99^0", "٣", "-", ">"])
    def test_it_shows_what_is_valid_of_nonsense(self, game, alice, nonsense):
        ply = begun(game)
        turn = a_turn(read(game, alice, ply))
        good = read(game, alice, ply, turn)

        branch = read(game, alice, ply, f"{turn} {nonsense}")

        assert branch.problem
        assert branch.words[: len(turn.split())] == turn.split()
        assert branch.state.turn == good.state.turn

    def test_it_is_bounded(self, game, alice):
        ply = begun(game)
        longest = read(game, alice, ply, " " * branches.LONGEST + "x")
        many = read(game, alice, ply, "x " * (branches.MOST_MOVES + 1))

        assert "too long" in longest.problem
        assert many.problem

    def test_it_is_refused_while_the_game_runs(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=3)

        with pytest.raises(Conflict, match="when the game is over"):
            read(game, alice, 2)

    @pytest.mark.parametrize("ply", [0, 9999])
    def test_it_needs_a_ply_of_the_game(self, game, alice, ply):
        with pytest.raises(NotFound):
            read(game, alice, ply)

    def test_it_says_how_it_would_have_ended(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=99)
        last = game.moves.exclude(seat=None).latest("ply").ply

        branch = read(game, alice, last)

        assert branch.to_move == []
        assert "would" in branches.verdict(branch)
        assert "over here" in branches.obstacle(branch)

    def test_it_lets_a_caretaker_play_for_who_left(self, nursery, alice, bob, charlie):
        users = [alice, bob, charlie]
        game = TableFactory(users=users, ruleset="nursery", options={"rounds": 9}, turns=4)
        endings.resign(game_id=game.pk, user=bob)
        endings.resign(game_id=game.pk, user=alice)
        game.refresh_from_db()
        ply = game.players.get(seat=1).left_ply

        branch = read(game, charlie, ply)
        for _ in range(4):
            assert set(branch.to_move).isdisjoint({1})
            branch = read(game, charlie, ply, f"{branch.text} {a_turn(branch)}")

        assert 1 in {step.actor for step in branch.steps}

    def test_it_tells_every_turn_in_words(self, game, alice):
        branch = read(game, alice, begun(game), a_turn(read(game, alice, begun(game))))

        told = branches.told(branch)

        assert all(one.words for one in told)
        assert " ".join(one.text for one in told) == branch.text == told[-1].moves


class TestOpinion:
    def test_it_is_a_chance_and_a_turn(self, game, alice):
        branch = read(game, alice, begun(game))
        seat = branch.seat(None)

        opinion = branches.opinion(branch, branches.draft(branch, seat, ""), seat)

        assert (opinion.bot, opinion.seat, opinion.drafted) == ("Yew", seat, None)
        assert 0 <= opinion.best <= 100
        assert branches.draft(branch, seat, opinion.line).is_complete
        assert opinion.sentences

    def test_it_judges_a_whole_turn_beside_the_best(self, game, alice):
        branch = read(game, alice, begun(game))
        seat = branch.seat(None)
        turn = branches.draft(branch, seat, a_turn(branch))

        opinion = branches.opinion(branch, turn, seat)

        assert opinion.drafted <= opinion.best

    def test_it_finds_nothing_better_than_the_best(self, game, alice):
        branch = read(game, alice, begun(game))
        seat = branch.seat(None)
        best = branches.opinion(branch, branches.draft(branch, seat, ""), seat).line

        opinion = branches.opinion(branch, branches.draft(branch, seat, best), seat)

        assert opinion.drafted is not None
        assert opinion.is_best == (opinion.line == best)

    def test_it_is_the_same_each_time(self, game, alice):
        branch = read(game, alice, begun(game))
        seat = branch.seat(None)
        draft = branches.draft(branch, seat, "")

        assert branches.opinion(branch, draft, seat) == branches.opinion(branch, draft, seat)

    def test_it_is_refused_where_nobody_can_win(self, shared_nursery, alice):
        game = TableFactory(users=[alice], ruleset="shared-nursery", turns=99)
        branch = read(game, alice, 3)
        seat = branch.seat(None)

        with pytest.raises(Unprocessable, match="no chance to win"):
            branches.opinion(branch, branches.draft(branch, seat, ""), seat)


def play_on(game, user, ply, *, text="", bot="pip", seat=None):
    wish = services.wish_for(read(game, user, ply, text), bot=bot, seat=seat)
    return services.play_on(wish=wish, user=user)


class TestPlayingOn:
    @pytest.fixture
    def branch(self, game, charlie):
        branch = read(game, charlie, begun(game))
        return read(game, charlie, begun(game), a_turn(branch))

    @pytest.fixture
    def played(self, game, branch, charlie):
        return play_on(game, charlie, branch.ply, text=branch.text)

    def test_it_begins_with_all_moves_up_to_there(self, game, branch, played):
        given = list(played.moves.values_list("seat", "notation"))[: played.given_plies]

        former = game.moves.filter(ply__lte=branch.ply).values_list("seat", "notation")
        assert given[: branch.ply] == list(former)
        assert [notation for _seat, notation in given[branch.ply :]] == branch.words
        assert positions.load(played) == branch.state

    def test_it_is_linked_to_where_it_came_from(self, game, branch, played):
        assert (played.branched_from, played.branched_ply) == (game, branch.ply)
        assert played.given_plies == branch.ply + len(branch.words)
        assert played.is_branch
        assert not game.is_branch

    def test_it_has_the_terms_of_a_game_against_a_bot(self, played):
        assert (played.is_rated, played.is_private, played.time) == (False, False, bots.TIME)

    def test_it_seats_who_plays_on_as_who_is_to_move(self, branch, played, charlie):
        me = played.players.get(user=charlie)

        assert me.seat == branch.to_move[0]
        assert me.has_word
        assert (me.word_ply, me.seen_ply, me.turns) == (played.ply, played.ply, 0)

    def test_it_wakes_the_bot_where_that_is_to_move(
        self, game, branch, charlie, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks() as queued:
            played = play_on(
                game, charlie, branch.ply, text=branch.text, seat=1 - branch.to_move[0]
            )

        waiting = played.players.get(user=charlie)
        assert not waiting.has_word
        assert played.players.get(user__bot="pip").has_word
        assert queued

    def test_it_can_be_played_to_its_end(self, played, charlie):
        play_turns(played, 99)

        assert played.ending == "played"

    def test_it_is_rebuilt_from_its_moves(self, played, capsys):
        call_command("rebuild_positions")

        assert positions.load(Game.objects.get(pk=played.pk)) == positions.rebuilt(played)

    def test_it_is_private_if_the_game_was(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=5, is_private=True)
        endings.resign(game_id=game.pk, user=bob)

        assert play_on(game, alice, begun(game)).is_private

    def test_it_keeps_the_rules_of_the_game(self, game, branch, charlie, monkeypatch):
        newer = replace(registry.RULESETS[0], version=2)
        monkeypatch.setattr(registry, "RULESETS", (*registry.RULESETS, newer))

        assert play_on(game, charlie, branch.ply).rules_version == game.rules_version == 1

    def test_it_is_one_game_however_often_it_is_asked_for(self, game, branch, charlie):
        first, again = (play_on(game, charlie, branch.ply, text=branch.text) for _ in range(2))

        assert first == again
        assert Game.objects.filter(branched_from=game).count() == 1

    @pytest.mark.parametrize("other", [{"bot": "yew"}, {"seat": 0}, {"seat": 1}, {"text": ""}])
    def test_it_is_another_game_with_another_wish(self, game, branch, charlie, other):
        first = play_on(game, charlie, branch.ply, text=branch.text)
        asked = {"text": branch.text, **other}
        same_seat = asked.get("seat", branch.to_move[0]) == branch.to_move[0]

        second = play_on(game, charlie, branch.ply, **asked)

        assert (first == second) == (same_seat and "seat" in other)

    def test_it_is_another_game_once_one_has_moved(self, game, branch, played, charlie):
        _seat, moves = some_turn(positions.load(played), random.Random(1))
        turns.submit(game_id=played.pk, user=charlie, moves=moves, ply=played.ply)

        assert play_on(game, charlie, branch.ply, text=branch.text) != played

    def test_it_counts_towards_what_somebody_may_play_at_a_time(self, branch, charlie):
        before = charlie.plays.filter(is_playing=True).count()

        play_on(branch.game, charlie, branch.ply)

        assert charlie.plays.filter(is_playing=True).count() == before + 1

    def test_it_outlives_the_game_that_it_came_from(self, game, played):
        game.delete()

        played.refresh_from_db()
        assert (played.branched_from, played.is_branch) == (None, True)

    @pytest.mark.parametrize("seat", [2, 7])
    def test_it_is_refused_for_a_seat_that_there_is_not(self, branch, seat):
        with pytest.raises(Unprocessable, match="this seat"):
            services.wish_for(branch, bot="pip", seat=seat)

    def test_it_is_refused_where_the_game_is_over(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=99)

        with pytest.raises(Unprocessable, match="nothing left"):
            play_on(game, alice, game.ply)

    def test_it_is_refused_with_nonsense(self, game, alice):
        with pytest.raises(Unprocessable):
            play_on(game, alice, begun(game), text="hello")

    def test_it_is_refused_to_who_plays_alone(self, shared_nursery, alice):
        game = TableFactory(users=[alice], ruleset="shared-nursery", turns=99)

        with pytest.raises(Unprocessable, match="played alone"):
            play_on(game, alice, 3)

    def test_it_is_refused_where_no_bots_play(self, botless_nursery, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="nursery", turns=99)

        with pytest.raises(Unprocessable, match="No bots play"):
            play_on(game, alice, 5)

    def test_it_is_refused_with_an_opponent_in_a_team(self, shared_nursery, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="shared-nursery", turns=99)

        with pytest.raises(Unprocessable, match="Pip does not play"):
            play_on(game, alice, 5)

    def test_it_goes_on_with_companions_in_a_team(self, shared_nursery, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], ruleset="shared-nursery", turns=99)

        begun = play_on(game, alice, 5, bot="pea")

        company = begun.players.exclude(user=alice).values_list("user__bot", flat=True)
        assert set(company) == {"pea", "fern"}


@pytest.mark.django_db(transaction=True)
class TestRace:
    @pytest.fixture
    def laid(self, db):
        return lay()

    def test_it_makes_one_game_of_many_clicks(self, game, charlie):
        wish = services.wish_for(read(game, charlie, begun(game)), bot="pip", seat=None)

        answers = at_once(*[partial(services.play_on, wish=wish, user=charlie)] * 6)

        assert len({answer.pk for answer in answers}) == 1
        assert Game.objects.filter(branched_from=game).count() == 1


class TestNotStarted:
    """What was given is nobody's move in the new game."""

    @pytest.fixture
    def played(self, game, charlie):
        return play_on(game, charlie, begun(game))

    def test_it_can_be_called_off_before_one_has_moved(self, played, charlie):
        endings.abort(game_id=played.pk, user=charlie)

        played.refresh_from_db()
        assert played.ending == "aborted"

    def test_it_was_not_started_by_who_never_moves(self, played, time_machine):
        time_machine.move_to(timezone.now() + timedelta(days=30))
        endings.end_on_time(played.pk)

        played.refresh_from_db()
        assert played.ending == "not-started"

    def test_it_can_be_given_up(self, played, charlie):
        endings.resign(game_id=played.pk, user=charlie)

        played.refresh_from_db()
        assert played.ending == "resigned"

    def test_it_is_swept_with_a_guest_who_never_moved(self, game, client, time_machine):
        ply = begun(game)
        answer = client.post(address(game, ply, "play_on"), {"bot": "pip", "seat": ""})
        guest = User.objects.get(is_guest=True)
        User.objects.update(last_seen_at=timezone.now() - timedelta(days=2))

        sweeps.remove_idle_guests()

        assert answer.status_code == 302
        assert not User.objects.filter(pk=guest.pk).exists()
        assert not Game.objects.filter(branched_from=game).exists()
        assert Game.objects.filter(pk=game.pk).exists()


class TestSeveral:
    @pytest.fixture
    def game(self, nursery, alice, bob, charlie):
        """Three seats, nine rounds, with two reshuffles at least; the last has left."""
        users = [alice, bob, charlie]
        game = TableFactory(users=users, ruleset="nursery", options={"rounds": 9}, turns=14)
        endings.resign(game_id=game.pk, user=charlie)
        play_turns(game, 4, seed=2)
        endings.resign(game_id=game.pk, user=bob)
        return Game.objects.get(pk=game.pk)

    def test_it_takes_a_bot_for_every_other_seat(self, game, alice):
        played = play_on(game, alice, 12, bot="hazel")

        assert played.players.exclude(user__bot="").count() == 2
        assert played.options == game.options

    def test_it_knows_who_has_left(self, game, alice):
        ply = game.players.get(seat=2).left_ply

        played = play_on(game, alice, ply, seat=0)

        gone = played.players.get(seat=2)
        assert (gone.is_playing, gone.left_how, gone.left_ply) == (False, "resigned", ply)
        assert isinstance(positions.first(played).read(played.moves.get(ply=ply).notation), Leave)

    def test_it_gives_nobody_a_seat_that_was_left(self, game, alice):
        ply = game.players.get(seat=2).left_ply

        with pytest.raises(Unprocessable, match="this seat"):
            play_on(game, alice, ply, seat=2)

    def test_it_seats_the_bot_that_was_chosen_with_somebody_who_stays(
        self, nursery, alice, bob, charlie
    ):
        users = [alice, bob, charlie]
        game = TableFactory(users=users, ruleset="nursery", options={"rounds": 9}, turns=4)
        endings.resign(game_id=game.pk, user=alice)
        endings.resign(game_id=game.pk, user=bob)
        ply = game.players.get(seat=0).left_ply

        played = play_on(game, charlie, ply, bot="hazel", seat=2)

        assert played.players.get(seat=1).user.bot == "hazel"

    def test_its_page_shows_the_beginning_the_middle_and_the_end(self, client, game):
        for ply in (1, 12, game.ply):
            assert client.get(address(game, ply)).status_code == 200

    def test_it_verifies_after_reshuffles(self, game, alice, client):
        shuffled = game.moves.filter(notation=">~").order_by("ply")
        assert shuffled.exists()
        for ply in {shuffled[0].ply + 1, game.players.get(seat=2).left_ply, game.ply - 3}:
            played = play_on(game, alice, ply, seat=0)
            play_turns(played, 99)

            assert verify(read_record(client.get(record(played)).content.decode())) > 0


def record(game):
    return reverse("games:record", args=[game.pk])


class TestDeck:
    @pytest.fixture
    def played(self, game, charlie):
        return play_on(game, charlie, begun(game))

    def revealed(self, game, plies):
        steps = positions.steps(game, game.moves.filter(ply__lte=plies))
        return given_by((step.before, step.move) for step in steps if step.actor is CHANCE)

    def test_it_keeps_what_was_drawn_in_its_place(self, played):
        (order,) = DeckSecret.objects.get(game_id=played.pk).decks

        known = self.revealed(played, played.given_plies).lists[0]
        assert known
        assert all(order[at] == tile for at, tile in known.items())

    def test_it_draws_the_rest_anew(self, game, played):
        orders = [DeckSecret.objects.get(game_id=one.pk).decks[0] for one in (game, played)]
        known = self.revealed(played, played.given_plies).lists[0]

        first, second = ([tile for at, tile in enumerate(o) if at not in known] for o in orders)
        assert sorted(first) == sorted(second)
        assert first != second

    def test_it_has_a_commitment_of_its_own(self, game, played):
        assert played.commitment != game.commitment

    def test_its_record_says_where_it_comes_from(self, client, game, played):
        tags = read_record(client.get(record(played)).content.decode()).tags

        assert (tags["Branched"], tags["From"]) == (str(played.given_plies), game.pk.hex)
        assert tags["FromPly"] == str(played.branched_ply)

    def test_its_record_verifies_in_the_end(self, client, played):
        play_turns(played, 99)

        text = client.get(record(played)).content.decode()

        assert verify(read_record(text)) > 0

    def test_a_changed_byte_is_found(self, client, played):
        play_turns(played, 99)
        text = client.get(record(played)).content.decode()
        entropy = read_record(text).tags["Entropy0"]
        other = ("1" if entropy[0] == "0" else "0") + entropy[1:]

        with pytest.raises(FairnessError):
            verify(read_record(text.replace(entropy, other)))


class TestWhatCounts:
    @pytest.fixture
    def played(self, game, charlie):
        played = play_on(game, charlie, begun(game))
        play_turns(played, 99)
        assert played.ending == "played"
        return played

    def test_it_is_in_no_tally(self, played, charlie):
        assert not Tally.objects.filter(user=charlie).exists()

    def test_it_is_in_no_statistics(self, played, charlie):
        assert statistics.last(charlie, charlie, "botanik").looked_at == 0

    def test_it_is_not_shown_on_the_profile(self, played, charlie):
        assert profiles.recent(charlie, charlie) == []

    def test_it_is_no_first_game(self, game, played, charlie, alice):
        assert not tables.access(played.pk, charlie).is_first

        first = GameFactory(users=[charlie, alice])
        assert tables.access(first.pk, charlie).is_first

    def test_it_completes_no_lesson(self, played, charlie):
        played.players.filter(user=charlie).update(turns=lessons.FIRST_TURNS)

        done = lessons.done_by("botanik", charlie, {})

        assert not any(step.key in done for step in lessons.course_of("botanik") if not step.task)

    def test_it_is_among_ones_own_games(self, client, played, charlie):
        client.force_login(charlie)

        assert str(played.pk) in client.get("/play/all/").content.decode()


class TestPage:
    def test_it_shows_the_board_to_whoever_may_see_the_game(self, client, game):
        answer = client.get(address(game, begun(game)))

        text = answer.content.decode()
        assert answer.status_code == 200
        assert "What if?" in text
        assert "Play it here" in text

    def test_it_hides_private_games(self, client, alice, bob, charlie):
        game = GameFactory(users=[alice, bob], turns=5, is_private=True)
        endings.resign(game_id=game.pk, user=bob)
        pages = {page: address(game, 4, page) for page in ("try_out", "judged_try", "play_on")}
        client.force_login(charlie)

        assert client.get(pages["try_out"]).status_code == 404
        assert client.get(pages["judged_try"]).status_code == 404
        assert client.post(pages["play_on"], {"bot": "pip"}).status_code == 404

    def test_it_is_refused_while_the_game_runs(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=5)
        client.force_login(alice)

        for page in ("try_out", "judged_try"):
            answer = client.get(address(game, 4, page))
            assert answer.status_code == 409
            assert "when the game is over" in answer.content.decode()
        assert client.post(address(game, 4, "play_on"), {"bot": "pip"}).status_code == 409

    def test_it_leads_to_the_branch_with_the_turn(self, client, game, alice):
        ply = begun(game)
        branch = read(game, alice, ply)
        turn = a_turn(branch)

        page = client.get(address(game, ply, draft=turn))

        end = branches.followed(branch, branches.draft(branch, branch.seat(None), turn))
        assert page.context["following"] == address(game, ply, moves=end.text)
        assert client.get(page.context["following"]).status_code == 200
        assert page.context["play_on"]["moves"] == end.text

    def test_it_links_every_choice_to_itself(self, client, game):
        ply = revealing(game)

        page = client.get(address(game, ply))

        (drawn,) = page.context["branch"].words
        cards = [card for card in page.context["board"].arrival if card.href]
        assert cards
        for card in cards:
            assert parse_qs(urlsplit(card.href).query)["moves"] == [drawn]

    def test_it_says_that_the_unseen_is_drawn_anew(self, client, game):
        said = "What was unseen is drawn anew"

        assert said in client.get(address(game, revealing(game))).content.decode()
        assert said not in client.get(address(game, begun(game))).content.decode()

    @pytest.mark.parametrize(
        "query",
        [{"moves": "hello"}, {"draft": "hello"}, {"moves": "x" * 5000}, {"draft": ">RI.RI.RI"}],
    )
    def test_it_answers_nonsense_with_a_sentence(self, client, game, query):
        ply = begun(game)

        page, part = (client.get(address(game, ply, **query), headers=h) for h in ({}, HTMX))

        assert page.status_code == part.status_code == 422
        assert "problem" in page.content.decode()
        assert part["HX-Retarget"] == "#table"

    @pytest.mark.parametrize("side", ["x", "9", "-1", "٣", "0", "1", ""])
    def test_it_takes_any_side(self, client, game, side):
        assert client.get(address(game, begun(game), side=side)).status_code == 200

    def test_it_tries_for_whichever_of_several_one_likes(
        self, client, seedlings, alice, bob, charlie
    ):
        game = TableFactory(users=[alice, bob, charlie], turns=99)
        steps = positions.steps(game, game.moves.all())
        ply = next(step.row.ply for step in steps if step.after.to_move == frozenset({0, 1, 2}))

        for side in (0, 1, 2):
            page = client.get(address(game, ply, side=side))
            assert page.context["me"]["seat"] == side

    def test_it_shows_the_end_of_a_branch_that_is_over(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=99)

        page = client.get(address(game, game.ply))

        text = page.content.decode()
        assert page.status_code == 200
        assert "would" in page.context["verdict"]
        assert "Play on from here" not in text

    def test_it_costs_a_constant_number_of_queries(
        self, client, game, alice, django_assert_num_queries
    ):
        client.force_login(alice)
        branch = read(game, alice, begun(game))
        for _ in range(3):
            branch = read(game, alice, branch.ply, f"{branch.text} {a_turn(branch)}")
        client.get(address(game, branch.ply))

        for query in ({}, {"moves": branch.text}):
            with django_assert_num_queries(7):
                client.get(address(game, branch.ply, **query))

    def test_it_is_shown_where_its_address_is_sent_but_not_of_private_games(
        self, client, alice, bob, game
    ):
        private = GameFactory(users=[alice, bob], turns=5, is_private=True)
        endings.resign(game_id=private.pk, user=bob)
        client.force_login(alice)

        assert "og:title" in client.get(address(game, 4)).content.decode()
        assert "og:title" not in client.get(address(private, 4)).content.decode()

    def test_it_speaks_french(self, client, game):
        asked = address(game, begun(game))

        text = client.get(asked, headers={"Accept-Language": "fr"}).content.decode()

        assert "Et si" in text
        assert "What if" not in text


class TestJudged:
    def test_it_is_a_part_of_the_page(self, client, game):
        text = client.get(address(game, begun(game), "judged_try"), headers=HTMX).content.decode()

        assert "<html" not in text
        assert "chance of" in text
        assert "An estimate of Yew, who looked at 1500 positions" in text

    def test_it_is_a_whole_page_without_scripts(self, client, game):
        text = client.get(address(game, begun(game), "judged_try")).content.decode()

        assert "<html" in text
        assert "chance of" in text

    def test_it_is_asked_for_by_the_page(self, client, game, alice):
        ply, turn = begun(game), a_turn(read(game, alice, begun(game)))

        asked = address(game, ply, "judged_try", draft=turn).replace("&", "&amp;")
        text = client.get(address(game, ply, draft=turn)).content.decode()

        assert f'hx-get="{asked}"' in text
        assert "chance of" not in text

    def test_it_waits_until_a_turn_is_whole(self, client, game):
        pages = (client.get(address(game, ply)) for ply in range(begun(game), 0, -1))
        arrivals = (card for page in pages for card in page.context["board"].arrival)
        pick = next(card for card in arrivals if card.href)

        text = client.get(pick.href).content.decode()

        assert 'id="opinion"' in text
        assert 'hx-trigger="load"' not in text

    def test_it_leads_back_where_nobody_is_to_move(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=99)

        answer = client.get(address(game, game.ply, "judged_try"))

        assert answer["Location"] == address(game, game.ply)

    def test_it_is_limited(self, client, game, monkeypatch):
        monkeypatch.setattr(views, "JUDGEMENTS", views.Limit("few-judgements", most=2, seconds=60))

        answers = [
            client.get(address(game, begun(game), "judged_try"), headers=HTMX).status_code
            for _ in range(3)
        ]

        assert answers == [200, 200, 429]


class TestForm:
    def test_it_begins_a_game_for_a_visitor(self, client, game):
        ply = begun(game)

        answer = client.post(address(game, ply, "play_on"), {"bot": "pip", "moves": ""})

        played = Game.objects.get(branched_from=game)
        assert answer["Location"] == reverse("games:table", args=[played.pk])
        assert played.players.get(user__bot="").user.is_guest

    def test_it_begins_one_game_by_a_double_click(self, client, game, alice):
        client.force_login(alice)

        answers = [
            client.post(address(game, begun(game), "play_on"), {"bot": "pip"}) for _ in range(2)
        ]

        assert len({answer["Location"] for answer in answers}) == 1

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({"bot": "nobody"}, 404),
            ({}, 404),
            ({"bot": "pip", "moves": "hello"}, 422),
            ({"bot": "pip", "seat": "7"}, 422),
        ],
    )
    def test_it_makes_no_guest_of_who_is_refused(self, client, game, sent, status):
        answer = client.post(address(game, begun(game), "play_on"), sent)

        assert answer.status_code == status
        assert not User.objects.filter(is_guest=True).exists()

    def test_it_is_no_page(self, client, game):
        assert client.get(address(game, begun(game), "play_on")).status_code == 405

    def test_its_table_says_where_it_comes_from(self, client, game, charlie):
        client.force_login(charlie)
        played = play_on(game, charlie, begun(game))
        origin = reverse("games:replay_at", args=[game.pk, begun(game)])

        for page in (
            reverse("games:table", args=[played.pk]),
            reverse("games:replay", args=[played.pk]),
        ):
            assert origin in client.get(page).content.decode()

    def test_its_table_says_what_was_given_to_the_deck(self, client, game, charlie):
        played = play_on(game, charlie, begun(game))
        endings.resign(game_id=played.pk, user=charlie)

        text = client.get(reverse("games:table", args=[played.pk])).content.decode()

        assert f'data-given="{played.given_plies}"' in text

    def test_its_table_asks_nothing_about_the_other_game(self, client, game, charlie):
        client.force_login(charlie)
        own, played = bots.challenge(slug="pip", user=charlie), play_on(game, charlie, begun(game))
        pages = [reverse("games:table", args=[one.pk]) for one in (own, played)]
        for page in pages:
            client.get(page)  # the first look is noted

        counts = []
        for page in pages:
            with CaptureQueriesContext(connection) as asked:
                client.get(page)
            counts.append(len(asked))

        assert counts[1] <= counts[0]


class TestTelling:
    """Who is said to have made a move, in a game that was played on from another."""

    @pytest.fixture
    def played(self, game, charlie):
        """Charlie goes on where alice had the word, and then has moved once."""
        played = play_on(game, charlie, begun(game))
        (seat,) = positions.load(played).to_move
        _seat, chosen = some_turn(positions.load(played), random.Random(1))
        assert played.players.get(seat=seat).user == charlie
        turns.submit(game_id=played.pk, user=charlie, moves=chosen, ply=played.ply)
        played.refresh_from_db()
        return played

    def told(self, played, user):
        """The words of every move by somebody, given and own."""
        _look, story = replays.whole(tables.access(played.pk, user), ply=None, side=None)
        made = [one for one in story.entries if one.turn.seat is not None]
        given = [one for one in made if one.ply <= played.given_plies]
        return [[one.turn.words for one in some] for some in (given, made[len(given) :])]

    def test_it_tells_by_seat_what_was_given(self, played, charlie):
        given, _own = self.told(played, charlie)

        assert given
        assert all(re.match(r"Player [12] (put|built|swapped|received)", one) for one in given)

    def test_it_tells_to_who_plays_what_they_played(self, played, charlie, alice):
        for user, name in ((charlie, "You "), (alice, "charlie ")):
            _given, own = self.told(played, user)
            assert own[0].startswith(name)

    def test_it_names_nobody_at_the_table_for_it_in_any_list(self, client, played, charlie):
        client.force_login(charlie)

        for page in ("games:replay", "games:moves"):
            text = client.get(reverse(page, args=[played.pk])).content.decode()
            assert "Player 1 put" in text
            assert "Pip put" not in text

    def test_it_says_who_sits_there_now(self, client, played, charlie):
        mine = played.players.get(user=charlie).seat

        for page in ("games:replay", "games:table"):
            text = client.get(reverse(page, args=[played.pk])).content.decode()
            assert f"Player {mine + 1} is charlie here" in text
            assert f"Player {2 - mine} is Pip here" in text

    def test_it_is_reviewed_for_what_was_played_in_it(self, played, charlie):
        (turn,) = reviews.turns_of(tables.access(played.pk, charlie))

        assert turn.first == played.given_plies + 1
        assert turn.seat == played.players.get(user=charlie).seat


class TestReplayPage:
    def test_it_leads_here_from_games_that_are_over(self, client, game):
        ply = begun(game)

        text = client.get(reverse("games:replay_at", args=[game.pk, ply])).content.decode()

        assert address(game, ply) in text

    def test_it_does_not_while_they_run(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=5)

        text = client.get(reverse("games:replay_at", args=[game.pk, 4])).content.decode()

        assert address(game, 4) not in text


def test_it_leaves_the_rows_of_the_game_alone(game, charlie):
    def rows():
        return [list(kind.objects.filter(game=game).values()) for kind in (Move, Player)]

    before = rows()

    play_on(game, charlie, begun(game))

    assert rows() == before
