"""The verifiable deck."""

from itertools import chain, repeat

import pytest

from engine import FairnessError, Proof, Record, ReplayError, get_ruleset
from engine.fairness import proof_of, shuffled, tags_of, verify, words
from engine.games.botanik import BOTANIK_DECK
from engine.state import CHANCE
from tests.engine.games import steps

ZEROS = Proof(bytes(32), bytes(16), (bytes(16), bytes(16)))
COUNTING = Proof(
    bytes(range(32)),
    bytes.fromhex("00112233445566778899aabbccddeeff"),
    (b"\x01" * 16, b"\x02" * 16),
)


def deck(proof):
    return " ".join(proof.decks([BOTANIK_DECK])[0])


class TestVectors:
    def test_it_commits_to_the_first(self):
        assert (
            ZEROS.commitment == "9aacdfcc04bb25a1dce5cfea9cc73f1087f630172e76488f2c9505483cca3384"
        )

    def test_it_shuffles_the_first(self):
        assert deck(ZEROS) == (
            "GT YV RT RIf RI BTf KIf KLf GL GM BL BI KTf KP BI KT KI BP KL KV RV BM RT GX GI KI "
            "GI YM GV BL RLf BV RM KL YI GL RL GIf RX GTf BIf YL RL BLf YTf YLf BT RTf GLf RI BX "
            "YT KX YT YP RP GP KM YL YI YIf BT GT KT YX"
        )

    def test_it_commits_to_the_second(self):
        assert (
            COUNTING.commitment
            == "4911a11eed32cb0ae9b46188412f9d8bc4da3956ea71b3340d0ea7f3ece9cf20"
        )

    def test_it_shuffles_the_second(self):
        assert deck(COUNTING) == (
            "RI BLf YIf YV YT BL GI BT RM BP BI GT GL BL BTf BV GL YLf KT KI GLf YT KI KLf RIf KV "
            "KL BT BI GT RV RTf GP RLf GTf RT YP YX YM GI YI RI RT KT GIf KIf BX YTf YI YL KTf KX "
            "GV GX BIf KL KP BM RL KM GM YL RX RP RL"
        )


class TestShuffling:
    def test_it_swaps_from_the_last_to_the_second(self):
        # picks 1 of 4, then 0 of 3, then 1 of 2
        assert shuffled("abcd", iter([1, 0, 1])) == ["c", "d", "a", "b"]

    def test_it_rejects_a_word_from_the_greatest_multiple_on(self):
        # for three cards words from 2^32 - 1 on are refused: that one word is 2^32 mod 3
        refused, greatest = 2**32 - 1, 2**32 - 2

        assert shuffled("abc", iter([refused, refused, greatest, 1])) == shuffled(
            "abc", iter([greatest, 1])
        )

    def test_it_rejects_nothing_where_the_words_divide_evenly(self):
        stream = iter([2**32 - 1])

        assert shuffled("ab", stream) == ["a", "b"]

    def test_it_rejects_for_65_cards_what_is_beyond_the_limit(self):
        limit = 2**32 // 65 * 65
        stream = chain([limit, 2**32 - 1, limit - 1], repeat(0))

        assert shuffled(BOTANIK_DECK, stream)[64] == BOTANIK_DECK[64]

    def test_it_cuts_hashes_into_words(self):
        stream = words(ZEROS.key)
        taken = [next(stream) for _ in range(20)]

        assert len(set(taken)) == 20
        assert all(0 <= word < 2**32 for word in taken)

    def test_it_shuffles_several_decks_from_one_stream(self):
        first, second = ZEROS.decks(["abcdefgh", "abcdefgh"])

        assert first != second
        assert sorted(first) == sorted(second)

    def test_it_gives_the_offerer_a_seat_by_the_lowest_bit(self):
        seats = [
            Proof(bytes([n]) * 32, bytes(16), (bytes(16), bytes(16))).seat_of_offerer
            for n in range(64)
        ]

        assert set(seats) == {0, 1}


@pytest.fixture(scope="module")
def proven():
    """The record of a random game that was dealt from the second vector's deck."""
    rules = get_ruleset("botanik")
    decks = COUNTING.decks(rules.decks())
    moves = [s.move.notation for s in steps(rules, 3, decks=decks) if s.move is not None]
    return Record({"Game": "botanik", "Rules": "1", **tags_of(COUNTING)}, tuple(moves))


def changed(record, **tags):
    return Record({**record.tags, **tags}, record.moves)


class TestVerifying:
    def test_it_reads_the_bytes_of_every_player(self):
        proof = Proof(bytes(32), bytes(16), (b"\x01" * 16, b"\x02" * 16, b"\x03" * 16))

        assert proof_of(Record(tags_of(proof), ())) == proof

    def test_it_reads_the_proof_that_it_wrote(self, proven):
        assert proof_of(proven) == COUNTING

    def test_it_counts_the_reveals_that_agree(self, proven):
        assert verify(proven) == 21

    def test_it_finds_another_seed(self, proven):
        with pytest.raises(FairnessError) as refused:
            verify(changed(proven, Seed="00" * 32))

        assert refused.value.code == "commitment-broken"

    @pytest.mark.parametrize("tag", ["Entropy0", "Entropy1"])
    def test_it_finds_other_bytes_of_a_player(self, proven, tag):
        with pytest.raises(FairnessError) as refused:
            verify(changed(proven, **{tag: "03" * 16}))

        assert refused.value.code == "reveal-changed"
        assert refused.value.parameters["ply"] == 1

    def test_it_finds_reveals_in_another_order(self, proven):
        rules = get_ruleset("botanik")
        (deck,) = COUNTING.decks(rules.decks())
        deck[5], deck[6] = deck[6], deck[5]
        moves = [s.move.notation for s in steps(rules, 3, decks=[deck]) if s.move is not None]

        with pytest.raises(FairnessError) as refused:
            verify(Record(proven.tags, tuple(moves)))

        assert refused.value.parameters["ply"] == 2

    @pytest.mark.parametrize("tag", ["Seed", "Entropy0", "Entropy1", "Commitment", "GameId"])
    def test_it_needs_every_tag(self, proven, tag):
        tags = {name: value for name, value in proven.tags.items() if name != tag}

        with pytest.raises(FairnessError) as refused:
            verify(Record(tags, proven.moves))

        assert (refused.value.code, refused.value.parameters) == ("proof-incomplete", {"tag": tag})

    @pytest.mark.parametrize("value", ["", "00" * 31, "0G" * 32, "AA" * 32, "٠" * 64, "00" * 33])
    def test_it_reads_nothing_but_hex_of_the_right_length(self, proven, value):
        with pytest.raises(FairnessError) as refused:
            verify(changed(proven, Seed=value))

        assert refused.value.code == "proof-unreadable"

    def test_it_verifies_no_record_that_breaks_a_rule(self, proven):
        with pytest.raises(ReplayError):
            verify(Record(proven.tags, proven.moves[1:]))

    def test_it_deals_what_the_position_asks_for(self):
        rules = get_ruleset("botanik")
        decks = COUNTING.decks(rules.decks())
        state = rules.initial()

        assert state.deal(decks).notation == ">RI.BLf.YIf.YV.YT"
        assert state.after(CHANCE, state.deal(decks)).deal(decks).notation == ">BL.GI.BT"
