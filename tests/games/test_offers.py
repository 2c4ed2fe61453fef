"""Offers: made, answered, forgotten."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import blocks, sanctions
from accounts.limits import digest_of
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from engine import Proof
from games.clocks import TimeControl
from games.models import Game, Offer
from games.models.secrets import DeckSecret
from games.selectors import offers as selectors
from games.services import bots, endings, offers
from tests.factories import GameFactory, OfferFactory, SanctionFactory, UserFactory, a_wish

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
BYTES = bytes(range(16))


@pytest.fixture
def offer(alice):
    return OfferFactory(owner=alice)


def guest():
    user = UserFactory()
    user.is_guest = True
    user.save()
    return user


def lobby_for(user):
    return [offer.pk for offer in selectors.lobby(user)]


class TestMaking:
    def test_it_commits_to_a_deck_under_the_id_of_the_game_to_be(self, alice):
        offer = OfferFactory(owner=alice, entropy=BYTES)

        secret = DeckSecret.objects.get(game_id=offer.pk)
        proof = Proof(bytes(secret.seed), offer.pk.bytes, ())
        assert offer.commitment == proof.commitment
        assert secret.entropy == {"0": BYTES.hex()}

    def test_it_makes_another_seed_each_time(self, alice):
        OfferFactory(owner=alice)
        OfferFactory(owner=alice)

        assert len({bytes(secret.seed) for secret in DeckSecret.objects.all()}) == 2

    @pytest.mark.parametrize(("reach", "days"), [("open", 7), ("personal", 14), ("link", 14)])
    def test_it_is_kept_for_so_many_days(self, alice, bob, reach, days):
        recipient = bob if reach == "personal" else None

        offer = OfferFactory(owner=alice, reach=Offer.Reach(reach), recipient=recipient)

        assert offer.expires_at - offer.made_at == days * DAY

    def test_it_is_refused_to_oneself(self, alice):
        with pytest.raises(Unprocessable, match="yourself"):
            OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=alice)

    def test_it_is_refused_to_a_guest_who_wants_it_rated(self, db):
        with pytest.raises(Forbidden, match="need an account"):
            OfferFactory(owner=guest(), is_rated=True)

    def test_it_is_refused_to_who_may_not_play(self, alice):
        SanctionFactory(user=alice, kind=sanctions.Kind.NO_PLAY, reason="stalling")

        with pytest.raises(Forbidden, match="stalling"):
            OfferFactory(owner=alice)

    def test_it_is_refused_rated_to_who_may_not_play_rated(self, alice):
        SanctionFactory(user=alice, kind=sanctions.Kind.NO_RATED_PLAY, reason="help")

        OfferFactory(owner=alice)
        with pytest.raises(Forbidden, match="help"):
            OfferFactory(owner=alice, is_rated=True)

    def test_it_ends_with_so_many_open(self, alice, monkeypatch):
        monkeypatch.setattr(selectors, "MOST_OPEN_OFFERS", 2)
        OfferFactory(owner=alice)
        OfferFactory(owner=alice)

        with pytest.raises(Unprocessable, match="2 offers open"):
            OfferFactory(owner=alice)

    def test_it_says_to_a_blocker_that_they_have_blocked(self, alice, bob):
        blocks.block(owner=alice, blocked=bob)

        with pytest.raises(Unprocessable, match="blocked"):
            OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

    def test_it_does_not_let_the_blocked_tell(self, alice, bob):
        blocks.block(owner=bob, blocked=alice)

        offer = OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

        assert offer.status == "open"
        assert selectors.made_to(bob) == []


class TestGuests:
    def test_it_ends_with_three_open(self, db):
        owner = guest()
        for _ in range(3):
            OfferFactory(owner=owner)

        with pytest.raises(Unprocessable, match="most for a guest"):
            OfferFactory(owner=owner)

    def test_it_ends_with_five_games_bots_included(self, alice):
        player = guest()
        for _ in range(4):
            bots.challenge(slug="pip", user=player)
        GameFactory(users=[alice, player])

        with pytest.raises(Forbidden, match="the most for a guest"):
            bots.challenge(slug="pip", user=player)
        with pytest.raises(Forbidden, match="the most for a guest"):
            offers.accept(offer_id=OfferFactory(owner=alice).pk, user=player)

    def test_it_lets_nobody_wait_for_a_bot(self, db):
        owner = guest()
        for _ in range(3):
            OfferFactory(owner=owner)

        assert bots.challenge(slug="pip", user=owner).is_running

    def test_it_is_one_at_a_time_to_one_person(self, alice, bob):
        owner = guest()
        personal = {"owner": owner, "reach": Offer.Reach.PERSONAL}
        OfferFactory(recipient=bob, **personal)

        with pytest.raises(Unprocessable, match="bob has an offer of yours"):
            OfferFactory(recipient=bob, **personal)
        OfferFactory(recipient=alice, **personal)

    def test_it_is_more_for_an_account(self, alice, bob):
        for _ in range(4):
            OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

        assert len(selectors.made_to(bob)) == 4

    @pytest.mark.parametrize(("is_guest", "most"), [(True, 5), (False, 50)])
    def test_it_says_how_many_games_one_may_play(self, client, is_guest, most):
        client.force_login(guest() if is_guest else UserFactory())

        page = client.get("/offers/new/").content.decode()

        assert f"You can play {most} games at a time; you play 0 now." in " ".join(page.split())


class TestOrigin:
    HERE, THERE = "192.0.2.1", "192.0.2.2"

    @pytest.fixture
    def offer_from(self, db):
        def offer_from(address, **wish):
            owner = UserFactory()
            wish["invited"] = [wish.pop("recipient")] if "recipient" in wish else ()
            return offers.make(owner=owner, wish=a_wish(**wish), address=address)

        return offer_from

    def test_it_shows_the_newest_few_of_one_origin(self, offer_from, bob):
        made = [offer_from(self.HERE).pk for _ in range(5)]
        other = offer_from(self.THERE).pk

        assert lobby_for(bob) == [other, *made[:1:-1]]

    def test_it_shows_others_when_those_are_gone(self, offer_from, bob):
        made = [offer_from(self.HERE) for _ in range(4)]
        offers.withdraw(offer_id=made[3].pk, user=made[3].owner)

        assert lobby_for(bob) == [offer.pk for offer in made[2::-1]]

    def test_it_shows_as_many_of_one_instant(self, offer_from, bob, clock):
        for _ in range(5):
            offer_from(self.HERE)

        assert len(lobby_for(bob)) == 3

    def test_it_turns_pages_past_what_is_not_shown(self, offer_from, bob):
        oldest = offer_from(self.THERE).pk
        made = [offer_from(self.HERE).pk for _ in range(6)]
        others = [offer_from(f"198.51.100.{n}").pk for n in range(selectors.LOBBY_PAGE - 2)]

        first = selectors.lobby(bob)
        last = first[selectors.LOBBY_PAGE - 1]
        second = selectors.lobby(bob, before=(last.made_at, last.pk))

        assert [offer.pk for offer in first] == [*reversed(others), *made[:2:-1]]
        assert [offer.pk for offer in second] == [made[3], oldest]

    def test_it_asks_once(self, offer_from, bob, django_assert_num_queries):
        offer_from(self.HERE)

        with django_assert_num_queries(1):
            selectors.lobby(bob)

    def test_it_is_kept_of_none_but_those_in_the_lobby(self, offer_from, bob):
        assert offer_from(self.HERE).made_from
        assert not offer_from(self.HERE, reach=Offer.Reach.LINK).made_from
        assert not offer_from(self.HERE, reach=Offer.Reach.PERSONAL, recipient=bob).made_from

    @pytest.mark.parametrize("way", ["accepted", "withdrawn", "expired"])
    def test_it_is_forgotten_when_the_offer_is_closed(self, offer_from, bob, time_machine, way):
        offer = offer_from(self.HERE)
        if way == "accepted":
            offers.accept(offer_id=offer.pk, user=bob)
        elif way == "withdrawn":
            offers.withdraw(offer_id=offer.pk, user=offer.owner)
        else:
            time_machine.move_to(offer.expires_at)
            offers.expire()

        offer.refresh_from_db()
        assert (offer.status, offer.made_from) == (way, "")

    def test_it_comes_from_the_request(self, client, alice):
        client.force_login(alice)
        form = {
            "reach": "open", "kind": "friendly", "time": "3", "bank_days": 3, "bank_increment": 1,
            "bank_cap": 5, "seat": "deck",
        }  # fmt: skip

        client.post("/offers/new/", form, REMOTE_ADDR=self.HERE)

        assert Offer.objects.get().made_from == digest_of(self.HERE)

    def test_it_is_known_again_when_an_offer_is_renewed(self, offer_from, client, time_machine):
        offer = offer_from(self.HERE)
        time_machine.move_to(offer.expires_at)
        offers.expire()
        client.force_login(offer.owner)

        client.post(f"/offers/{offer.pk}/renew/", REMOTE_ADDR=self.THERE)

        offer.refresh_from_db()
        assert (offer.status, offer.made_from) == ("open", digest_of(self.THERE))


class TestForm:
    FORM = {  # noqa: RUF012
        "reach": "open", "kind": "friendly", "time": "5", "bank_days": 3, "bank_increment": 1,
        "bank_cap": 5, "seat": "deck",
    }  # fmt: skip

    @pytest.mark.parametrize(
        ("pace", "kind", "days"),
        [("quick", "turn", 1), ("usual", "bank", 3), ("slow", "turn", 7), ("own", "turn", 5)],
    )
    def test_it_knows_three_paces_and_one_s_own(self, client, alice, pace, kind, days):
        client.force_login(alice)

        client.post("/offers/new/", {**self.FORM, "pace": pace})

        offer = Offer.objects.get()
        assert (offer.time_kind, offer.time_days) == (kind, days)

    def test_it_opens_with_the_paces_and_has_the_rest_folded(self, client, alice):
        client.force_login(alice)

        page = client.get("/offers/new/").content.decode()

        folded = page.index('<details id="more-terms" class="more-terms">')
        assert [page.index(f'value="{pace}"') < folded for pace in ("quick", "usual", "slow")]
        for field in ("kind", "time", "bank_days", "no_absence", "seat", "note"):
            assert page.index(f'name="{field}"') > folded

    def test_it_shows_all_when_something_is_wrong(self, client, alice):
        client.force_login(alice)

        page = client.post("/offers/new/", {**self.FORM, "bank_days": 99}).content.decode()

        assert '<details id="more-terms" class="more-terms" open>' in page

    def test_it_asks_visitors_and_guests_what_to_call_them(self, client, alice):
        assert 'name="called"' in client.get("/offers/new/").content.decode()
        client.force_login(alice)
        assert 'name="called"' not in client.get("/offers/new/").content.decode()

    def test_it_refuses_beside_the_form_what_nobody_can_be_called(self, client):
        answer = client.post("/offers/new/", {**self.FORM, "called": "<b>"})

        assert (answer.status_code, Offer.objects.count()) == (422, 0)
        assert "We can call you by" in answer.content.decode()


class TestLobby:
    def test_it_shows_what_is_open_newest_first(self, alice, bob, charlie):
        first, second = OfferFactory(owner=alice), OfferFactory(owner=bob)

        assert lobby_for(charlie) == [second.pk, first.pk]

    def test_it_shows_neither_personal_ones_nor_links(self, alice, bob, charlie):
        OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)
        OfferFactory(owner=alice, reach=Offer.Reach.LINK)

        assert lobby_for(charlie) == []

    @pytest.mark.parametrize("blocker", ["alice", "bob"])
    def test_it_keeps_those_apart_who_blocked_each_other(self, offer, alice, bob, blocker):
        pair = (alice, bob) if blocker == "alice" else (bob, alice)
        blocks.block(owner=pair[0], blocked=pair[1])

        assert lobby_for(bob) == []

    def test_it_forgets_an_offer_after_a_week(self, offer, bob, time_machine):
        time_machine.move_to(timezone.now() + 7 * DAY)
        User.objects.update(last_seen_at=timezone.now())

        assert lobby_for(bob) == []

    def test_it_forgets_an_offer_whose_owner_was_away_for_two_days(self, offer, bob, time_machine):
        time_machine.move_to(timezone.now() + 2 * DAY)

        assert lobby_for(bob) == []

    @pytest.mark.parametrize(
        "moment",
        ["0001-01-01T00:00:00%2B23:59", "9999-12-31T23:59:59-23:59", "2026-01-01T00:00:00", "soon"],
    )
    def test_it_refuses_a_page_that_begins_at_no_moment(self, client, db, moment):
        assert client.get(f"/offers/?before={moment}~{'0' * 32}").status_code == 400

    def test_it_turns_pages_without_losing_one(self, alice, bob, monkeypatch):
        monkeypatch.setattr(selectors, "LOBBY_PAGE", 2)
        made = [OfferFactory(owner=alice).pk for _ in range(5)]
        seen, before = [], None
        while True:
            page = selectors.lobby(bob, before=before)
            seen += [offer.pk for offer in page[:2]]
            if len(page) < 3:
                break
            before = (page[1].made_at, page[1].pk)

        assert seen == made[::-1]


class TestExpiring:
    def test_it_closes_what_is_too_old_and_nothing_else(self, alice, bob, time_machine):
        old = OfferFactory(owner=alice)
        time_machine.move_to(timezone.now() + 7 * DAY)
        User.objects.update(last_seen_at=timezone.now())
        new = OfferFactory(owner=bob)

        offers.expire()

        statuses = dict(Offer.objects.values_list("pk", "status"))
        assert statuses == {old.pk: "expired", new.pk: "open"}

    def test_it_keeps_a_personal_offer_though_its_owner_is_away(self, alice, bob, time_machine):
        OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)
        time_machine.move_to(timezone.now() + 13 * DAY)

        offers.expire()

        assert len(selectors.made_to(bob)) == 1

    def test_it_can_be_renewed(self, offer, alice, bob, time_machine):
        time_machine.move_to(timezone.now() + 8 * DAY)
        offers.expire()

        offers.renew(offer_id=offer.pk, user=alice)
        offers.expire()

        assert lobby_for(bob) == [offer.pk]

    def test_it_is_not_renewed_as_one_too_many(self, offer, alice, time_machine, monkeypatch):
        time_machine.move_to(timezone.now() + 8 * DAY)
        offers.expire()
        monkeypatch.setattr(selectors, "MOST_OPEN_OFFERS", 1)
        OfferFactory(owner=alice)

        with pytest.raises(Unprocessable, match="1 offers open"):
            offers.renew(offer_id=offer.pk, user=alice)


class TestAnswering:
    @pytest.fixture
    def personal(self, alice, bob):
        return OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

    def test_it_is_declined_with_a_word(self, personal, bob):
        offers.decline(offer_id=personal.pk, user=bob, answer="next week")

        declined = Offer.objects.get(pk=personal.pk)
        assert (declined.status, declined.laid[1].answer) == ("declined", "next week")

    def test_it_is_declined_by_nobody_else(self, offer, bob):
        with pytest.raises(Forbidden):
            offers.decline(offer_id=offer.pk, user=bob)

    def test_it_is_not_known_to_a_stranger(self, personal, charlie):
        for answer in (offers.accept, offers.decline, offers.withdraw, offers.renew):
            with pytest.raises(NotFound):
                answer(offer_id=personal.pk, user=charlie)

    def test_it_is_withdrawn_by_its_owner_alone(self, offer, alice, bob):
        with pytest.raises(Forbidden):
            offers.withdraw(offer_id=offer.pk, user=bob)
        offers.withdraw(offer_id=offer.pk, user=alice)

        with pytest.raises(Conflict, match="no longer open"):
            offers.accept(offer_id=offer.pk, user=bob)

    def test_it_is_not_renewed_after_an_answer(self, personal, alice, bob):
        offers.decline(offer_id=personal.pk, user=bob)

        with pytest.raises(Conflict):
            offers.renew(offer_id=personal.pk, user=alice)


class TestAccepting:
    def test_it_makes_a_game_with_the_same_id_and_terms(self, alice, bob):
        time = TimeControl("turn", 5)
        offer = OfferFactory(
            owner=alice, time=time, is_private=True, absences_count=False, entropy=BYTES
        )

        game = offers.accept(offer_id=offer.pk, user=bob, entropy=BYTES)

        assert game.pk == offer.pk
        assert (game.time, game.is_private, game.absences_count) == (time, True, False)
        assert game.commitment == offer.commitment
        assert all(player.bytes_from_browser for player in game.players.all())

    @pytest.mark.parametrize(("seat", "names"), [(0, "alice bob"), (1, "bob alice")])
    def test_it_gives_the_seats_as_offered(self, alice, bob, seat, names):
        game = GameFactory(users=[alice, bob], seating={0: seat})

        seated = game.players.order_by("seat").values_list("user__username", flat=True)
        assert " ".join(seated) == names

    def test_it_lets_the_deck_decide_who_begins(self, alice, bob):
        game = GameFactory(users=[alice, bob], seating={})

        secret = DeckSecret.objects.get(game_id=game.pk)
        entropy = tuple(bytes.fromhex(secret.entropy[place]) for place in "01")
        proof = Proof(bytes(secret.seed), game.pk.bytes, entropy)
        assert game.players.get(user=alice).seat == proof.seat_of_offerer

    def test_it_says_when_the_site_made_the_bytes(self, alice, bob):
        game = GameFactory(users=[alice, bob])

        assert not game.players.get(user=bob).bytes_from_browser

    def test_it_is_refused_to_the_owner(self, offer, alice):
        with pytest.raises(Unprocessable, match="yourself"):
            offers.accept(offer_id=offer.pk, user=alice)

    def test_it_looks_gone_to_who_is_blocked(self, offer, alice, bob):
        blocks.block(owner=alice, blocked=bob)

        with pytest.raises(Conflict, match="no longer open"):
            offers.accept(offer_id=offer.pk, user=bob)

    def test_it_is_refused_to_a_guest_where_it_is_rated(self, alice):
        offer = OfferFactory(owner=alice, is_rated=True)

        with pytest.raises(Forbidden, match="need an account"):
            offers.accept(offer_id=offer.pk, user=guest())

    def test_it_is_open_to_a_guest_where_it_is_friendly(self, offer):
        assert offers.accept(offer_id=offer.pk, user=guest()).is_running

    @pytest.mark.parametrize("who", ["alice", "bob"])
    def test_it_is_refused_where_either_plays_as_many_as_allowed(
        self, offer, alice, bob, charlie, who, monkeypatch
    ):
        GameFactory(users=[alice if who == "alice" else bob, charlie])
        monkeypatch.setattr(selectors, "MOST_RUNNING_GAMES", 1)

        with pytest.raises(Forbidden, match=r"the most|another game just now"):
            offers.accept(offer_id=offer.pk, user=bob)

    def test_it_answers_the_second_click_with_the_same_game(self, offer, bob):
        first = offers.accept(offer_id=offer.pk, user=bob)

        assert offers.accept(offer_id=offer.pk, user=bob) == first

    def test_it_tells_who_came_late(self, offer, bob, charlie):
        offers.accept(offer_id=offer.pk, user=bob)

        with pytest.raises(Conflict, match="faster"):
            offers.accept(offer_id=offer.pk, user=charlie)


class TestRematch:
    @pytest.fixture
    def over(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2, is_rated=True)
        endings.resign(game_id=game.pk, user=alice)
        return game

    def test_it_waits_with_the_same_terms_and_other_seats(self, over, alice, bob):
        offer = offers.rematch(game_id=over.pk, user=alice)

        assert [waiting.pk for waiting in selectors.made_to(bob)] == [offer.pk]
        assert (offer.time, offer.is_rated, offer.laid[0].seat) == (over.time, True, 1)

    def test_it_begins_when_both_have_asked(self, over, alice, bob):
        offers.rematch(game_id=over.pk, user=alice)

        game = offers.rematch(game_id=over.pk, user=bob)

        assert isinstance(game, Game)
        assert game.players.get(seat=0).user == bob

    def test_it_is_one_offer_however_often_it_is_asked(self, over, alice):
        first = offers.rematch(game_id=over.pk, user=alice)

        assert offers.rematch(game_id=over.pk, user=alice) == first

    def test_it_leads_to_the_one_game_that_it_became(self, over, alice, bob):
        offers.rematch(game_id=over.pk, user=alice)
        game = offers.rematch(game_id=over.pk, user=bob)

        assert [offers.rematch(game_id=over.pk, user=user) for user in (alice, bob)] == [game] * 2
        assert Game.objects.count() == 2

    def test_it_can_be_asked_for_again_once_it_was_declined(self, over, alice, bob):
        first = offers.rematch(game_id=over.pk, user=alice)
        offers.decline(offer_id=first.pk, user=bob)

        assert offers.rematch(game_id=over.pk, user=alice) != first

    def test_it_is_not_renewed_once_another_was_accepted(self, over, alice, bob):
        expired = offers.rematch(game_id=over.pk, user=alice)
        Offer.objects.update(status="expired", closed_at=timezone.now())
        offers.rematch(game_id=over.pk, user=bob)
        offers.rematch(game_id=over.pk, user=alice)

        with pytest.raises(Conflict, match="taken the place"):
            offers.renew(offer_id=expired.pk, user=alice)

    def test_it_is_one_even_without_the_lock(self, over, alice, bob):
        offers.rematch(game_id=over.pk, user=alice)
        offers.rematch(game_id=over.pk, user=bob)
        again = OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

        with pytest.raises(IntegrityError), transaction.atomic():
            Offer.objects.filter(pk=again.pk).update(rematch_of=over)

    def test_it_is_not_for_a_game_that_runs(self, alice, bob):
        game = GameFactory(users=[alice, bob])

        with pytest.raises(Conflict):
            offers.rematch(game_id=game.pk, user=alice)

    def test_it_is_not_for_strangers(self, over, charlie):
        with pytest.raises(Forbidden):
            offers.rematch(game_id=over.pk, user=charlie)
