"""Tables of Gardeners to look at: positions of the rules, and the board as somebody sees it."""

from engine.games.gardeners import GardenersState
from engine.games.gardeners.moves import parse
from engine.games.gardeners.plot import Laid
from engine.games.gardeners.position import Wish
from games.boards import Scene
from games.boards.gardeners.presenter import present

NAMES = ("Theo", "Nadia", "Jonas", "Aiko")
# The garden of rules 14.5, from the top; with B1 turned to the west it fulfils X57 and not X33.
GARDEN = """
C7^1  C3^0  C6^2  B7    B2^2  A2
C11^0 B9    A14   A9    B6    B8
A3    C10^0 A15   C1    A16   B5
C4^1  C9^0  A5    A12   A7    B3^2
C5^0  C8^0  A11   C2    A6    A10
B4^1  A1    A13   A4    B1^1  A8
"""


def laid(rows=GARDEN, **turns):
    """Tiles from the top row on, the top left one at 0,0."""
    found = []
    for y, row in enumerate(rows.split("\n")[1:-1]):
        for x, word in enumerate(row.split()):
            code, _sign, turn = word.partition("^")
            found.append(Laid(x, -y, code, turns.get(code, int(turn or 0))))
    return tuple(sorted(found))


def begun(seats=2, mode="full", tops=("A7", "C3", "B1", "A2"), card="X57"):
    """The table as the first turn begins: tops and the first card as a test needs them."""
    state = GardenersState.initial(seats, {"mode": "solo" if seats == 1 else mode})
    piles = len(state.piles)
    state = state.after(None, parse(">" + ".".join(tops[:piles])))
    return state.after(None, parse(f">{card}.X33" if seats == 1 else f">{card}"))


def complete(seats=2, fronts=("X57", "X33"), mode="full", **turns):
    """Every tile lies; each seat holds one of these fronts."""
    state = begun(seats, mode, card=fronts[0])
    wishes = tuple(
        Wish(at + 1, card, at if seats > 1 else 0, is_open=seats == 1)
        for at, card in enumerate(fronts)
    )
    piles = tuple(pile._replace(top="", seen=pile.size) for pile in state.piles)
    return state._replace(garden=laid(**turns), piles=piles, in_play=wishes)


def link(*, draft=(), pick=""):
    return f"?draft={' '.join(draft)}&pick={pick}"


def show(state, seat=0, draft="", pick="", last=()):
    """The board for a seat, or for somebody who watches, with moves drafted."""
    after, moves = state, [parse(text) for text in draft.split()]
    for move in moves:
        after = after.play(seat, move)
    if state.is_over:  # as the site asks for it
        state, after = state.laid_open(), after.laid_open()
    has_word = seat is not None and after.goes_on(seat, state.turn)
    return present(
        Scene(
            view=after.view_for(seat),
            before=state.view_for(seat),
            seat=seat,
            at=seat or 0,
            names=NAMES[: state.seats],
            draft=tuple(moves),
            pick=pick,
            is_running=not state.is_over,
            can_act=has_word,
            link=link,
            last=last,
        )
    )
