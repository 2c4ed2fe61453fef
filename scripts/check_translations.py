"""Fail unless every text is collected and translated: `check_translations.py makemessages ...`.

Runs the given command on a copy of the sources, so that a check changes nothing.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("accounts", "botanik_site", "engine", "games", "templates", "static")


def catalog(root: Path) -> Catalog:
    path = root / "botanik_site" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    with path.open("rb") as lines:
        return read_po(lines, abort_invalid=True)


def collect(command: list[str]) -> Catalog:
    """The texts that are in the sources now."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name)
        shutil.copy(ROOT / "manage.py", copy)
        subprocess.run([sys.executable, "manage.py", *command, "-v0"], cwd=copy, check=True)  # noqa: S603
        return catalog(copy)


def texts(of: Catalog) -> set[str]:
    return {f"{message.context or ''}|{message.id}" for message in of if message.id}


def faults(stored: Catalog, collected: Catalog) -> list[str]:
    new, gone = texts(collected) - texts(stored), texts(stored) - texts(collected)
    found = [f"not collected yet, run `make messages`: {text}" for text in sorted(new)]
    found += [f"used nowhere any more, run `make messages`: {text}" for text in sorted(gone)]
    for message in stored:
        if not message.id:
            continue
        translated = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.fuzzy:
            found.append(f"fuzzy: {message.id}")
        elif not all(translated):
            found.append(f"not translated: {message.id}")
        found += [f"{error}: {message.id}" for error in message.check(stored)]
    return found


def main(command: list[str]) -> int:
    if not shutil.which("xgettext"):
        print("*** SKIPPED: gettext is not installed, so translations are not checked ***")
        return 1 if os.environ.get("CI") == "true" else 0
    found = faults(catalog(ROOT), collect(command))
    for fault in found:
        print(f"translations: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
