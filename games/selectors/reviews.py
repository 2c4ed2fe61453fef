"""What a review says: numbers as they are stored, and words that follow from positions and facts.

Only numbers and notations are kept. What would have been done, and what it would have gained, is
told by the board from the positions themselves, in the reader's language.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Fact, Score, Seat, get_opponent
from engine.review import Judgement, Turn, best_find, turning_points, turns
from games.boards import Tried, board_of, gains_of, parts_of
from games.models import Review
from games.positions import Step
from games.selectors import eyes, moves
from games.selectors.eyes import Eyes
from games.selectors.tables import Table

FORMAT = 1
AS_GOOD = 0.005
"""A loss of chance that is no loss: it would be shown as 0 %."""


# --- As it is stored -----------------------------------------------------------------------------


def find(table: Table) -> Review | None:
    """The review of a game that is over, however far it is."""
    return None if table.game.is_running else Review.objects.filter(game=table.game).first()


def before_it(review: Review) -> int:
    """How many reviews come first; nothing for one that is being made."""
    if review.status != Review.Status.WAITING:
        return 0
    ahead = Review.objects.filter(status=Review.Status.WAITING, asked_at__lt=review.asked_at)
    return ahead.count() + Review.objects.filter(status=Review.Status.WORKING).count()


def turns_of(table: Table) -> Iterator[Turn]:
    """The turns of a game, as they are judged: those that were played in it."""
    return turns(moves.steps_of(table), given=table.game.given_plies or 0)


def with_judgement(result: dict[str, Any], found: Judgement) -> dict[str, Any]:
    """A result with one turn more."""
    row = {
        name: round(value, 4) if isinstance(value, float) else value
        for name, value in asdict(found).items()
    }
    return {**result, "format": FORMAT, "turns": [*result.get("turns", []), row]}


def completed(result: dict[str, Any], *, seats: int) -> dict[str, Any]:
    """A result of all turns, with what is to be said about the whole."""
    judged = judgements(result)
    finds = {str(seat): best_find(judged, seat) for seat in range(seats)}
    return {
        **result,
        "turning_points": turning_points(judged, seats),
        "finds": {seat: at for seat, at in finds.items() if at is not None},
    }


def judgements(result: dict[str, Any]) -> list[Judgement]:
    rows = result.get("turns", [])
    return [Judgement(**{**row, "line": tuple(row["line"])}) for row in rows]


# --- As it is told -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say about one turn. Chances are in percent."""

    number: int
    """Which turn of the game it was."""
    ply: int
    """Where it can be seen, as a whole."""
    seat: Seat
    name: str
    """Whose turn it was."""
    best: int
    chance: int
    kept: int
    is_as_good: bool
    """Whether nothing better was found, or nothing to speak of."""
    next_best: int
    """With the best of all others, if this one was the best."""
    played: str
    """What was done."""
    instead: str
    """What the bot would have done; empty where it would have done the same."""
    gains: Sequence[str]
    """What that would have brought, as facts."""


@dataclass(frozen=True, slots=True)
class Share:
    """How somebody played, all in all."""

    seat: Seat
    name: str
    kept: int
    """Of the chance to win, a turn, in percent."""
    turns: int
    as_good: int
    """Turns that were as good as the bot's."""
    find: Verdict | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole review."""

    judged: Sequence[Judgement]
    turning_points: Sequence[Verdict]
    shares: Sequence[Share]


def bot_name(review: Review | None) -> str:
    """Who reviews a game."""
    return get_opponent(review.bot).name if review else ""


def summary(review: Review, table: Table, seen: Eyes | None = None) -> Summary:
    """All that a finished review says about a game as a whole. It replays the game once."""
    seen = seen or eyes.own(table)
    judged = judgements(review.result)
    teller = _Teller(review, table, seen, {turn.first: turn for turn in turns_of(table)})
    finds = {int(seat): at for seat, at in review.result["finds"].items()}
    told = [teller.verdict(at, judged[at]) for at in review.result["turning_points"]]
    shares = [
        _share(table, judged, seat, teller.verdict(at, judged[at]) if at is not None else None)
        for seat, at in ((player.seat, finds.get(player.seat)) for player in table.players)
    ]
    return Summary(judged, told, [share for share in shares if share.turns])


def _share(table: Table, judged: Sequence[Judgement], seat: Seat, find: Verdict | None) -> Share:
    mine = [one for one in judged if one.seat == seat]
    return Share(
        seat=seat,
        name=table.players[seat].user.table_name,
        kept=percent(fmean(one.kept for one in mine)) if mine else 0,
        turns=len(mine),
        as_good=sum(one.lost < AS_GOOD for one in mine),
        find=find,
    )


def lines(judged: Sequence[Judgement], table: Table) -> list[list[int]]:
    """Everybody's chance to win after each ply from the beginning on, in percent.

    Of two, what one has the other has not. Of more, each one's is known by their own turns.
    """
    found = []
    for seat in range(len(table.players)):
        known = [one for one in judged if one.seat == seat or len(table.players) == 2]
        now = percent(_own(known[0], seat, known[0].best)) if known else 0
        after = {one.last: percent(_own(one, seat, one.chance)) for one in known}
        line = [now := after.get(ply, now) for ply in range(table.game.ply + 1)]
        found.append(line)
    return found


def _own(one: Judgement, seat: Seat, share: float) -> float:
    return share if one.seat == seat else 1 - share


def at_step(review: Review, table: Table, seen: Eyes, step: Step) -> Verdict | None:
    """What is said about the turn that a move belongs to; None for what nobody chose.

    The game is replayed only for a turn of several moves.
    """
    judged, ply = judgements(review.result), step.row.ply
    at = next((n for n, one in enumerate(judged) if one.first <= ply <= one.last), None)
    if at is None:
        return None
    if judged[at].first == judged[at].last:
        turn = Turn(judged[at].seat, step.before, (step.move,), ply)
    else:
        turn = next(turn for turn in turns_of(table) if turn.first == judged[at].first)
    return _Teller(review, table, seen, {turn.first: turn}).verdict(at, judged[at])


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts judgements into words."""

    review: Review
    table: Table
    seen: Eyes
    turns: dict[int, Turn]
    """By the ply of their first moves."""

    def verdict(self, at: int, one: Judgement) -> Verdict:
        turn, is_as_good = self.turns[one.first], one.lost < AS_GOOD
        played = _try(turn, [move.notation for move in turn.path])
        better = played if is_as_good else _try(turn, one.line)
        return Verdict(
            number=at + 1,
            ply=one.last,
            seat=one.seat,
            name=self.names[one.seat],
            best=percent(one.best),
            chance=percent(one.chance),
            kept=percent(one.kept),
            is_as_good=is_as_good,
            next_best=percent(one.next_best),
            played=self._told(played.tried.facts, self.names, self.seen.reader),
            instead="" if is_as_good else self._instead(better, one.seat),
            gains=() if is_as_good else self._gains(better, played, one.seat),
        )

    @property
    def names(self) -> list[str]:
        return [player.user.table_name for player in self.table.players]

    def _instead(self, better: "_Try", seat: Seat) -> str:
        """What the bot would have done in this place, told as if it sat there."""
        names = self.names
        names[seat] = bot_name(self.review)
        reader = None if self.seen.reader == seat else self.seen.reader
        return self._told(better.tried.facts, names, reader)

    def _told(self, facts: Sequence[Fact], names: list[str], reader: Seat | None) -> str:
        board = board_of(self.table.game.ruleset)
        return " ".join(text for fact in facts if (text := board.tell(fact, names, reader)))

    def _gains(self, better: "_Try", played: "_Try", seat: Seat) -> Sequence[str]:
        """What the bot's turn would have brought: as the board names it, else in points."""
        ruleset = self.table.game.ruleset
        named = gains_of(ruleset, better.tried, played.tried, seat=seat, names=self.names)
        return named or [_in_points(ruleset, better.score, played.score)]


class _Try(NamedTuple):
    """A turn as it was, or would have been: what its seat sees of it, and what it then has."""

    tried: Tried
    score: Score


def _try(turn: Turn, line: Sequence[str]) -> _Try:
    state, facts = turn.before, list[Fact]()
    for notation in line:
        move = state.parse(notation)
        facts += state.facts(turn.seat, move, turn.seat)
        state = state.after(turn.seat, move)
    return _Try(Tried(facts, state.view_for(turn.seat)), state.score(turn.seat))


def _in_points(ruleset: str, better: Score, played: Score) -> str:
    """What it would have scored at once, and where; a game need not part its points."""
    more = better.total - played.total
    if more <= 0:
        return _("At once it would have scored no more: what it is worth shows later.")
    words = ngettext(
        "It would have scored %(number)d point more at once.",
        "It would have scored %(number)d points more at once.",
        more,
    ) % {"number": more}
    named = parts_of(ruleset)
    parts = [
        f"{named[part]}: {better.parts[part] - played.parts[part]:+d}"
        for part in named
        if better.parts.get(part, 0) != played.parts.get(part, 0)
    ]
    return f"{words} ({', '.join(parts)})" if parts else words


def percent(share: float) -> int:
    return round(100 * share)
