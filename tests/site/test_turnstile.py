"""Clients pass in turn, and none makes another wait."""

import asyncio
import threading

import pytest

from botanik_site import turnstile
from botanik_site.turnstile import ThreadTurnstile, Turnstile, client_of, client_of_environ
from tests.real_services import wait_until

ALICE, BOB = "192.0.2.1", "192.0.2.2"


def scope(address, path="/", kind="http", **headers):
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"type": kind, "path": path, "headers": named, "client": (address, 1234)}


class Site:
    """An application whose answers are held back until they are let go, behind a turnstile."""

    def __init__(self):
        self.now = 1000.0
        self.serving = []
        self.said = []
        self.let_go = asyncio.Event()
        self.gate = Turnstile(self.serve, clock=lambda: self.now)
        self.asked = []

    async def serve(self, scope, receive, send):
        self.serving.append(scope["client"][0])
        await self.let_go.wait()
        self.serving.remove(scope["client"][0])

    async def send(self, message):
        self.said.append(message)

    async def ask(self, *scopes):
        self.asked += [asyncio.create_task(self.gate(s, None, self.send)) for s in scopes]
        await self.settle()

    async def settle(self):
        for _ in range(5):
            await asyncio.sleep(0)

    async def finish(self, *, after=0.0):
        """Answer all that is being served, so much later."""
        self.now += after
        self.let_go.set()
        self.let_go = asyncio.Event()
        await self.settle()


@pytest.fixture
async def site(monkeypatch):
    monkeypatch.setattr(turnstile, "LOOKS_AGAIN", 0)
    site = Site()
    yield site
    for task in site.asked:
        task.cancel()


@pytest.mark.asyncio
class TestAtOnce:
    async def test_it_lets_a_few_of_a_client_pass_and_others_meanwhile(self, site):
        await site.ask(*[scope(ALICE)] * 20)
        await site.ask(scope(BOB))

        assert site.serving.count(ALICE) == turnstile.AT_ONCE
        assert site.serving.count(BOB) == 1

    async def test_it_lets_the_next_pass_when_one_is_done(self, site):
        await site.ask(*[scope(ALICE)] * (turnstile.AT_ONCE + 1))

        await site.finish()

        assert site.serving == [ALICE]

    async def test_it_refuses_what_is_beyond_the_line(self, site):
        await site.ask(*[scope(ALICE)] * (turnstile.LONGEST_LINE + 1))

        assert [said.get("status") for said in site.said] == [429, None]
        assert dict(site.said[0]["headers"])[b"retry-after"]

    async def test_it_never_holds_up_a_probe(self, site):
        await site.ask(*[scope(ALICE)] * 20)
        await site.ask(scope(ALICE, "/healthz"), scope(ALICE, "/readyz"))

        assert len(site.serving) == turnstile.AT_ONCE + 2

    async def test_it_bounds_the_sockets_of_a_client(self, site):
        await site.ask(*[scope(ALICE, kind="websocket")] * turnstile.MOST_SOCKETS)
        await site.ask(scope(ALICE, kind="websocket"), scope(BOB, kind="websocket"))

        assert site.serving.count(BOB) == 1
        assert site.said == [{"type": "websocket.close", "code": 4429}]


@pytest.mark.asyncio
class TestDebt:
    async def use(self, site, *, seconds):
        """Alice is served for so long, while bob is there."""
        await site.ask(scope(ALICE))
        site.now += seconds
        await site.ask(scope(BOB))
        await site.finish()

    async def test_it_lets_who_used_much_wait_while_others_are_there(self, site):
        await self.use(site, seconds=5)

        await site.ask(scope(ALICE), scope(BOB))

        assert site.serving == [BOB]

    async def test_it_lets_them_pass_when_the_others_are_gone(self, site):
        await self.use(site, seconds=5)
        await site.ask(scope(ALICE))
        assert site.serving == []

        site.now += 2 * turnstile.PRESENCE
        await site.settle()

        assert site.serving == [ALICE]

    async def test_it_lets_them_pass_when_it_is_paid_off(self, site):
        await self.use(site, seconds=2)
        await site.ask(scope(ALICE))
        site.now += 2 / turnstile.SHARE
        await site.ask(scope(BOB))

        assert sorted(site.serving) == [ALICE, BOB]

    async def test_it_does_not_hold_up_who_uses_little(self, site):
        for _ in range(5):
            await self.use(site, seconds=0.1)

        await site.ask(scope(ALICE), scope(BOB))

        assert sorted(site.serving) == [ALICE, BOB]

    async def test_it_asks_nothing_of_who_has_the_site_alone(self, site):
        for _ in range(5):
            await site.ask(*[scope(ALICE)] * 4)
            await site.finish(after=10)

        await site.ask(scope(ALICE))

        assert site.serving == [ALICE]


@pytest.mark.asyncio
class TestMemory:
    async def test_it_forgets_who_is_gone(self, site):
        await site.ask(*[scope(f"192.0.2.{number}") for number in range(200)])
        await site.finish()
        site.now += 60

        await site.ask(scope(BOB))

        assert list(site.gate.clients) == [BOB]

    async def test_it_remembers_who_has_a_socket(self, site):
        await site.ask(scope(ALICE, kind="websocket"))
        site.now += 60

        await site.ask(scope(BOB))

        assert list(site.gate.clients) == [ALICE, BOB]


class TestClient:
    @pytest.mark.parametrize(
        ("proxies", "forwarded", "expected"),
        [
            (0, "198.51.100.9", ALICE),
            (1, "made-up, 198.51.100.9", "198.51.100.9"),
            (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            (1, "::ffff:198.51.100.9", "198.51.100.9"),
            (1, "nonsense", ALICE),
        ],
    )
    def test_it_is_counted_by_the_address_that_our_proxies_saw(
        self, settings, proxies, forwarded, expected
    ):
        settings.TRUSTED_PROXIES = proxies

        assert client_of(scope(ALICE, x_forwarded_for=forwarded)) == expected

    def test_it_is_counted_alike_under_wsgi(self, settings):
        settings.TRUSTED_PROXIES = 1
        environ = {"REMOTE_ADDR": ALICE, "HTTP_X_FORWARDED_FOR": "made-up, 198.51.100.9"}

        assert client_of_environ(environ) == "198.51.100.9"


class Threads:
    """A WSGI application whose answers are held back until they are let go, behind a turnstile."""

    def __init__(self):
        self.now = 1000.0
        self.serving = []
        self.statuses = []
        self.let_go = threading.Semaphore(0)
        self.gate = ThreadTurnstile(self.serve, clock=lambda: self.now)
        self.threads = []

    def serve(self, environ, start_response):
        address = environ["REMOTE_ADDR"]
        self.serving.append(address)
        self.let_go.acquire()
        self.serving.remove(address)
        start_response("200 OK", [])
        if environ["PATH_INFO"] == "/broken/":
            raise ValueError
        return [b"well"]

    def ask(self, address, path="/", *, times=1):
        environ = {"REMOTE_ADDR": address, "PATH_INFO": path}
        begun = [threading.Thread(target=self._ask, args=[environ]) for _ in range(times)]
        for thread in begun:
            thread.start()
        self.threads += begun

    def _ask(self, environ):
        try:
            answer = self.gate(environ, lambda status, _headers: self.statuses.append(status))
        except ValueError:
            return
        assert b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()

    def wait_for(self, serving):
        wait_until(lambda: sorted(self.serving) == sorted(serving), what=f"{serving}")

    def use(self, address, *, seconds):
        """Be served for so long, while bob asks, too."""
        self.ask(address)
        self.wait_for([address])
        self.now += seconds
        self.ask(BOB)
        self.wait_for([address, BOB])
        self.finish(2)

    def are_done(self):
        """Whether nobody waits or is served any more; time goes on, for who owes waits for that."""
        self.now += 1000
        return not any(thread.is_alive() for thread in self.threads)

    def finish(self, count):
        before = len(self.statuses)
        self.let_go.release(count)
        wait_until(lambda: len(self.statuses) >= before + count, what="answers")
        wait_until(lambda: not self.serving, what="nobody to be served")


@pytest.fixture
def threads():
    threads = Threads()
    yield threads
    threads.let_go.release(1000)
    wait_until(threads.are_done, what="all threads to end")


class TestThreads:
    """The same rule, kept by threads that wait."""

    def test_it_lets_a_few_of_a_client_pass_and_others_meanwhile(self, threads):
        threads.ask(ALICE, times=20)
        threads.ask(BOB)

        threads.wait_for([ALICE] * turnstile.AT_ONCE + [BOB])
        assert threads.gate.clients[ALICE].here == 20

    def test_it_lets_the_next_pass_when_one_is_done(self, threads):
        threads.ask(ALICE, times=turnstile.AT_ONCE + 1)
        threads.wait_for([ALICE] * turnstile.AT_ONCE)

        threads.let_go.release(turnstile.AT_ONCE)

        wait_until(lambda: len(threads.statuses) == turnstile.AT_ONCE, what="answers")
        threads.wait_for([ALICE])

    def test_it_refuses_what_is_beyond_the_line(self, threads):
        threads.ask(ALICE, times=turnstile.LONGEST_LINE_OF_THREADS + 1)

        wait_until(lambda: bool(threads.statuses), what="a refusal")
        assert threads.statuses == ["429 Too Many Requests"]

    def test_it_never_holds_up_a_probe(self, threads):
        threads.ask(ALICE, times=20)
        threads.ask(ALICE, "/healthz")

        threads.wait_for([ALICE] * (turnstile.AT_ONCE + 1))

    def test_it_lets_in_as_many_as_there_are_connections_to_the_database(self, threads, settings):
        settings.DATABASE_CONNECTIONS = 6
        for number in range(9):
            threads.ask(f"192.0.2.{number}")

        wait_until(lambda: len(threads.gate.clients) == 9, what="all to be in line")
        wait_until(lambda: len(threads.serving) == 6, what="six to be served")
        assert sum(client.served for client in threads.gate.clients.values()) == 6

    def test_it_lets_who_used_much_wait_while_others_are_there(self, threads):
        threads.use(ALICE, seconds=5)

        threads.ask(ALICE)
        threads.ask(BOB)

        threads.wait_for([BOB])
        assert threads.gate.clients[ALICE].here == 1

    def test_it_lets_them_pass_when_the_others_are_gone(self, threads):
        threads.use(ALICE, seconds=5)
        threads.ask(ALICE)

        threads.now += 2 * turnstile.PRESENCE

        threads.wait_for([ALICE])

    def test_it_gives_the_place_back_when_something_breaks(self, threads):
        threads.ask(ALICE, "/broken/", times=turnstile.AT_ONCE)
        threads.wait_for([ALICE] * turnstile.AT_ONCE)
        threads.finish(turnstile.AT_ONCE)

        wait_until(lambda: threads.gate.clients[ALICE].here == 0, what="places to be given back")
        assert threads.gate.clients[ALICE].served == 0
