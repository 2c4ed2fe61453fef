"""Things to test with, made by the same services that make the real ones."""

import random

import factory
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from accounts import sanctions, staffing
from accounts.models import Sanction, User
from accounts.roles import Role
from accounts.services import create_player
from engine import CHANCE
from games import positions
from games.models import Game, Offer
from games.services import offers, turns

PASSWORD = "a quiet corner of the glasshouse"
LETTERS = str.maketrans("0123456789", "bdfghlmnpr")


class UserFactory(factory.django.DjangoModelFactory):
    """`UserFactory(username="alice")` is alice, who can log in with PASSWORD."""

    class Meta:
        model = User

    # Without digits, for some read as letters: "player2455" would be refused.
    username = factory.Sequence(lambda number: f"player{str(number).translate(LETTERS)}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@botanik.example")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return create_player(**kwargs)


def prove(user):
    """Give somebody a second factor, without which no page for staff opens."""
    TOTP.activate(user, generate_totp_secret())
    return user


class SuperuserFactory(UserFactory):
    """Made as on the machine, by `createsuperuser`; with a second factor."""

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return prove(User.objects.create_superuser(**kwargs))


class ModeratorFactory(UserFactory):
    """`ModeratorFactory(role=Role.SENIOR)` has that role, and a second factor."""

    @classmethod
    def _create(cls, model_class, *args, role=Role.MODERATOR, **kwargs):
        person = prove(create_player(**kwargs))
        staffing.appoint_here(person=person, role=role)
        return User.objects.get(pk=person.pk)


class SanctionFactory(factory.django.DjangoModelFactory):
    """`SanctionFactory(user=alice, kind="no-chat")` is what a superuser imposed on her."""

    class Meta:
        model = Sanction

    by = factory.SubFactory(SuperuserFactory)
    reason = "Insults."

    @classmethod
    def _create(cls, model_class, *args, kind, **terms):
        return sanctions.impose(kind=Sanction.Kind(kind), **terms)


class OfferFactory(factory.django.DjangoModelFactory):
    """`OfferFactory(owner=alice, is_rated=True)` is an open offer of hers; a Wish says the rest.

    `recipient=bob` is short for one who is invited.
    """

    class Meta:
        model = Offer

    owner = factory.SubFactory(UserFactory)

    @classmethod
    def _create(cls, model_class, *args, owner, entropy=None, recipient=None, **wish):
        if recipient is not None:
            wish["invited"] = [recipient]
        if wish.get("is_rated"):
            confirm(owner)
        return offers.make(owner=owner, wish=a_wish(**wish), entropy=entropy)


def confirm(*users):
    """Let their addresses be confirmed, as who plays rated games has to."""
    for user in users:
        user.emailaddress_set.get_or_create(email=user.email, verified=True, primary=True)


def a_wish(**wish):
    """A game of Botanik, unless something else is said."""
    return offers.Wish(**{"ruleset": "botanik", **wish})


class GameFactory(factory.django.DjangoModelFactory):
    """`GameFactory(users=[alice, bob], turns=3)` is a game three turns in; alice began."""

    class Meta:
        model = Game

    users = factory.LazyFunction(lambda: UserFactory.create_batch(2))
    turns = 0

    @classmethod
    def _create(cls, model_class, *args, users, turns, **wish):
        wish = a_wish(**{"seating": {0: 0}, **wish})
        if wish.is_rated:
            confirm(*users)
        offer = offers.make(owner=users[0], wish=wish)
        game = offers.accept(offer_id=offer.pk, user=users[1])
        play_turns(game, turns)
        return Game.objects.get(pk=game.pk)


class TableFactory(factory.django.DjangoModelFactory):
    """`TableFactory(users=[alice, bob, charlie], ruleset="seedlings")` is a game of theirs.

    They sit in this order. `turns` are played at random; the rest are terms, as of a Wish.
    """

    class Meta:
        model = Game

    users = factory.LazyFunction(lambda: UserFactory.create_batch(3))
    ruleset = "seedlings"
    turns = 0

    @classmethod
    def _create(cls, model_class, *args, users, turns, **terms):
        seating = {place: place for place in range(len(users))}
        if terms.get("is_rated"):
            confirm(*users)
        wish = offers.Wish(reach=Offer.Reach.LINK, seats=len(users), seating=seating, **terms)
        offer = offers.make(owner=users[0], wish=wish)
        for user in users[1:]:
            offers.accept(offer_id=offer.pk, user=user)
        game = Game.objects.get(pk=offer.pk)
        play_turns(game, turns)
        return Game.objects.get(pk=game.pk)


def some_turn(state, rng):
    """A whole turn of random moves, by whoever has the word; of several, by one of them."""
    seat = min(state.to_move) if len(state.to_move) == 1 else rng.choice(sorted(state.to_move))
    turn, moves = state.turn_for(seat), []
    while state.goes_on(seat, turn):
        move = rng.choice(state.legal_moves(seat))
        moves.append(move.notation)
        state = state.after(seat, move)
    return seat, moves


def play_turns(game, most, seed=1):
    """Play so many random turns, or to the end; return how many there were."""
    rng = random.Random(seed)
    users = {player.seat: player.user for player in game.players.select_related("user")}
    for made in range(most):
        game.refresh_from_db()
        if not game.is_running:
            return made
        state = positions.load(game)
        assert state.to_move is not CHANCE
        seat, moves = some_turn(state, rng)
        turns.submit(game_id=game.pk, user=users[seat], moves=moves, ply=game.ply)
    game.refresh_from_db()
    return most
