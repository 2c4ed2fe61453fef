"""Nothing that comes out of a game depends on tiles that nobody has drawn.

For prefixes of random games the undrawn part of the deck is permuted, and the game is played
again: all that anybody could get to see must be the same to the letter. A position that is
hidden from a viewer in another way is covered by the contract's tests of `sample`.
"""

import json
from random import Random

import pytest

from engine import CHANCE, Decks, EngineError
from engine.perft import seeded_decks
from engine.replay import moves_for
from tests.engine.games import ALL_GAMES, QUICK_BOTS, steps
from tests.engine.seedlings import SEEDLINGS, Draw


def permuted(decks, used, rng):
    """The same draw orders, but for what is drawn after the places that were used."""
    known = {}
    lists = {(deck, at) for deck, shuffle, at in used if not shuffle}
    shuffles = {(shuffle, at) for _, shuffle, at in used if shuffle}

    def order(places, key, cards):
        free = [at for at in range(len(cards)) if (key, at) not in places]
        rest = dict(zip(free, rng.sample(free, len(free)), strict=True))
        return [cards[rest.get(at, at)] for at in range(len(cards))]

    def again(shuffle, cards):
        key = shuffle, tuple(cards)
        if key not in known:
            known[key] = order(shuffles, shuffle, decks.again(shuffle, cards))
        return known[key]

    return Decks([order(lists, number, cards) for number, cards in enumerate(decks)], again)


def outputs(rules, played, seed):
    """Everything that a game gives out after a prefix, for every viewer, as text."""
    initial, (state, _, _) = rules.initial(), played[-1]
    moves = [step.move for step in played[:-1]]
    for viewer in (None, *range(state.seats)):
        view = state.view_for(viewer)
        yield repr(view)
        yield repr(view.sample(Random(seed)))
        yield " ".join(moves_for(initial, moves, viewer))
        for before, actor, move in played[:-1]:
            yield repr(before.facts(actor, move, viewer))
        for bot in QUICK_BOTS if view.legal_moves else ():
            yield repr(bot.choose(view, Random(seed)))
    yield from refusals(state, moves)
    yield state.draw()
    yield json.dumps(state.encode())


def refusals(state, moves):
    for move in moves:
        for actor in (CHANCE, 0, 1):
            if move.kind == "reveal" and actor is CHANCE:
                continue  # the site alone draws, and never by trying
            try:
                state.play(actor, move)
            except EngineError as error:
                yield f"{error} {error.code} {error.parameters}"


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
@pytest.mark.parametrize("seed", range(12))
class TestUndrawnTiles:
    def test_it_never_depends_on_them(self, rules, seed):
        rng = Random(seed)
        decks = seeded_decks(rules, rng)
        whole = list(steps(rules, seed, decks=decks))
        prefix = rng.randrange(1, len(whole))
        drawing = [s.state for s in whole[: prefix - 1] if s.actor is CHANCE]
        used = {source for state in drawing for source in state.sources()}

        played = whole[:prefix]
        other = list(steps(rules, seed, decks=permuted(decks, used, rng)))[:prefix]

        assert list(outputs(rules, played, seed)) == list(outputs(rules, other, seed))


@pytest.mark.parametrize("seed", range(12))
class TestPrivateReveals:
    """With hidden hands, what others drew is as unknown as the deck."""

    def test_it_covers_them_for_everybody_else(self, seed):
        for state, actor, move in steps(SEEDLINGS, seed):
            if actor is not CHANCE:
                continue
            for card in set(state.pile):
                other = Draw(move.seat, card)
                for viewer in {None, 0, 1, 2} - {move.seat}:
                    assert state.shown(CHANCE, other, viewer) == f">{move.seat}:?"
                    assert state.facts(CHANCE, other, viewer) == state.facts(CHANCE, move, viewer)
                    assert state.after(CHANCE, other).view_for(viewer) == state.after(
                        CHANCE, move
                    ).view_for(viewer)

    def test_it_shows_them_to_who_drew(self, seed):
        for state, actor, move in steps(SEEDLINGS, seed):
            if actor is CHANCE:
                assert state.shown(CHANCE, move, move.seat) == move.notation

    def test_it_lets_bots_choose_without_them(self, seed):
        for state, actor, _ in steps(SEEDLINGS, seed):
            if actor in (None, CHANCE):
                continue
            hidden = state.view_for(actor).sample(Random(seed + 1))
            for bot in QUICK_BOTS:
                assert bot.choose(hidden.view_for(actor), Random(seed)) == bot.choose(
                    state.view_for(actor), Random(seed)
                )
