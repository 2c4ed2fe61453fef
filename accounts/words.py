"""Words that one would not say to somebody: who writes them is asked once to reconsider.

The lists beside this file are data. A line is compared as it is overlooked: without case, accents,
and what looks like another letter. Unlike a name it has spaces, and means what its words mean.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.usernames import LOOKALIKES, listed, plain

LISTS = Path(__file__).parent / "words"
WORDS = frozenset(
    word.replace("_", " ") for file in sorted(LISTS.glob("*.txt")) for word in listed(file)
)
INSIDE = tuple(word.removeprefix("*") for word in WORDS if word.startswith("*"))
ALONE = tuple(f" {word} " for word in WORDS if not word.startswith("*"))
# "f u c k", which nobody writes by accident.
SPELLED_OUT = re.compile(r"\b(?:[a-z] ){2,}[a-z]\b")


def is_harsh(text: str) -> bool:
    """Whether a line has a word, or words in a row, that its writer may want to reconsider."""
    return any(_has_one(spelled) for spelled in _spellings(plain(text)))


def _has_one(words: str) -> bool:
    return any(word in words for word in INSIDE) or any(word in words for word in ALONE)


def _spellings(small: str) -> Iterator[str]:
    """As written, and as meant by who writes digits for letters; all with spaces around words."""
    for meant in (small, small.translate(LOOKALIKES)):
        words = f" {' '.join(re.findall('[a-z0-9]+', meant))} "
        yield words
        yield SPELLED_OUT.sub(lambda found: found[0].replace(" ", ""), words)


def token_for(text: str, *, about: str) -> str:
    """What proves that this very text was held back, in this matter, and is sent once more."""
    return salted_hmac("accounts.words", f"{about}\n{text}", algorithm="sha256").hexdigest()[:32]


def was_reconsidered(text: str, *, about: str, token: str) -> bool:
    return constant_time_compare(token, token_for(text, about=about))
