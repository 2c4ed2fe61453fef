"""Read environment variables, and refuse nonsense with one line that names the variable."""

from collections.abc import Collection, Mapping
from pathlib import Path
from urllib.parse import SplitResult, urlsplit


class WrongSetting(SystemExit):
    """A variable that cannot be used: ends the process with one line and no traceback."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"botanik: {name} {why}")


class Environment:
    """The variables of one process. Remembers which were asked for, so that README is checked."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.asked: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        self.asked.add(name)
        return self._values.get(name, "").strip() or default

    def choice(self, name: str, *, among: Collection[str], default: str) -> str:
        value = self.text(name, default)
        if value not in among:
            raise WrongSetting(name, f"must be one of {', '.join(among)}, not {value!r}.")
        return value

    def flag(self, name: str) -> bool:
        return self.choice(name, among=("0", "1"), default="0") == "1"

    def integer(self, name: str, *, default: int, low: int, high: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdigit() and low <= int(value[:20]) <= high):
            raise WrongSetting(name, f"must be a whole number from {low} to {high}, not {value!r}.")
        return int(value)

    def url(self, name: str, *, schemes: Collection[str], default: str = "") -> str:
        """An address with one of `schemes`; its text is never shown, for it may hold a password."""
        value = self.text(name, default)
        if value and not _is_url(value, schemes):
            raise WrongSetting(name, f"must be an address that begins with {_listed(schemes)}.")
        return value

    def directory(self, name: str, default: Path) -> Path:
        """A directory that can be written to; it is made where it is missing."""
        return self.beneath(name, Path(self.text(name, str(default))).expanduser().resolve())

    def beneath(self, name: str, path: Path) -> Path:
        """The same for a directory in what `name` says; perhaps somebody else has made it."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            probe = path / ".writable"
            probe.touch()
            probe.unlink(missing_ok=True)
        except OSError as error:
            raise WrongSetting(
                name, f"is {path}, which cannot be written to ({error.strerror})."
            ) from error
        return path

    def required(self, name: str, why: str) -> str:
        value = self.text(name)
        if not value:
            raise WrongSetting(name, f"is missing: {why}")
        return value


def _is_url(value: str, schemes: Collection[str]) -> bool:
    try:
        parts: SplitResult = urlsplit(value)
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        return False
    return parts.scheme in schemes and (bool(parts.netloc) or parts.scheme == "sqlite")


def _listed(schemes: Collection[str]) -> str:
    return " or ".join(f"{scheme}://" for scheme in schemes)
