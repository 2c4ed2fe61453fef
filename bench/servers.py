"""Pages through the server of pages and through that of sockets, one process of each, by turns."""

import http.client
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from bench import aims
from tests.laid_tables import LaidTable, lay_table
from tests.real_services import real_services
from tests.sites import Site, web_site

ROUNDS = 5
SECONDS = 3
AT_ONCE = 8
PAGES = ("/healthz", "/rules/", "/play/", "the table")
AIMS = {"daphne over gunicorn, /play/": 1.0}
"""Pages a second of the one over those of the other."""


def look(port: str, path: str, session: str, address: str, end: float) -> int:
    """One after the other until the time is over; how many."""
    looked = 0
    headers = {"Cookie": f"sessionid={session}", "X-Forwarded-For": address, "Host": "localhost"}
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, (path, answer.status)
        connection.close()
        looked += 1
    return looked


def crowd(port: str, path: str, session: str) -> int:
    counts: list[int] = []
    end = time.monotonic() + SECONDS
    threads = [
        threading.Thread(
            target=lambda n=n: counts.append(look(port, path, session, f"192.0.2.{n}", end))
        )
        for n in range(AT_ONCE)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


def a_second(port: str, path: str, session: str) -> float:
    """Pages a second, as a crowd in a process of its own gets them."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(crowd, (port, path, session)) / SECONDS


def compare(site: Site, table: LaidTable) -> dict[str, float]:
    servers = {"gunicorn": site.environment["PORT"], "daphne": site.environment["SOCKETS_PORT"]}
    ratios = {}
    print(f"pages a second with {AT_ONCE} at once, and gunicorn over daphne")
    for name in PAGES:
        path = table.path if name == "the table" else name
        found: dict[str, list[float]] = {server: [] for server in servers}
        for _ in range(ROUNDS):
            for server, port in servers.items():
                found[server].append(a_second(port, path, table.sessions[0]))
        medians = {server: statistics.median(rates) for server, rates in found.items()}
        ratios[name] = medians["gunicorn"] / medians["daphne"]
        print(
            f"  {name:10} {medians['gunicorn']:6.0f} {medians['daphne']:6.0f} {ratios[name]:5.2f}"
        )
    return ratios


def main() -> bool:
    with (
        tempfile.TemporaryDirectory() as folder,
        real_services() as services,
        web_site(Path(folder), **{**services, "TRUSTED_PROXIES": "1"}) as site,
    ):
        ratios = compare(site, lay_table(site, turns=10))
    return aims.report({"daphne over gunicorn, /play/": 1 / ratios["/play/"]}, AIMS)


if __name__ == "__main__":
    sys.exit(not main())
