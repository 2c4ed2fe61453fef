"""Random games of Botanicus, also with seats that leave, and what holds in all of them (15.2)."""

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from random import Random

from engine import CHANCE, EngineError, Leave, get_ruleset
from engine.games.botanicus.components import PRIZES, PRIZES_LEFT_OUT
from engine.games.botanicus.ground import REACH, ROW_OF
from engine.games.botanicus.moves import SPELLED
from engine.games.botanicus.position import ALL_CARDS, FINAL
from engine.perft import seeded_decks
from engine.registry import Setup
from tests.engine.games import Step

ATTEMPTS = tuple(SPELLED.values())
DULL = ("forfeit", "sell")


@lru_cache(maxsize=128)
def game(seats, seed):
    """The steps of a random game; seats leave a third of them, in half of them all are busy."""
    return tuple(_steps(Setup(get_ruleset("botanicus"), seats), seed))


def _steps(setup, seed):
    rng = Random(seed)
    decks, state = seeded_decks(setup, rng), setup.initial()
    leaving = rng.choice((1.0, 0.1, 0.02, 0.005)) if seed % 3 == 0 else 0
    while not state.is_over:
        if state.to_move is CHANCE:
            actor, move = CHANCE, state.deal(decks)
        elif rng.random() < leaving * (1 - len(state.gone) / setup.seats):
            actor = rng.choice([seat for seat in range(setup.seats) if seat not in state.gone])
            move = Leave(actor)
            leaving = min(leaving, 0.02)
        else:
            (actor,) = state.to_move
            move = _chosen(state, actor, rng, is_busy=seed % 2)
        yield Step(state, actor, move)
        state = state.step(actor, move)
    yield Step(state, None, None)


def _chosen(state, seat, rng, *, is_busy):
    """A busy player seeks cards and plants; for who left the caretaker chooses."""
    if seat in state.gone:
        return state.caretaker_move(seat)
    moves = state.legal_moves(seat)
    if is_busy:
        moves = [move for move in moves if move.kind not in DULL] or moves
        drawing = [m for m in moves if m.notation in ("M2l", "M4l", "B4l") or m.kind == "use"]
        moves = drawing if drawing and rng.random() < 0.7 else moves
    return rng.choice(moves)


def _plies(steps):
    """Each move between two positions."""
    return [(a.state, a.actor, a.move, b.state) for a, b in pairwise(steps)]


# -- what holds: each function takes the steps of a game ------------------------------------------


def coins_are_never_negative(steps):
    for state, _, _ in steps:
        assert all(garden.coins >= 0 for garden in state.gardens)


def a_move_exists_until_it_is_over(steps):
    for state, _, _ in steps:
        if state.to_move is not CHANCE and not state.is_over:
            (seat,) = state.to_move
            kinds = {move.kind for move in state.legal_moves(seat)}
            assert kinds
            begins = state.phase == "turn" and not state.groups and state.round != FINAL
            assert not begins or "flower" in kinds


def one_bed_in_reach_of_the_mover_changes(steps):
    for before, actor, _, after in _plies(steps):
        for seat in range(before.seats):
            old, new = before.gardens[seat], after.gardens[seat]
            changed = [bed for bed in range(18) if old.beds[bed] != new.beds[bed]]
            assert not changed or (seat == actor and len(changed) == 1)
            assert set(changed) <= set(REACH[old.gardener])
            assert all(new.beds[bed] for bed in range(18) if old.beds[bed])


def tasks_score_once_and_when_their_row_changes(steps):
    for before, actor, move, after in _plies(steps):
        for seat, old in enumerate(before.gardens):
            new = after.gardens[seat]
            rows = {ROW_OF[bed] for bed in range(18) if old.beds[bed] != new.beds[bed]}
            for row in range(5):
                was, now = ((g.basics[row], g.specials[row]) for g in (old, new))
                assert was == now or (row in rows and was < now)
                assert now[0] or not now[1]
            told = [f.points for f in before.told(actor, move, None) if f.kind == "task-done"]
            gained = sum(new.scored[:2]) - sum(old.scored[:2])
            assert gained == (sum(told) if seat == before.turn_of else 0)


def all_cards_are_somewhere(steps):
    for state, _, _ in steps:
        places = (state.pile, state.discards, *(garden.hand for garden in state.gardens))
        assert tuple(map(sum, zip(*places, strict=True))) == ALL_CARDS
        assert all(count >= 0 for place in places for count in place)


def all_prizes_are_taken_or_left(steps):
    for state, _, _ in steps:
        stack = [prizes[PRIZES_LEFT_OUT[state.seats] :] for prizes in PRIZES.values()]
        taken = sum(garden.scored.prizes for garden in state.gardens)
        assert taken + sum(state.prizes("M")) + sum(state.prizes("S")) == sum(map(sum, stack))


def everybody_places_sixteen_flowers(steps):
    last = steps[-1].state
    placed = Counter(actor for _, actor, move in steps if move and move.kind == "flower")
    if last.outcome().reason == "played":
        assert placed == dict.fromkeys(range(last.seats), 16)


def few_groups_wait(steps):
    for state, _, _ in steps:
        assert len(state.groups) <= 2
        actions = [action for group in state.groups for action in group]
        assert sum(action[0] in "MBS" for action in actions) <= 1


def a_record_leads_to_the_same_positions(steps):
    state = steps[0].state
    for expected, actor, recorded in steps:
        assert state == expected
        if recorded is not None:
            read = state.read(recorded.notation)
            assert (read, state.actor_of(read)) == (recorded, actor)
            state = state.replay(actor, read)


def a_text_is_refused_exactly_if_it_is_not_listed(steps):
    rng = Random(len(steps))
    for state, _, _ in steps:
        for seat in range(state.seats):
            legal = set(state.legal_moves(seat))
            listed = rng.sample(sorted(legal, key=repr), bool(legal))
            for move in (*rng.sample(ATTEMPTS, 12), *listed):
                assert (refusal(state, seat, move) is None) == (move in legal)


def the_turn_grows_where_a_turn_ends(steps):
    for before, _, recorded, after in _plies(steps):
        was, now = (
            (s.phase == "assign", s.round, s.column, s.acting, s.is_over) for s in (before, after)
        )
        if isinstance(recorded, Leave):
            assert after.turn == before.turn
        elif before.phase in ("layout", "deal"):
            assert after.turn == 0
        else:
            assert after.turn - before.turn == (was != now)


def the_parts_of_a_score_add_up(steps):
    for state, _, _ in steps:
        for score in state.scores():
            assert sum(score.parts.values()) == score.total
            assert len(score.as_json()) == 10
        assert sorted(s.tie_breaks["stack"] for s in state.scores()) == list(range(state.seats))


def the_ranking_is_complete(steps):
    last = steps[-1].state
    outcome = last.outcome()
    assert sorted(outcome.placings) == list(range(1, last.seats + 1))
    for place, seat in enumerate(last.gone):
        assert outcome.placings[seat] == last.seats - place
    stayed = [seat for seat in range(last.seats) if seat not in last.gone]
    keys = [outcome.scores[s].rank_key for s in sorted(stayed, key=outcome.placings.__getitem__)]
    assert keys == sorted(keys, reverse=True)


def leaving_changes_nothing_else(steps):
    for before, actor, recorded, after in _plies(steps):
        if isinstance(recorded, Leave):
            gone = (*before.gone, actor)
            assert after.is_over == (len(gone) == before.seats - 1)
            ended = {"phase": "over", "to_move": frozenset()} if after.is_over else {}
            assert after == before._replace(gone=gone, **ended)
        else:
            assert after.gone == before.gone


def the_caretaker_has_its_move(steps):
    for state, _, _ in steps:
        if state.to_move is not CHANCE and not state.is_over:
            (seat,) = state.to_move
            move = state.caretaker_move(seat)
            assert move in state.legal_moves(seat)
            assert move.kind in ("assign", "neutral", "flower", "forfeit")
            assert state.after(seat, move).gardens[seat].coins >= state.gardens[seat].coins


def one_seat_left_is_the_end(steps):
    for state, _, _ in steps:
        assert state.is_over or len(state.gone) < state.seats - 1
    last = steps[-1].state
    alone = len(last.gone) == last.seats - 1
    assert last.outcome().reason == ("left" if alone else "played")


def views_do_not_depend_on_what_is_hidden(steps):
    rng = Random(len(steps))
    plies = _plies(steps)
    for before, actor, recorded, after in rng.sample(plies, min(12, len(plies))):
        for viewer in (None, *range(before.seats)):
            view = after.view_for(viewer)
            other = view.sample(rng)
            assert repr(other.view_for(viewer)) == repr(view)
            assert hidden_words(other, viewer) == hidden_words(after, viewer)
            assert before.written(actor, recorded, viewer) in (recorded.notation, ">?")


def hidden_words(state, viewer):
    """What a viewer hears when they try what they may not."""
    if viewer is None:
        return [score.as_json() for score in state.scores()]
    return [refusal(state, viewer, move) for move in ATTEMPTS[::7]]


INVARIANTS = (
    coins_are_never_negative,
    a_move_exists_until_it_is_over,
    one_bed_in_reach_of_the_mover_changes,
    tasks_score_once_and_when_their_row_changes,
    all_cards_are_somewhere,
    all_prizes_are_taken_or_left,
    everybody_places_sixteen_flowers,
    few_groups_wait,
    a_record_leads_to_the_same_positions,
    a_text_is_refused_exactly_if_it_is_not_listed,
    the_turn_grows_where_a_turn_ends,
    the_parts_of_a_score_add_up,
    the_ranking_is_complete,
    leaving_changes_nothing_else,
    the_caretaker_has_its_move,
    one_seat_left_is_the_end,
    views_do_not_depend_on_what_is_hidden,
)


def refusal(state, seat, move):
    try:
        state.check(seat, move)
    except EngineError as error:
        return error.code, str(error)
    return None
