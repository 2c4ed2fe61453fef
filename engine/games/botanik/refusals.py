"""Why a move is not allowed. These words explain a refusal; `legal_moves` decides it."""

from collections import Counter

from engine.errors import CHANCE_TO_MOVE, IllegalMoveError, Reason
from engine.games.botanik.cells import place_of
from engine.games.botanik.moves import BotanikMove, Build, CentrePlay, Reveal, SidePlay, Swap
from engine.games.botanik.position import Position
from engine.state import Actor, Nature

REVEALED_BY_CHANCE = Reason("revealed-by-chance", "Tiles are drawn, nobody chooses them.")
DRAW_SIZE = Reason("draw-size", "{size} tiles are drawn here, not {drawn}.")
NOT_UNSEEN = Reason("not-unseen", "So many tiles {tile} cannot be drawn any more.")
NOT_IN_ARRIVAL = Reason("not-in-arrival", "There is no {tile} in the arrival area.")
SPACE_TAKEN = Reason("space-taken", "Your side of pile {column} holds {tile} already.")
NOT_LINKED = Reason(
    "not-linked",
    "{tile} has neither the colour nor the shape of {centre} on pile {column}.",
)
SWAP_FIRST = Reason("swap-first", "You hold {tile}, which must be swapped first.")
BUILD_FIRST = Reason("build-first", "You hold {tile}, which must be built first.")
NO_MECA_HELD = Reason("no-meca-held", "You hold no meca-botanist to swap.")
MECA_ON_TOP = Reason("meca-on-top", "{tile} on pile {column} cannot be taken by a swap.")
NOT_HELD = Reason("not-held", "You hold no {tile} to build.")
CELL_TAKEN = Reason("cell-taken", "There is a tile at {x},{y} already.")
NOT_ADJACENT = Reason("not-adjacent", "{x},{y} is not next to a tile of your machine.")
PIPES_DO_NOT_MEET = Reason(
    "pipes-do-not-meet",
    "At {x},{y} with this turn {tile} has a pipe where a neighbour has none, or none where it has.",
)
CLOSES_NETWORK = Reason(
    "closes-network", "{tile} at {x},{y} would leave the Source without an opening."
)

REASONS = (
    REVEALED_BY_CHANCE,
    DRAW_SIZE,
    NOT_UNSEEN,
    NOT_IN_ARRIVAL,
    SPACE_TAKEN,
    NOT_LINKED,
    SWAP_FIRST,
    BUILD_FIRST,
    NO_MECA_HELD,
    MECA_ON_TOP,
    NOT_HELD,
    CELL_TAKEN,
    NOT_ADJACENT,
    PIPES_DO_NOT_MEET,
    CLOSES_NETWORK,
)


def explain(position: Position, actor: Actor, move: BotanikMove) -> IllegalMoveError:
    """Say why a move that is not legal is not."""
    if isinstance(actor, Nature):
        return _explain_reveal(position, move)
    if isinstance(move, Reveal):
        return IllegalMoveError(REVEALED_BY_CHANCE)
    hand = position.held[actor]
    meca = next((tile for tile in hand if tile.is_meca), None)
    if isinstance(move, Swap):
        return _explain_swap(position, move) if meca else IllegalMoveError(NO_MECA_HELD)
    if meca:
        return IllegalMoveError(SWAP_FIRST, tile=meca.code)
    if isinstance(move, Build):
        return _explain_build(position, actor, move)
    if hand:
        return IllegalMoveError(BUILD_FIRST, tile=hand[0].code)
    return _explain_play(position, actor, move)


def _explain_reveal(position: Position, move: BotanikMove) -> IllegalMoveError:
    if not isinstance(move, Reveal):
        return IllegalMoveError(CHANCE_TO_MOVE)
    size = position.draw_size
    if len(move.tiles) != size:
        return IllegalMoveError(DRAW_SIZE, size=size, drawn=len(move.tiles))
    drawn = Counter(move.tiles)
    tile = next(tile for tile in drawn if drawn[tile] > position.unseen[tile.index])
    return IllegalMoveError(NOT_UNSEEN, tile=tile.code)


def _explain_swap(position: Position, swap: Swap) -> IllegalMoveError:
    top = position.registry.centre[swap.column]
    return IllegalMoveError(MECA_ON_TOP, tile=top.code, column=swap.column + 1)


def _explain_play(position: Position, seat: int, play: SidePlay | CentrePlay) -> IllegalMoveError:
    if play.tile not in position.arrival:
        return IllegalMoveError(NOT_IN_ARRIVAL, tile=play.tile.code)
    column = play.column + 1
    there = position.registry.sides[seat][play.column]
    if there is not None:
        return IllegalMoveError(SPACE_TAKEN, tile=there.code, column=column)
    centre = position.registry.centre[play.column]
    return IllegalMoveError(NOT_LINKED, tile=play.tile.code, centre=centre.code, column=column)


def _explain_build(position: Position, seat: int, build: Build) -> IllegalMoveError:
    tile, machine, (x, y) = build.tile, position.machines[seat], place_of(build.cell)
    if tile not in position.held[seat]:
        return IllegalMoveError(NOT_HELD, tile=tile.code)
    if not machine.is_empty(build.cell):
        return IllegalMoveError(CELL_TAKEN, x=x, y=y)
    if build.cell not in machine.demands:
        return IllegalMoveError(NOT_ADJACENT, x=x, y=y)
    fits = build.turn in tile.fits[machine.demands[build.cell]]
    reason = CLOSES_NETWORK if fits else PIPES_DO_NOT_MEET
    return IllegalMoveError(reason, tile=tile.code, x=x, y=y)
