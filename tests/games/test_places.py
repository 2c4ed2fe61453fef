"""Places at the table of an offer: people sit down, stand up, and the last begins the game."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import blocks, sanctions
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games.models import Game, Notice, Offer, Place, Player
from games.models.secrets import DeckSecret
from games.selectors import notices as notice_selectors
from games.selectors import offers as selectors
from games.services import bots, endings, farewells, offers
from tests.at_once import at_once
from tests.factories import OfferFactory, SanctionFactory, TableFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nursery")]

BYTES = bytes(range(16))
DAY = timedelta(days=1)
Reach = Offer.Reach


@pytest.fixture
def table(alice):
    """Laid for four, open to all; alice sits."""
    return OfferFactory(owner=alice, ruleset="nursery", seats=4)


@pytest.fixture
def by_name(alice, bob, charlie):
    """Laid for three, for bob and charlie."""
    return OfferFactory(
        owner=alice, ruleset="nursery", seats=3, reach=Reach.PERSONAL, invited=[bob, charlie]
    )


def sit(offer, user, **more):
    return offers.accept(offer_id=offer.pk, user=user, **more)


def states(offer):
    return " ".join(offer.places.values_list("state", flat=True))


def told(user, event):
    notices = notice_selectors.with_parties(Notice.objects.filter(user=user, event=event))
    return [notice_selectors.sentence(notice) for notice in notices.order_by("pk")]


class TestLaying:
    def test_it_has_a_row_for_each_seat(self, table):
        assert states(table) == "taken open open open"

    def test_it_invites_by_name_and_leaves_the_rest_open(self, alice, bob):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, invited=[bob])

        assert states(offer) == "taken invited open"

    def test_it_lets_a_bot_sit_at_once(self, alice, bob):
        offer = OfferFactory(
            owner=alice, ruleset="nursery", seats=3, invited=[bots.bot_user("pip"), bob]
        )

        assert states(offer) == "taken taken invited"

    def test_it_begins_at_once_where_bots_take_all_seats(self, alice):
        both = [bots.bot_user("pip"), bots.bot_user("yew")]

        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, invited=both)

        assert Game.objects.get(pk=offer.pk).players.count() == 3

    @pytest.mark.usefixtures("shared_nursery")
    def test_it_begins_solo_at_once(self, alice):
        offer = OfferFactory(owner=alice, ruleset="shared-nursery", seats=1)

        assert Game.objects.get(pk=offer.pk).is_running

    def test_it_lets_the_engine_judge_seats_and_options(self, alice):
        for setup in ({"seats": 5}, {"options": {"rounds": 3}}, {"options": {"colour": "red"}}):
            with pytest.raises(Unprocessable):
                OfferFactory(owner=alice, **{"ruleset": "nursery", "seats": 3, **setup})

    def test_it_keeps_options_in_the_game(self, alice, bob):
        offer = OfferFactory(owner=alice, ruleset="nursery", options={"rounds": 9})

        game = sit(offer, bob)

        assert (game.seats, game.options) == (2, {"rounds": 9})

    @pytest.mark.usefixtures("shared_nursery")
    def test_it_rates_no_team(self, alice):
        with pytest.raises(Unprocessable, match="against each other"):
            OfferFactory(owner=alice, ruleset="shared-nursery", seats=2, is_rated=True)

    def test_it_refuses_names_that_do_not_fit(self, alice, bob, charlie):
        wish = {"owner": alice, "ruleset": "nursery"}

        with pytest.raises(Unprocessable, match="twice"):
            OfferFactory(seats=3, invited=[bob, bob], **wish)
        with pytest.raises(Unprocessable, match="more people"):
            OfferFactory(seats=2, invited=[bob, charlie], **wish)
        with pytest.raises(Unprocessable, match="for each seat"):
            OfferFactory(seats=4, reach=Reach.PERSONAL, invited=[bob, charlie], **wish)

    def test_it_has_one_place_for_a_person(self, table, bob):
        sit(table, bob)

        with pytest.raises(IntegrityError), transaction.atomic():
            table.places.filter(number=2).update(user=bob, state="taken")


class TestSitting:
    def test_it_waits_until_all_have_sat_down(self, table, bob, charlie):
        assert sit(table, bob) is None
        assert sit(table, charlie) is None

        assert states(table) == "taken taken taken open"
        assert not Game.objects.exists()

    def test_it_begins_with_the_last(self, table, bob, charlie):
        dora = UserFactory()
        sit(table, bob)
        sit(table, charlie)

        game = sit(table, dora)

        assert {player.user for player in game.players.all()} == {table.owner, bob, charlie, dora}
        assert [player.seat for player in game.players.order_by("seat")] == [0, 1, 2, 3]

    def test_it_mixes_the_bytes_in_the_order_of_places(self, by_name, bob, charlie):
        sit(by_name, charlie, entropy=bytes(16))
        game = sit(by_name, bob, entropy=BYTES)

        secret = DeckSecret.objects.get(game_id=game.pk)
        assert sorted(secret.entropy) == ["0", "1", "2"]
        assert (secret.entropy["1"], secret.entropy["2"]) == (BYTES.hex(), bytes(16).hex())
        assert [p.bytes_from_browser for p in game.players.order_by("place")] == [False, True, True]

    def test_it_is_once_however_often_one_clicks(self, table, bob):
        sit(table, bob)

        assert sit(table, bob) is None
        assert table.places.filter(user=bob).count() == 1

    def test_it_gives_the_invited_their_own_place(self, by_name, charlie):
        sit(by_name, charlie)

        assert states(by_name) == "taken invited taken"

    def test_it_keeps_a_stranger_from_the_places_of_the_invited(self, alice, bob, charlie):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, invited=[bob])
        sit(offer, charlie)

        with pytest.raises(Conflict, match="no longer open"):
            sit(offer, UserFactory())
        assert sit(offer, bob).is_running

    def test_it_is_not_known_to_who_is_not_named(self, by_name):
        with pytest.raises(NotFound):
            sit(by_name, UserFactory())

    def test_it_counts_seats_as_games(self, table, bob, monkeypatch):
        monkeypatch.setattr(selectors, "MOST_RUNNING_GAMES", 1)
        sit(table, bob)

        with pytest.raises(Forbidden, match="the most"):
            sit(OfferFactory(ruleset="nursery", seats=3), bob)

    def test_it_takes_the_place_of_who_may_no_longer_play(self, table, bob, charlie):
        sit(table, bob)
        sit(table, charlie)
        SanctionFactory(user=bob, kind=sanctions.Kind.NO_PLAY, reason="stalling")

        assert sit(table, UserFactory()) is None
        assert states(table) == "taken open taken taken"
        assert told(bob, "game-begun")[-1].startswith("The game of alice")

    def test_it_frees_the_place_of_an_account_that_was_closed(self, table, bob, charlie):
        sit(table, bob)
        bob.is_active = False
        bob.save()

        assert sit(table, charlie) is None
        assert not table.places.filter(user=bob).exists()

    def test_it_keeps_those_apart_who_blocked_each_other(self, table, bob, charlie):
        sit(table, bob)
        blocks.block(owner=bob, blocked=charlie)

        assert table.pk not in [offer.pk for offer in selectors.lobby(charlie)]
        with pytest.raises(Conflict, match="no longer open"):
            sit(table, charlie)

    def test_it_is_in_the_lobby_while_a_place_is_free(self, alice, bob, charlie):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, invited=[bob])
        assert [found.pk for found in selectors.lobby(charlie)] == [offer.pk]

        sit(offer, charlie)

        assert selectors.lobby(UserFactory()) == []

    def test_it_is_in_the_list_of_who_waits(self, table, bob):
        sit(table, bob)

        invited, waiting = selectors.concerning(bob)
        assert (invited, [offer.pk for offer in waiting]) == ([], [table.pk])


class TestStandingUp:
    def test_it_frees_the_place_and_forgets_the_bytes(self, table, bob):
        sit(table, bob, entropy=BYTES)

        offers.stand_up(offer_id=table.pk, user=bob)

        assert states(table) == "taken open open open"
        assert list(DeckSecret.objects.get(game_id=table.pk).entropy) == ["0"]

    def test_it_leaves_who_was_named_invited(self, by_name, bob):
        sit(by_name, bob)

        offers.stand_up(offer_id=by_name.pk, user=bob)

        assert states(by_name) == "taken invited invited"

    def test_it_can_be_done_again_and_again(self, table, bob):
        for _ in range(2):
            sit(table, bob)
            offers.stand_up(offer_id=table.pk, user=bob)
            offers.stand_up(offer_id=table.pk, user=bob)

        sit(table, bob)
        assert states(table) == "taken taken open open"

    def test_it_is_not_for_the_owner(self, table, alice):
        with pytest.raises(Unprocessable, match="withdraw"):
            offers.stand_up(offer_id=table.pk, user=alice)

    def test_it_is_too_late_once_the_game_has_begun(self, by_name, bob, charlie):
        sit(by_name, bob)
        sit(by_name, charlie)

        with pytest.raises(Conflict, match="has begun"):
            offers.stand_up(offer_id=by_name.pk, user=bob)

    def test_it_comes_with_leaving_the_site(self, table, by_name, bob):
        sit(table, bob)
        sit(by_name, bob)

        farewells.leave_tables(bob)

        assert states(table) == "taken open open open"
        assert states(by_name) == "taken declined invited"


class TestDeclining:
    def test_it_leaves_the_others_at_the_table(self, by_name, bob, charlie):
        offers.decline(offer_id=by_name.pk, user=bob, answer="next week")

        by_name.refresh_from_db()
        assert (by_name.status, states(by_name)) == ("open", "taken declined invited")
        assert sit(by_name, charlie) is None

    def test_it_ends_the_offer_where_nobody_is_left_to_come(self, by_name, bob, charlie):
        for user in (bob, charlie):
            offers.decline(offer_id=by_name.pk, user=user)

        by_name.refresh_from_db()
        assert by_name.status == "declined"

    def test_it_can_be_thought_better_of(self, by_name, bob):
        offers.decline(offer_id=by_name.pk, user=bob)
        sit(by_name, bob)

        assert states(by_name) == "taken taken invited"
        assert told(by_name.owner, "offer-answered") == [
            "bob has sat down at a table where you have a seat."
        ]

    def test_it_leaves_the_place_to_others_where_all_may_come(self, alice, bob, charlie):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=2, invited=[bob])
        offers.decline(offer_id=offer.pk, user=bob)

        assert sit(offer, charlie).is_running


class TestOwner:
    def test_it_fills_the_empty_seats_with_bots_and_begins(self, table, alice, bob):
        sit(table, bob)

        game = bots.fill_up(offer_id=table.pk, user=alice, slug="hazel")

        names = {player.user.bot for player in game.players.select_related("user")}
        assert names == {"", "hazel", "bramble"}

    def test_it_fills_up_once_however_often_one_clicks(self, table, alice):
        first = bots.fill_up(offer_id=table.pk, user=alice, slug="pip")

        assert bots.fill_up(offer_id=table.pk, user=alice, slug="pip") == first

    def test_it_fills_up_beside_a_bot_that_sits_there(self, alice):
        pip = bots.bot_user("pip")
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, invited=[pip])

        game = bots.fill_up(offer_id=offer.pk, user=alice, slug="pip")

        assert {player.user.bot for player in game.players.all()} == {"", "pip", "bramble"}

    def test_it_fills_up_no_rated_game(self, alice):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, is_rated=True)

        with pytest.raises(Unprocessable, match="friendly"):
            bots.fill_up(offer_id=offer.pk, user=alice, slug="pip")

    def test_it_is_for_the_owner_alone(self, table, bob):
        sit(table, bob)

        with pytest.raises(Forbidden):
            bots.fill_up(offer_id=table.pk, user=bob, slug="pip")
        with pytest.raises(Forbidden):
            offers.open_up(offer_id=table.pk, user=bob)

    def test_it_opens_the_empty_seats_to_all(self, by_name, alice, bob):
        offers.decline(offer_id=by_name.pk, user=bob)

        offers.open_up(offer_id=by_name.pk, user=alice)

        dora = UserFactory()
        assert [offer.pk for offer in selectors.lobby(dora)] == [by_name.pk]
        assert sit(by_name, dora) is None

    @pytest.mark.parametrize("way", ["withdrawn", "expired"])
    def test_it_sends_those_home_who_wait(self, table, alice, bob, way, time_machine):
        sit(table, bob)
        if way == "withdrawn":
            offers.withdraw(offer_id=table.pk, user=alice)
        else:
            time_machine.move_to(timezone.now() + 8 * DAY)
            offers.expire()

        assert selectors.concerning(bob) == ([], [])
        assert told(bob, "game-begun") == ["The game of alice for which you waited does not begin."]

    def test_it_renews_an_expired_offer_with_empty_seats(self, table, alice, bob, time_machine):
        for _ in range(2):
            sit(table, bob)
            time_machine.move_to(timezone.now() + 8 * DAY)
            offers.expire()
            offers.renew(offer_id=table.pk, user=alice)

        assert states(table) == "taken open open open"
        assert sit(table, bob) is None


class TestBeingTold:
    def test_it_tells_all_who_sit_of_who_joins(self, table, alice, bob, charlie):
        sit(table, bob)
        sit(table, charlie)

        assert told(alice, "offer-answered") == [
            f"{name} has sat down at a table where you have a seat." for name in ("bob", "charlie")
        ]
        assert told(bob, "game-begun") == ["charlie has sat down at a table where you have a seat."]

    def test_it_tells_those_who_do_not_begin_that_the_game_has(self, alice, bob, charlie):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3, seating={0: 0, 1: 1, 2: 2})
        sit(offer, bob)
        sit(offer, charlie)

        assert told(alice, "your-turn") == ["It is your turn against bob and charlie."]
        assert told(bob, "game-begun")[-1] == (
            "charlie has taken the last seat, and the game has begun."
        )
        assert told(charlie, "game-begun") == []

    def test_it_tells_each_who_is_invited(self, by_name, bob, charlie):
        for person in (bob, charlie):
            assert told(person, "offer-received") == ["alice offers you a game."]

    def test_it_forgets_who_stood_up(self, table, alice, bob):
        sit(table, bob)
        offers.stand_up(offer_id=table.pk, user=bob)

        assert told(alice, "offer-answered") == []


class TestRematch:
    @pytest.fixture
    def over(self, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], ruleset="nursery")
        Player.objects.filter(game=game).update(is_playing=False, word_since=None, deadline_at=None)
        Game.objects.update(status="over", ending="aborted", ended_at=timezone.now())
        return game

    def test_it_asks_all_and_moves_the_seats_on(self, over, bob):
        offer = offers.rematch(game_id=over.pk, user=bob)

        seats = {place.user.username: (place.state, place.seat) for place in offer.laid}
        assert seats == {
            "bob": ("taken", 2), "alice": ("invited", 1), "charlie": ("invited", 0),
        }  # fmt: skip

    def test_it_begins_when_all_have_asked(self, over, alice, bob, charlie):
        offers.rematch(game_id=over.pk, user=bob)
        waiting = offers.rematch(game_id=over.pk, user=alice)
        game = offers.rematch(game_id=over.pk, user=charlie)

        assert isinstance(waiting, Offer)
        assert isinstance(game, Game)
        assert game.players.get(seat=0).user == charlie

    @pytest.mark.usefixtures("shared_nursery")
    def test_it_begins_at_once_alone(self, alice):
        offer = OfferFactory(owner=alice, ruleset="shared-nursery", seats=1)
        endings.abort(game_id=offer.pk, user=alice)

        assert offers.rematch(game_id=offer.pk, user=alice).is_running


@pytest.mark.django_db(transaction=True)
class TestRaces:
    """They mean most on PostgreSQL."""

    @pytest.mark.parametrize("_round", range(4))
    def test_it_gives_the_last_seat_to_one_of_four(self, alice, bob, _round):
        offer = OfferFactory(owner=alice, ruleset="nursery", seats=3)
        sit(offer, bob)

        answers = at_once(*[partial(sit, offer, user) for user in UserFactory.create_batch(4)])

        assert sum(isinstance(answer, Game) for answer in answers) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 3
        assert Player.objects.count() == 3

    @pytest.mark.parametrize("_round", range(4))
    def test_it_seats_three_who_come_at_once(self, table, _round):
        answers = at_once(*[partial(sit, table, user) for user in UserFactory.create_batch(3)])

        assert sum(isinstance(answer, Game) for answer in answers) == 1
        assert answers.count(None) == 2
        assert sorted(Player.objects.values_list("place", flat=True)) == [0, 1, 2, 3]

    @pytest.mark.parametrize("_round", range(4))
    def test_it_stands_up_or_begins_and_never_both(self, by_name, bob, charlie, _round):
        sit(by_name, bob)

        stood, game = at_once(
            partial(offers.stand_up, offer_id=by_name.pk, user=bob), partial(sit, by_name, charlie)
        )

        assert isinstance(stood, Conflict) == isinstance(game, Game)
        assert Place.objects.filter(state="taken").count() == (3 if isinstance(game, Game) else 2)
