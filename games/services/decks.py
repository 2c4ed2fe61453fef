"""The secret of a deck: made with the offer, fixed with the game, shown when it is over.

This is the only module that reads the secret. Nothing that runs before the end of a game learns
more from it than the tiles that are revealed next.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from engine import Decks, Proof, Record, Seat, Setup
from engine import Move as EngineMove
from engine.fairness import COMMITMENT_BROKEN, NOTHING, FairnessError, Given, verify
from games.models import Daily, Game, Offer
from games.models.secrets import DeckSecret
from games.positions import State
from games.selectors import records

SEED_SIZE = 32
ENTROPY_SIZE = 16


def commit_to_deck(*, game_id: UUID) -> str:
    """Make the seed of a game that is offered; return the commitment to publish with it."""
    secret = DeckSecret.objects.create(game_id=game_id, seed=secrets.token_bytes(SEED_SIZE))
    return _proof(secret).commitment


def commit_to_daily(*, daily_id: UUID, setup: Setup) -> str:
    """Fix the deck that everybody plays on one day; return the commitment to publish.

    Nobody's bytes can go into it, or it would not be the same for all. The number of the day stands
    for them: the commitment binds it together with the seed, so there is one deck that fits.
    """
    entropy = {str(place): daily_id.hex for place in range(setup.seats)}
    secret = DeckSecret(game_id=daily_id, seed=secrets.token_bytes(SEED_SIZE), entropy=entropy)
    secret.decks = _proof(secret).decks(setup.decks()).orders
    secret.save(force_insert=True)
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


def fix_deck(
    *, game_id: UUID, setup: Setup, wished: Mapping[int, Seat], given: Given = NOTHING
) -> tuple[int, ...]:
    """Fix the draw orders, as everybody has given their bytes; return the place of each seat.

    `wished` are the seats of those places that do not leave it to the deck. What was `given` by
    another game stays where it was drawn.
    """
    secret = DeckSecret.objects.get(game_id=game_id)
    proof = _proof(secret)
    assert len(proof.entropy) == setup.seats
    secret.decks = proof.decks(setup.decks(), given).orders
    secret.given = given.again
    secret.save(update_fields=["decks", "given"])
    return proof.seating(setup.seats, wished)


def next_reveal(game: Game, state: State) -> EngineMove:
    """Name what the deck reveals now."""
    secret = DeckSecret.objects.get(game_id=game.deck_id)
    assert secret.decks is not None
    proof, given = _proof(secret), _given(secret)
    orders = Decks(secret.decks, lambda number, cards: proof.again(number, cards, given))
    reveal: EngineMove = state.deal(orders)
    return reveal


def show_proof(game: Game) -> Proof | None:
    """All that fixed the deck, once the game is over; None while it, or its day, goes on."""
    if game.is_running or game.is_sealed:
        return None
    return _proof(DeckSecret.objects.get(game_id=game.deck_id))


def show_proofs(games: Iterable[Game]) -> dict[UUID, Proof]:
    """The same for many games by their ids; those that have none to show are left out."""
    over = {game.pk: game.deck_id for game in games if not (game.is_running or game.is_sealed)}
    rows = DeckSecret.objects.filter(game_id__in=set(over.values()))
    proofs = {one.game_id: _proof(one) for one in rows}
    return {game_id: proofs[deck] for game_id, deck in over.items() if deck in proofs}


def hold_against(game: Game) -> int:
    """Hold every reveal of a game against its deck, also while it runs; return how many agree.

    Raises an EngineError for the first thing that is wrong. It tells nothing of what is to come.
    """
    secret = DeckSecret.objects.filter(game_id=game.deck_id).first()
    proof = _committed(secret, game.deck_id, game.commitment)
    players = list(game.players.select_related("user").order_by("seat"))
    moves = tuple(game.moves.order_by("ply").values_list("notation", flat=True))
    return verify(Record(records.tags(game, players, proof), moves))


def hold_offer(offer: Offer) -> None:
    """Hold what an offer has committed to against the secret; an EngineError if they differ."""
    secret = DeckSecret.objects.filter(game_id=offer.pk).first()
    _committed(secret, offer.pk, offer.commitment)


def hold_daily(daily: Daily) -> None:
    """Hold what a day has committed to against its secret; an EngineError if they differ."""
    secret = DeckSecret.objects.filter(game_id=daily.pk).first()
    _committed(secret, daily.pk, daily.commitment)


def _committed(secret: DeckSecret | None, game_id: UUID, said: str) -> Proof:
    proof = _proof(secret or DeckSecret(game_id=game_id, seed=b""))
    if proof.commitment != said:
        raise FairnessError(COMMITMENT_BROKEN, said=said, truth=proof.commitment)
    return proof


def forget(game_ids: Collection[UUID]) -> None:
    """Let go of the secrets of games that are removed themselves."""
    DeckSecret.objects.filter(game_id__in=game_ids).delete()


def _proof(secret: DeckSecret) -> Proof:
    parts = sorted((int(place), bytes.fromhex(given)) for place, given in secret.entropy.items())
    return Proof(bytes(secret.seed), secret.game_id.bytes, tuple(given for _place, given in parts))


def _given(secret: DeckSecret) -> Given:
    """What of reshuffles was given; what was given of the lists is in the orders already."""
    again = {
        int(number): {int(at): thing for at, thing in places.items()}
        for number, places in secret.given.items()
    }
    return Given(again=again)
