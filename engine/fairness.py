"""A deck that players can verify: fixed before the game by a seed that was committed to.

Pure functions of bytes. Where the bytes come from, and who may see them when, is not
decided here.
"""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from engine.decks import Decks
from engine.errors import EngineError, Reason, quoted
from engine.outcome import Seat
from engine.records import Record
from engine.replay import Ply, check_tags, initial_of, replay, setup_of
from engine.state import CHANCE, GameState, Move

PROOF_INCOMPLETE = Reason("proof-incomplete", "The record has no tag {tag}: nothing to verify.")
PROOF_UNREADABLE = Reason("proof-unreadable", "The tag {tag} is not {size} bytes in hex.")
COMMITMENT_BROKEN = Reason(
    "commitment-broken", "The commitment is {said}, but seed and game give {truth}."
)
REVEAL_CHANGED = Reason("reveal-changed", "Ply {ply}: {said} was revealed, the deck has {truth}.")
GIVEN_UNREADABLE = Reason(
    "given-unreadable", "The tag Branched says {said}, but the record has {plies} plies."
)

REASONS = (
    PROOF_INCOMPLETE,
    PROOF_UNREADABLE,
    COMMITMENT_BROKEN,
    REVEAL_CHANGED,
    GIVEN_UNREADABLE,
)

DOMAIN: Final = b"botanik-deck-v1"
SEED_SIZE: Final = 32
ENTROPY_SIZE: Final = 16
GAME_ID_SIZE: Final = 16
BRANCHED: Final = "Branched"
"""The tag that says how many plies were given by another game, from which it was played on."""
_WORD_RANGE: Final = 2**32
_NAMED: Final = re.compile(r">(?:\d:)?(.+)")

T = TypeVar("T")


class FairnessError(EngineError):
    """The proof in a record is missing, unreadable or wrong."""


@dataclass(frozen=True, slots=True)
class Given:
    """What was revealed before a game that is played on from another: it stays where it was drawn.

    By the number of the list, or of the reshuffle, and by the place in its order.
    """

    lists: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    again: Mapping[int, Mapping[int, str]] = field(default_factory=dict)


NOTHING: Final = Given()


@dataclass(frozen=True, slots=True)
class Proof:
    """All that fixes the draw order of one game. Secret until the game is over."""

    seed: bytes
    game_id: bytes
    entropy: tuple[bytes, ...]
    """The bytes of each player, the offerer's first."""

    @property
    def commitment(self) -> str:
        """What is published before anybody can know the deck."""
        return hashlib.sha256(DOMAIN + self.game_id + self.seed).hexdigest()

    @property
    def key(self) -> bytes:
        message = DOMAIN + self.game_id + b"".join(self.entropy)
        return hmac.digest(self.seed, message, "sha256")

    @property
    def seat_of_offerer(self) -> Seat:
        """The seat of the offerer, where two left the seats to chance."""
        return hmac.digest(self.key, b"seat", "sha256")[0] & 1

    def seating(self, seats: int, wished: Mapping[int, Seat] | None = None) -> tuple[int, ...]:
        """Say which place at the offer each seat goes to, the offerer's being 0.

        Places with a wished seat have it; the others are shuffled over the seats that are left.
        """
        taken = {seat: place for place, seat in (wished or {}).items()}
        if seats == 2 and not taken:
            return (self.seat_of_offerer, 1 - self.seat_of_offerer)
        free = [place for place in range(seats) if place not in taken.values()]
        drawn = iter(shuffled(free, words(hmac.digest(self.key, b"seats", "sha256"))))
        return tuple(taken[seat] if seat in taken else next(drawn) for seat in range(seats))

    def decks(self, canonical: Sequence[Sequence[str]], given: Given = NOTHING) -> Decks:
        """Shuffle each list of a game, one after the other from one stream of words."""
        stream, lists = words(self.key), given.lists
        orders = [filled_up(deck, lists.get(at, {}), stream) for at, deck in enumerate(canonical)]
        return Decks(orders, lambda number, cards: self.again(number, cards, given))

    def again(self, number: int, cards: Sequence[str], given: Given = NOTHING) -> list[str]:
        """Shuffle what is put back, by a stream of words that this reshuffle has for itself."""
        key = hmac.digest(self.key, b"again" + number.to_bytes(4, "big"), "sha256")
        return filled_up(cards, given.again.get(number, {}), words(key))


def words(key: bytes) -> Iterator[int]:
    """Yield 32-bit words without end, eight from each hash of a counter."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(4, "big"), "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def shuffled(canonical: Sequence[T], stream: Iterator[int]) -> list[T]:
    """Shuffle a list by a stream of words: every order is equally likely."""
    deck = list(canonical)
    for last in range(len(deck) - 1, 0, -1):
        pick = _below(last + 1, stream)
        deck[last], deck[pick] = deck[pick], deck[last]
    return deck


def filled_up(
    canonical: Sequence[str], given: Mapping[int, str], stream: Iterator[int]
) -> list[str]:
    """Shuffle what is left of a list into the places that nothing was drawn from yet.

    Of equal things the first are those that were drawn. Where nothing was, all are shuffled.
    """
    drawn = Counter(given.values())
    left = []
    for thing in canonical:
        if drawn[thing]:
            drawn[thing] -= 1
        else:
            left.append(thing)
    rest = iter(shuffled(left, stream))
    return [given[at] if at in given else next(rest) for at in range(len(canonical))]


def given_by(reveals: Iterable[tuple[GameState[Any, Any], Move]]) -> Given:
    """Where everything lay that was revealed, each reveal with the position before it."""
    lists: dict[int, dict[int, str]] = {}
    again: dict[int, dict[int, str]] = {}
    for before, reveal in reveals:
        sources = before.sources()
        for source, thing in zip(sources, _named(reveal) if sources else (), strict=True):
            order = again if source.shuffle else lists
            order.setdefault(source.shuffle or source.deck, {})[source.at] = thing
    return Given(lists, again)


def _named(reveal: Move) -> list[str]:
    """What a reveal takes: its text names nothing else (see `GameState.sources`)."""
    named = _NAMED.fullmatch(reveal.notation)
    assert named is not None
    return named[1].split(".")


def _below(bound: int, stream: Iterator[int]) -> int:
    """Take words until one is below the greatest multiple of `bound`: no number is favoured."""
    limit = _WORD_RANGE // bound * bound
    return next(word for word in stream if word < limit) % bound


def proof_of(record: Record) -> Proof:
    """Read the proof from the tags of a finished game, with the bytes of one player or more."""
    entropy = [_bytes(record, "Entropy0", ENTROPY_SIZE)]
    while (tag := f"Entropy{len(entropy)}") in record.tags:
        entropy.append(_bytes(record, tag, ENTROPY_SIZE))
    seed, game_id = _bytes(record, "Seed", SEED_SIZE), _bytes(record, "GameId", GAME_ID_SIZE)
    return Proof(seed, game_id, tuple(entropy))


def tags_of(proof: Proof) -> dict[str, str]:
    """Write the proof as the tags that a record carries after the end."""
    entropy = {f"Entropy{i}": part.hex() for i, part in enumerate(proof.entropy)}
    return {
        "Seed": proof.seed.hex(),
        **entropy,
        "Commitment": proof.commitment,
        "GameId": proof.game_id.hex(),
    }


def verify(record: Record) -> int:
    """Compare commitment and every reveal with the proof; return how many reveals agreed.

    Where a game was played on from another, what was revealed there is given: the others are
    compared. Raises a FairnessError for the first that does not agree, and a ReplayError if the
    moves break a rule or contradict the tags.
    """
    proof, setup = proof_of(record), setup_of(record)
    for place in range(setup.seats):
        _tag(record, f"Entropy{place}")
    said = _tag(record, "Commitment")
    if said != proof.commitment:
        raise FairnessError(COMMITMENT_BROKEN, said=quoted(said, 64), truth=proof.commitment)
    plies, given = list(replay(record)), given_plies(record)
    reveals = [ply for ply in plies if ply.actor is CHANCE]
    known = given_by((ply.before, ply.move) for ply in reveals if ply.number <= given)
    drawn = [ply for ply in reveals if ply.number > given]
    _verify_reveals(drawn, proof.decks(setup.decks(), known))
    check_tags(record, plies[-1].after if plies else initial_of(record))
    return len(drawn)


def given_plies(record: Record) -> int:
    """How many plies the record of a game has that were given by another; mostly none."""
    said, plies = record.tags.get(BRANCHED, "0"), len(record.moves)
    if not (said.isascii() and said.isdigit() and len(said) < 6 and int(said) <= plies):
        raise FairnessError(GIVEN_UNREADABLE, said=quoted(said), plies=plies)
    return int(said)


def _verify_reveals(reveals: Iterable[Ply], decks: Decks) -> None:
    for ply in reveals:
        said, truth = ply.move.notation, ply.before.deal(decks).notation
        if said != truth:
            raise FairnessError(REVEAL_CHANGED, ply=ply.number, said=said, truth=truth)


def _tag(record: Record, tag: str) -> str:
    if tag not in record.tags:
        raise FairnessError(PROOF_INCOMPLETE, tag=tag)
    return record.tags[tag]


def _bytes(record: Record, tag: str, size: int) -> bytes:
    """Read lower-case hex of exactly that many bytes: one spelling, as everywhere."""
    text = _tag(record, tag)
    if len(text) != 2 * size or set(text) - set("0123456789abcdef"):
        raise FairnessError(PROOF_UNREADABLE, tag=tag, size=size)
    return bytes.fromhex(text)
