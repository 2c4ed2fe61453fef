"""The engine agrees with the slow reference on tracks, groups, tasks and scores of random games."""

from itertools import pairwise

import pytest

from engine import CHANCE, Leave
from engine.games.botanicus.prices import route_price
from engine.games.botanicus.tracks import ROUTES
from tests.engine import botanicus_reference as reference
from tests.engine.botanicus_games import game
from tests.engine.botanicus_table import gardener

SEEDS = range(8)


def plants(garden):
    return {bed: level for bed, level in zip(reference.BEDS, garden.beds, strict=True) if level}


def pieces(garden):
    return {space[0]: space for space in garden.pieces}


def groups_after(state, text, after):
    """What waits after a move, by the reference; `after` tells where plants and gardener are."""
    seat = state.turn_of
    groups = [list(group) for group in state.groups]
    if text == "-":
        groups = groups[:-1]
    elif groups and not text.startswith(">"):
        groups[-1].remove(reference.action_of(text, groups[-1]))
    space = int(text[1]) if text[0] == "F" else 1
    gained = reference.given(
        text,
        column=state.column,
        is_dark=state.round == 2,
        tile=state.tile_at(state.column, space),
        is_first=not state.stacks[space - 1],
    )
    groups.append(reference.waiting(gained))
    return reference.left_over(groups, plants(after.gardens[seat]), gardener(after, seat))


def assert_same_choices(state):
    """The legal moves of the top group are those of the reference."""
    (seat,) = state.to_move
    own = state.gardens[seat]
    found = {"-"}
    for action in state.groups[-1]:
        found |= reference.uses(action, plants(own), gardener(state, seat), pieces(own), own.coins)
    texts = [move.notation for move in state.legal_moves(seat)]
    assert sorted(texts) == sorted(found)


def assert_same_step(before, text, after):
    """Price, points and the way back of a piece."""
    seat = before.turn_of
    old, new = before.gardens[seat], after.gardens[seat]
    actions = before.groups[-1] if before.groups else ("M1", "B1", "S1")
    gained = int(reference.action_of(text, actions)[1])
    price, unused = reference.steps(pieces(old)[text[0]], gained, old.coins)[text]
    given = reference.given(text, column=0, is_dark=False, tile=None, is_first=False)
    paid = sum(int(action[1:]) for action in given if action[0] == "$")
    assert new.coins == old.coins - price + paid
    assert new.scored.steps == old.scored.steps + unused
    target = "S7" if text[:2] == "S7" else text
    assert pieces(new)[text[0]] == (text[0] + "0" if target in ("M6", "B5", "S7") else target)


def assert_same_scores(state, done):
    for seat, garden in enumerate(state.gardens):
        parts = state.score(seat).parts
        assert (parts["basic"], parts["special"]) == reference.points_of(done[seat])
        assert parts["columns"] == reference.columns(plants(garden))
        assert parts["coins"] == garden.coins // 3


def assert_agrees(steps):
    done = {seat: [] for seat in range(steps[0].state.seats)}
    for (before, actor, move), (after, _, _) in pairwise(steps):
        text = move.notation
        if before.phase == "turn" and before.groups and before.to_move is not CHANCE:
            assert_same_choices(before)
        if move.kind == "step":
            assert_same_step(before, text, after)
        if move.kind in ("plant", "water"):
            row, own = int(text[0]), after.gardens[actor]
            done[actor] += reference.newly_done(plants(own), row, own.tasks[row - 1], done[actor])
        if before.phase == "turn" and not isinstance(move, Leave):
            groups = groups_after(before, text, after)
            assert [list(group) for group in after.groups] == groups
        assert_same_scores(after, done)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
class TestTheReference:
    def test_it_agrees_on_every_position_of_a_game(self, seats, seed):  # 6, 7.1, 8, 9.3
        assert_agrees(game(seats, seed))


class TestEverySpace:
    @pytest.mark.parametrize("gained", [1, 2, 3])
    @pytest.mark.parametrize("coins", range(0, 23, 2))
    def test_it_agrees_on_all_ways_along_the_tracks(self, gained, coins):  # 7.1
        for at, routes in ROUTES.items():
            fast = {
                route.name: (route_price(route, gained), max(0, gained - route.steps))
                for route in routes
                if route_price(route, gained) <= coins
            }
            assert fast == reference.steps(at, gained, coins)
