"""A WebSocket that only listens, as a tab does that nobody looks at."""

import base64
import json
import os
import select
import socket
import struct

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

    def listen(self) -> None:
        """Take in what has come so far, without waiting for more."""
        while not self.closed and select.select([self._link], [], [], 0)[0]:
            chunk = self._link.recv(4096)
            if not chunk:
                self.closed = "hung up"
            self._received += chunk
            while frame := self._next_frame():
                self._take(*frame)

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
