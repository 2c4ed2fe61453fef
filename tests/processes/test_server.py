"""The servers as they stand before the site: what they take from a client, and for how long.

That of sockets is also the only one of the embedded site. That of pages stands behind a proxy,
which reads what clients send: see test_nginx.py. What is tried here is that it is no worse for it.
"""

import socket
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real_services import free_port, wait_until
from tests.sites import Site, clean_environment, make_command

HUNDRED_MB = 100_000_000
PIECE = b"a" * 65536
IMPATIENT = "from botanik_site import server; server.PATIENCE = 1; server.main()"


def answers(site):
    try:
        with urllib.request.urlopen(f"{site.url}/healthz", timeout=20) as answer:
            return answer.status == 200
    except OSError:
        return False


@contextmanager
def server(folder, *command):
    """One server, without anything behind it."""
    port = free_port()
    ports = {"PORT": str(port), "SOCKETS_PORT": str(port), "WEB_PROCESSES": "1"}
    environment = clean_environment(**ports, DATA_DIR=str(folder))
    site = Site(f"http://localhost:{port}", folder, environment)
    site.start("web", *command)
    try:
        wait_until(lambda: answers(site), what="the server", seconds=60)
        yield site
    finally:
        site.stop_all()


def connect(site, *headers):
    """A connection on which the head of a request has been sent."""
    link = socket.create_connection(("localhost", int(site.url.rpartition(":")[2])), timeout=30)
    head = ["POST /theme/ HTTP/1.1", "Host: localhost", *headers]
    link.sendall("\r\n".join([*head, "", ""]).encode())
    return link


def resident(site):
    """What the server holds in memory, in bytes."""
    texts = [Path(f"/proc/{pid}/status").read_text() for pid in site.pids("web")]
    return sum(int(text.partition("VmRSS:")[2].split()[0]) * 1024 for text in texts)


def send_until_closed(link, piece):
    """How much of 100 MB could be sent."""
    sent = 0
    try:
        while sent < HUNDRED_MB:
            link.sendall(piece)
            sent += len(PIECE)
    except OSError:
        pass
    return sent


def assert_refuses_a_long_body(site):
    with connect(site, f"Content-Length: {HUNDRED_MB}") as link:
        assert link.recv(1000).startswith(b"HTTP/1.1 413 ")
        assert not link.recv(1000)
    assert answers(site)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with server(tmp_path_factory.mktemp("web"), *make_command("sockets")) as site:
        yield site


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    with server(tmp_path_factory.mktemp("web"), *make_command("web")) as site:
        yield site


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    with server(tmp_path_factory.mktemp("web"), ".venv/bin/python", "-c", IMPATIENT) as site:
        yield site


class TestBodies:
    def test_it_refuses_a_long_body_at_its_headers(self, site):
        assert_refuses_a_long_body(site)

    def test_it_refuses_one_in_one_process_too(self, tmp_path):
        with server(tmp_path, *make_command("run")) as site:
            assert_refuses_a_long_body(site)

    def test_it_refuses_one_in_chunks_as_soon_as_it_is_too_long(self, site):
        before = resident(site)

        with connect(site, "Transfer-Encoding: chunked") as link:
            sent = send_until_closed(link, b"%x\r\n%b\r\n" % (len(PIECE), PIECE))
        assert sent < HUNDRED_MB / 2
        assert resident(site) - before < HUNDRED_MB / 4
        assert answers(site)

    def test_it_does_not_ask_for_a_body_that_it_will_not_read(self, site):
        with connect(site, f"Content-Length: {HUNDRED_MB}", "Expect: 100-continue") as link:
            assert link.recv(100).startswith(b"HTTP/1.1 413 ")

    def test_it_leaves_to_the_site_what_is_a_little_too_long(self, site):
        with connect(site, "Content-Length: 300000") as link:
            link.sendall(b"a" * 300_000)
            assert b"X-Frame-Options" in link.recv(4000)


class TestPatience:
    def test_it_gives_up_on_a_body_that_does_not_come(self, impatient):
        with connect(impatient, "Content-Length: 10") as link:
            link.sendall(b"a")
            assert link.recv(100).startswith(b"HTTP/1.1 408 ")
        assert answers(impatient)

    def test_it_is_not_made_patient_by_a_byte_now_and_then(self, impatient):
        with connect(impatient, "Content-Length: 100000") as link:
            link.settimeout(0.2)

            def is_given_up():
                try:
                    link.sendall(b"a")
                    return link.recv(100).startswith(b"HTTP/1.1 408 ")
                except TimeoutError:
                    return False

            wait_until(is_given_up, what="the server to give up")


class TestPages:
    def test_it_does_not_read_a_long_body(self, pages):
        with connect(pages, f"Content-Length: {HUNDRED_MB}") as link:
            assert b"X-Frame-Options" in link.recv(4000)  # of the site, which has read no body
        assert answers(pages)

    def test_it_does_not_keep_one_in_chunks(self, pages):
        before = resident(pages)

        with connect(pages, "Transfer-Encoding: chunked") as link:
            send_until_closed(link, b"%x\r\n%b\r\n" % (len(PIECE), PIECE))
        assert resident(pages) - before < HUNDRED_MB / 4
        assert answers(pages)

    def test_it_writes_nothing_of_a_request_that_it_cannot_read(self, pages):
        with connect(pages, "Secret : of-alice") as link:
            assert link.recv(100).startswith(b"HTTP/1.1 400 ")
        assert "of-alice" not in pages.log("web")

    def test_it_ends_when_it_is_asked_to_and_says_nothing(self, tmp_path):
        (tmp_path / "static").mkdir()  # whose absence would be worth a word
        with server(tmp_path, *make_command("web")) as site:
            assert site.stop("web") == 0
            assert site.log("web") == ""
