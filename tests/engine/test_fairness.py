"""The verifiable deck."""

import hmac
from itertools import chain, repeat

import pytest

from engine import (
    FairnessError,
    Proof,
    Record,
    ReplayError,
    get_ruleset,
    last_position,
    registry,
)
from engine.fairness import Given, filled_up, proof_of, shuffled, tags_of, verify, words
from engine.games.botanik import BOTANIK_DECK
from engine.state import CHANCE
from tests.engine.games import steps
from tests.engine.nursery import SHARED_NURSERY
from tests.engine.proven import (
    AGAIN,
    BRANCHED_AGAIN,
    BRANCHED_LISTS,
    BRANCHED_TILES,
    CARDS,
    COMMITMENTS,
    COUNTING,
    GIVEN_LISTS,
    GIVEN_TILES,
    LISTS,
    SEVERAL,
    THREE,
    TILES,
    ZEROS,
    branched_nursery,
    proven_nursery,
)


def deck(proof):
    return " ".join(proof.decks([BOTANIK_DECK])[0])


class TestVectors:
    @pytest.mark.parametrize("proof", COMMITMENTS)
    def test_it_commits_to_them(self, proof):
        assert proof.commitment == COMMITMENTS[proof]

    @pytest.mark.parametrize("proof", TILES)
    def test_it_shuffles_them(self, proof):
        assert deck(proof) == TILES[proof]


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


@pytest.mark.parametrize("proof", [ZEROS, THREE], ids=["two", "three"])
class TestSeveralLists:
    """The vectors of Botanicus, for two players and for three."""

    def test_it_shuffles_one_after_the_other(self, proof):
        decks = proof.decks(LISTS)

        assert tuple(" ".join(deck) for deck in decks) == SEVERAL[proof]

    def test_it_has_an_order_of_its_own_for_each_reshuffle(self, proof):
        decks = proof.decks(LISTS)

        assert tuple(" ".join(decks.again(n, CARDS)) for n in (1, 2)) == AGAIN[proof]


class TestSeating:
    def test_it_is_the_bit_for_two(self):
        for number in range(20):
            proof = Proof(bytes([number]) * 32, bytes(16), (bytes(16), bytes(16)))
            assert proof.seating(2).index(0) == proof.seat_of_offerer

    def test_it_is_trivial_for_one(self):
        assert ZEROS.seating(1) == (0,)

    @pytest.mark.parametrize("seats", [3, 4])
    def test_it_shuffles_more_by_a_stream_of_their_own(self, seats):
        key = hmac.digest(THREE.key, b"seats", "sha256")

        assert THREE.seating(seats) == tuple(shuffled(range(seats), words(key)))

    def test_it_keeps_the_seats_that_were_wished_for(self):
        for number in range(20):
            seating = Proof(bytes([number]) * 32, bytes(16), ()).seating(4, {0: 2, 3: 0})
            assert (seating[2], seating[0]) == (0, 3)
            assert sorted(seating) == [0, 1, 2, 3]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
class TestOneToFour:
    @pytest.fixture
    def finished(self, seats, monkeypatch):
        monkeypatch.setattr(registry, "RULESETS", (SHARED_NURSERY,))
        return proven_nursery(seats, SHARED_NURSERY)

    def test_it_verifies_a_game_with_reshuffles(self, finished):
        assert verify(finished) == sum(move.startswith(">") for move in finished.moves)

    def test_it_needs_the_bytes_of_everybody(self, finished, seats):
        last = f"Entropy{seats - 1}"
        tags = {name: value for name, value in finished.tags.items() if name != last}

        with pytest.raises(FairnessError, match=f"no tag {last}"):
            verify(Record(tags, finished.moves))

    def test_it_notices_another_order_of_what_was_shuffled_again(self, finished):
        at = finished.moves.index(">~") + 1
        state = last_position(Record(finished.tags, finished.moves[:at]))
        other = next(f">{card}" for card in state.pile if f">{card}" != finished.moves[at])

        with pytest.raises(FairnessError, match=f"Ply {at + 1}:"):
            verify(Record(finished.tags, (*finished.moves[:at], other)))


class TestFillingUp:
    def test_it_lays_the_rest_into_the_free_places(self):
        # b and the first of two a are left out; c, a, d are shuffled by picks 0 of 3 and 1 of 2
        assert filled_up("abcad", {1: "b", 3: "a"}, iter([0, 1])) == ["d", "b", "a", "a", "c"]

    def test_it_is_a_whole_shuffle_where_nothing_is_given(self):
        assert filled_up("abcd", {}, iter([1, 0, 1])) == shuffled("abcd", iter([1, 0, 1]))

    def test_it_fills_up_the_tiles_of_the_vectors(self):
        (tiles,) = COUNTING.decks([BOTANIK_DECK], GIVEN_TILES)

        assert " ".join(tiles) == BRANCHED_TILES
        assert sorted(tiles) == sorted(BOTANIK_DECK)

    def test_it_fills_up_lists_and_reshuffles(self):
        decks = THREE.decks(LISTS, GIVEN_LISTS)

        assert tuple(" ".join(deck) for deck in decks) == BRANCHED_LISTS
        assert " ".join(decks.again(1, CARDS)) == BRANCHED_AGAIN
        assert decks.again(2, CARDS) == THREE.again(2, CARDS)

    def test_it_shuffles_a_list_whose_things_were_all_drawn_by_no_word(self):
        given = Given({0: dict(enumerate("abc"))})

        first, second = ZEROS.decks(["abc", "abcdefgh"], given)

        assert (first, second) == (list("abc"), ZEROS.decks(["abcdefgh"])[0])


@pytest.mark.parametrize("seats", [1, 4])
class TestPlayedOn:
    """A game that was played on from another: what that revealed is given."""

    @pytest.fixture(autouse=True)
    def _rules(self, monkeypatch):
        monkeypatch.setattr(registry, "RULESETS", (SHARED_NURSERY,))

    def plies(self, seats):
        """Some in the middle of each shuffle, where a seat has the word."""
        moves = proven_nursery(seats, SHARED_NURSERY).moves
        found = [at for at, move in enumerate(moves) if not move.startswith(">")]
        return {found[0], found[len(found) // 2], found[-1]}

    def test_it_verifies_what_was_revealed_after(self, seats):
        for plies in self.plies(seats):
            record = branched_nursery(seats, plies, SHARED_NURSERY)
            later = record.moves[plies:]

            assert verify(record) == sum(move.startswith(">") for move in later)

    def test_it_notices_another_reveal_after(self, seats):
        plies = min(self.plies(seats))
        record = branched_nursery(seats, plies, SHARED_NURSERY)
        at = next(at for at, move in enumerate(record.moves) if at >= plies and move[0] == ">")
        state = last_position(Record(record.tags, record.moves[:at]))
        other = next(f">{card}" for card in state.pile if f">{card}" != record.moves[at])

        with pytest.raises(FairnessError, match=f"Ply {at + 1}:"):
            verify(Record(record.tags, (*record.moves[:at], other)))

    def test_it_notices_that_it_is_not_said(self, seats):
        plies = min(self.plies(seats))
        record = branched_nursery(seats, plies, SHARED_NURSERY)

        with pytest.raises(FairnessError) as refused:
            verify(changed(record, Branched="0"))

        assert refused.value.code == "reveal-changed"

    @pytest.mark.parametrize("said", ["", "-1", "x", "٣", "99999", "123456789"])
    def test_it_reads_a_number_of_plies_that_there_are(self, seats, said):
        record = branched_nursery(seats, 6 * seats, SHARED_NURSERY)

        with pytest.raises(FairnessError) as refused:
            verify(changed(record, Branched=said))

        assert refused.value.code == "given-unreadable"
