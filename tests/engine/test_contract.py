"""What every game keeps to, for each that is registered and for one that is not Botanik."""

import copy
import json
import pickle
import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from engine import (
    CHANCE,
    NOBODY,
    Decks,
    GameOverError,
    IllegalMoveError,
    Leave,
    Left,
    NotationError,
)
from engine.errors import PositionError
from engine.perft import seeded_decks
from engine.replay import moves_for
from tests.engine.games import (
    ALL_GAMES,
    LONGEST_NOTATION,
    QUICK_BOTS,
    Step,
    position_after,
    positions,
    steps,
)

pytestmark = [
    pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug),
    pytest.mark.parametrize("seed", range(5)),
]


def viewers(state):
    return (None, *range(state.seats))


class TestMoves:
    def test_it_offers_a_move_to_everybody_who_has_the_word(self, rules, seed):
        for state in positions(rules, seed):
            if state.to_move is not CHANCE:
                assert all(state.legal_moves(seat) for seat in state.to_move)

    def test_it_offers_nothing_to_the_others(self, rules, seed):
        for state in positions(rules, seed):
            to_move = NOBODY if state.to_move is CHANCE else state.to_move
            assert not any(state.legal_moves(s) for s in range(state.seats) if s not in to_move)

    def test_it_lists_each_move_once(self, rules, seed):
        for state in positions(rules, seed):
            for seat in range(state.seats):
                texts = [move.notation for move in state.legal_moves(seat)]
                assert len(texts) == len({text.lower() for text in texts})

    def test_it_calls_some_of_the_legal_moves_sensible(self, rules, seed):
        for state in positions(rules, seed):
            for seat in range(state.seats):
                legal, sensible = state.legal_moves(seat), state.sensible_moves(seat)
                assert set(sensible) <= set(legal)
                assert bool(sensible) == bool(legal)

    def test_it_plays_what_it_lists(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if move is not None:
                assert state.play(actor, move) == state.after(actor, move)

    def test_it_reads_what_it_writes(self, rules, seed):
        for state in positions(rules, seed):
            for seat in range(state.seats):
                for move in state.legal_moves(seat):
                    assert state.parse(move.notation) == move

    def test_it_reads_any_case_and_spaces_around(self, rules, seed):
        for state, _, move in steps(rules, seed):
            if move is not None:
                assert state.parse(f"  {move.notation.upper()} ") == move
                assert state.parse(move.notation.lower()) == move

    def test_it_knows_whose_move_it_is(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            assert move is None or state.mover(move) == actor

    def test_it_refuses_a_text_that_is_no_move(self, rules, seed):
        state = position_after(rules, seed, 8)

        with pytest.raises(NotationError) as refused:
            state.parse("hello")

        assert refused.value.code == "not-a-move"


class TestChance:
    def test_it_may_draw_what_a_deck_dictates(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            assert actor is not CHANCE or state.can_draw(move)

    def test_it_may_draw_what_is_imagined(self, rules, seed):
        for state, actor, _ in steps(rules, seed):
            if actor is CHANCE:
                reveals = [state.imagine(Random(n)) for n in (1, 1, 2)]
                assert all(map(state.can_draw, reveals))
                assert reveals[0] == reveals[1]

    def test_it_draws_nothing_twice(self, rules, seed):
        drawn = [
            source
            for s, actor, _ in steps(rules, seed)
            if actor is CHANCE
            for source in s.sources()
        ]

        assert len(drawn) == len(set(drawn))

    def test_it_deals_from_its_sources_alone(self, rules, seed):
        decks = seeded_decks(rules, Random(seed))
        for state, actor, move in steps(rules, seed, decks):
            if actor is CHANCE:
                assert state.deal(_uncovered(decks, state.sources())) == move

    def test_it_names_what_it_takes_and_nothing_else(self, rules, seed):
        for _, text, things in _drawn(rules, seed):
            said = re.sub(r"^>(\d:)?", "", text)
            assert said == ".".join(things) if things else re.match(r"[^\w?]", said)

    def test_it_puts_back_in_canonical_order_what_was_drawn(self, rules, seed):
        canonical = [card for cards in rules.decks() for card in cards]
        out = Counter()
        for back, _, things in _drawn(rules, seed):
            assert list(back) == sorted(back, key=canonical.index)
            assert Counter(back) <= out
            out = out - Counter(back) + Counter(things)

    def test_it_cannot_draw_what_is_not_left(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if actor is CHANCE and state.sources():
                later = state.after(CHANCE, move)
                while later.to_move is CHANCE and later.can_draw(move):
                    later = later.after(CHANCE, move)
                with pytest.raises((IllegalMoveError, GameOverError)):
                    later.play(CHANCE, move)

    def test_it_waits_for_chance(self, rules, seed):
        state = rules.initial()
        move = next(move for _, actor, move in steps(rules, seed) if actor is not CHANCE)

        with pytest.raises(IllegalMoveError) as refused:
            state.play(0, move)

        assert refused.value.code == "chance-to-move"

    def test_it_lets_chance_do_nothing_in_between(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if actor not in (None, CHANCE):
                with pytest.raises(IllegalMoveError) as refused:
                    state.play(CHANCE, move)
                assert refused.value.code == "no-reveal-now"


def _drawn(rules, seed):
    """For each reveal what it puts back, its text, and what the draw orders have at its sources."""
    decks, again = seeded_decks(rules, Random(seed)), []
    for state, actor, move in steps(rules, seed, decks):
        if actor is not CHANCE:
            continue
        if back := state.put_back():
            again.append(decks.again(len(again) + 1, back))
        orders = [(again[n - 1] if n else decks[deck], at) for deck, n, at in state.sources()]
        yield back, move.notation, [order[at] for order, at in orders]


def _uncovered(decks, sources):
    """The draw orders with nothing to read but at these places."""
    again = {source[1:] for source in sources}  # by the reshuffle, whatever list it goes back to

    def order(places, key, cards):
        return [card if (key, at) in places else None for at, card in enumerate(cards)]

    lists = {(deck, at) for deck, shuffle, at in sources if not shuffle}
    return Decks(
        [order(lists, number, cards) for number, cards in enumerate(decks)],
        lambda shuffle, cards: order(again, shuffle, decks.again(shuffle, cards)),
    )


class TestSeats:
    def test_it_refuses_a_seat_without_the_word(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if actor in (None, CHANCE):
                continue
            for seat in set(range(state.seats)) - state.to_move:
                with pytest.raises(IllegalMoveError) as refused:
                    state.play(seat, move)
                assert refused.value.code == "not-your-word"

    @pytest.mark.parametrize("seat", [-1, 9])
    def test_it_refuses_a_seat_that_does_not_exist(self, rules, seed, seat):
        state, _, move = next(step for step in steps(rules, seed) if step.actor is not CHANCE)

        with pytest.raises(IllegalMoveError) as refused:
            state.play(seat, move)

        assert refused.value.code == "seat-unknown"

    def test_it_ranks_a_seat_that_left_behind_the_others(self, rules, seed):
        *_, (last, _, _) = _with_a_seat_that_leaves(rules, seed)

        is_team = last.cooperative
        assert last.outcome().placings[last.gone[0]] == (1 if is_team else last.seats)

    def test_it_lets_nobody_leave_a_game_that_is_over(self, rules, seed):
        *_, last = positions(rules, seed)

        with pytest.raises(GameOverError):
            last.leave(0)

    def test_it_lets_nobody_leave_while_something_is_to_be_revealed(self, rules, seed):
        with pytest.raises(IllegalMoveError) as refused:
            rules.initial().leave(0)

        assert refused.value.code == "chance-to-move"

    def test_it_lets_nobody_leave_twice(self, rules, seed):
        for state, _, _ in _with_a_seat_that_leaves(rules, seed):
            if state.gone and not state.is_over:
                with pytest.raises(IllegalMoveError) as refused:
                    state.leave(state.gone[0])
                is_due = state.to_move is CHANCE
                assert refused.value.code == ("chance-to-move" if is_due else "already-left")

    def test_it_lets_no_stranger_leave(self, rules, seed):
        with pytest.raises(IllegalMoveError) as refused:
            _able_to_leave(rules, seed).leave(9)

        assert refused.value.code == "seat-unknown"

    def test_it_comes_to_the_same_by_the_record_of_who_left(self, rules, seed):
        state = rules.initial()
        for expected, _, recorded in _with_a_seat_that_leaves(rules, seed):
            assert state == expected
            if recorded is not None:
                read = state.read(recorded.notation)
                assert read == recorded
                assert state.step(state.actor_of(read), read) == state.replay(
                    state.actor_of(read), read
                )
                state = state.replay(state.actor_of(read), read)

    def test_it_writes_that_somebody_left_for_everybody(self, rules, seed):
        played = [step.move for step in _with_a_seat_that_leaves(rules, seed)][:-1]
        (leave,) = (move for move in played if isinstance(move, Leave))

        for viewer in viewers(rules.initial()):
            assert leave.notation in moves_for(rules.initial(), played, viewer)

    def test_it_tells_that_somebody_left(self, rules, seed):
        state = _able_to_leave(rules, seed)

        told = state.told(0, Leave(0), viewer=None)

        assert [fact for fact in told if fact.kind == "left"] == [Left(0)]

    def test_it_lets_nobody_type_that_they_leave(self, rules, seed):
        state = _able_to_leave(rules, seed)

        with pytest.raises(NotationError):
            state.parse("#0")

    def test_it_lets_nobody_leave_for_another(self, rules, seed):
        with pytest.raises(IllegalMoveError):
            _able_to_leave(rules, seed).replay(CHANCE, Leave(0))


def _able_to_leave(rules, seed):
    later = (state for n, state in enumerate(positions(rules, seed)) if n >= 8)
    return next(state for state in later if state.to_move is not CHANCE)


def _with_a_seat_that_leaves(rules, seed):
    """The steps of a random game that the last seat leaves; then the caretaker plays for it."""
    rng, state = Random(seed), rules.initial()
    while not state.is_over:
        if state.to_move is CHANCE:
            actor, move = CHANCE, state.imagine(rng)
        elif not state.gone and rng.random() < 0.2 + state.turn / 5:
            actor, move = state.seats - 1, Leave(state.seats - 1)
        else:
            actor = min(state.to_move)
            caretaken = [state.caretaker_move(actor)]
            move = rng.choice(caretaken if actor in state.gone else state.legal_moves(actor))
        yield Step(state, actor, move)
        state = state.step(actor, move)
    yield Step(state, None, None)


class TestTheEnd:
    def test_it_has_an_outcome_only_when_it_is_over(self, rules, seed):
        for state in positions(rules, seed):
            assert (state.outcome() is not None) == (state.to_move == NOBODY) == state.is_over

    def test_it_ranks_every_seat(self, rules, seed):
        *_, last = positions(rules, seed)
        outcome = last.outcome()

        assert len(outcome.placings) == len(outcome.scores) == last.seats
        assert min(outcome.placings) == 1
        assert outcome.reason == "played"

    def test_it_refuses_every_move_afterwards(self, rules, seed):
        *_, (_, actor, move), (last, _, _) = steps(rules, seed)

        for who in (actor, CHANCE, 99):
            with pytest.raises(GameOverError) as refused:
                last.play(who, move)
            assert refused.value.code == "game-over"


class TestPositionsAreValues:
    def test_it_cannot_be_changed(self, rules, seed):
        state = position_after(rules, seed, 10)
        name = next(iter(getattr(state, "_fields", None) or state.__dataclass_fields__))

        with pytest.raises(AttributeError):
            setattr(state, name, None)

    def test_it_stays_the_same_when_a_move_is_played(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if move is not None:
                written = json.dumps(state.encode())
                state.after(actor, move)
                assert json.dumps(state.encode()) == written

    def test_it_survives_json(self, rules, seed):
        for state in positions(rules, seed):
            back = rules.state.decode(json.loads(json.dumps(state.encode())))
            assert back == state
            assert hash(back) == hash(state)

    def test_it_lists_moves_in_the_same_order_after_json(self, rules, seed):
        for state in positions(rules, seed):
            back = rules.state.decode(json.loads(json.dumps(state.encode())))
            for seat in range(state.seats):
                assert back.legal_moves(seat) == state.legal_moves(seat)

    def test_it_survives_copying_and_pickling(self, rules, seed):
        state = position_after(rules, seed, 20)

        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) == state

    def test_it_refuses_another_format(self, rules, seed):
        data = {**position_after(rules, seed, 5).encode(), "format": 0}

        with pytest.raises(PositionError):
            rules.state.decode(data)

    def test_it_is_reached_again_by_its_moves(self, rules, seed):
        state = rules.initial()
        for expected, _, move in steps(rules, seed):
            assert state == expected
            if move is not None:
                parsed = state.parse(move.notation)
                state = state.play(state.mover(parsed), parsed)


class TestViews:
    def test_it_shows_legal_moves_to_who_has_the_word_alone(self, rules, seed):
        for state in positions(rules, seed):
            to_move = NOBODY if state.to_move is CHANCE else state.to_move
            for viewer in viewers(state):
                assert bool(state.view_for(viewer).legal_moves) == (viewer in to_move)

    def test_it_samples_positions_that_look_the_same(self, rules, seed):
        rng = Random(seed)
        for state in positions(rules, seed):
            for viewer in viewers(state):
                view = state.view_for(viewer)
                assert view.sample(rng).view_for(viewer) == view

    def test_it_samples_by_the_view_and_the_dice_alone(self, rules, seed):
        for state in positions(rules, seed):
            for viewer in viewers(state):
                other = state.view_for(viewer).sample(Random(seed))
                again = other.view_for(viewer).sample(Random(seed))
                assert again == other

    def test_it_tells_the_mover_the_same_in_positions_that_look_the_same(self, rules, seed):
        for state, other, seat, move in _dealt_anew(rules, seed):
            assert other.facts(seat, move, seat) == state.facts(seat, move, seat)

    def test_it_shows_the_mover_the_same_after_moves_in_positions_that_look_the_same(
        self, rules, seed
    ):
        for state, other, seat, move in _dealt_anew(rules, seed):
            assert other.after(seat, move).view_for(seat) == state.after(seat, move).view_for(seat)

    def test_it_refuses_in_the_same_words_in_positions_that_look_the_same(self, rules, seed):
        rng = Random(seed)
        attempts = [step.move for step in steps(rules, seed + 100) if step.move is not None][:20]
        for state in positions(rules, seed):
            for viewer in range(state.seats):
                other = state.view_for(viewer).sample(rng)
                assert [refusal(state, viewer, a) for a in attempts] == [
                    refusal(other, viewer, a) for a in attempts
                ]

    def test_it_writes_a_running_record_for_its_reader(self, rules, seed):
        played = [move for _, _, move in steps(rules, seed)][:-1][:15]
        covered = moves_for(rules.initial(), played, viewer=None)

        for text, move in zip(covered, played, strict=True):
            assert text == move.notation or "?" in text


def _dealt_anew(rules, seed):
    """Each position, one that looks the same to a seat that is to move, and some moves of it."""
    rng = Random(seed)
    for state in positions(rules, seed):
        for seat in NOBODY if state.to_move is CHANCE else sorted(state.to_move):
            moves = state.legal_moves(seat)
            other = state.view_for(seat).sample(rng)
            yield from ((state, other, seat, m) for m in rng.sample(moves, min(5, len(moves))))


def refusal(state, actor, move):
    try:
        state.play(actor, move)
    except (IllegalMoveError, GameOverError) as error:
        return str(error), error.code, error.parameters
    return None


@pytest.mark.parametrize("bot", QUICK_BOTS, ids=lambda bot: bot.name)
class TestBots:
    def test_it_chooses_a_legal_move(self, rules, seed, bot):
        for number, state in enumerate(positions(rules, seed)):
            if number % 7 or state.to_move is CHANCE:
                continue
            for seat in state.to_move:
                view = state.view_for(seat)
                assert bot.choose(view, Random(seed)) in view.legal_moves

    def test_it_chooses_the_same_for_the_same_view_and_seed(self, rules, seed, bot):
        for number, state in enumerate(positions(rules, seed)):
            if number % 11 or state.to_move is CHANCE:
                continue
            for seat in state.to_move:
                twin = state.view_for(seat).sample(Random(1)).view_for(seat)
                chosen = bot.choose(state.view_for(seat), Random(seed))
                assert bot.choose(twin, Random(seed)) == chosen


class TestNotation:
    def test_it_is_never_long(self, rules, seed):
        for state, _, move in steps(rules, seed):
            moves = [m for seat in range(state.seats) for m in state.legal_moves(seat)]
            texts = [m.notation for m in [*moves, *([] if move is None else [move])]]
            assert all(len(text) <= LONGEST_NOTATION for text in texts)


class TestTurns:
    def test_it_counts_them_one_by_one_from_none(self, rules, seed):
        numbers = [state.turn for state in positions(rules, seed)]

        assert numbers[0] == 0
        assert all(after - before in (0, 1) for before, after in pairwise(numbers))

    def test_it_says_whose_turn_was_over(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if move is None:
                continue
            after = state.after(actor, move)
            is_over = state.turn_over(actor, after) in range(state.seats)
            assert is_over == (after.turn != state.turn)

    def test_it_is_the_turn_of_the_same_seat_until_it_is_over(self, rules, seed):
        for state, actor, move in steps(rules, seed):
            if move is None or state.turn_of is None:
                continue
            after = state.after(actor, move)
            assert after.turn != state.turn or after.turn_of in (state.turn_of, None)
