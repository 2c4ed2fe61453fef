"""Makes targets of the Makefile at once: python scripts/side_by_side.py TARGET ...

Each line of output says whose it is. Fails if one of them failed.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def make(target: str) -> int:
    command = ["make", "--no-print-directory", target]
    with subprocess.Popen(  # noqa: S603 - targets of our own
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout
        for line in running.stdout:
            print(f"{target}: {line}", end="", flush=True)
    return running.returncode


def main(targets: list[str]) -> bool:
    with ThreadPoolExecutor(len(targets)) as pool:
        return any(list(pool.map(make, targets)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
