"""The command line of the engine: the only part that reads files, writes text and times."""

import argparse
import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, BinaryIO, TextIO

from engine import arena
from engine.analysis import analyse
from engine.audit import Finding, audit
from engine.bots import BOTS, get_bot
from engine.errors import EngineError, Reason, SetupError
from engine.perft import perft, seeded_decks
from engine.records import Record, RecordError, read
from engine.registry import Setup, all_rulesets, get_ruleset
from engine.replay import Ply, check_tags, initial_of, replay, result_of
from engine.state import GameState, Nature

UNREADABLE = Reason("unreadable", "{file}: {why}.")
BOTS_MISSING = Reason("bots-missing", "Name a bot for each of the {seats} seats.")
NOBODY_TO_MOVE = Reason("nobody-to-move", "There is nobody to move here: nothing to analyse.")
RECORDS_WRONG = Reason("records-wrong", "{wrong} of {records} records are wrong.")

GZIPPED = b"\x1f\x8b"
"""How a compressed file begins."""


@dataclass(frozen=True, slots=True)
class Console:
    """Where commands read and write."""

    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO

    def say(self, line: str) -> None:
        self.stdout.write(line + "\n")

    def complain(self, line: str) -> None:
        self.stderr.write(line + "\n")

    def record(self, path: str) -> Record:
        """Read the record in a file; `-` is standard input."""
        try:
            raw = self.stdin.read() if path == "-" else Path(path).read_bytes()
            return read(raw.decode("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(UNREADABLE, file=path, why=_why_unreadable(error)) from error

    def lines(self, path: str) -> Iterator[str]:
        """Read a file of records line by line, also a compressed one; `-` is standard input."""
        try:
            with io.BufferedReader(self._raw(path)) as raw:
                packed = raw.peek(len(GZIPPED)).startswith(GZIPPED)
                source = gzip.GzipFile(fileobj=raw) if packed else raw
                with io.TextIOWrapper(source, "utf-8") as text:
                    yield from text
        except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
            raise RecordError(UNREADABLE, file=path, why=_why_unreadable(error)) from error

    def _raw(self, path: str) -> Any:
        return self.stdin if path == "-" else io.FileIO(path)


def _why_unreadable(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "not a whole compressed file"


def main(arguments: Sequence[str], console: Console | None = None) -> int:
    """Run one command and return its exit status: 0, or 1 after one line of complaint."""
    console = console or Console(sys.stdin.buffer, sys.stdout, sys.stderr)
    options = _parser().parse_args(arguments)
    try:
        options.run(options, console)
    except EngineError as error:
        console.complain(str(error))
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="Garden games: the rules."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_record_commands(commands)
    _add_play_commands(commands)
    return parser


def _add_record_commands(commands: Any) -> None:
    command = commands.add_parser("replay", help="play a record through the rules")
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--json", action="store_true", help="one JSON object a line")
    command.set_defaults(run=_replay)
    command = commands.add_parser("verify", help="check that the deck was fixed before the game")
    command.add_argument("file", metavar="FILE", help="a record or many, also compressed by gzip")
    command.set_defaults(run=_verify)
    command = commands.add_parser("show", help="draw a position as text")
    command.add_argument("file", metavar="FILE")
    command.add_argument("--ply", type=int, metavar="N", help="after ply N; the last by default")
    command.set_defaults(run=_show)
    command = commands.add_parser("analyse", help="judge the best moves in a position")
    command.add_argument("file", metavar="FILE")
    command.add_argument("--ply", type=int, metavar="N", help="after ply N; the last by default")
    command.add_argument("--nodes", type=_positive_number, default=20_000, help="how far to look")
    command.add_argument("--seed", type=int, default=0)
    command.set_defaults(run=_analyse)


_BOTS_HELP = f"{', '.join(bot.name for bot in BOTS)}; NAME:NODES sets the budget of a choice"
_GAMES_HELP = "each deck is played once for each seat, so two play an even number"


def _add_play_commands(commands: Any) -> None:
    games = sorted({ruleset.slug for ruleset in all_rulesets()})
    command = commands.add_parser("perft", help="count move sequences from a seeded deal")
    command.add_argument("game", choices=games)
    command.add_argument("depth", type=_whole_number, metavar="DEPTH")
    command.add_argument("--seed", type=int, required=True)
    _add_setup(command)
    command.set_defaults(run=_perft)
    command = commands.add_parser("selfplay", help="let bots play against each other")
    command.add_argument("game", choices=games)
    command.add_argument("--first", type=_bot, metavar="BOT", help=_BOTS_HELP)
    command.add_argument("--second", type=_bot, metavar="BOT")
    command.add_argument("--bots", type=_bots, metavar="BOT,BOT,...", help="one for each seat")
    command.add_argument("--games", type=_positive_number, required=True, help=_GAMES_HELP)
    command.add_argument("--seed", type=int, required=True)
    _add_setup(command)
    command.set_defaults(run=_selfplay)
    command = commands.add_parser("speed", help="count plies of random play in a second")
    command.add_argument("game", choices=games)
    command.add_argument("--seconds", type=float, required=True)
    _add_setup(command)
    command.set_defaults(run=_speed)


def _add_setup(command: Any) -> None:
    command.add_argument("--seats", type=_positive_number, help="the fewest by default")
    command.add_argument("--options", type=_pairs, default={}, metavar="NAME=VALUE,...")


def _whole_number(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def _bot(text: str) -> str:
    """The name of a bot that there is. Which budget it has, the game says."""
    try:
        get_bot(text)
    except KeyError:
        raise argparse.ArgumentTypeError("there is no such bot") from None
    return text


def _bots(text: str) -> tuple[str, ...]:
    return tuple(map(_bot, text.split(",")))


def _pairs(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(equals for _, equals, _ in pairs):
        raise argparse.ArgumentTypeError("must be like NAME=VALUE,NAME=VALUE")
    return {name: value for name, _, value in pairs}


def _positive_number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


# -- records -------------------------------------------------------------------------------


def _replay(options: argparse.Namespace, console: Console) -> None:
    record = console.record(options.file)
    last = initial_of(record)
    for ply in replay(record):
        console.say(json.dumps(_trace(ply)) if options.json else _told(ply))
        last = ply.after
    check_tags(record, last)
    console.say(json.dumps(_summary(last)) if options.json else _told_end(last))


def _trace(ply: Ply) -> dict[str, Any]:
    """One line of the trace: who was to move, what was legal, what was done."""
    to_move = ply.before.to_move
    if isinstance(to_move, Nature) or isinstance(ply.actor, Nature):
        return {"ply": ply.number, "to_move": "chance", "move": ply.move.notation}
    # Who leaves may do so while another has the word.
    seat = ply.actor if ply.actor in to_move else min(to_move)
    legal = sorted(move.notation for move in ply.before.legal_moves(seat))
    return {"ply": ply.number, "to_move": seat, "legal": legal, "move": ply.move.notation}


def _summary(last: GameState[Any, Any]) -> dict[str, Any]:
    outcome = last.outcome()
    return {
        "over": outcome is not None,
        "scores": [score.as_json() for score in last.scores()],
        **last.standing(),
        "winner": outcome.winner if outcome and not last.cooperative else None,
    }


def _told(ply: Ply) -> str:
    who = "chance" if isinstance(ply.actor, Nature) else f"seat {ply.actor}"
    return f"{ply.number:>4}  {who:<7} {ply.move.notation}"


def _told_end(last: GameState[Any, Any]) -> str:
    outcome = last.outcome()
    result = result_of(last.scores(), cooperative=last.cooperative)
    if outcome is None:
        return f"{result} so far; the game is not over."
    if last.cooperative:
        return f"{result} together: {outcome.grade}."
    return (
        f"{result}, a draw." if outcome.winner is None else f"{result}, seat {outcome.winner} wins."
    )


def _verify(options: argparse.Namespace, console: Console) -> None:
    """Verify one record, or each of many: those that are wrong are told at once."""
    findings = audit(console.lines(options.file))
    first = next(findings)
    second = next(findings, None)
    if second is None:
        _tell_one(first, console)
        return
    records, reveals, wrong = 0, 0, 0
    for found in chain((first, second), findings):
        records, reveals = records + 1, reveals + found.reveals
        if found.trouble:
            wrong += 1
            console.complain(str(found))
    if wrong:
        raise RecordError(RECORDS_WRONG, wrong=wrong, records=records)
    console.say("Every commitment agrees with seed and game.")
    console.say(f"All {reveals} reveals of {records} records agree with their decks.")


def _tell_one(found: Finding, console: Console) -> None:
    if found.trouble:
        raise found.trouble
    console.say("The commitment agrees with seed and game.")
    if found.given:
        console.say(
            f"The first {found.given} plies were given: it was played on from another game."
        )
        console.say(f"All {found.reveals} reveals after them agree with the deck.")
        return
    console.say(f"All {found.reveals} reveals agree with the deck.")


def _show(options: argparse.Namespace, console: Console) -> None:
    console.say(_position(options, console).draw())


def _position(options: argparse.Namespace, console: Console) -> GameState[Any, Any]:
    """The position of a record after the ply that was asked for."""
    record = console.record(options.file)
    state = initial_of(record)
    for ply in replay(record):
        if options.ply is not None and ply.number > options.ply:
            break
        state = ply.after
    return state


def _analyse(options: argparse.Namespace, console: Console) -> None:
    state = _position(options, console)
    to_move = state.to_move
    if isinstance(to_move, Nature) or not to_move:
        raise RecordError(NOBODY_TO_MOVE)
    seat = min(to_move)
    console.say(f"seat {seat} to move: points ahead in the end, chance to win, turn")
    for line in analyse(state, seat, nodes=options.nodes, rng=_seeded(options.seed)):
        turn = " ".join(move.notation for move in line.path)
        console.say(f"{line.promise.margin:>+7.2f} {line.promise.chance:>6.1%}  {turn}")


# -- play ----------------------------------------------------------------------------------


def _seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - to be repeatable is its purpose here


def _setup(options: argparse.Namespace, *, seats: int | None = None) -> Setup:
    """The game that was asked for, or a SetupError if it cannot be played like that."""
    ruleset = get_ruleset(options.game)
    readers = {option.name: option.read for option in ruleset.options}
    chosen = {name: readers.get(name, str)(text) for name, text in options.options.items()}
    setup = Setup(ruleset, options.seats or seats or min(ruleset.seats), chosen)
    setup.initial()
    return setup


def _perft(options: argparse.Namespace, console: Console) -> None:
    setup = _setup(options)
    decks = seeded_decks(setup, _seeded(options.seed))
    console.say(str(perft(setup.initial(), decks, options.depth)))


def _selfplay(options: argparse.Namespace, console: Console) -> None:
    names = options.bots or (options.first, options.second)
    setup = _setup(options, seats=len(names))
    if None in names or len(names) != setup.seats:
        raise SetupError(BOTS_MISSING, seats=setup.seats)
    bots = [get_bot(name, options.game) for name in names]
    rng, start = _seeded(options.seed), perf_counter()
    decks = -(-options.games // len(bots))
    tally = arena.tally([arena.mirrored(setup, bots, rng) for _ in range(decks)])
    seconds = perf_counter() - start
    if setup.ruleset.cooperative:
        console.say(f"the team: {tally.means[0]:.2f} points a game, {tally.games} games")
        console.say(f"time a move: {1000 * seconds / tally.decisions:.3f} ms")
        return
    labels = ("first ", "second") if len(bots) == 2 else [f"bot {n}" for n in range(len(bots))]
    for number, label in enumerate(labels):
        low, high = tally.interval(number)
        console.say(
            f"{label} ({bots[number].name}): {tally.wins[number]} wins, "
            f"{tally.means[number]:.2f} points a game, takes {tally.share(number):.1%} "
            f"(95 %: {low:.1%} to {high:.1%})"
        )
    console.say(f"draws: {tally.draws}")
    console.say(f"who begins takes {tally.first_seat:.1%} of {tally.games} games")
    console.say(f"time a move: {1000 * seconds / tally.decisions:.3f} ms")


def _speed(options: argparse.Namespace, console: Console) -> None:
    setup, rng = _setup(options), _seeded(0)
    plies, start = 0, perf_counter()
    while not plies or (elapsed := perf_counter() - start) < options.seconds:
        plies += sum(1 for _ in arena.random_game(setup, rng))
    console.say(f"{plies} plies in {elapsed:.2f} s; plies a second:")
    console.say(f"{plies / elapsed:.0f}")
