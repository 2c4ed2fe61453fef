"""What looks wrong, as arithmetic on rows of values, which the site and a simulation share.

Nothing here proves anything. Each function returns what is so unlikely among honest people that
somebody should look, and the limits were chosen by simulating those (`python -m bench.signals`,
docs/signals.md): `MEASURED` says how often each would be wrong.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from math import comb, log10, sqrt
from statistics import median
from typing import Any, Final, NamedTuple

Numbers = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """A hint about somebody; `key` tells it from others of its kind about the same person."""

    person: int
    numbers: Numbers
    """What it is made of. `count` is what grows when it becomes clearer."""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """How a kind of signal did in a simulated year."""

    wrong: float
    """Of 1,000 honest people, how many had one."""
    found: int
    """Of those who were planted, how many were found, in percent."""


MEASURED: Final[Mapping[str, Measured]] = {
    "gifts": Measured(wrong=1.2, found=98),
    "ring": Measured(wrong=0.0, found=88),
    "stalling": Measured(wrong=0.0, found=96),
    "agreement": Measured(wrong=0.0, found=82),
    "burst": Measured(wrong=0.2, found=82),
    "held": Measured(wrong=0.6, found=98),
}
"""By the kind of signal, as docs/signals.md tells it."""
MEASURED_PEOPLE: Final = 5_000
"""So many honest people were simulated: that none of them had one is no promise."""


def has_grown(old: Numbers, new: Numbers) -> bool:
    """Whether what was dismissed has become so much more that it is worth another look."""
    before, now = int(old.get("count", 0)), int(new.get("count", 0))
    return now >= before + 3 and 2 * now >= 3 * before


def tail(hits: int, tries: int, chance: float) -> float:
    """How likely at least so many of some tries hit, if each does with this chance."""
    miss = 1 - chance
    rest = range(hits, tries + 1)
    return min(1.0, sum(comb(tries, n) * chance**n * miss ** (tries - n) for n in rest))


def surprise(likelihood: float) -> float:
    """How many noughts the odds against something have: 1 in 1,000 is 3."""
    return -log10(max(likelihood, 1e-15))


def odds(noughts: float) -> int:
    """Once in how many, for words: never more than a million, for no model is that good."""
    return int(10 ** min(int(noughts), 6))


# --- Results of rated games for two ------------------------------------------------------------


class Result(NamedTuple):
    """A rated game for two that one of them won; lists of them are in the order of their ends."""

    winner: int
    loser: int
    day: int
    ruleset: str
    how: str
    """`played` to the end; `resigned` or `time` where the loser let go; or something else."""
    turns: int
    """The loser's."""


LET_GO: Final = ("resigned", "time")
SHORT_OF_IT: Final = 0.5
"""A game is given away if it ends before this part of what such games usually take."""
USUAL_TURNS: Final = 10
"""Of a game of which too few were played to the end to say."""
ENOUGH_PLAYED: Final = 10


def usual_turns(results: Sequence[Result]) -> dict[str, float]:
    """How many turns somebody has in a game that is played to its end, by ruleset."""
    played = defaultdict[str, list[int]](list)
    for one in results:
        if one.how == "played":
            played[one.ruleset].append(one.turns)
    return {game: median(all_) for game, all_ in played.items() if len(all_) >= ENOUGH_PLAYED}


def is_given_away(one: Result, usual: Mapping[str, float]) -> bool:
    """Whether somebody let go of a game that was not half over."""
    whole = usual.get(one.ruleset, USUAL_TURNS / SHORT_OF_IT)
    return one.how in LET_GO and one.turns < SHORT_OF_IT * whole


# --- Losses to one and the same person ---------------------------------------------------------

GIFTS_LEAST: Final = 5
GIFTS_SHARE: Final = 0.75
"""Of all that somebody gives away, the part that goes to one person, at least."""
GIFTS_SURPRISE: Final = 5.0
GIVEN_USUALLY: Final = 0.2
"""Of the games that somebody loses, the part that they give away; they vary around it."""
GIVEN_WEIGHT: Final = 5
"""As many games of theirs against others weigh as much as what is usual."""


def gifts(results: Sequence[Result]) -> list[Found]:
    """Who gives games away to one person, and far more often than to others.

    What is given away on one day counts once: who loses heart leaves all tables at a time.
    """
    usual = usual_turns(results)
    lost = defaultdict[int, list[Result]](list)
    for one in results:
        lost[one.loser].append(one)
    found = (_gifts_of(person, losses, usual) for person, losses in lost.items())
    return [gift for of_one in found for gift in of_one]


def _gifts_of(person: int, losses: Sequence[Result], usual: Mapping[str, float]) -> Iterator[Found]:
    given = [one for one in losses if is_given_away(one, usual)]
    days = Counter(rival for rival, _day in {(one.winner, one.day) for one in given})
    kept = Counter(one.winner for one in losses if not is_given_away(one, usual))
    for rival, count in days.items():
        if count < GIFTS_LEAST or count < GIFTS_SHARE * days.total():
            continue
        elsewhere = days.total() - count
        lost, lost_elsewhere = count + kept[rival], elsewhere + kept.total() - kept[rival]
        rate = (elsewhere + GIVEN_USUALLY * GIVEN_WEIGHT) / (lost_elsewhere + GIVEN_WEIGHT)
        noughts = surprise(tail(count, lost, rate))
        if noughts < GIFTS_SURPRISE:
            continue
        numbers = {
            "count": count,
            "rival": rival,
            "lost": lost,
            "elsewhere": elsewhere,
            "lost_elsewhere": lost_elsewhere,
            "odds": odds(noughts),
        }
        yield Found(person, numbers, key=str(rival))


# --- Ratings passed around ---------------------------------------------------------------------

RING_WINS: Final = 4
"""On each edge of a ring, at least."""
RING_SHARE: Final = 0.8
"""Of the games between two neighbours in a ring, the part that goes one way."""
RING_INSIDE: Final = 0.6
"""Of somebody's rated games, the part that is played within the ring."""
RING_SURPRISE: Final = 5.0
PAIR_SURPRISE: Final = 4.0
"""Of two; of more people there are many more circles in which luck may strike."""
RING_TURNS: Final = 2
"""How often the luck of two must turn: that one of them learned is one turn."""
RING_SIZE: Final = 4


def rings(results: Sequence[Result]) -> list[Found]:
    """Groups of two to four who mostly play each other, and win from each other in a circle.

    Of three or four, each beats the next nearly always, and the last the first: whoever is
    stronger cannot explain that. Of two, each wins many games in a row before the other does.
    """
    games = Counter[int]()
    wins = Counter[tuple[int, int]]()
    between = defaultdict[tuple[int, int], list[int]](list)
    for one in results:
        games.update((one.winner, one.loser))
        wins[one.winner, one.loser] += 1
        between[_pair(one.winner, one.loser)].append(one.winner)
    circles = (_circle(circle, wins, games) for circle in _circles(wins))
    pairs = (_to_and_fro(pair, winners, games) for pair, winners in between.items())
    return [found for found in (*circles, *pairs) if found is not None]


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _circles(wins: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, ...]]:
    """Circles of three and four along edges that nearly always go one way, each once."""
    beats = defaultdict[int, list[int]](list)
    for (winner, loser), count in wins.items():
        all_ = count + wins.get((loser, winner), 0)
        if count >= RING_WINS and count >= RING_SHARE * all_:
            beats[winner].append(loser)
    for start in sorted(beats):
        paths: list[tuple[int, ...]] = [(start,)]
        while paths:
            path = paths.pop()
            for after in beats.get(path[-1], ()):
                if after == start and len(path) > 2:
                    yield path
                elif after > start and after not in path and len(path) < RING_SIZE:
                    paths.append((*path, after))


def _circle(
    circle: Sequence[int], wins: Mapping[tuple[int, int], int], games: Mapping[int, int]
) -> Found | None:
    edges = list(pairwise((*circle, circle[0])))
    won = [wins[edge] for edge in edges]
    back = [wins.get((loser, winner), 0) for winner, loser in edges]
    # Whatever their strengths are, they cannot make all of a circle likelier than equals do.
    noughts = sum(surprise(tail(w, w + b, 0.5)) for w, b in zip(won, back, strict=True))
    people = set(circle)
    inside = {
        one: sum(wins.get((one, other), 0) + wins.get((other, one), 0) for other in people)
        for one in circle
    }
    return _ring(circle, won, back, inside, games, noughts)


def _to_and_fro(
    pair: tuple[int, int], winners: Sequence[int], games: Mapping[int, int]
) -> Found | None:
    first, second = (winners.count(one) for one in pair)
    rows = [len(list(row)) for _winner, row in groupby(winners)]
    if min(first, second) < RING_WINS or len(rows) <= RING_TURNS:
        return None
    noughts = surprise(few_rows(len(rows), first, second))
    inside = dict.fromkeys(pair, len(winners))
    return _ring(pair, [first, second], [second, first], inside, games, noughts, rows=len(rows))


def _ring(
    people: Sequence[int],
    won: Sequence[int],
    back: Sequence[int],
    inside: Mapping[int, int],
    games: Mapping[int, int],
    noughts: float,
    **more: int,
) -> Found | None:
    """A ring, if it is unlikely enough and everybody in it plays mostly there."""
    if noughts < (RING_SURPRISE if len(people) > 2 else PAIR_SURPRISE):
        return None
    if any(inside[one] < RING_INSIDE * games[one] for one in people):
        return None
    numbers = {
        "count": sum(inside.values()) // 2,
        "people": list(people),
        "won": list(won),
        "back": list(back),
        "outside": sum(games[one] - inside[one] for one in people),
        "odds": odds(noughts),
        **more,
    }
    return Found(min(people), numbers, key=f"-{'-'.join(map(str, sorted(people)))}-")


@cache
def few_rows(rows: int, first: int, second: int) -> float:
    """How likely so many wins of two people fall into so few rows, if their order is luck."""
    ways = sum(_ways(n, first, second) for n in range(2, rows + 1))
    return ways / comb(first + second, first)


def _ways(rows: int, first: int, second: int) -> int:
    """In how many orders there are exactly so many rows (Wald and Wolfowitz)."""
    half, odd = divmod(rows, 2)
    if not odd:
        return 2 * comb(first - 1, half - 1) * comb(second - 1, half - 1)
    return comb(first - 1, half) * comb(second - 1, half - 1) + comb(first - 1, half - 1) * comb(
        second - 1, half
    )


# --- Stalling in lost positions ----------------------------------------------------------------


class Pace(NamedTuple):
    """A turn of a game that is over: how long it took, and the chance that there was."""

    person: int
    game: str
    seconds: float
    chance: float


LOST: Final = 0.1
"""The chance to win below which a position is called lost."""
STALL_TURNS: Final = 3
"""In a game: lost ones, at least; and of the others, so that there is something to compare."""
STALL_GAMES: Final = 4
STALL_SHARE: Final = 0.75
"""Of the games with lost positions, those that became so much slower there."""
STALL_TIMES: Final = 4.0
"""How many times as long as before a turn in a lost position takes, of the middle ones."""
STALL_SECONDS: Final = 6 * 60 * 60
"""Nobody minds turns that are quicker."""


def stalling(turns: Iterable[Pace]) -> list[Found]:
    """Who lets others wait where they are lost, and not elsewhere, game after game.

    Each game is compared with itself: how often somebody is here differs from time to time.
    """
    games = defaultdict[tuple[int, str], list[Pace]](list)
    for turn in turns:
        games[turn.person, turn.game].append(turn)
    slower = defaultdict[int, list[tuple[float, float, float]]](list)
    for (person, _game), all_ in games.items():
        lost = [one.seconds for one in all_ if one.chance < LOST]
        others = [one.seconds for one in all_ if one.chance >= LOST]
        if min(len(lost), len(others)) >= STALL_TURNS:
            slower[person].append(_slower(lost, others))
    found = (_stalls(person, games_) for person, games_ in slower.items())
    return [one for one in found if one is not None]


def _slower(lost: Sequence[float], others: Sequence[float]) -> tuple[float, float, float]:
    slow, usual = median(lost), median(others)
    return slow / max(usual, 1.0), slow, usual


def _stalls(person: int, games: Sequence[tuple[float, float, float]]) -> Found | None:
    slow = [one for one in games if one[0] >= STALL_TIMES and one[1] >= STALL_SECONDS]
    if len(slow) < STALL_GAMES or len(slow) < STALL_SHARE * len(games):
        return None
    numbers = {
        "count": len(slow),
        "games": len(games),
        "hours_lost": round(median(one[1] for one in slow) / 3600),
        "hours_others": round(median(one[2] for one in slow) / 3600, 1),
    }
    return Found(person, numbers)


# --- Turns as the strongest bot would play them ------------------------------------------------


class Choice(NamedTuple):
    """A turn of a rated game that mattered, and whether it was the best that the bot knew."""

    person: int
    game: str
    is_best: bool


MATTERS: Final = 0.02
"""How much chance another turn must lose for a turn to be a choice at all."""
AGREE_CHOICES: Final = 24
AGREE_GAMES: Final = 3
AGREE_SPREADS: Final = 3.0
AGREED_USUALLY: Final = 0.4
AGREED_SPREAD: Final = 0.1
"""How far people differ, at least: what few of them show is no measure yet."""
NORMAL: Final = 1.4826
"""The spread of a normal distribution, by the middle of the distances from its middle."""
AGREE_PEOPLE: Final = 20
"""From so many on people are compared with each other, before with what is usual."""


def matters(*, best: float, chance: float, next_best: float, is_best: bool) -> bool:
    """Whether a judged turn was a choice: the best one had to be found, or was missed."""
    return chance - next_best >= MATTERS if is_best else best - chance >= MATTERS


def agreement(choices: Iterable[Choice]) -> list[Found]:
    """Who chooses as the strongest bot does far more often than others, over several games."""
    made = defaultdict[int, list[Choice]](list)
    for choice in choices:
        made[choice.person].append(choice)
    enough = {person: all_ for person, all_ in made.items() if len(all_) >= AGREE_CHOICES}
    shares = {
        person: sum(one.is_best for one in all_) / len(all_) for person, all_ in enough.items()
    }
    usual, spread = _spread(list(shares.values()))
    found = []
    for person, all_ in enough.items():
        games = len({one.game for one in all_})
        off = sqrt(spread**2 + usual * (1 - usual) / len(all_))
        if games >= AGREE_GAMES and shares[person] >= usual + AGREE_SPREADS * off:
            numbers = {
                "count": len(all_),
                "games": games,
                "share": round(100 * shares[person]),
                "usual": round(100 * usual),
                "others": len(enough) - 1,
            }
            found.append(Found(person, numbers))
    return found


def _spread(rates: Sequence[float]) -> tuple[float, float]:
    """What is usual, and how far the better half differs from it.

    By middles, which a few who cheat do not move; and not by beginners, who are far below.
    """
    if len(rates) < AGREE_PEOPLE:
        return AGREED_USUALLY, AGREED_SPREAD
    usual = median(rates)
    above = median(rate - usual for rate in rates if rate >= usual)
    return usual, max(NORMAL * above, AGREED_SPREAD)


# --- Many new accounts at once -----------------------------------------------------------------


class Joined(NamedTuple):
    """A new account, and a device or an address from which it was used."""

    person: int
    kind: str
    digest: str
    at: float
    """In seconds."""


A_DAY: Final = 24 * 60 * 60
AT_ONCE: Final = {"device": 4, "address": 15}
"""So many new accounts within a day are a burst."""
MOST_NAMED: Final = 30


def bursts(joined: Iterable[Joined]) -> list[Found]:
    """Devices and addresses from which many accounts were made within a day."""
    places = defaultdict[tuple[str, str], list[Joined]](list)
    for one in joined:
        places[one.kind, one.digest].append(one)
    found = (_burst(place, all_) for place, all_ in places.items())
    return [one for one in found if one is not None]


def _burst(place: tuple[str, str], joined: Sequence[Joined]) -> Found | None:
    row = sorted(joined, key=lambda one: (one.at, one.person))
    times = [one.at for one in row]
    ends = [bisect_left(times, at + A_DAY) for at in times]
    most = max((row[begin:end] for begin, end in enumerate(ends)), key=len)
    kind, digest = place
    if len(most) < AT_ONCE[kind]:
        return None
    numbers = {
        "count": len(most),
        "place": kind,
        "people": [one.person for one in most[:MOST_NAMED]],
        "hours": int((most[-1].at - most[0].at) // 3600) + 1,
    }
    return Found(most[0].person, numbers, key=burst_key(kind, digest))


def burst_key(kind: str, digest: str) -> str:
    return f"{kind}:{digest}"


# --- Lines that were held back -----------------------------------------------------------------


class Said(NamedTuple):
    """What somebody said in a month: lines, those that were held back and sent, their tables."""

    person: int
    lines: int
    held: int
    tables: int


HELD_LEAST: Final = 5
HELD_TABLES: Final = 2
HELD_SHARE: Final = 0.02


def held(said: Iterable[Said]) -> list[Found]:
    """Who sends what was held back again and again, at several tables."""
    return [
        Found(one.person, {"count": one.held, "lines": one.lines, "tables": one.tables})
        for one in said
        if one.held >= HELD_LEAST
        and one.tables >= HELD_TABLES
        and one.held >= HELD_SHARE * one.lines
    ]
