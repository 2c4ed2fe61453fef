"""Gardeners in words: tiles, facts and refusals, in both languages, to players and of others."""

import re
from typing import get_args

import pytest
from django.utils.translation import override

from engine.errors import EngineError
from engine.games.gardeners import facts
from engine.games.gardeners.components import FAMILIES, GRADES, LIMITS, MODES, OUCH, TILES
from engine.games.gardeners.moves import parse
from engine.games.gardeners.plot import turns_of
from engine.games.gardeners.refusals import REASONS
from engine.state import Left
from games.boards import explain, gardeners
from games.boards.gardeners import words
from tests.games.gardeners_tables import complete

NAMES = ["Ada", "Bo", "Cy"]
LANGUAGES = ["en", "fr"]
FACTS = [
    facts.Topped(0, 0, "C3"),
    facts.Drew(0, 4, "panorama", "X33"),
    facts.Drew(0, 4, "panorama", None),
    facts.Opened(3, 0, "X56"),
    facts.Validated(2, 0, "X01"),
    facts.Added(0, "B1", (-1, 2), 3),
    facts.Complete(),
    facts.Moved(0, "B1", (0, 0), (1, 0), 2),
    facts.Moved(0, "B1", (0, 0), (0, 0), 2),
    facts.Given(0, "C1", (4, 0), 2),
    facts.Given(0, "C1", (4, 0), 1),
    facts.Given(0, "C1", (4, 0), 0),
    facts.Discarded(0, 4, 0, "link", None),
    facts.Called(0),
    facts.Checked(conform=True, seats=((0, True),), cards=()),
    facts.Checked(conform=False, seats=((0, True), (2, False)), cards=()),
    facts.Banked(0, 1),
    facts.Inherited(0, ("A1", "C3")),
    facts.TurnOver(0, 8, 3),
    facts.TurnOver(0, 2, 3),
    facts.TurnOver(0, 0, 3),
    facts.Ended("turns", 3, "coming-along"),
    facts.Ended("actions", 3, "coming-along"),
    facts.Ended("cards", 3, "passed"),
    facts.Ended("left", 3, "start"),
]
# Codes of tiles and cards: people are told what they show.
CODES = re.compile(r"\b[ABC]\d+\b|\b[XE]\d\d\b|\bT[ABC]\d\b")


def told(fact, viewer, language):
    with override(language):
        return gardeners.tell(fact, NAMES, viewer)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_it_tells_every_fact_to_everybody(fact, viewer, language):
    text = told(fact, viewer, language)

    assert text.endswith(".")
    assert "%" not in text
    assert not CODES.search(text)


def test_it_has_an_example_of_every_fact_that_it_tells():
    assert {type(fact) for fact in FACTS} == set(get_args(facts.GardenersFact)) - {Left}


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_it_says_you_to_who_did_it_and_a_name_of_others(fact):
    mine, theirs = (told(fact, viewer, "en") for viewer in (0, 2))

    assert mine == theirs or (re.search(r"\byour?\b", mine, re.I) and "Ada" in theirs)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_it_is_told_in_french(fact):
    assert told(fact, 1, "fr") != told(fact, 1, "en")


def test_it_tells_a_front_only_to_who_may_see_it():
    assert "red fruit" in told(facts.Drew(1, 4, "panorama", "X33"), 1, "en")
    assert told(facts.Drew(1, 4, "panorama", None), 0, "en") == "Bo draws card 4, panorama."


def test_it_says_no_more_of_a_check_than_who_is_conform():
    check = facts.Checked(conform=False, seats=((0, True), (2, False)), cards=((1, True),))

    assert told(check, 0, "en") == "The check: you: conform; Cy: not conform."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_has_a_name_and_every_turn_another(language):
    with override(language):
        for code in TILES:
            turned = {words.laid_as(code, turn) for turn in range(turns_of(code))}
            assert len(turned) == turns_of(code)
            assert words.the(code)


@pytest.mark.parametrize(
    ("code", "english", "french"),
    [
        ("A1", "the red flower on grass", "la fleur rouge sur herbe"),
        ("A8", "the tree with red fruit on earth", "l’arbre à fruits rouges sur terre"),
        ("B3", "the bench on earth", "le banc sur terre"),
        ("C3", "the corner hedge on grass", "la haie en angle sur herbe"),
        ("A11", "bare grass", "l’herbe nue"),
        ("A15", "bare earth", "la terre nue"),
    ],
)
def test_a_tile_is_named_within_a_sentence(code, english, french):
    with override("en"):
        assert words.the(code) == english
    with override("fr"):
        assert words.the(code) == french


def test_everything_has_a_name():
    assert set(words.FAMILY_NAMES) == set(FAMILIES)
    assert set(words.MODE_NAMES) == set(MODES)
    assert set(words.GRADES) == {OUCH, "passed", "ended", *(name for name, *_least in GRADES)}
    assert {name: set(words.OPTIONS[name].values) for name in LIMITS} == {
        name: set(values) for name, (values, _default) in LIMITS.items()
    }


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.code)
def test_every_refusal_is_said_in_words(reason):
    values = {
        "tile": "C3", "x": 1, "y": -2, "seat": 1, "size": 6, "missing": 3, "number": 4,
        "move": ">C3", "mode": "solo", "seats": 2, "option": "turns", "value": 24,
    }  # fmt: skip
    blanks = re.findall(r"{(\w+)}", reason.template)

    said = gardeners.SAYINGS[reason.code].format(
        **gardeners.spoken({blank: values[blank] for blank in blanks})
    )

    assert "{" not in said
    assert "C3" not in said or "move" in blanks


def test_a_seat_that_is_not_there_is_said_in_words_to_who_typed_it():
    state = complete()

    with pytest.raises(EngineError) as refused:
        state.play(0, parse("A2>9"))

    assert explain(refused.value, "gardeners") == "There is no seat 9 in this game."
