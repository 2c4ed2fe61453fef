"""Running the command line inside the test's own process."""

import io
from typing import NamedTuple

from engine.cli import Console, main


class Answer(NamedTuple):
    status: int
    lines: list[str]
    complaints: list[str]


def run(*arguments, stdin=b""):
    out, err = io.StringIO(), io.StringIO()
    status = main(arguments, Console(io.BytesIO(stdin), out, err))
    return Answer(status, out.getvalue().splitlines(), err.getvalue().splitlines())
