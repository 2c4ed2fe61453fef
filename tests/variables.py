"""The variables that the site reads: what a developer has set must not decide what a test sees."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"

# A test compares this table with what the settings ask for.
VARIABLES = frozenset(re.findall(r"^\| `([A-Z_]+)` \|", README.read_text("utf-8"), re.MULTILINE))
