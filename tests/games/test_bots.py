"""Bots at the table."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Unprocessable
from accounts.services import create_player
from engine import COMPANIONS, ROSTER, all_rulesets, get_ruleset
from games import positions, thinking
from games.bots import FACES, WORDS
from games.models import Game, Move, Offer, Player
from games.services import bots, endings, offers, turns
from tests.at_once import at_once
from tests.factories import OfferFactory, TableFactory, play_turns, some_turn
from tests.games.test_leaks import permute
from tests.real_services import wait_until

EVERYBODY = (*ROSTER, *COMPANIONS)
SLUGS = [opponent.slug for opponent in ROSTER]


@pytest.fixture
def game(alice):
    return bots.challenge(slug="pip", user=alice)


def wait_for_bot(game):
    """Until the bot has moved, wherever it thinks."""

    def is_done():
        waiting = Player.objects.filter(game=game, deadline_at__isnull=False)
        return not waiting.exclude(user__bot="").exists()

    wait_until(is_done, what="the bot")
    game.refresh_from_db()


def human_turn(game, user, rng):
    """Play for whoever is no bot, if they have the word."""
    state = positions.load(game)
    seat, moves = some_turn(state, rng)
    if game.players.get(seat=seat).user == user:
        turns.submit(game_id=game.pk, user=user, moves=moves, ply=game.ply)


class TestRoster:
    def test_it_says_what_the_engine_says(self, db):
        said = {o.slug: (o.temper, o.thinks) for o in EVERYBODY}

        assert {slug: tuple(map(str, words)) for slug, words in WORDS.items()} == said
        assert set(FACES) == set(said)

    @pytest.mark.django_db
    def test_it_makes_one_row_for_each(self):
        bots.make_all()
        bots.make_all()

        assert set(User.objects.exclude(bot="").values_list("bot", flat=True)) == {
            opponent.slug for opponent in EVERYBODY
        }
        assert not any(bot.has_usable_password() for bot in User.objects.all())

    @pytest.mark.django_db
    def test_it_lets_nobody_take_their_names(self):
        for opponent in EVERYBODY:
            with pytest.raises(ValidationError):
                create_player(username=opponent.name)

    @pytest.mark.django_db
    def test_it_shows_them_with_a_profile(self, client):
        bots.make_all()

        for opponent in ROSTER:
            assert opponent.name in client.get("/bots/").content.decode()
            assert client.get(f"/@{opponent.name}/").status_code == 200


@pytest.mark.django_db
class TestChallenge:
    @pytest.mark.parametrize("slug", SLUGS)
    def test_it_begins_at_once_and_makes_a_visitor_a_guest(self, client, slug):
        answer = client.post(f"/bots/{slug}/")

        game = Game.objects.get()
        assert answer["Location"] == f"/games/{game.pk}/"
        assert game.players.filter(user__is_guest=True).count() == 1
        assert game.players.filter(user__bot=slug).count() == 1

    def test_it_knows_no_other_bot(self, client):
        assert client.post("/bots/nobody/").status_code == 404

    def test_it_is_never_rated(self, alice):
        bot = bots.bot_user("pip")

        with pytest.raises(Unprocessable, match="friendly"):
            OfferFactory(owner=alice, recipient=bot, reach=Offer.Reach.PERSONAL, is_rated=True)

    def test_it_is_not_bound_by_the_number_of_games(self, alice, monkeypatch):
        bots.challenge(slug="pip", user=alice)
        monkeypatch.setattr("games.selectors.offers.MOST_RUNNING_GAMES", 2)

        assert bots.challenge(slug="pip", user=alice).is_running

    def test_it_is_accepted_when_offered_by_name_and_for_a_rematch(self, game, alice):
        endings.abort(game_id=game.pk, user=alice)

        offer = offers.rematch(game_id=game.pk, user=alice)

        assert Game.objects.get(pk=offer.pk).is_running

    def test_it_is_told_that_bots_do_not_agree_to_draws(self, game, alice):
        with pytest.raises(Unprocessable, match="to its end"):
            endings.ask_draw(game_id=game.pk, user=alice)

    def test_it_says_that_the_bot_is_thinking(self, client, alice):
        client.force_login(alice)
        game = bots.challenge(slug="yew", user=alice)
        while game.players.get(user=alice).has_word:
            play_turns(game, 1)

        assert "Yew is thinking" in client.get(f"/games/{game.pk}/").content.decode()


def think(game, ply):
    bots.play_turn(game_id=game.pk, ply=ply, seat=game.players.exclude(user__bot="").get().seat)


@pytest.mark.django_db
class TestByGame:
    def test_it_shows_the_bots_of_the_only_game_without_a_choice_of_games(self, client, sole_game):
        page = client.get("/bots/").content.decode()

        assert page.count('action="/bots/botanik/"') == len(ROSTER)
        assert "games-tabs" not in page
        assert "Chair 1" not in page

    def test_it_leads_to_those_of_another_game(self, client, nursery):
        page = client.get("/bots/").content.decode()

        assert '<a href="/bots/botanik/" aria-current="true">Botanik</a>' in page
        assert '<a href="/bots/nursery/">Nursery</a>' in page

    def test_it_shows_as_many_chairs_as_there_can_be_and_the_options(self, client, nursery):
        page = client.get("/bots/nursery/").content.decode()

        assert page.count('name="bot" required') == 1
        assert page.count('<select id="chair-') == 3
        assert '<option value="9">9 rounds</option>' in page

    def test_it_offers_no_table_for_two_where_none_is_laid(self, client, seedlings):
        page = client.get("/bots/seedlings/").content.decode()

        assert "Play Pip" not in page
        assert page.count('name="bot" required') == 2

    def test_it_shows_companions_where_all_are_one_team(self, client, shared_nursery):
        page = client.get("/bots/shared-nursery/").content.decode()

        assert "everybody is on your side, bots too" in page
        assert all(companion.name in page for companion in COMPANIONS)
        assert "Play Pip" not in page
        assert "Level 0" not in page

    def test_it_offers_a_team_nothing_that_is_for_one_alone(self, client):
        page = client.get("/bots/gardeners/").content.decode()

        assert '<option value="full">' in page
        assert '<option value="24">' in page
        assert '<option value="solo">' not in page
        assert 'name="option-actions"' not in page

    def test_it_says_that_there_are_none_where_none_play(self, client, botless_nursery):
        page = client.get("/bots/nursery/").content.decode()

        assert "No bots play Nursery yet." in page
        assert "Play Pip" not in page

    def test_it_knows_no_other_game(self, client):
        assert client.get("/bots/chess/").status_code == 404

    def test_it_begins_a_game_of_its_own(self, client, alice, nursery):
        client.force_login(alice)

        client.post("/bots/nursery/", {"bot": ["hazel", ""], "option-rounds": "9"})

        game = Game.objects.get()
        assert (game.ruleset, game.seats, game.options) == ("nursery", 2, {"rounds": 9})
        assert game.players.filter(user__bot="hazel").count() == 1

    @pytest.mark.parametrize("chosen", [["hazel", "yew"], ["yew", "pip", "hazel"]])
    def test_it_begins_a_game_with_several(self, client, alice, nursery, chosen):
        client.force_login(alice)

        client.post("/bots/nursery/", {"bot": chosen})

        game = Game.objects.get()
        names = game.players.exclude(user=alice).values_list("user__bot", flat=True)
        assert game.seats == 1 + len(chosen)
        assert set(names) == set(chosen)

    def test_it_leaves_to_the_rules_what_was_not_chosen(self, client, alice, nursery):
        client.force_login(alice)

        client.post("/bots/nursery/", {"bot": "pip", "option-rounds": ""})

        assert Game.objects.get().options == {}

    @pytest.mark.parametrize(
        ("sent", "why"),
        [
            ({}, "Choose a bot"),
            ({"bot": ["pip", "pip"]}, "once"),
            ({"bot": ["pip", "hazel", "yew", "bramble"]}, "cannot be played by 5"),
            ({"bot": "pip", "option-rounds": "7"}, "has no rounds"),
        ],
    )
    def test_it_refuses_a_table_that_the_rules_do_not_know(self, client, alice, nursery, sent, why):
        client.force_login(alice)

        answer = client.post("/bots/nursery/", sent)

        assert answer.status_code == 422
        assert why in answer.content.decode()
        assert not Game.objects.exists()

    def test_it_refuses_opponents_in_a_team(self, client, alice, shared_nursery):
        client.force_login(alice)

        answer = client.post("/bots/shared-nursery/", {"bot": "pip"})

        assert answer.status_code == 422
        assert "Pip does not play Shared nursery." in answer.content.decode()

    def test_it_refuses_companions_against_somebody(self, client, alice, nursery):
        client.force_login(alice)

        answer = client.post("/bots/nursery/", {"bot": "fern"})

        assert answer.status_code == 422
        assert "Lady Fern does not play Nursery." in answer.content.decode()

    def test_it_refuses_bots_where_there_are_none(self, client, alice, botless_nursery):
        client.force_login(alice)

        assert client.post("/bots/nursery/", {"bot": "pip"}).status_code == 422

    def test_it_begins_a_team_with_several(self, client, alice, shared_nursery):
        client.force_login(alice)

        client.post("/bots/shared-nursery/", {"bot": ["pea", "fern", "thyme"]})

        game = Game.objects.get()
        names = game.players.exclude(user=alice).values_list("user__bot", flat=True)
        assert set(names) == {"fern", "pea", "thyme"}

    def test_it_leads_from_a_companion_to_the_first_team_that_it_joins(
        self, client, alice, shared_nursery
    ):
        client.force_login(alice)

        client.post("/bots/pea/")

        assert get_ruleset(Game.objects.get().ruleset).cooperative

    def test_it_makes_no_guest_of_who_is_refused(self, client, nursery):
        client.post("/bots/nursery/", {"bot": ["pip", "pip"]})

        assert not User.objects.filter(is_guest=True).exists()

    def test_it_is_found_on_their_profiles_for_each_game(self, client, nursery, seedlings):
        bots.make_all()
        page = client.get("/@Pip/").content.decode()

        assert 'action="/bots/botanik/"' in page
        assert 'action="/bots/nursery/"' in page
        assert 'href="/bots/seedlings/"' in page

    def test_it_takes_no_name_of_a_game_for_a_bot(self):
        assert not {ruleset.slug for ruleset in all_rulesets()} & set(WORDS)


@pytest.mark.django_db
class TestPlaying:
    @pytest.fixture
    def waiting(self, game, alice):
        """A game in which the bot has the word."""
        while game.players.get(user=alice).has_word:
            play_turns(game, 1)
        game.refresh_from_db()
        return game

    def test_it_plays_a_whole_turn(self, waiting, alice):
        think(waiting, waiting.ply)

        waiting.refresh_from_db()
        assert waiting.players.get(user=alice).has_word

    def test_it_plays_once_however_often_it_is_asked(self, waiting):
        for _ in range(3):
            think(waiting, waiting.ply)
        seat = waiting.players.exclude(user__bot="").get().seat

        later = Move.objects.filter(game=waiting, ply__gt=waiting.ply, seat=seat)
        assert waiting.players.exclude(user__bot="").get().turns == 1
        assert later.count() >= 1

    def test_it_plays_though_somebody_leaves_meanwhile(self, nursery, alice, bob, monkeypatch):
        game = TableFactory(users=[bots.bot_user("pip"), alice, bob], ruleset="nursery")
        pip = game.players.exclude(user__bot="").get()
        while not pip.has_word:
            play_turns(game, 1)
            pip.refresh_from_db()
        choose, chosen = thinking.choose_turn, []

        def choose_slowly(**given):
            if not chosen:
                endings.resign(game_id=game.pk, user=bob)
            chosen.append(choose(**given))
            return chosen[-1]

        monkeypatch.setattr(thinking, "choose_turn", choose_slowly)
        bots.play_turn(game_id=game.pk, ply=pip.word_ply, seat=pip.seat)

        pip.refresh_from_db()
        assert (len(chosen), pip.turns) == (1, 1)

    @pytest.mark.parametrize("ply", [0, 1, 999])
    def test_it_drops_a_thought_about_a_position_that_is_gone(self, waiting, ply):
        think(waiting, ply)

        assert Game.objects.get(pk=waiting.pk).ply == waiting.ply

    def test_it_does_not_move_in_a_game_that_is_over(self, waiting, alice):
        endings.abort(game_id=waiting.pk, user=alice)

        think(waiting, waiting.ply)

        assert Game.objects.get(pk=waiting.pk).ply == waiting.ply

    def test_it_thinks_the_same_whatever_is_still_to_be_drawn(self, waiting):
        def thought():
            view = positions.load(waiting).view_for(
                waiting.players.exclude(user__bot="").get().seat
            )
            return thinking.choose_turn(bot="hazel", ruleset="botanik", view=view, seed="1")

        before = thought()
        permute(waiting)

        assert thought() == before


@pytest.mark.django_db(transaction=True)
class TestWorker:
    @pytest.mark.parametrize("slug", ["pip", "bramble"])
    def test_it_plays_a_whole_game(self, worker, alice, slug):
        rng = random.Random(3)
        game = bots.challenge(slug=slug, user=alice)
        while True:
            wait_for_bot(game)
            if not game.is_running:
                break
            human_turn(game, alice, rng)
            game.refresh_from_db()

        assert game.ending == "played"
        assert positions.rebuilt(game) == positions.load(game)

    def test_it_is_woken_when_its_thought_was_lost(self, worker, alice):
        game = bots.challenge(slug="pip", user=alice)
        wait_for_bot(game)
        state = positions.load(game)
        # As if the message had been lost: the word is the bot's, and nobody was told.
        bot = game.players.exclude(user__bot="").get()
        long_ago = timezone.now() - timedelta(minutes=1)
        me = game.players.get(user=alice)
        assert state.to_move == frozenset({me.seat})
        _seat, moves = some_turn(state, random.Random(1))
        with transaction.atomic():
            turns.submit(game_id=game.pk, user=alice, moves=moves, ply=game.ply)
            transaction.get_connection().run_on_commit.clear()
        Player.objects.filter(pk=bot.pk).update(word_since=long_ago)

        bots.wake_stalled()

        wait_for_bot(game)
        assert Player.objects.get(pk=bot.pk).turns >= 1

    def test_it_moves_once_when_two_workers_think_at_once(self, alice, transactional_db):
        game = bots.challenge(slug="hazel", user=alice)
        while Player.objects.get(game=game, user=alice).has_word:
            play_turns(game, 1)
        game.refresh_from_db()
        before = Player.objects.exclude(user__bot="").get(game=game).turns

        at_once(*[partial(think, game, game.ply)] * 3)

        assert Player.objects.exclude(user__bot="").get(game=game).turns == before + 1


@pytest.mark.django_db(transaction=True)
class TestSeveral:
    """Tables at which people and bots sit."""

    @pytest.mark.parametrize("ruleset", ["seedlings", "nursery"])
    def test_it_plays_a_whole_game_with_another_bot(
        self, worker, seedlings, nursery, alice, ruleset
    ):
        users = [bots.bot_user("pip"), alice, bots.bot_user("bramble")]
        game = TableFactory(users=users, ruleset=ruleset)

        assert self.play_to_the_end(game, alice).ending == "played"

    def test_it_plays_a_whole_game_with_three_people(self, worker, nursery, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie, bots.bot_user("hazel")], ruleset="nursery")

        assert self.play_to_the_end(game, alice, bob, charlie).ending == "played"

    def test_it_plays_on_with_who_stays(self, worker, nursery, alice, bob):
        game = TableFactory(users=[alice, bots.bot_user("pip"), bob], ruleset="nursery")
        wait_for_bot(game)
        endings.resign(game_id=game.pk, user=alice)

        assert self.play_to_the_end(game, bob).ending == "played"
        assert game.players.get(user=alice).placing == 3

    def play_to_the_end(self, game, *people):
        rng = random.Random(3)
        while True:
            wait_for_bot(game)
            if not game.is_running:
                assert positions.rebuilt(game) == positions.load(game)
                return game
            user = next(user for user in people if game.players.get(user=user).has_word)
            moves = self.turn_of(positions.load(game), game.players.get(user=user).seat, rng)
            turns.submit(game_id=game.pk, user=user, moves=moves, ply=game.ply)

    def turn_of(self, state, seat, rng):
        turn, moves = state.turn_for(seat), []
        while state.goes_on(seat, turn):
            move = rng.choice(state.legal_moves(seat))
            moves.append(move.notation)
            state = state.after(seat, move)
        return moves
