"""One noun for one thing: what the pages call the parts of a table."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from engine import read_record, replay
from games.boards import BOARDS, botanik
from games.boards.botanik.machine import whereabouts

RECORDS = Path(__file__).parents[1] / "engine" / "records"
CATALOGUE = settings.BASE_DIR / "botanik_site" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
# A pile is a pile. Notation has coordinates, but a sentence has none.
OTHER_NAMES = re.compile(r"\b(registry|columns?|centre|registre|colonnes?)\b", re.IGNORECASE)
RETIRED = ("Your word", "Your turn: go on", "Since you were here")


def texts():
    """All that the site can say, in English and in French, without blanks and comments."""
    said = re.sub(r"^#.*\n", "", CATALOGUE.read_text(), flags=re.MULTILINE)
    entries = [re.sub(r'"\n"', "", entry) for entry in said.split("\n\n")[1:]]
    return [re.sub(r"%\(\w+\)\w|\{\w+\}", "", entry) for entry in entries]


def said_by_other_games():
    """All that the boards of other games have in their files, as one line: columns are theirs."""
    folders = [
        settings.BASE_DIR / place / slug
        for slug in BOARDS
        if slug != "botanik"
        for place in ("games/boards", "templates/games/boards")
    ]
    files = [
        file for folder in folders for kind in ("py", "html") for file in folder.rglob(f"*.{kind}")
    ]
    return plain(" ".join(file.read_text() for file in files))


def plain(text):
    """A text without blanks, and without where its lines end."""
    joined = re.sub(r'"\s+"', "", text)
    return " ".join(re.sub(r"%\(\w+\)\w|\{\{.*?\}\}|\{\w+\}", "", joined).split())


def test_it_calls_a_pile_by_no_other_name():
    elsewhere = said_by_other_games()
    here = [text for text in texts() if plain(re.search(r'msgid "(.*)"', text)[1]) not in elsewhere]

    assert any("pile" in text for text in here)
    assert [text for text in here if OTHER_NAMES.search(text)] == []


@pytest.mark.parametrize("words", RETIRED)
def test_it_does_not_say_what_nobody_understood(words):
    assert [text for text in texts() if words in text] == []


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_it_tells_what_happened_without_coordinates(viewer):
    told = [
        botanik.tell(fact, ["Ada", "Bo"], viewer)
        for path in sorted(RECORDS.glob("*.bgr"))
        for ply in replay(read_record(path.read_text()))
        for fact in ply.before.facts(ply.actor, ply.move, viewer)
    ]

    assert any("built" in text for text in told)
    assert [text for text in told if re.search(r"-?\d, ?-?\d", text)] == []


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((0, 1), "1 up from the Source"),
        ((-2, 0), "2 left from the Source"),
        ((3, -1), "1 down, 3 right from the Source"),
    ],
)
def test_it_says_where_a_cell_lies(place, words):
    assert whereabouts(place) == words
