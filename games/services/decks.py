"""The secret of a deck: made with the offer, fixed with the game, shown when it is over.

This is the only module that reads the secret. Nothing that runs before the end of a game learns
more from it than the tiles that are revealed next.
"""

import secrets
from collections.abc import Collection, Mapping
from uuid import UUID

from engine import Decks, Proof, Seat, Setup
from engine import Move as EngineMove
from games.models import Game
from games.models.secrets import DeckSecret
from games.positions import State

SEED_SIZE = 32
ENTROPY_SIZE = 16


def commit_to_deck(*, game_id: UUID) -> str:
    """Make the seed of a game that is offered; return the commitment to publish with it."""
    secret = DeckSecret.objects.create(game_id=game_id, seed=secrets.token_bytes(SEED_SIZE))
    return _proof(secret).commitment


def take_bytes(*, game_id: UUID, place: int, entropy: bytes | None) -> None:
    """Note what somebody who sits down gives to the deck; without a browser's bytes we make some.

    The caller has locked the offer, and so this row.
    """
    secret = DeckSecret.objects.get(game_id=game_id)
    given = entropy or secrets.token_bytes(ENTROPY_SIZE)
    secret.entropy = {**secret.entropy, str(place): given.hex()}
    secret.save(update_fields=["entropy"])


def forget_bytes(*, game_id: UUID, place: int) -> None:
    """Let go of the bytes of somebody who stands up. The caller has locked the offer."""
    secret = DeckSecret.objects.get(game_id=game_id)
    secret.entropy = {at: given for at, given in secret.entropy.items() if at != str(place)}
    secret.save(update_fields=["entropy"])


def fix_deck(*, game_id: UUID, setup: Setup, wished: Mapping[int, Seat]) -> tuple[int, ...]:
    """Fix the draw orders, as everybody has given their bytes; return the place of each seat.

    `wished` are the seats of those places that do not leave it to the deck.
    """
    secret = DeckSecret.objects.get(game_id=game_id)
    proof = _proof(secret)
    assert len(proof.entropy) == setup.seats
    secret.decks = proof.decks(setup.decks()).orders
    secret.save(update_fields=["decks"])
    return proof.seating(setup.seats, wished)


def next_reveal(game: Game, state: State) -> EngineMove:
    """Name what the deck reveals now."""
    secret = DeckSecret.objects.get(game_id=game.pk)
    assert secret.decks is not None
    reveal: EngineMove = state.deal(Decks(secret.decks, _proof(secret).again))
    return reveal


def show_proof(game: Game) -> Proof | None:
    """All that fixed the deck, once the game is over; None while it runs."""
    if game.is_running:
        return None
    return _proof(DeckSecret.objects.get(game_id=game.pk))


def forget(game_ids: Collection[UUID]) -> None:
    """Let go of the secrets of games that are removed themselves."""
    DeckSecret.objects.filter(game_id__in=game_ids).delete()


def _proof(secret: DeckSecret) -> Proof:
    parts = sorted((int(place), bytes.fromhex(given)) for place, given in secret.entropy.items())
    return Proof(bytes(secret.seed), secret.game_id.bytes, tuple(given for _place, given in parts))
