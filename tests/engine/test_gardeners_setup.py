"""Modes, options and set-up of Gardeners (rules 3 and 4)."""

from random import Random

import pytest

from engine import CHANCE, COMPANIONS, SetupError, players_of
from engine.games.gardeners import GardenersState
from engine.games.gardeners.components import MODES
from engine.registry import GARDENERS, Setup
from tests.engine.gardeners_table import begun, setup

TEAMS = [mode for mode in MODES if not mode.startswith("solo")]


def refused(seats, **options):
    with pytest.raises(SetupError) as error:
        GardenersState.initial(seats, options)
    return error.value.code


class TestModes:
    @pytest.mark.parametrize(
        ("mode", "size", "tiles", "cards"),
        [
            ("training-a", 4, 16, 6),
            ("training-b", 5, 25, 6),
            ("training-c", 6, 36, 5),
            ("initiation", 6, 36, 60),
            ("full", 6, 36, 60),
            ("expert", 6, 36, 81),
            ("solo", 6, 36, 60),
            ("solo-expert", 6, 36, 81),
        ],
    )
    def test_it_has_its_garden_tiles_and_cards(self, mode, size, tiles, cards):  # 3.1
        seats = 1 if mode.startswith("solo") else 2
        lists = setup(mode, seats).decks()

        assert MODES[mode].size == size
        assert [len(cards) for cards in lists] == [tiles, cards]
        assert size**2 == tiles

    def test_it_begins_with_training_a(self):  # 3.2
        assert GardenersState.initial(3, {}).mode == "training-a"

    def test_it_is_solo_for_one(self):  # 3.2
        assert GardenersState.initial(1, {}).mode == "solo"
        assert len(GARDENERS.decks(1)[1]) == 60

    @pytest.mark.parametrize("mode", TEAMS)
    def test_it_is_refused_to_one_seat(self, mode):  # 8.4
        assert refused(1, mode=mode) == "mode-seats"

    @pytest.mark.parametrize("mode", ["solo", "solo-expert"])
    def test_it_is_refused_to_several_seats(self, mode):  # 8.4
        assert refused(2, mode=mode) == "mode-seats"

    @pytest.mark.parametrize("seats", [0, 5, -1])
    def test_it_has_one_to_four_seats(self, seats):  # 8.4
        assert refused(seats) == "seats-unsupported"


class TestOptions:
    @pytest.mark.parametrize("turns", [24, 48, 72])
    @pytest.mark.parametrize("mode", ["initiation", "full", "expert"])
    def test_it_is_played_for_so_many_turns(self, mode, turns):  # 3.2
        assert GardenersState.initial(2, {"mode": mode, "turns": turns}).limit == turns

    @pytest.mark.parametrize("actions", [200, 300, 400])
    def test_it_is_played_for_so_many_actions(self, actions):  # 3.2
        assert GardenersState.initial(1, {"actions": actions}).limit == actions

    def test_it_has_defaults(self):  # 3.2
        assert GardenersState.initial(2, {"mode": "full"}).limit == 48
        assert GardenersState.initial(1, {}).limit == 300

    def test_it_has_no_limit_in_trainings(self):  # 3.3
        assert GardenersState.initial(2, {}).limit == 0

    @pytest.mark.parametrize("value", [25, "48", 48.0, True, None])
    def test_it_refuses_other_values(self, value):  # 8.4
        assert refused(2, mode="full", turns=value) == "option-value"

    @pytest.mark.parametrize("value", ["chess", 1, None, ["full"]])
    def test_it_refuses_other_modes(self, value):  # 8.4
        assert refused(2, mode=value) == "option-value"

    def test_it_refuses_what_does_not_belong_to_the_mode(self):  # 3.2
        assert refused(2, turns=48) == "option-elsewhere"
        assert refused(2, mode="full", actions=300) == "option-elsewhere"

    def test_it_refuses_unknown_options(self):  # 8.4
        assert refused(2, colour="red") == "option-unknown"

    def test_it_looks_for_reasons_in_their_order(self):  # 8.4
        assert refused(9, mode="chess") == "seats-unsupported"
        assert refused(1, mode="chess", colour=1) == "option-value"
        assert refused(1, mode="full", colour=1) == "mode-seats"

    def test_it_reads_tags(self):  # 3.2
        read = {option.tag: option.read("48") for option in GARDENERS.options}

        assert read == {"Mode": "48", "Turns": 48, "Actions": "48"}


class TestPiles:
    @pytest.mark.parametrize(
        ("mode", "seats", "sizes"),
        [
            ("training-a", 2, [8, 8]),
            ("training-a", 3, [6, 5, 5]),
            ("training-a", 4, [4, 4, 4, 4]),
            ("training-b", 2, [13, 12]),
            ("training-b", 3, [9, 8, 8]),
            ("training-b", 4, [7, 6, 6, 6]),
            ("full", 2, [18, 18]),
            ("full", 3, [12, 12, 12]),
            ("full", 4, [9, 9, 9, 9]),
            ("solo", 1, [18, 18]),
        ],
    )
    def test_it_deals_the_tiles_one_by_one(self, mode, seats, sizes):  # 4.2
        state = setup(mode, seats).initial()

        assert [pile.size for pile in state.piles] == sizes

    def test_it_gives_both_piles_to_who_plays_alone(self):  # 4.2
        assert [pile.seat for pile in setup("solo", 1).initial().piles] == [0, 0]

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_shows_the_tops_and_one_card_of_seat_0(self, seats):  # 4.4
        state, decks = begun("full", seats)

        assert [pile.top for pile in state.piles] == list(decks[0][:seats])
        assert [(w.number, w.card, w.holder) for w in state.in_play] == [(1, decks[1][0], 0)]
        assert state.to_move == {0}
        assert state.turn == 0

    def test_it_shows_two_tops_and_two_cards_alone(self):  # 4.4
        state, decks = begun("solo", 1)

        assert state.reserve(0) == tuple(decks[0][:2])
        assert [wish.card for wish in state.in_play] == list(decks[1][:2])

    def test_it_turns_first_what_was_dealt_first(self):  # 4.2, 11.6
        state, decks = begun("full", 3)
        state = state.play_text(0, f"{state.reserve(0)[0]}@0,0^0")

        assert [tuple(source) for source in state.sources()] == [(0, 0, 3)]
        assert state.deal(decks).tiles == (decks[0][3],)

    def test_it_is_dealt_by_any_order(self):
        first = setup("full", 2).initial()

        assert first.to_move is CHANCE
        assert first.can_draw(first.imagine(Random(1)))
        assert not first.can_draw(first.parse(">A1"))
        assert not first.can_draw(first.parse(">A1.A1"))
        assert not first.can_draw(first.parse(">X01"))


class TestTheTeam:
    def test_it_is_one(self):  # 3.4
        assert GARDENERS.cooperative
        assert GARDENERS.silent
        assert not GARDENERS.draws
        assert players_of(GARDENERS) == COMPANIONS

    def test_it_keeps_what_was_chosen_through_json(self):
        state = Setup(GARDENERS, 4, {"mode": "expert", "turns": 72}).initial()
        back = GardenersState.decode(state.encode())

        assert (back.mode, back.limit, back.seats) == ("expert", 72, 4)
