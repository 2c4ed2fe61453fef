"""Games with a proof: the vectors of the verifiable deck, and records that were dealt by one."""

from random import Random

from engine import Proof, Record, Setup
from engine.fairness import BRANCHED, Given, given_by, tags_of
from engine.replay import replay, setup_of
from engine.state import CHANCE
from tests.engine.nursery import NURSERY
from tests.engine.seedlings import SEEDLINGS

ZEROS = Proof(bytes(32), bytes(16), (bytes(16), bytes(16)))
COUNTING = Proof(
    bytes(range(32)),
    bytes.fromhex("00112233445566778899aabbccddeeff"),
    (b"\x01" * 16, b"\x02" * 16),
)
THREE = Proof(COUNTING.seed, COUNTING.game_id, (*COUNTING.entropy, b"\x03" * 16))

COMMITMENTS = {
    ZEROS: "9aacdfcc04bb25a1dce5cfea9cc73f1087f630172e76488f2c9505483cca3384",
    COUNTING: "4911a11eed32cb0ae9b46188412f9d8bc4da3956ea71b3340d0ea7f3ece9cf20",
    THREE: "4911a11eed32cb0ae9b46188412f9d8bc4da3956ea71b3340d0ea7f3ece9cf20",
}
# Botanik's tiles.
TILES = {
    ZEROS: (
        "GT YV RT RIf RI BTf KIf KLf GL GM BL BI KTf KP BI KT KI BP KL KV RV BM RT GX GI KI "
        "GI YM GV BL RLf BV RM KL YI GL RL GIf RX GTf BIf YL RL BLf YTf YLf BT RTf GLf RI BX "
        "YT KX YT YP RP GP KM YL YI YIf BT GT KT YX"
    ),
    COUNTING: (
        "RI BLf YIf YV YT BL GI BT RM BP BI GT GL BL BTf BV GL YLf KT KI GLf YT KI KLf RIf KV "
        "KL BT BI GT RV RTf GP RLf GTf RT YP YX YM GI YI RI RT KT GIf KIf BX YTf YI YL KTf KX "
        "GV GX BIf KL KP BM RL KM GM YL RX RP RL"
    ),
}
# Botanicus: flower tiles, dotted and lined, tasks, and cards, which are shuffled again.
FLOWERS = [f"D{n}" for n in range(1, 9)]
LINED = [f"L{n}" for n in range(1, 9)]
TASKS = [f"T{n}" for n in range(1, 21)]
CARDS = [f"C{n}" for n in "111222333445567788"]
LISTS = [FLOWERS, LINED, TASKS, CARDS]
SEVERAL = {
    ZEROS: (
        "D2 D8 D3 D5 D7 D4 D6 D1",
        "L2 L6 L1 L5 L4 L7 L8 L3",
        "T17 T9 T12 T11 T5 T2 T20 T8 T18 T1 T15 T19 T3 T13 T6 T14 T16 T10 T7 T4",
        "C8 C3 C7 C1 C3 C2 C2 C6 C3 C4 C2 C1 C7 C8 C5 C4 C1 C5",
    ),
    THREE: (
        "D8 D6 D7 D3 D5 D2 D1 D4",
        "L8 L4 L6 L2 L3 L5 L7 L1",
        "T19 T12 T6 T10 T5 T13 T9 T15 T1 T16 T14 T2 T11 T18 T7 T3 T8 T17 T4 T20",
        "C4 C3 C6 C2 C2 C1 C7 C2 C3 C3 C8 C5 C8 C4 C5 C1 C1 C7",
    ),
}
AGAIN = {
    ZEROS: (
        "C3 C2 C6 C2 C4 C5 C7 C4 C8 C7 C8 C5 C2 C3 C1 C1 C3 C1",
        "C2 C8 C4 C7 C5 C7 C1 C3 C2 C6 C1 C8 C4 C2 C1 C3 C3 C5",
    ),
    THREE: (
        "C1 C2 C2 C1 C8 C3 C5 C2 C7 C4 C8 C4 C3 C7 C6 C5 C3 C1",
        "C1 C4 C3 C5 C3 C4 C5 C1 C2 C3 C6 C8 C8 C2 C7 C7 C1 C2",
    ),
}
# What the first order of tiles gives to the second, and what is given of Botanicus' lists.
GIVEN_TILES = Given({0: dict(enumerate(TILES[ZEROS].split()[:8]))})
BRANCHED_TILES = (
    "GT YV RT RIf RI BTf KIf KLf BT YIf KV GI BLf YL GT BT BL RV YP GV YLf GLf KTf KT BI GP YT BIf "
    "RT BV RTf RI GL GM BL RP YT GI KL KI BI BP KT YI BM RLf GX BX KL RL GTf GL KM KX YTf RM YL YM "
    "KI GIf RX RL YX YI KP"
)
GIVEN_LISTS = Given({1: {0: "L8", 3: "L1"}, 3: {2: "C1", 5: "C1"}}, {1: {0: "C7", 1: "C1"}})
BRANCHED_LISTS = (
    "D8 D6 D7 D3 D5 D2 D1 D4",
    "L8 L2 L7 L1 L3 L4 L5 L6",
    "T12 T3 T4 T14 T6 T11 T17 T5 T16 T20 T1 T2 T19 T7 T10 T9 T18 T8 T13 T15",
    "C2 C8 C1 C4 C5 C1 C3 C2 C2 C7 C3 C5 C3 C1 C6 C4 C7 C8",
)
BRANCHED_AGAIN = "C7 C1 C8 C3 C2 C1 C5 C3 C8 C3 C2 C2 C4 C5 C6 C4 C7 C1"


def proven_nursery(seats, rules=NURSERY):
    """A game of nine rounds in which so much is watered that there are two reshuffles at least."""
    setup = Setup(rules, seats, {"rounds": 9})
    proof = Proof(bytes(32), bytes(16), tuple(bytes([n]) * 16 for n in range(seats)))
    last, record = _dealt(setup, proof, _thirsty)
    assert last.shuffles > 1
    return record


def proven_seedlings():
    return _dealt(Setup(SEEDLINGS, 3), THREE, lambda state, seat: state.legal_moves(seat))[1]


def _thirsty(state, seat):
    """Moves of which most are to water, so that the pile is soon drawn."""
    moves = state.legal_moves(seat)
    return [*moves, *5 * [move for move in moves if move.waters]]


def branched_nursery(seats, plies, rules=NURSERY):
    """Such a game that is played on by another proof after so many plies."""
    given = proven_nursery(seats, rules).moves[:plies]
    proof = Proof(bytes(range(32)), bytes(range(16)), tuple(bytes([n]) * 16 for n in range(seats)))
    return _dealt(Setup(rules, seats, {"rounds": 9}), proof, _thirsty, given)[1]


def _dealt(setup, proof, moves, given=()):
    """The last position and the record of a random game that the proof has dealt."""
    state, rng, texts, reveals = setup.initial(), Random(setup.seats), list(given), []
    for text in given:
        move = state.parse(text)
        reveals += [(state, move)] if state.to_move is CHANCE else []
        state = state.play(state.mover(move), move)
    decks = proof.decks(setup.decks(), given_by(reveals))
    while not state.is_over:
        to_move = state.to_move
        actor = CHANCE if to_move is CHANCE else min(to_move)
        move = state.deal(decks) if actor is CHANCE else rng.choice(moves(state, actor))
        texts.append(move.notation)
        state = state.play(actor, move)
    names = {f"Seat{place}": f"player {place}" for place in range(setup.seats)}
    tags = {"Game": setup.ruleset.slug, "Rules": "1", **setup.tags, **names, **tags_of(proof)}
    if given:
        tags[BRANCHED] = str(len(given))
    return state, Record(tags, tuple(texts))


def draws_of(record):
    """What the site says beside a record: see games/selectors/draws.py."""
    reveals = [
        {"sources": [list(s) for s in p.before.sources()], "put_back": list(p.before.put_back())}
        for p in replay(record)
        if p.actor is CHANCE
    ]
    lists = [list(cards) for cards in setup_of(record).decks()]
    return {"lists": lists, "reveals": reveals, "places": None}
