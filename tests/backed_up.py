"""A site that is played on while it is backed up, lost altogether, and restored."""

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from tests.asking import ask
from tests.real_services import wait_until
from tests.sites import ROOT, Site

ROWS = """
import json
from games.models import Game, Move
moves = Move.objects.exclude(seat=None).order_by("game_id", "ply")
print(json.dumps([[str(g), p, n] for g, p, n in moves.values_list("game_id", "ply", "notation")]))
"""


@dataclass(frozen=True)
class Turn:
    """One that can be submitted, and who submits it."""

    game: str
    ply: int
    moves: tuple[str, ...]
    session: str

    def submit(self, site: Site) -> int:
        form = {"ply": str(self.ply), "moves": " ".join(self.moves)}
        return ask(site, f"/games/{self.game}/", form=form, session=self.session).status

    @property
    def rows(self) -> set[tuple[str, int, str]]:
        """What stands in the database once it was played."""
        return {(self.game, self.ply + at, move) for at, move in enumerate(self.moves, start=1)}


def scripts(site: Site, *, games: int, turns: int) -> list[list[Turn]]:
    """New games, each with the turns that will be submitted in it."""
    call = f"from bench import garden; garden.scripts({games}, {turns})"
    laid = json.loads(site.manage("shell", "--no-imports", "-c", call))
    return [
        [
            Turn(one["game"], ply, tuple(moves), one["sessions"][seat])
            for seat, moves, ply in one["turns"]
        ]
        for one in laid
    ]


def rows_of(site: Site) -> list[tuple[str, int, str]]:
    """Every move of a person that the database has, in order."""
    return [(game, ply, move) for game, ply, move in json.loads(site.run(ROWS).splitlines()[-1])]


@dataclass
class Crowd:
    """Plays games, several at once, until there are no turns left or it is told to stop."""

    site: Site
    games: list[list[Turn]]
    answered: list[Turn] = field(default_factory=list)
    _stopping: threading.Event = field(default_factory=threading.Event)

    def play(self, clients: int = 3) -> Callable[[], None]:
        """Begin; what is returned stops it, and raises what went wrong."""
        pool = ThreadPoolExecutor(clients)
        playing = [pool.submit(self._play_game, game) for game in self.games]

        def stop() -> None:
            self._stopping.set()
            pool.shutdown()
            for one in playing:
                one.result()

        return stop

    def _play_game(self, game: list[Turn]) -> None:
        for turn in game:
            if self._stopping.is_set():
                return
            assert turn.submit(self.site) == HTTPStatus.FOUND
            self.answered.append(turn)

    def wait_for(self, turns: int) -> None:
        wait_until(lambda: len(self.answered) >= turns, what=f"{turns} turns", seconds=300)


def backed_up_under_load(site: Site, crowd: Crowd, *, turns: int, to: Path) -> tuple[Path, int]:
    """Back up while the crowd plays; the file, and how many turns were answered before it."""
    stop = crowd.play()
    try:
        crowd.wait_for(turns)
        before = len(crowd.answered)
        site.manage("backup", "--to", str(to))
        crowd.wait_for(before + turns)  # what comes after it is lost, and was there
    finally:
        stop()
    (found,) = to.glob("*.backup")
    return found, before


def restore(file: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What `make restore FILE=...` runs."""
    command = [sys.executable, "manage.py", "restore", str(file)]
    return subprocess.run(
        command, env=environment, cwd=ROOT, check=False, capture_output=True, text=True
    )


def destroy(site: Site) -> None:
    """End all processes at once and take away whatever they had written."""
    for name in list(site.processes):
        site.kill(name)
    site.stop_all()
    shutil.rmtree(site.folder)
