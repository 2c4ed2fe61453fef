"""A WebSocket that only listens, as a tab does that nobody looks at."""

import base64
import json
import os
import select
import socket
import struct
import time
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Self

PATIENCE = 30
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class QuietSocket:
    """One socket at `/ws/live/`. It hears nudges, answers pings, and says nothing else."""

    def __init__(self, host: str, port: int, topic: str) -> None:
        self._link = socket.create_connection((host, port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self._link.sendall(
            f"GET /ws/live/?topic={topic} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Origin: http://{host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self._received = b""
        while b"\r\n\r\n" not in self._received:
            self._received += self._link.recv(4096) or b"\r\n\r\n"
        head, _end, self._received = self._received.partition(b"\r\n\r\n")
        assert b" 101 " in head, head
        self.heard: list[dict[str, object]] = []
        self.closed: str = ""

    def fileno(self) -> int:
        return self._link.fileno()

    def take(self) -> None:
        """Take in what has come."""
        try:
            chunk = self._link.recv(4096)
            self._received += chunk
            while frame := self._next_frame():
                self._take(*frame)
        except OSError as error:
            self.closed = self.closed or type(error).__name__
        else:
            self.closed = self.closed or ("" if chunk else "hung up")

    def _next_frame(self) -> tuple[int, bytes] | None:
        """A frame of the server: never masked, and here never long."""
        if len(self._received) < 2:
            return None
        kind, length = self._received[0] & 0x0F, self._received[1] & 0x7F
        begin = 2
        if length == 126:
            if len(self._received) < 4:
                return None
            (length,), begin = struct.unpack(">H", self._received[2:4]), 4
        if len(self._received) < begin + length:
            return None
        payload = self._received[begin : begin + length]
        self._received = self._received[begin + length :]
        return kind, payload

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.heard.append(json.loads(payload))
        elif kind == PING:
            # A client's frames are masked; with zeros they stay as they are.
            self._link.sendall(bytes([0x80 | PONG, 0x80 | len(payload)]) + bytes(4) + payload)
        elif kind == CLOSE:
            code = struct.unpack(">H", payload[:2])[0] if payload else 1005
            self.closed = f"close code {code}"

    def close(self) -> None:
        self._link.close()


@dataclass
class QuietSockets:
    """Many of them on one topic. A thread listens, for who answers no ping is hung up on."""

    host: str
    port: int
    topic: str
    count: int
    sockets: list[QuietSocket] = field(default_factory=list)
    opened_at: float = 0

    def __enter__(self) -> Self:
        for _ in range(self.count):
            self.sockets.append(QuietSocket(self.host, self.port, self.topic))
        self.opened_at = time.monotonic()
        self._is_over = Event()
        self._thread = Thread(target=self._listen)
        self._thread.start()
        return self

    def _listen(self) -> None:
        while not self._is_over.is_set():
            open_ones = [quiet for quiet in self.sockets if not quiet.closed]
            for quiet in select.select(open_ones, [], [], 0.2)[0]:
                quiet.take()

    def __exit__(self, *_error: object) -> None:
        self._is_over.set()
        self._thread.join()
        for quiet in self.sockets:
            quiet.close()

    def have_been_open(self, seconds: float) -> bool:
        """Whether so much time has passed, or one is closed already."""
        return bool(self.closed()) or time.monotonic() - self.opened_at > seconds

    def closed(self) -> list[str]:
        return [quiet.closed for quiet in self.sockets if quiet.closed]

    def all_heard(self) -> bool:
        return all(quiet.heard for quiet in self.sockets)
