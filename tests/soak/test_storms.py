"""More at once than anybody would ask for."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from tests.real_services import wait_until
from tests.soak.visitor import Visitor

TABS = 5
ASKS = 400

LISTEN = """([address, tabs]) => {
    window.heard = Array.from({length: tabs}, () => 0);
    return Promise.all(window.heard.map((_, tab) => new Promise((resolve, reject) => {
        const socket = new WebSocket(address);
        socket.onopen = resolve;
        socket.onerror = reject;
        socket.onmessage = () => { window.heard[tab] += 1; };
    })));
}"""


class TestStorm:
    def test_it_loses_no_nudge_and_stays_ready(self, site, open_page):
        check_id = uuid4()
        page = open_page("/")
        socket = f"{site.url.replace('http', 'ws')}/ws/live/?topic=check.{check_id.hex}"
        page.evaluate(LISTEN, [socket, TABS])

        with ThreadPoolExecutor(8) as crowd:
            visitors = [Visitor(site, address=f"192.0.2.{number}") for number in range(ASKS // 20)]
            asking = [crowd.submit(visitors[n % len(visitors)].ask, check_id) for n in range(ASKS)]
            statuses = {asked.result() for asked in asking}

        assert statuses == {302}
        wait_until(
            lambda: page.evaluate("window.heard") == [ASKS] * TABS,
            what=f"{ASKS} nudges in each of {TABS} tabs, heard {page.evaluate('window.heard')}",
            seconds=60,
        )
        assert '"ready": true' in site.readiness()
