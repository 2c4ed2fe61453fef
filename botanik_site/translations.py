"""Compile translations with Babel, so that running the site needs no gettext program."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings


def outdated() -> Iterator[Path]:
    """The sources whose compiled form is missing or older than they are."""
    for source in sorted(settings.LOCALE_PATHS[0].glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            yield source


def compile_translation(source: Path) -> None:
    """Write `source`'s compiled form beside it, whole or not at all."""
    draft = source.with_suffix(".mo.part")
    with source.open("rb") as lines, draft.open("wb") as target:
        write_mo(target, read_po(lines))
    draft.replace(source.with_suffix(".mo"))
