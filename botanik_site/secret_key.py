"""The secret key of the embedded default: made once, in a file that only its owner can read."""

import os
import secrets
from pathlib import Path

from botanik_site.env import WrongSetting


def own_secret_key(path: Path) -> str:
    """The key in `path`; where there is none yet, a new one is written there first."""
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(60))
    try:
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise WrongSetting(
            "SECRET_KEY", f"cannot be read from {path} ({error.strerror})."
        ) from error


def _write_once(path: Path, key: str) -> None:
    # Two processes may start at once: whoever links its own finished file first has made the
    # key, and nobody ever reads half of one.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key, encoding="ascii")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
