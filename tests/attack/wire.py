"""Requests as bytes on a socket: no library would send what is sent here."""

import re
import socket
from dataclasses import dataclass, field

PATIENCE = 30  # seconds; a bound, for an answer that never comes
LEAST = 0.3  # seconds, for an answer that need not come

Header = tuple[bytes, bytes]


@dataclass(frozen=True)
class Request:
    """One request, with a word on what it tries."""

    kind: str
    person: str
    route: str
    method: bytes
    target: bytes
    headers: tuple[Header, ...] = ()
    body: bytes = b""
    version: bytes = b"HTTP/1.1"
    is_torn: bool = False
    """Whether the client gives up in the middle, or says two things at once: no answer is owed."""
    fields: frozenset[tuple[str, str]] = frozenset()
    """The route with the names of the fields that were tampered with."""

    @property
    def raw(self) -> bytes:
        lines = [b" ".join((self.method, self.target, self.version))]
        lines += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*lines, b"", self.body])

    def __str__(self) -> str:
        """Enough to repeat it by hand; what is very long is cut."""
        raw = self.raw
        shown = raw if len(raw) < 1500 else raw[:1200] + b" [...] " + raw[-200:]
        return f"{self.kind} as {self.person}: {len(raw)} bytes\n{shown!r}"


@dataclass(frozen=True)
class Answer:
    """What came back; status 0 if nothing did."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    problem: str = ""


def ask(host: str, port: int, request: Request) -> Answer:
    """Send a request on a connection of its own, and read the whole answer."""
    received = bytearray()
    try:
        with socket.create_connection((host, port), timeout=PATIENCE) as link:
            _send(link, request)
            link.settimeout(LEAST if request.is_torn else PATIENCE)
            while not _is_whole(received, request) and (chunk := link.recv(65536)):
                received += chunk
    except OSError as error:
        # Whoever refuses a request may hang up while it is still being sent.
        return _read(bytes(received), problem=type(error).__name__)
    return _read(bytes(received))


def _send(link: socket.socket, request: Request) -> None:
    try:
        link.sendall(request.raw)
    except (BrokenPipeError, ConnectionResetError):
        return
    if request.is_torn:
        link.shutdown(socket.SHUT_WR)


def _is_whole(received: bytearray, request: Request) -> bool:
    """Whether nothing more is to come; otherwise the server ends it by hanging up."""
    head, found, body = bytes(received).partition(b"\r\n\r\n")
    if not found:
        return False
    if head.startswith((b"HTTP/1.1 100", b"HTTP/1.0 100")):
        del received[: len(head) + 4]
        return _is_whole(received, request)
    if head.split(b" ", 2)[1] in (b"101", b"204", b"304") or request.method == b"HEAD":
        return True
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return len(body) >= int(length[1]) if length else body.endswith(b"0\r\n\r\n")


def _read(received: bytes, problem: str = "") -> Answer:
    head, found, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    status = re.fullmatch(r"HTTP/1\.[01] (\d{3}).*", first)
    if not status or not found:
        return Answer(problem=problem or "hung up")
    headers: dict[str, str] = {}
    for name, _colon, text in (line.partition(":") for line in lines):
        told = headers.get(name.lower())
        headers[name.lower()] = f"{told}, {text.strip()}" if told else text.strip()
    return Answer(int(status[1]), headers, body, problem)
