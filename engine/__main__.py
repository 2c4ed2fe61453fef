"""`python -m engine`: see engine/cli.py."""

import os
import sys

from engine.cli import main

if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads (`| head`) has seen enough. Nothing more may be written, not even by the
        # interpreter when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
