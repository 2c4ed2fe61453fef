"""The script behind "Verify this game", given records of one to four players and any lists.

It stands on a page of its own, which is answered from here: it knows no game, and needs no site.
"""

import json
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine import Proof, Record
from engine.fairness import BRANCHED, proof_of, tags_of
from engine.games.botanik import BOTANIK_DECK
from tests.engine.nursery import NURSERY, SHARED_NURSERY
from tests.engine.proven import (
    AGAIN,
    BRANCHED_AGAIN,
    BRANCHED_LISTS,
    BRANCHED_TILES,
    CARDS,
    COUNTING,
    LISTS,
    SEVERAL,
    TASKS,
    THREE,
    TILES,
    branched_nursery,
    draws_of,
    proven_nursery,
    proven_seedlings,
)
from tests.engine.seedlings import SEEDLINGS
from tests.toys import registered

SCRIPT = Path(__file__).parents[2] / "static" / "js" / "verify.js"
HOST = "http://localhost:9"  # nothing listens there, but a browser trusts it
VERDICTS = ("right", "wrong", "unknown")


@dataclass(frozen=True)
class Promised:
    """A game as its page and its addresses tell it."""

    commitment: str
    game: str
    seats: int
    record: Record
    draws: dict
    given: str = ""

    @classmethod
    def of(cls, record, draws):
        tags, proof = record.tags, proof_of(record)
        seats, given = len(proof.entropy), tags.get("Branched", "")
        return cls(tags["Commitment"], tags["GameId"], seats, record, draws, given)


@pytest.fixture(scope="module")
def page(browser):
    context = browser.new_context(base_url=HOST)
    yield context.new_page()
    context.close()


@pytest.fixture
def verdict(page):
    """Press the button on a page of that game, and hear what it says."""

    def ask(promised, *, record=None, draws=None, record_status=200):
        text = record if isinstance(record, str) else (record or promised.record).write()
        answers = {
            "/": {"body": _document(promised), "content_type": "text/html"},
            "/verify.js": {"body": SCRIPT.read_text(), "content_type": "text/javascript"},
            "/record/": {"body": text, "status": record_status},
            "/draws/": {"body": json.dumps(promised.draws if draws is None else draws)},
        }
        page.unroute_all()
        page.route("**", lambda route: route.fulfill(**answers[route.request.url[len(HOST) :]]))
        page.goto("/")
        page.get_by_role("button").click()
        said = page.locator("[data-verdict]:visible")
        expect(said).to_have_count(1)
        return said.get_attribute("data-verdict")

    return ask


def _document(promised):
    says = "".join(f'<span data-verdict="{name}" hidden>{name}</span>' for name in VERDICTS)
    return f"""<!doctype html><link rel="icon" href="data:,"><div>
        <button data-verify="/record/" data-draws="/draws/" data-seats="{promised.seats}"
          data-given="{promised.given}"
          data-commitment="{promised.commitment}" data-game="{promised.game}">Verify</button>{says}
        </div><script src="/verify.js"></script>"""


def reveal(order="", *, deck=0, shuffle=0, back=()):
    """The text of a reveal, and what the site says about it."""
    sources = [[deck, shuffle, at] for at, _ in enumerate(order.split())]
    return ">" + (order.replace(" ", ".") or "~"), {"sources": sources, "put_back": list(back)}


def dealt(proof, lists, *reveals):
    """A record that is nothing but these reveals."""
    record = Record(
        {"Game": "vectors", "Rules": "1", **tags_of(proof)}, tuple(text for text, _ in reveals)
    )
    said = [draws for _, draws in reveals]
    return Promised.of(record, {"lists": list(lists), "reveals": said, "places": None})


def played(record, rules):
    with registered(rules):
        return Promised.of(record, draws_of(record))


@pytest.fixture(scope="module")
def seedlings():
    return played(proven_seedlings(), SEEDLINGS)


@pytest.fixture(scope="module")
def nursery():
    """Four seats, and two reshuffles at least."""
    return played(proven_nursery(4), NURSERY)


class TestVectors:
    @pytest.mark.parametrize("proof", TILES)
    def test_it_shuffles_one_list(self, verdict, proof):
        assert verdict(dealt(proof, [BOTANIK_DECK], reveal(TILES[proof]))) == "right"

    @pytest.mark.parametrize("proof", SEVERAL)
    def test_it_shuffles_several_and_one_of_them_again(self, verdict, proof):
        at_first = [reveal(order, deck=deck) for deck, order in enumerate(SEVERAL[proof])]
        once, twice = AGAIN[proof]
        again = [
            *(reveal(back=CARDS), reveal(once, deck=3, shuffle=1)),
            *(reveal(back=CARDS), reveal(twice, deck=3, shuffle=2)),
        ]

        assert verdict(dealt(proof, LISTS, *at_first, *again)) == "right"

    @pytest.mark.parametrize("proof", SEVERAL)
    def test_it_shuffles_by_the_number_of_the_reshuffle(self, verdict, proof):
        at_first = [reveal(order, deck=deck) for deck, order in enumerate(SEVERAL[proof])]
        again = [reveal(back=CARDS), reveal(AGAIN[proof][1], deck=3, shuffle=1)]

        assert verdict(dealt(proof, LISTS, *at_first, *again)) == "wrong"


class TestGames:
    def test_it_agrees_with_three_who_act_at_once(self, verdict, seedlings):
        assert verdict(seedlings) == "right"

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_agrees_with_reshuffles(self, verdict, seats):
        assert verdict(played(proven_nursery(seats), NURSERY)) == "right"

    def test_it_agrees_with_somebody_alone(self, verdict):
        alone = proven_nursery(1, SHARED_NURSERY)

        assert verdict(played(alone, SHARED_NURSERY)) == "right"


def placed(order, places, *, deck=0, shuffle=0):
    """The reveal of what lies at some places of an order."""
    things = order.split()
    sources = [[deck, shuffle, at] for at in places]
    return ">" + ".".join(things[at] for at in places), {"sources": sources, "put_back": []}


def played_on(proof, lists, given, *reveals):
    """A game of which the first reveals were given."""
    promised = dealt(proof, lists, *reveals)
    record = Record({**promised.record.tags, BRANCHED: str(given)}, promised.record.moves)
    return Promised.of(record, promised.draws)


class TestPlayedOn:
    """Games that were played on from others: what these revealed is given."""

    def test_it_fills_up_one_list(self, verdict):
        first, rest = (placed(BRANCHED_TILES, places) for places in (range(8), range(8, 65)))

        assert verdict(played_on(COUNTING, [BOTANIK_DECK], 1, first, rest)) == "right"
        assert verdict(played_on(COUNTING, [BOTANIK_DECK], 0, first, rest)) == "wrong"

    def test_it_fills_up_several_lists_and_what_is_shuffled_again(self, verdict):
        given = [
            placed(BRANCHED_LISTS[1], (0, 3), deck=1),
            placed(BRANCHED_LISTS[3], (2, 5), deck=3),
        ]
        rest = [
            *(placed(BRANCHED_LISTS[deck], range(len(LISTS[deck])), deck=deck) for deck in (0, 2)),
            placed(BRANCHED_LISTS[3], [at for at in range(18) if at not in (2, 5)], deck=3),
            reveal(back=CARDS),
        ]
        promised = played_on(THREE, LISTS, 2, *given, *rest)

        assert verdict(promised) == "right"

    def test_it_goes_on_with_a_reshuffle_that_was_given(self, verdict):
        lists, again = [CARDS], BRANCHED_AGAIN
        cards = placed(" ".join(CARDS), range(18))
        given = [cards, reveal(back=CARDS), placed(again, (0, 1), shuffle=1)]
        promised = played_on(THREE, lists, 3, *given, placed(again, range(2, 18), shuffle=1))

        assert verdict(promised) == "right"

    @pytest.mark.parametrize("plies", [6, 40])
    def test_it_agrees_with_games_that_the_engine_dealt(self, verdict, plies):
        promised = played(branched_nursery(2, plies), NURSERY)

        assert verdict(promised) == "right"

    def test_it_finds_another_card_after_what_was_given(self, verdict):
        promised = played(branched_nursery(2, 6), NURSERY)

        def change(moves):
            at = next(at for at, move in enumerate(moves) if at >= 6 and move in (">1", ">2"))
            moves[at] = ">1" if moves[at] == ">2" else ">2"

        assert verdict(promised, record=other_moves(promised.record, change)) == "wrong"

    @pytest.mark.parametrize("said", ["", "0", "6", "8", "all"])
    def test_it_believes_the_page_about_what_was_given(self, verdict, said):
        promised = played(branched_nursery(2, 7), NURSERY)

        assert verdict(replace(promised, given=said)) == "wrong"

    def test_it_lets_nothing_be_given_that_is_not_in_the_list(self, verdict):
        odd = (">D1.D1", {"sources": [[0, 0, 0], [0, 0, 1]], "put_back": []})

        assert verdict(played_on(THREE, LISTS, 1, odd)) == "wrong"


def other_tag(record, tag):
    value = record.tags[tag]
    return Record({**record.tags, tag: ("1" if value[0] == "0" else "0") + value[1:]}, record.moves)


def other_moves(record, change):
    moves = list(record.moves)
    change(moves)
    return Record(record.tags, tuple(moves))


class TestRecordsThatWereChanged:
    @pytest.mark.parametrize(
        "tag",
        ["Seed", "GameId", "Commitment", "Entropy0", "Entropy1", "Entropy2", "Entropy3"],
    )
    def test_it_finds_another_tag(self, verdict, nursery, tag):
        assert verdict(nursery, record=other_tag(nursery.record, tag)) == "wrong"

    def test_it_finds_another_game_under_the_same_address(self, verdict, nursery):
        proof = proof_of(nursery.record)
        other = Proof(bytes([7]) * 32, proof.game_id, proof.entropy)
        record = Record({**nursery.record.tags, **tags_of(other)}, nursery.record.moves)

        assert verdict(nursery, record=record) == "wrong"

    @pytest.mark.parametrize("other", [{"seats": 3}, {"seats": 5}, {"game": "00" * 15 + "01"}])
    def test_it_finds_a_proof_of_another_game(self, verdict, nursery, other):
        assert verdict(replace(nursery, **other)) == "wrong"

    def test_it_finds_that_bytes_are_missing(self, verdict, nursery):
        tags = {tag: said for tag, said in nursery.record.tags.items() if tag != "Entropy3"}

        assert verdict(nursery, record=Record(tags, nursery.record.moves)) == "wrong"

    def test_it_finds_bytes_of_nobody(self, verdict, nursery):
        tags = {**nursery.record.tags, "Entropy4": "00" * 16}

        assert verdict(nursery, record=Record(tags, nursery.record.moves)) == "wrong"

    def test_it_finds_a_tag_that_is_there_twice(self, verdict, nursery):
        text = f'[Seed "{"00" * 32}"]\n{nursery.record.write()}'

        assert verdict(nursery, record=text) == "wrong"

    @pytest.mark.parametrize("reshuffled", [0, 1, 2])
    def test_it_finds_another_card(self, verdict, nursery, reshuffled):
        def change(moves):
            shuffles = [at for at, move in enumerate(moves) if move == ">~"]
            at = shuffles[reshuffled - 1] + 1 if reshuffled else 0
            moves[at] = ">4" if moves[at] != ">4" else ">1"

        assert verdict(nursery, record=other_moves(nursery.record, change)) == "wrong"

    def test_it_finds_another_card_where_the_seat_is_written(self, verdict, seedlings):
        def change(moves):
            seat, card = moves[0].split(":")
            moves[0] = f"{seat}:{1 + int(card) % 4}"

        assert verdict(seedlings, record=other_moves(seedlings.record, change)) == "wrong"

    def test_it_finds_a_card_that_is_still_covered(self, verdict, nursery):
        def change(moves):
            moves[0] = ">?"

        assert verdict(nursery, record=other_moves(nursery.record, change)) == "wrong"

    @pytest.mark.parametrize("number", [0, -1])
    def test_it_finds_that_a_reveal_is_missing(self, verdict, nursery, number):
        def change(moves):
            del moves[[at for at, move in enumerate(moves) if move.startswith(">")][number]]

        assert verdict(nursery, record=other_moves(nursery.record, change)) == "wrong"

    def test_it_finds_a_reveal_too_many(self, verdict, nursery):
        changed = other_moves(nursery.record, lambda moves: moves.append(">1"))

        assert verdict(nursery, record=changed) == "wrong"

    @pytest.mark.parametrize("text", ["", "hello", "[Seed]\n\n>1"])
    def test_it_agrees_with_nothing_that_is_no_record(self, verdict, nursery, text):
        assert verdict(nursery, record=text) == "wrong"

    def test_it_says_so_where_there_is_no_record(self, verdict, nursery):
        assert verdict(nursery, record_status=503) == "unknown"


def first_source(reveals):
    return next(said["sources"][0] for said in reveals if said["sources"])


def shuffle_of(reveals):
    return next(said for said in reveals if said["put_back"])


def too_early(said):
    first_source(said["reveals"])[1] = 1


def beyond(said):
    first_source(said["reveals"])[2] = 12


def nowhere(said):
    said["reveals"][0]["sources"].clear()


def too_many(said):
    said["reveals"].append({"sources": [], "put_back": []})


def backwards(said):
    shuffle_of(said["reveals"])["put_back"].reverse()


def invented(said):
    shuffle_of(said["reveals"])["put_back"][:] = ["4"] * 8


def kept_back(said):
    shuffle_of(said["reveals"])["put_back"].pop()


def other_list(said):
    said["lists"][0].reverse()


def no_list(said):
    said["lists"].clear()


def nothing(said):
    said.clear()


@pytest.mark.parametrize(
    "lie",
    [
        too_early, beyond, nowhere, too_many, backwards, invented,
        kept_back, other_list, no_list, nothing,
    ],
)  # fmt: skip
class TestWhatTheSiteSaysBeside:
    def test_it_believes_nothing_that_cannot_be(self, verdict, nursery, lie):
        said = deepcopy(nursery.draws)
        lie(said)
        assert said != nursery.draws

        assert verdict(nursery, draws=said) == "wrong"


class TestWhatTheSiteCouldChoose:
    """Nothing here contradicts what was drawn, and yet the site had a choice."""

    PROOF = next(iter(SEVERAL))

    def test_it_lets_nothing_be_drawn_twice(self, verdict):
        text, said = reveal(SEVERAL[self.PROOF][0])
        same = (f">{text[1:].split('.')[0]}", {"sources": [[0, 0, 0]], "put_back": []})

        assert verdict(dealt(self.PROOF, LISTS, same)) == "right"
        assert verdict(dealt(self.PROOF, LISTS, same, same)) == "wrong"
        assert verdict(dealt(self.PROOF, LISTS, (text, said), same)) == "wrong"

    def test_it_lets_nothing_be_drawn_twice_from_a_reshuffle(self, verdict):
        cards, back = reveal(SEVERAL[self.PROOF][3], deck=3), reveal(back=CARDS)
        order = AGAIN[self.PROOF][0]
        one, other = (reveal(order, deck=deck, shuffle=1) for deck in (3, 2))

        assert verdict(dealt(self.PROOF, LISTS, cards, back, one)) == "right"
        assert verdict(dealt(self.PROOF, LISTS, cards, back, one, other)) == "wrong"

    @pytest.mark.parametrize("back", [CARDS[::-1], [*CARDS[1:], CARDS[0]], CARDS[:1] * 18, TASKS])
    def test_it_lets_only_what_is_out_be_put_back_and_in_order(self, verdict, back):
        cards = reveal(SEVERAL[self.PROOF][3], deck=3)
        order = " ".join(self.PROOF.again(1, back))
        again = [reveal(back=back), reveal(order, deck=3, shuffle=1)]

        assert verdict(dealt(self.PROOF, LISTS, cards, *again)) == "wrong"

    def test_it_lets_what_was_put_back_be_put_back_once(self, verdict):
        cards, back = reveal(SEVERAL[self.PROOF][3], deck=3), reveal(back=CARDS)

        assert verdict(dealt(self.PROOF, LISTS, cards, back)) == "right"
        assert verdict(dealt(self.PROOF, LISTS, cards, back, back)) == "wrong"


def seated(promised, wished, seating=None):
    """The same game with names, and what was wished for; the deck decides the rest."""
    proof = proof_of(promised.record)
    order = seating or proof.seating(promised.seats, wished)
    names = {f"Seat{seat}": f"name {place}" for seat, place in enumerate(order)}
    places = [
        {"name": f"name {place}", "seat": wished.get(place)} for place in range(promised.seats)
    ]
    record = Record({**promised.record.tags, **names}, promised.record.moves)
    return Promised.of(record, {**promised.draws, "places": places})


class TestSeats:
    @pytest.mark.parametrize("wished", [{}, {0: 0}, {0: 2, 3: 0}, {0: 1, 1: 2, 2: 3, 3: 0}])
    def test_it_agrees_with_those_that_the_deck_gave(self, verdict, nursery, wished):
        assert verdict(seated(nursery, wished)) == "right"

    @pytest.mark.parametrize("wished", [{}, {0: 0}, {0: 2, 3: 0}, {0: 1, 1: 2, 2: 3, 3: 0}])
    def test_it_finds_other_seats(self, verdict, nursery, wished):
        order = proof_of(nursery.record).seating(4, wished)
        swapped = (*order[:1], order[2], order[1], order[3])

        assert verdict(seated(nursery, wished, swapped)) == "wrong"

    @pytest.mark.parametrize("proof", TILES)
    def test_it_gives_two_their_seats_by_a_bit(self, verdict, proof):
        two = dealt(proof, [BOTANIK_DECK], reveal(TILES[proof]))

        assert verdict(seated(two, {})) == "right"
        assert verdict(seated(two, {}, proof.seating(2)[::-1])) == "wrong"

    def test_it_knows_two_as_first_and_second(self, verdict):
        (proof, *_) = TILES
        two = seated(dealt(proof, [BOTANIK_DECK], reveal(TILES[proof])), {})
        tags = dict(two.record.tags)
        tags["First"], tags["Second"] = tags.pop("Seat0"), tags.pop("Seat1")

        assert verdict(two, record=Record(tags, two.record.moves)) == "right"
