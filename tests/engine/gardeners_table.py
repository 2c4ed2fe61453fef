"""Tables of Gardeners for tests: gardens as text, and positions in which things are as wanted."""

from random import Random

from engine import CHANCE, registry
from engine.decks import Decks
from engine.errors import EngineError
from engine.games.gardeners import GardenersState
from engine.games.gardeners.components import CARDS, MODES, tiles_of
from engine.games.gardeners.plot import Laid, Plot, turns_of
from engine.games.gardeners.position import Pile, Wish
from engine.perft import seeded_decks
from engine.registry import GARDENERS, Setup

CALLED = """
    C7^1  C3^0  C6^2  B7    B2^2  A2
    C11^0 B9    A14   A9    B6    B8
    A3    C10^0 A15   C1    A16   B5
    C4^1  C9^0  A5    A12   A7    B3^2
    C5^0  C8^0  A11   C2    A6    A10
    B4^1  A1    A13   A4    B1^1  A8
"""
"""The garden of rule 14.5: its hedges are connected, its benches look towards red fruit."""


def laid(text, *, left=0, top=None):
    """Read a garden, rows from the top, `.` for an empty cell; its last row is y = 0."""
    rows = [line.split() for line in text.strip().splitlines()]
    top = len(rows) - 1 if top is None else top
    found = []
    for down, row in enumerate(rows):
        for right, word in enumerate(row):
            tile, _, turn = word.partition("^")
            if tile != ".":
                found.append(Laid(left + right, top - down, tile, int(turn or 0)))
    return tuple(sorted(found))


def plot(text):
    return Plot(laid(text))


def shape(picture, *, tiles):
    """A garden of the shape of a picture, `#` for a tile, with such tiles in their order."""
    names = iter(tiles)
    rows = [line.strip() for line in picture.strip().splitlines()]
    cells = [
        (x, len(rows) - 1 - down)
        for down, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign == "#"
    ]
    return tuple(sorted(Laid(x, y, next(names)) for x, y in cells))


def random_garden(mode, rng):
    """A random complete garden of a mode."""
    size, tiles = MODES[mode].size, list(tiles_of(mode))
    rng.shuffle(tiles)
    return tuple(
        sorted(
            Laid(at % size, at // size, tile, rng.randrange(turns_of(tile)))
            for at, tile in enumerate(tiles)
        )
    )


def table(mode="full", *, garden=(), cards=(), seats=2, acting=0, loose=None, **fields):
    """A position in which the seat has the word. All tiles that do not lie are loose.

    `cards` are pairs of holder and card, in the order they were drawn; `loose` are the tiles of
    each seat, else all are the acting seat's.
    """
    seats = 1 if mode.startswith("solo") else seats
    limit = {"turns": 48, "actions": 300}.get(MODES[mode].limit, 0)
    if loose is None:
        lying = {one.tile for one in garden}
        rest = tuple(sorted(tile for tile in tiles_of(mode) if tile not in lying))
        loose = [rest if seat == acting else () for seat in range(seats)]
    hidden, wishes = MODES[mode].hidden, []
    for number, (holder, card) in enumerate(cards, start=1):
        is_open = hidden == "none" or (hidden == "newest" and number < len(cards))
        wishes.append(Wish(number, card, holder, is_open))
    piles = tuple(Pile(at % seats, 0) for at in range(2 if seats == 1 else seats))
    values = {
        "to_move": frozenset({acting}),
        "mode": mode,
        "limit": limit,
        "piles": piles,
        "loose": tuple(tuple(sorted(own)) for own in loose),
        "garden": garden,
        "in_play": tuple(wishes),
        "received": wishes[-1].holder if wishes else -1,
        "acting": acting,
        **fields,
    }
    return GardenersState(**values)


def play(state, texts):
    """Play moves, separated by spaces, whoever is to make them; `#2` is that seat 2 leaves."""
    for text in texts.split():
        move = state.read(text)
        state = state.replay(state.actor_of(move), move)
    return state


def refusal(state, text, actor=None):
    """The code and the sentence with which a move is refused; None if it is not."""
    actor = min(state.to_move) if actor is None else actor
    try:
        state.play_text(actor, text)
    except EngineError as error:
        return error.code, str(error)
    return None


def code(state, text, actor=None):
    found = refusal(state, text, actor)
    return found and found[0]


def told(state, text, viewer=None):
    """The facts of a move."""
    move = state.read(text)
    return state.told(state.actor_of(move), move, viewer)


def kinds(state, text, viewer=None):
    return [fact.kind for fact in told(state, text, viewer)]


def texts(state, seat=None):
    """The legal moves."""
    seat = min(state.to_move) if seat is None else seat
    return [move.notation for move in state.legal_moves(seat)]


def setup(mode, seats=2, **options):
    return Setup(GARDENERS, seats, {"mode": mode, **options})


def begun(mode="full", seats=2, seed=1, **options):
    """A game that has just begun, by the decks of a seed."""
    chosen = setup(mode, seats, **options)
    decks = seeded_decks(chosen, Random(seed))
    return revealed(chosen.initial(), decks), decks


def revealed(state, decks):
    """Let chance reveal what is due, from the decks; a verdict as it is."""
    while state.to_move is CHANCE:
        state = state.play(CHANCE, state.deal(decks))
    return state


def decks_of(mode, cards, tiles=None):
    """Decks in which these cards, and tiles, come first."""
    rest = [card for card in CARDS if card.startswith(MODES[mode].cards) and card not in cards]
    first = [*(tiles or ()), *(tile for tile in tiles_of(mode) if tile not in (tiles or ()))]
    return Decks([first, [*cards, *rest]], lambda number, back: back)


def registered(monkeypatch):
    """Let records of Gardeners be found, whether or not it has a board already."""
    others = [rules for rules in registry.RULESETS if rules.slug != GARDENERS.slug]
    monkeypatch.setattr(registry, "RULESETS", (*others, GARDENERS))
