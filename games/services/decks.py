"""The secret of a deck: made with the offer, fixed with the game, shown when it is over.

This is the only module that reads the secret. Nothing that runs before the end of a game learns
more from it than the tiles that are revealed next.
"""

import secrets
from collections.abc import Collection, Sequence
from uuid import UUID

from engine import Decks, Proof, Seat
from engine import Move as EngineMove
from games.models import Game
from games.models.secrets import DeckSecret
from games.positions import State

SEED_SIZE = 32
ENTROPY_SIZE = 16


def new_entropy() -> bytes:
    """Bytes for somebody whose browser gave none."""
    return secrets.token_bytes(ENTROPY_SIZE)


def commit_to_deck(*, game_id: UUID, entropy: bytes) -> str:
    """Make the seed of a game that is offered; return the commitment to publish with it."""
    secret = DeckSecret.objects.create(
        game_id=game_id, seed=secrets.token_bytes(SEED_SIZE), entropy=entropy
    )
    return _proof(secret).commitment


def fix_deck(*, game_id: UUID, entropy: bytes, decks: Sequence[Sequence[str]]) -> Seat:
    """Fix the draw order with the acceptor's bytes; return the seat that it gives the offerer."""
    secret = DeckSecret.objects.get(game_id=game_id)
    secret.entropy = bytes(secret.entropy)[:ENTROPY_SIZE] + entropy
    proof = _proof(secret)
    secret.decks = proof.decks(decks).orders
    secret.save(update_fields=["entropy", "decks"])
    return proof.seat_of_offerer


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
    entropy = bytes(secret.entropy)
    parts = (entropy[:ENTROPY_SIZE], entropy[ENTROPY_SIZE:])
    return Proof(bytes(secret.seed), secret.game_id.bytes, parts)
