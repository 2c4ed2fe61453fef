"""Game records (`.bgr`): tags, then moves and comments, as text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.errors import EngineError, Reason, quoted

MALFORMED_TAG = Reason("malformed-tag", 'Line {line}: {token} is not a tag like [Name "value"].')
BAD_ESCAPE = Reason("bad-escape", 'Line {line}: in {token} only \\\\ and \\" may be escaped.')
REPEATED_TAG = Reason("repeated-tag", "Line {line}: the tag {token} was given before.")
MISSING_TAG = Reason("missing-tag", "The record has no tag {token}.")
OPEN_COMMENT = Reason("open-comment", "Line {line}: the comment {token} is never closed.")
STRAY_BRACE = Reason("stray-brace", "Line {line}: {token} closes a comment that was not opened.")
LATE_TAG = Reason("late-tag", "Line {line}: the tag {token} stands among the moves.")
UNWRITABLE = Reason("unwritable", "{token} cannot be written into a record.")

REASONS = (
    MALFORMED_TAG,
    BAD_ESCAPE,
    REPEATED_TAG,
    MISSING_TAG,
    OPEN_COMMENT,
    STRAY_BRACE,
    LATE_TAG,
    UNWRITABLE,
)

REQUIRED_TAGS: Final = ("Game", "Rules")
LINE_LENGTH: Final = 79

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_VALUE: Final = re.compile(r"[^\x00-\x1f\x7f]*")
_COMMENT: Final = re.compile(r"[^}\r]*")
_WORD: Final = re.compile(r"[^ \t\r\n{}\[][^ \t\r\n{}]*")
_TAG: Final = re.compile(r'\[([^ "]*) "((?:[^"\\]|\\.)*)"\][ \t]*')
_ESCAPE: Final = re.compile(r"\\(.)")
_TOKEN: Final = re.compile(r"\{(?P<comment>[^}]*)\}|(?P<open>\{.*)|[^ \t\n{]+", re.DOTALL)


class RecordError(EngineError):
    """The text is not a record; the sentence names the line and what stands there."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark that stands after so many moves of a record."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text: what was written, not yet checked against any rules.

    `write` and `read` are inverse to each other: tags keep their order, also unknown ones,
    and comments their place. `lines` says on which line each move stood, for error texts.
    """

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    comments: tuple[Comment, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def write(self) -> str:
        """Write the record, or raise a RecordError for what has no spelling."""
        tags = [f'[{_name(name)} "{_escaped(value)}"]' for name, value in self.tags.items()]
        return "\n".join([*tags, "", *self._filled(), ""])

    def _filled(self) -> Iterator[str]:
        """Break moves and comments into lines, but never inside a comment."""
        line = ""
        for word in self._words():
            if line and len(line) + 1 + len(word) > LINE_LENGTH:
                yield line
                line = ""
            line = f"{line} {word}" if line else word
        if line:
            yield line

    def _words(self) -> list[str]:
        words = [_spelled(_WORD, move) for move in self.moves]
        for comment in reversed(self.comments):
            words.insert(comment.after, f"{{{_spelled(_COMMENT, comment.text)}}}")
        return words


def parted(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Part a text of many records into one each, with the number of the line that it begins on.

    A record begins with a tag after an empty line. The text is taken line by line, so it may be
    longer than there is memory; what has no tags at all is one record, which cannot be read.
    """
    begins, kept, in_moves, in_comment = 1, list[str](), False, False
    after_empty = False
    for number, line in enumerate(lines, start=1):
        if in_moves and after_empty and not in_comment and line.startswith("["):
            yield begins, "".join(kept)
            begins, kept, in_moves = number, [], False
        kept.append(line)
        after_empty = not line.strip(" \t\r\n")
        in_moves = in_moves or after_empty
        if in_moves and ("{" in line or "}" in line):
            in_comment = line.rfind("{") > line.rfind("}")
    yield begins, "".join(kept)


def read(text: str, *, line: int = 1) -> Record:
    """Read a record, or raise a RecordError that names the line and the token.

    `line` is the number of its first one, where it stands among others.
    """
    head, moves_from, body = _split(text, line)
    tags: dict[str, str] = {}
    for at, written in enumerate(head, start=line):
        name, value = _read_tag(at, written)
        if name in tags:
            raise RecordError(REPEATED_TAG, line=at, token=name)
        tags[name] = value
    for name in REQUIRED_TAGS:
        if name not in tags:
            raise RecordError(MISSING_TAG, token=name)
    return _read_moves(tags, moves_from, body)


def _split(text: str, line: int) -> tuple[list[str], int, str]:
    """Part the tags from the moves at the first empty line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    empty = next((i for i, one in enumerate(lines) if not one.strip(" \t")), len(lines))
    return lines[:empty], empty + line, "\n".join(lines[empty:])


def _read_tag(line: int, written: str) -> tuple[str, str]:
    match = _TAG.fullmatch(written)
    if not match or not _NAME.fullmatch(match[1]) or not _VALUE.fullmatch(match[2]):
        raise RecordError(MALFORMED_TAG, line=line, token=quoted(written))
    name, value = match.groups()
    if any(escaped not in '"\\' for escaped in _ESCAPE.findall(value)):
        raise RecordError(BAD_ESCAPE, line=line, token=quoted(written))
    return name, _ESCAPE.sub(r"\1", value)


def _read_moves(tags: Mapping[str, str], line: int, body: str) -> Record:
    moves: list[str] = []
    comments: list[Comment] = []
    lines: list[int] = []
    read_to = 0
    for match in _TOKEN.finditer(body):
        line += body.count("\n", read_to, match.start())
        read_to = match.start()
        if match["comment"] is not None:
            comments.append(Comment(len(moves), match["comment"]))
            continue
        _check_token(match, line)
        moves.append(match[0])
        lines.append(line)
    return Record(tags, tuple(moves), tuple(comments), tuple(lines))


def _check_token(match: re.Match[str], line: int) -> None:
    token = match[0]
    if match["open"]:
        raise RecordError(OPEN_COMMENT, line=line, token=quoted(token))
    if "}" in token:
        raise RecordError(STRAY_BRACE, line=line, token=quoted(token))
    if token.startswith("["):
        raise RecordError(LATE_TAG, line=line, token=quoted(token))


def _name(name: str) -> str:
    return _spelled(_NAME, name)


def _escaped(value: str) -> str:
    return _spelled(_VALUE, value).replace("\\", "\\\\").replace('"', '\\"')


def _spelled(pattern: re.Pattern[str], text: str) -> str:
    """Let through what reads back as it was written, and nothing else."""
    if not pattern.fullmatch(text):
        raise RecordError(UNWRITABLE, token=quoted(text))
    return text
