"""How often signals are wrong: honest people and planted cheaters, through the site's arithmetic.

    python -m bench.signals [--people N] [--seed N] [--write]

A year of a made-up site is looked at once a month, as the site does by night: the rows of the last
half year (or month) go through games/suspicions.py. Printed, and with --write put into
docs/signals.md: of 1,000 honest people how many had a signal within the year, and of those who were
planted how many were found. Ends with status 1 where the code says otherwise, or where more than
one honest person in 200 has one of a kind.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.choices import FILE as CHOICES
from bench.ratings import MARKS, odds
from games import suspicions
from games.suspicions import Choice, Found, Joined, Measured, Pace, Result, Said

DOCS = Path(__file__).parent.parent / "docs"
PEOPLE, SEED = suspicions.MEASURED_PEOPLE, 20
YEAR, WINDOW, LOOK = 365, 180, 30
SPREAD = 25 / 3
"""How far true strengths lie apart, as in bench.ratings."""
AIM = 5.0
"""Of 1,000 honest people, so many at most have a signal of one kind within a year."""
TURNS = 31
"""Of each player in a whole game."""
PLANTED = 200


@dataclass
class Person:
    """Somebody at the made-up site."""

    key: int
    strength: float
    games: int
    """Rated ones in a year, about."""
    temper: float
    """Of the games that they lose, the part that they let go of early."""
    friends: list["Person"] = field(default_factory=list)
    to_friends: float = 0.0
    """The part of their games that is against friends."""
    learns: float = 0.0
    """By how much their strength grows within the year."""


class Sim(NamedTuple):
    """What was measured about one kind: who had one, of the honest and of those planted."""

    kind: str
    honest: int
    wrong: int
    planted: int
    found: int

    @property
    def measured(self) -> Measured:
        return Measured(
            wrong=round(1000 * self.wrong / self.honest, 1),
            found=round(100 * self.found / self.planted),
        )


# --- People and their games --------------------------------------------------------------------


def population(people: int, rng: Random) -> list[Person]:
    """Honest people: most play whoever comes, some mostly friends; a few are short-tempered."""
    all_ = [
        Person(
            key=key,
            strength=rng.gauss(25, SPREAD),
            games=min(200, 2 + int(rng.expovariate(1 / 25))),
            temper=rng.uniform(0.3, 0.6) if rng.random() < 0.05 else rng.betavariate(1, 8),
            learns=rng.uniform(0, SPREAD) if rng.random() < 0.3 else 0.0,
        )
        for key in range(people)
    ]
    rest = rng.sample(all_, round(0.4 * people))
    while len(rest) > 4:
        circle = [rest.pop() for _ in range(rng.randint(2, 4))]
        share = rng.uniform(0.3, 1.0)
        for one in circle:
            one.friends = [other for other in circle if other is not one]
            one.to_friends = share
    return all_


def honest_games(people: Sequence[Person], rng: Random) -> list[tuple[int, Result]]:
    """A year of rated games among them, by their days."""
    rows = list[tuple[int, Result]]()
    ordered = sorted(people, key=lambda one: one.strength)
    places = {one.key: at for at, one in enumerate(ordered)}
    for one in people:
        leaves = rng.randrange(YEAR) if rng.random() < 0.1 else YEAR
        for _ in range(round(one.games / 2)):
            day = rng.randrange(YEAR)
            rival = _rival(one, ordered, places, rng)
            if day < leaves:
                rows.append((day, _honest_game(one, rival, day, rng)))
            elif day - leaves < 30:  # a game that ran when they left: lost on time
                late = leaves + rng.randint(1, 3)
                rows.append((late, _result(rival, one, late, "time", rng.randrange(TURNS))))
    return rows


def _rival(one: Person, ordered: Sequence[Person], places: dict[int, int], rng: Random) -> Person:
    if one.friends and rng.random() < one.to_friends:
        return rng.choice(one.friends)
    at = places[one.key]
    while True:
        near = min(max(at + round(rng.gauss(0, len(ordered) / 20)), 0), len(ordered) - 1)
        if near != at:
            return ordered[near]


def _honest_game(one: Person, other: Person, day: int, rng: Random) -> Result:
    now = [p.strength + p.learns * day / YEAR for p in (one, other)]
    wins = rng.random() < odds(now[0], now[1])
    winner, loser = (one, other) if wins else (other, one)
    gap = abs(now[0] - now[1])
    temper = min(0.9, loser.temper * (2 if gap > SPREAD else 1))  # hopeless from the beginning
    if rng.random() < temper:
        how = "time" if rng.random() < 0.3 else "resigned"
        return _result(winner, loser, day, how, rng.randrange(1, TURNS // 2))
    how = "resigned" if rng.random() < 0.3 else "played"
    turns = TURNS + rng.randint(-2, 3) if how == "played" else rng.randint(TURNS // 2, TURNS)
    return _result(winner, loser, day, how, turns)


def _result(winner: Person, loser: Person, day: int, how: str, turns: int) -> Result:
    return Result(winner.key, loser.key, day, "botanik", how, turns)


# --- Those who cheat ---------------------------------------------------------------------------


def givers(first: int, rng: Random) -> tuple[list[tuple[int, Result]], list[set[int]]]:
    """Pairs of whom one gives the other games, now and then hidden among others."""
    rows, groups = list[tuple[int, Result]](), list[set[int]]()
    for at in range(PLANTED):
        giver, taker = (Person(first + 2 * at + n, 25, 0, 0.1) for n in (0, 1))
        begin = rng.randrange(YEAR - 120)
        for _ in range(rng.randint(8, 30)):
            day, how = begin + rng.randrange(120), rng.choice(["resigned", "time"])
            rows.append((day, _result(taker, giver, day, how, rng.randrange(1, TURNS // 2))))
        for _ in range(rng.randint(0, 10)):
            day = begin + rng.randrange(120)
            rows.append(
                (day, _honest_game(giver, Person(rng.randrange(first), 25, 0, 0), day, rng))
            )
        groups.append({giver.key})
    return rows, groups


def rings(first: int, rng: Random) -> tuple[list[tuple[int, Result]], list[set[int]]]:
    """Groups of two to four: each lets the next win, or two each other in turns."""
    rows, groups = list[tuple[int, Result]](), list[set[int]]()
    for at in range(PLANTED):
        size = rng.randint(2, 4)
        ring = [Person(first + 4 * at + n, 25, 0, 0.1) for n in range(size)]
        make = _in_turns if size == 2 else _in_circles
        rows += make(ring, rng.randrange(YEAR - 150), rng)
        for one in ring:
            for _ in range(rng.randint(0, 4)):
                day = rng.randrange(YEAR)
                other = Person(rng.randrange(first), 25, 0, 0)
                rows.append((day, _honest_game(one, other, day, rng)))
        groups.append({one.key for one in ring})
    return rows, groups


def _in_circles(ring: Sequence[Person], begin: int, rng: Random) -> list[tuple[int, Result]]:
    rows = []
    for at, one in enumerate(ring):
        for _ in range(rng.randint(5, 12)):
            pair = [one, ring[(at + 1) % len(ring)]]
            if rng.random() < 0.05:
                pair.reverse()
            day = begin + rng.randrange(150)
            rows.append((day, _result(pair[0], pair[1], day, "played", TURNS)))
    return rows


def _in_turns(ring: Sequence[Person], begin: int, rng: Random) -> list[tuple[int, Result]]:
    rows, day = [], begin
    for turn in range(rng.randint(3, 5)):
        for _ in range(rng.randint(6, 10)):
            winner, loser = ring[turn % 2], ring[1 - turn % 2]
            rows.append((day, _result(winner, loser, day, "played", TURNS)))
            day += rng.randint(1, 4)
    return rows


# --- Results, through a year -------------------------------------------------------------------


def measure_results(people: int, rng: Random) -> list[Sim]:
    """Gifts and rings: the same games are looked through for both."""
    honest = population(people, rng)
    rows = honest_games(honest, rng)
    found = []
    for kind, plant, look in (
        ("gifts", givers, suspicions.gifts),
        ("ring", rings, suspicions.rings),
    ):
        more, groups = plant(people, rng)
        flagged = _through_the_year([*rows, *more], look)
        wrong = sum(one < people for one in flagged)
        caught = sum(bool(group & flagged) for group in groups)
        found.append(Sim(kind, people, wrong, len(groups), caught))
    return found


def _through_the_year(
    rows: Sequence[tuple[int, Result]], look: Callable[[Sequence[Result]], list[Found]]
) -> set[int]:
    """Everybody who is named within the year."""
    ordered = sorted(rows, key=lambda row: row[0])
    flagged = set[int]()
    for today in range(LOOK, YEAR + LOOK, LOOK):
        lately = [one for day, one in ordered if today - WINDOW <= day < today]
        for found in look(lately):
            flagged |= {found.person, *found.numbers.get("people", [])}
    return flagged


# --- Stalling ----------------------------------------------------------------------------------


def measure_stalling(people: int, rng: Random) -> Sim:
    """Reviewed games that somebody came to lose: 2 to 12 of each within a half year, twice."""
    lost = [(row["lost"], row["turns"]) for row in _choices() if row["lost"] >= 3]
    flagged, planted = set[int](), range(people, people + PLANTED)
    for _half in range(2):
        turns = list[Pace]()
        for key in range(people + PLANTED):
            usual = exp(rng.gauss(1.8, 0.7)) * 3600  # six hours a turn, give or take
            heavier = exp(rng.gauss(0.1, 0.4))  # somebody may think longer where it is hard
            if key in planted:
                heavier = rng.uniform(4, 15)
            for game in range(rng.randint(4 if key in planted else 2, 12)):
                turns += _paced(key, f"{key}/{game}", rng.choice(lost), usual, heavier, rng)
        flagged |= {found.person for found in suspicions.stalling(turns)}
    wrong = sum(one < people for one in flagged)
    return Sim("stalling", people, wrong, PLANTED, len(flagged) - wrong)


def _paced(
    key: int, game: str, shape: tuple[int, int], usual: float, heavier: float, rng: Random
) -> Iterable[Pace]:
    """One game: each turn takes as long as life allows; now and then somebody is away for days."""
    lost, all_ = shape
    away = rng.randrange(all_) if rng.random() < 0.2 else -1
    that_week = exp(rng.gauss(0, 0.4))
    for turn in range(all_):
        is_lost = turn >= all_ - lost
        seconds = usual * that_week * exp(rng.gauss(0, 1.0)) * (heavier if is_lost else 1)
        if away <= turn < away + 2 and away >= 0:
            seconds += rng.uniform(2, 6) * 24 * 3600
        yield Pace(key, game, min(seconds, 7 * 24 * 3600), 0.05 if is_lost else 0.5)


# --- Turns as the strongest bot would play them ------------------------------------------------

# How honest people are spread over the ways to play of bench.choices. Nobody plays like the bot.
HONEST = {"careless": 2, "pip": 1, "bramble": 2, "fair": 4, "good": 4, "hazel": 3, "expert": 3}


def _choices() -> list[dict[str, int]]:
    rows: list[dict[str, int]] = json.loads(CHOICES.read_text())
    return rows


def measure_agreement(people: int, rng: Random) -> Sim:
    """Three to ten reviewed rated games of each, drawn from games that bots really played."""
    by_style = defaultdict[str, list[tuple[int, int]]](list)
    for row in _choices():
        by_style[str(row["style"])].append((row["best"], row["choices"]))
    made = list[Choice]()
    styles, weights = list(HONEST), list(HONEST.values())
    for key in range(people + PLANTED):
        style = rng.choices(styles, weights)[0] if key < people else "yew"
        for game in range(rng.randint(3, 10)):
            best, all_ = rng.choice(by_style[style])
            made += [Choice(key, f"{key}/{game}", n < best) for n in range(all_)]
    flagged = {found.person for found in suspicions.agreement(made)}
    wrong = sum(one < people for one in flagged)
    return Sim("agreement", people, wrong, PLANTED, len(flagged) - wrong)


# --- New accounts ------------------------------------------------------------------------------


def measure_bursts(people: int, rng: Random) -> Sim:
    """A year in which everybody joins: alone, as a family, or a class in one lesson."""
    rows, key, place = list[Joined](), 0, 0
    while key < people:
        together = _party(rng)
        begin, place = rng.uniform(0, YEAR) * suspicions.A_DAY, place + 1
        shared = together < 5 and rng.random() < 0.5  # one device for a family
        for _ in range(together):
            at = begin + (rng.uniform(0, 3600) if together > 4 else rng.uniform(0, 60) * 86400)
            device = f"d{place}" if shared else f"d{place}/{key}"
            rows.append(Joined(key, "device", device, at))
            rows.append(Joined(key, "address", f"a{place}", at))
            key += 1
    honest = key
    for at in range(PLANTED):
        begin, many = rng.uniform(0, YEAR) * suspicions.A_DAY, rng.randint(4, 30)
        hides = rng.random() < 0.5  # another browser each time
        for _ in range(many):
            when = begin + rng.uniform(0, 8 * 3600)
            rows.append(Joined(key, "device", f"p{at}/{key}" if hides else f"p{at}", when))
            rows.append(Joined(key, "address", f"p{at}", when))
            key += 1
    return _bursts_found(rows, honest)


def _party(rng: Random) -> int:
    """How many join from one place: a class is rare, and 12 to 30 at once."""
    dice = rng.random()
    if dice < 0.0015:
        return rng.randint(12, 30)
    return 1 if dice < 0.85 else rng.randint(2, 4)


def _bursts_found(rows: Sequence[Joined], honest: int) -> Sim:
    found = suspicions.bursts(rows)
    wrong = {one.person for one in found if one.person < honest}
    caught = {one.key.partition(":")[2].partition("/")[0] for one in found if one.person >= honest}
    return Sim("burst", honest, len(wrong), PLANTED, len(caught))


# --- Lines held back ---------------------------------------------------------------------------


def measure_held(people: int, rng: Random) -> Sim:
    """Twelve months: an innocent word now and then, and for a few one evening of quarrel."""
    flagged = set[int]()
    for _month in range(12):
        said = [_honest_month(key, rng) for key in range(people)]
        said += [_rude_month(key, rng) for key in range(people, people + PLANTED)]
        flagged |= {found.person for found in suspicions.held(said)}
    wrong = sum(one < people for one in flagged)
    return Sim("held", people, wrong, PLANTED, len(flagged) - wrong)


def _honest_month(key: int, rng: Random) -> Said:
    lines = int(rng.expovariate(1 / 30))
    hits = [rng.randrange(6) for _ in range(lines) if rng.random() < 1 / 800]
    if lines and rng.random() < 0.005:
        hits += [6] * rng.randint(1, 4)  # a quarrel, at one table
    return Said(key, lines, min(len(hits), lines), len(set(hits)))


def _rude_month(key: int, rng: Random) -> Said:
    if rng.random() < 0.5:
        return Said(key, 0, 0, 0)
    lines = rng.randint(15, 100)
    hits = [rng.randrange(6) for _ in range(lines) if rng.random() < 0.12]
    return Said(key, lines, len(hits), len(set(hits)))


# --- All of it ---------------------------------------------------------------------------------


def measure(*, people: int = PEOPLE, seed: int = SEED) -> list[Sim]:
    """All kinds, the same for the same seed."""
    return [
        *measure_results(people, Random(f"results {seed}")),
        measure_stalling(people, Random(f"stalling {seed}")),
        measure_agreement(people, Random(f"agreement {seed}")),
        measure_bursts(people, Random(f"bursts {seed}")),
        measure_held(people, Random(f"held {seed}")),
    ]


def table(measured: Iterable[Sim]) -> str:
    lines = ["| signal | of 1,000 honest people | of those who did it |", "|---|---|---|"]
    rows = ((sim.kind, sim.measured) for sim in measured)
    lines += [f"| {kind} | {one.wrong:.1f} | {one.found} % |" for kind, one in rows]
    return "\n".join(lines)


def write(measured: Iterable[Sim]) -> None:
    page = DOCS / "signals.md"
    before, rest = page.read_text().split(MARKS[0])
    _old, behind = rest.split(MARKS[1])
    page.write_text(f"{before}{MARKS[0]}\n{table(measured)}\n{MARKS[1]}{behind}")


def main() -> bool:
    parser = argparse.ArgumentParser(prog="python -m bench.signals", description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="into docs/signals.md")
    options = parser.parse_args()
    measured = measure(people=options.people, seed=options.seed)
    print(table(measured))
    if options.write:
        write(measured)
    is_as_said = all(suspicions.MEASURED[one.kind] == one.measured for one in measured)
    if not is_as_said:
        print("MEASURED in games/suspicions.py says otherwise.")
    return is_as_said and all(one.measured.wrong <= AIM for one in measured)


if __name__ == "__main__":
    sys.exit(not main())
