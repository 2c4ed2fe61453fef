"""Somebody who plays a bot over HTTP, as fast as it answers."""

import http.client
import random
import re
from urllib.parse import urlencode, urlsplit

from engine import last_position, read_record
from tests.factories import some_turn
from tests.real_services import wait_until
from tests.sites import Site

TOKEN = "c" * 32  # any will do, as long as cookie and form agree


class BotGame:
    """One game of a new guest."""

    def __init__(self, site: Site, bot: str, seed: int = 1) -> None:
        self._host = urlsplit(site.url).netloc
        self._cookie = f"csrftoken={TOKEN}"
        self._rng = random.Random(seed)
        headers, _ = self._request("POST", f"/bots/{bot}/", {})
        self._cookie += "; sessionid=" + re.search(r"sessionid=(\w+)", str(headers))[1]
        self.path = headers["Location"]
        # A bot bears its own name, a guest one that says so.
        self.seat = 0 if self.record().tags["First"] == "Guest" else 1

    def record(self):
        return read_record(self._request("GET", f"{self.path}record/")[1])

    def state(self):
        return last_position(self.record())

    def is_mine(self) -> bool:
        """Whether the bot has answered: the word is mine, or the game is over."""
        return self.state().to_move in (frozenset({self.seat}), frozenset())

    def wait_for_bot(self, seconds: float = 60) -> None:
        wait_until(self.is_mine, what="the bot's answer", seconds=seconds)

    def play(self) -> None:
        """A random turn of mine."""
        record = self.record()
        _seat, moves = some_turn(last_position(record), self._rng)
        form = {"ply": len(record.moves), "moves": " ".join(moves)}
        self._request("POST", self.path, form)

    def play_on(self, turns: int) -> None:
        for _ in range(turns):
            self.wait_for_bot()
            if self.state().is_over:
                return
            self.play()
        self.wait_for_bot()

    def _request(self, method: str, path: str, form: dict[str, object] | None = None):
        connection = http.client.HTTPConnection(self._host, timeout=60)
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({**form, "csrfmiddlewaretoken": TOKEN}) if form is not None else None
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            assert answer.status < 400, (answer.status, path)
            return answer.headers, text
        finally:
            connection.close()
