"""What stands before the separate processes in tests: sends sockets here and pages there.

Everything else passes as it is, byte by byte, so that the processes are tried with all that a
client may think of. What production has in this place is tried in tests/processes/test_nginx.py.

    python -m tests.front PORT PAGES SOCKETS
"""

import re
import socket
import sys
import threading
from contextlib import suppress

TO_SOCKETS = re.compile(rb"[A-Z]+ /ws/")
LONGEST_HEAD = 12
PIECE = 65536


def pass_on(reader: socket.socket, writer: socket.socket) -> None:
    """Until one side has said all, or does not listen any more."""
    with suppress(OSError):
        while piece := reader.recv(PIECE):
            writer.sendall(piece)
    with suppress(OSError):
        writer.shutdown(socket.SHUT_WR)


def relay(client: socket.socket, *, pages: int, sockets: int) -> None:
    """One connection; browsers open one of its own for each socket."""
    with client, suppress(OSError):
        head = read_head(client)
        port = sockets if TO_SOCKETS.match(head) else pages
        with socket.create_connection(("127.0.0.1", port)) as server:
            server.sendall(head)
            asking = threading.Thread(target=pass_on, args=[client, server], daemon=True)
            asking.start()
            pass_on(server, client)
            # Who asks may still talk to nobody: they are told by the end of the connection.
            with suppress(OSError):
                client.shutdown(socket.SHUT_RD)
            asking.join()


def read_head(client: socket.socket) -> bytes:
    """Enough to know where it leads."""
    head = b""
    while len(head) < LONGEST_HEAD and b"\n" not in head:
        if not (piece := client.recv(PIECE)):
            break
        head += piece
    return head


def listeners(port: int) -> list[socket.socket]:
    """On both addresses that localhost may mean."""
    found = [socket.create_server(("127.0.0.1", port), backlog=1024)]
    with suppress(OSError):
        found.append(socket.create_server(("::1", port), family=socket.AF_INET6, backlog=1024))
    return found


def serve(listener: socket.socket, pages: int, sockets: int) -> None:
    while True:
        client, _address = listener.accept()
        ports = {"pages": pages, "sockets": sockets}
        threading.Thread(target=relay, args=[client], kwargs=ports, daemon=True).start()


def main(port: int, pages: int, sockets: int) -> None:
    first, *others = listeners(port)
    for other in others:
        threading.Thread(target=serve, args=[other, pages, sockets], daemon=True).start()
    serve(first, pages, sockets)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
