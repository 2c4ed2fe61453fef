"""The nginx of deploy/ in front of the processes that it is for: TLS, sockets, files, limits."""

import base64
import http.client
import json
import os
import re
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.nginx import laid_nginx
from tests.real_services import Missing, environment_of, postgresql_server, redis_server
from tests.sites import web_site

TRUST_ANYBODY = ssl._create_unverified_context()
TEN_YEARS = "max-age=315360000, public, immutable"
# A proxy in front of it, so that one machine can pose as many.
POSED = "set_real_ip_from 127.0.0.1; real_ip_header X-Posing-As;"
CLAIMS = {
    "X-Forwarded-For": "192.0.2.66",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "666",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Server": "evil.example",
    "X-Forwarded-Scheme": "http",
    "X-Forwarded-Protocol": "http",
    "X-Forwarded-Ssl": "off",
    "X_Forwarded_For": "192.0.2.66",  # the same, as a program reads it
    "Forwarded": "for=192.0.2.66;host=evil.example;proto=http",
    "X-Real-IP": "192.0.2.66",
}


class Front:
    """A site behind nginx, and how to ask it."""

    def __init__(self, site, nginx):
        self.site = site
        self.nginx = nginx

    def connect(self):
        address = ("127.0.0.1", self.nginx.port)
        return http.client.HTTPSConnection(*address, context=TRUST_ANYBODY, timeout=30)

    def ask(self, path, *, method="GET", body=None, posing_as="198.51.100.1", **headers):
        link = self.connect()
        own = {"Host": f"localhost:{self.nginx.port}", "X-Posing-As": posing_as, **headers}
        link.request(method, path, body, own)
        answer = link.getresponse()
        text = answer.read()
        link.close()
        return answer, text

    def ask_site(self, path, **headers):
        """Without nginx, as nginx would ask."""
        link = http.client.HTTPConnection("127.0.0.1", int(self.site.environment["PORT"]))
        own = {"Host": f"localhost:{self.nginx.port}", "X-Forwarded-Proto": "https", **headers}
        link.request("GET", path, headers={"X-Forwarded-For": "198.51.100.1", **own})
        answer = link.getresponse()
        answer.read()
        return answer

    def open_socket(self, *, posing_as="198.51.100.1"):
        """The answer to a tab that wants a socket, which stays open as long as the link is kept."""
        raw = socket.create_connection(("127.0.0.1", self.nginx.port), timeout=30)
        link = TRUST_ANYBODY.wrap_socket(raw, server_hostname="localhost")
        host = f"localhost:{self.nginx.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        link.sendall(
            f"GET /ws/live/?topic=lobby HTTP/1.1\r\nHost: {host}\r\nOrigin: https://{host}\r\n"
            f"X-Posing-As: {posing_as}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        return link, link.recv(200)


@pytest.fixture(scope="module")
def front(tmp_path_factory):
    try:
        with (
            laid_nginx(more=POSED) as nginx,
            postgresql_server() as database,
            redis_server() as redis_url,
        ):
            services = environment_of(database_url=database.url, redis_url=redis_url)
            url = f"https://localhost:{nginx.port}"
            folder = tmp_path_factory.mktemp("site")
            with web_site(folder, **{**services, "TRUSTED_PROXIES": "1"}, site_url=url) as site:
                nginx.serve_files_of(folder)
                ports = site.environment["PORT"], site.environment["SOCKETS_PORT"]
                nginx.send_to(pages=f"127.0.0.1:{ports[0]}", sockets=f"127.0.0.1:{ports[1]}")
                with nginx.running():
                    yield Front(site, nginx)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.fixture
def hashed(front):
    """The addresses of static files that a page names."""
    _answer, text = front.ask("/rules/")
    return sorted(set(re.findall(r'"(/static/[^"#]+)', text.decode())))


def policy_of(answer):
    """The content security policy, in whatever order it is said."""
    return {part.strip() for part in answer.headers["Content-Security-Policy"].split(";")}


class TestPages:
    def test_it_is_served_over_tls(self, front):
        answer, text = front.ask("/rules/")

        assert answer.status == 200
        assert b"<html" in text
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]

    def test_it_speaks_http_2(self, front):
        context = ssl._create_unverified_context()
        context.set_alpn_protocols(["h2", "http/1.1"])
        with socket.create_connection(("127.0.0.1", front.nginx.port)) as raw:
            link = context.wrap_socket(raw, server_hostname="localhost")
            assert link.selected_alpn_protocol() == "h2"
            link.close()

    def test_it_leads_plain_requests_to_tls(self, front):
        link = http.client.HTTPConnection("127.0.0.1", front.nginx.plain_port)
        link.request("GET", "/play/?a=b", headers={"Host": "evil.example"})
        answer = link.getresponse()
        answer.read()
        link.close()

        assert answer.status == 301
        assert answer.headers["Location"] == f"https://localhost:{front.nginx.port}/play/?a=b"

    def test_it_answers_no_other_name(self, front):
        with pytest.raises((http.client.HTTPException, ConnectionError)):
            front.ask("/", Host="evil.example")

    @pytest.mark.parametrize("claim", CLAIMS)
    def test_it_passes_no_claim_of_a_client_on(self, front, claim):
        answer, text = front.ask("/account/login/", **{claim: CLAIMS[claim]})

        assert answer.status == 200  # and no redirect to https, where it is
        assert b"evil" not in text

    def test_it_shows_what_is_for_operators_to_this_machine_alone(self, front):
        assert front.ask("/readyz", posing_as="127.0.0.1")[0].status == 200
        assert front.ask("/readyz")[0].status == 403
        assert front.ask("/metrics", posing_as="127.0.0.1")[0].status == 200
        assert front.ask("/metrics")[0].status == 404

    def test_it_writes_down_neither_who_asked_nor_for_what(self, front):
        front.ask("/@of-alice/?secret=token")
        log = (front.nginx.folder / "botanik.log").read_text()

        assert "GET" in log
        assert "of-alice" not in log
        assert "198.51.100" not in log


class Echo(BaseHTTPRequestHandler):
    """A process that answers with the headers that reached it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        said = json.dumps(list(self.headers.items())).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)
        self.close_connection = True

    def log_message(self, *_line):
        pass


@pytest.fixture(scope="module")
def echo():
    """An nginx in front of that."""
    try:
        with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server, laid_nginx() as nginx:
            place = f"127.0.0.1:{server.server_port}"
            nginx.send_to(pages=place, sockets=place)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with nginx.running():
                yield Front(None, nginx)
            server.shutdown()
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.mark.parametrize("path", ["/play/", "/ws/live/"])
class TestClaims:
    def test_it_passes_none_of_a_client_on(self, echo, path):
        _answer, text = echo.ask(path, **CLAIMS)
        passed = {name: value for name, value in json.loads(text) if name in CLAIMS}

        assert passed == {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}


class TestBodies:
    def test_it_refuses_what_is_longer_than_a_megabyte(self, front):
        link = front.connect()
        link.putrequest("POST", "/theme/", skip_host=True)
        link.putheader("Host", f"localhost:{front.nginx.port}")
        link.putheader("Content-Length", "100000000")
        link.endheaders()

        assert link.getresponse().status == 413

    def test_it_hands_over_as_a_whole_what_comes_in_pieces(self, front):
        pieces = (b"theme=dark" for _ in range(1))
        answer, _text = front.ask("/theme/", method="POST", body=pieces)

        assert answer.status == 403  # read, and found to lack a token


class TestSockets:
    def test_it_opens_them(self, front):
        link, answer = front.open_socket()

        assert answer.startswith(b"HTTP/1.1 101 ")
        link.close()

    def test_it_bounds_those_of_an_address(self, front):
        with ThreadPoolExecutor(20) as crowd:
            opened = list(
                crowd.map(lambda _: front.open_socket(posing_as="203.0.113.7"), range(255))
            )
        refused = [answer for _link, answer in opened if b" 429 " in answer]
        opened.append(front.open_socket(posing_as="203.0.113.8"))
        for link, _answer in opened:
            link.close()

        assert len(refused) == 5
        assert opened[-1][1].startswith(b"HTTP/1.1 101 ")

    def test_it_counts_a_network_of_ipv6_as_one(self, front):
        opened = [front.open_socket(posing_as=f"2001:db8:1:2::{n:x}") for n in range(251)]
        opened.append(front.open_socket(posing_as="2001:db8:1:3::1"))
        for link, _answer in opened:
            link.close()

        assert b" 429 " in opened[-2][1]
        assert opened[-1][1].startswith(b"HTTP/1.1 101 ")


class TestStaticFiles:
    def test_it_serves_hashed_names_for_ten_years(self, front, hashed):
        assert hashed
        for path in hashed:
            answer, text = front.ask(path)

            assert (answer.status, answer.headers["Cache-Control"]) == (200, TEN_YEARS), path
            assert text

    def test_it_asks_for_them_each_time_where_the_name_has_no_hash(self, front):
        answer, _text = front.ask("/static/css/base.css")

        assert (answer.status, answer.headers["Cache-Control"]) == (200, "max-age=0, public")

    def test_it_sends_what_was_compressed_before(self, front, hashed):
        style = next(path for path in hashed if path.endswith(".css"))
        answer, text = front.ask(style, **{"Accept-Encoding": "gzip"})

        assert answer.headers["Content-Encoding"] == "gzip"
        assert text == (front.site.folder / "static" / f"{style[8:]}.gz").read_bytes()

    def test_it_is_not_asked_of_the_site(self, front, hashed):
        assert "X-Request-ID" in front.ask("/rules/")[0].headers
        assert "X-Request-ID" not in front.ask(hashed[0])[0].headers

    def test_it_sends_the_headers_that_the_site_would(self, front, hashed):
        names = ("Cross-Origin-Opener-Policy", "Referrer-Policy",
                 "Strict-Transport-Security", "X-Content-Type-Options", "Cache-Control",
                 "Access-Control-Allow-Origin", "Vary")  # fmt: skip
        answer, _text = front.ask(hashed[0])
        site = front.ask_site(hashed[0])

        assert {n: answer.headers[n] for n in names} == {n: site.headers[n] for n in names}
        assert policy_of(answer) == policy_of(site)

    @pytest.mark.parametrize("path", ["/static/../botanik.conf", "/static/%2e%2e/privkey.pem"])
    def test_it_serves_nothing_else_of_the_disk(self, front, path):
        assert front.ask(path)[0].status in (400, 404)
