"""Several machines that together are one site: two web hosts, one nginx in front, one of the data.

Either each in a network namespace of its own, with its own address and cable, or all of them on
this machine's loopback, where they differ in their ports alone.
"""

import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.nginx import Nginx, laid_nginx, program
from tests.real_services import HERE, Missing, Place, free_port, real_services, wait_until
from tests.sites import Site, clean_environment, make_command, prepare

# Addresses for documentation, which lead nowhere outside of our own namespaces.
NETWORK = "203.0.113"
ADDRESSES = {"data": f"{NETWORK}.1", "front": f"{NETWORK}.2", "one": f"{NETWORK}.11"}
ADDRESSES["two"] = f"{NETWORK}.12"
OWN_ADDRESS = f"{NETWORK}.100"
# Whoever tests poses as many players: a proxy in front of nginx, which it believes.
POSED = "set_real_ip_from {address}; real_ip_header X-Posing-As;"


class Loopback:
    """Places on this machine."""

    own_address = "127.0.0.1"

    def place(self, name: str) -> Place:
        return HERE

    def pull_the_plug(self, name: str) -> None:
        """There is none."""


class Cables:
    """Namespaces, each with a cable to a switch that stands in one of its own."""

    own_address = OWN_ADDRESS

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def place(self, name: str) -> Place:
        command = ("ip", "netns", "exec", self._named(name))
        return Place(address=ADDRESSES[name], command=command)

    def pull_the_plug(self, name: str) -> None:
        ip("-n", self._named(name), "link", "set", "eth0", "down")

    def _named(self, name: str) -> str:
        return f"{self._prefix}-{name}"

    def lay(self) -> None:
        ip("netns", "add", self._named("switch"))
        ip("-n", self._named("switch"), "link", "add", "switch", "type", "bridge")
        ip("-n", self._named("switch"), "link", "set", "switch", "up")
        for name, address in ADDRESSES.items():
            ip("netns", "add", self._named(name))
            ip("-n", self._named(name), "link", "set", "lo", "up")
            self._lay_cable(name, "-n", self._named(name), end="eth0", address=address)
        self._lay_cable("own", end=self._prefix, address=OWN_ADDRESS)

    def _lay_cable(self, name: str, *where: str, end: str, address: str) -> None:
        switch = self._named("switch")
        namespace = ("netns", where[1]) if where else ()
        ip("link", "add", f"{self._prefix}0", "type", "veth", "peer", "name", f"{self._prefix}1")
        ip("link", "set", f"{self._prefix}0", "name", name, "netns", switch)
        ip("link", "set", f"{self._prefix}1", "name", end, *namespace)
        ip("-n", switch, "link", "set", name, "master", "switch", "up")
        ip(*where, "address", "add", f"{address}/24", "dev", end)
        ip(*where, "link", "set", end, "up")

    def remove(self) -> None:
        """With a namespace goes whatever was in it, and the other ends of its cables."""
        for name in ("switch", *ADDRESSES):
            subprocess.run(["ip", "netns", "delete", self._named(name)], check=False)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


@contextmanager
def cables() -> Iterator[Cables]:
    """Machines with networks of their own, where this machine lets us make some."""
    if not shutil.which("ip") or os.geteuid() != 0:
        raise Missing("iproute2 (and the right to use it)")
    demand_free_network()
    laid = Cables(f"bt{os.getpid() % 100000}")
    try:
        try:
            laid.lay()
        except subprocess.CalledProcessError as refusal:
            raise Missing(f"the right to make network namespaces ({refusal.stderr})") from refusal
        yield laid
    finally:
        laid.remove()


def demand_free_network() -> None:
    """Or what is meant for our namespaces would be sent to somebody else."""
    command = ["ip", "-4", "route", "show", "root", f"{NETWORK}.0/24"]
    inside = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    command = ["ip", "-4", "-oneline", "address", "show", "to", f"{NETWORK}.0/24"]
    own = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if inside.strip() or own.strip():
        raise Missing(f"a network of its own (somebody uses {NETWORK}.0/24 here)")


@dataclass(frozen=True)
class Host:
    """A web host: pages, sockets and a worker."""

    name: str
    place: Place
    site: Site

    def start(self) -> None:
        for process in ("web", "sockets", "worker"):
            self.site.start(process, *self.place.command, *make_command(process))

    @property
    def pages(self) -> str:
        return f"{self.place.address}:{self.site.environment['PORT']}"

    @property
    def sockets(self) -> str:
        return f"{self.place.address}:{self.site.environment['SOCKETS_PORT']}"

    def is_ready(self) -> bool:
        for process, running in self.site.processes.items():
            assert running.poll() is None, f"{process} ended:\n{self.site.log(process)}"
        try:
            for port in (self.pages, self.sockets):
                urllib.request.urlopen(f"http://{port}/readyz", timeout=10).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        for process in list(self.site.processes):
            self.site.kill(process)


@dataclass(frozen=True)
class Machines:
    """All of them, running."""

    network: Loopback | Cables
    hosts: dict[str, Host]
    nginx: Nginx
    url: str

    @property
    def site(self) -> Site:
        """For what runs beside it, in the environment of a host that stays."""
        return self.hosts["two"].site

    def kill(self, name: str) -> None:
        """Everything on it dies at once, and it says goodbye to nobody."""
        self.network.pull_the_plug(name)
        self.hosts[name].kill()


@contextmanager
def machines(folder: Path, network: Loopback | Cables) -> Iterator[Machines]:
    program()
    front = network.place("front")
    more = POSED.format(address=network.own_address)
    with (
        ExitStack() as stack,
        real_services(network.place("data")) as services,
        laid_nginx(host=front.address, more=more) as nginx,
    ):
        url = f"https://{front.address}:{nginx.port}"
        own = {**services, "SITE_URL": url, "TRUSTED_PROXIES": "1", "WEB_PROCESSES": "1"}
        hosts = {
            name: lay_host(name, network.place(name), folder / name, url, own)
            for name in ("one", "two")
        }
        nginx.serve_files_of(folder / "one")
        send_to_all(nginx, hosts)
        for host in hosts.values():
            stack.callback(host.site.stop_all)
            host.start()
        hosts["two"].site.start("beat", *network.place("two").command, *make_command("beat"))
        for host in hosts.values():
            wait_until(host.is_ready, what=f"host {host.name}", seconds=90)
        with nginx.running(*front.command):
            yield Machines(network, hosts, nginx, url)


def lay_host(name: str, place: Place, folder: Path, url: str, own: dict[str, str]) -> Host:
    folder.mkdir()
    ports = {"PORT": str(free_port()), "SOCKETS_PORT": str(free_port())}
    own = {**own, **ports, "HOST": place.address, "DATA_DIR": str(folder)}
    site = Site(url, folder, clean_environment(**own))
    if name == "one":
        prepare(site)
    else:
        shutil.copytree(folder.parent / "one" / "static", folder / "static")
        site.manage("prepare")  # the database is the same
    return Host(name, place, site)


def send_to_all(nginx: Nginx, hosts: dict[str, Host]) -> None:
    """As deploy/roll writes it for several hosts."""
    lines = []
    for name in ("pages", "sockets"):
        servers = [
            f"server {getattr(host, name)} max_fails=1 fail_timeout=5s;" for host in hosts.values()
        ]
        lines += [f"upstream botanik_{name} {{", *servers, "}"]
    nginx.upstreams.write_text("\n".join(lines) + "\n")
