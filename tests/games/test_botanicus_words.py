"""Botanicus in words: actions, places and facts, in both languages, to players and of others."""

import re
from itertools import pairwise
from random import Random
from typing import get_args

import pytest
from django.utils.translation import override

from engine import Setup, get_ruleset
from engine.arena import random_game
from engine.errors import IllegalMoveError, Reason
from engine.games.botanicus import facts
from engine.games.botanicus.components import (
    ARROWS,
    BASIC_TASKS,
    CARDS,
    GIVES,
    PRINTED,
    SPECIAL_TASKS,
    TILES,
)
from engine.games.botanicus.moves import BotanicusMove
from engine.games.botanicus.refusals import REASONS
from engine.games.botanicus.tracks import ROUTE_NAMES
from games.boards import botanicus, explain
from games.boards.botanicus import words
from tests.factories import TableFactory

NAMES = ["Ada", "Bo", "Cy"]
LANGUAGES = ["en", "fr"]
FACTS = [
    facts.LaidOut(tuple(TILES)),
    facts.Dealt(0, ("T1", "T2", "T3", "T4", "T5")),
    facts.Assigned(0, "T12", 3),
    facts.NeutralPlaced(0, 2, 4),
    facts.Walked(0, "b2", "c1", 2, 2),
    facts.Walked(0, "b2", "c2", 1, 0),
    facts.CardUsed(0, "C1", 2),
    facts.CardSold(0, "C5", 3),
    facts.Placed(0, 3, 4, 0, 0),
    facts.Placed(0, 3, 4, 2, 6),
    facts.Missed(0, "D5"),
    facts.Missed(0, "pole"),
    facts.Gained(0, "space", "82", ("V4",)),
    facts.Gained(0, "tile", "D1", ("$1", "V2")),
    facts.AnimalCame(0, 2, 6),
    facts.NoAnimal(0),
    facts.PrizeTaken(0, "M", 18),
    facts.NoPrize(0, "S"),
    facts.Drew(0, "C4"),
    facts.NoCard(0, 1),
    facts.Reshuffled(1, 14),
    facts.Stepped(0, "M", "M1", "M2l", 1, 0, returned=False),
    facts.Stepped(0, "S", "S1", "S2", 1, 2, returned=False),
    facts.Stepped(0, "S", "S5", "S7", 1, 2, returned=True),
    facts.Stepped(0, "B", "B4u", "B5", 1, 0, returned=True),
    facts.Unused(0, "M", 1, 1),
    facts.Unused(0, None, 1, 1),
    facts.Planted(0, 23, 2, 0),
    facts.Planted(0, 23, 1, 3),
    facts.Watered(0, 23, 4),
    facts.TaskDone(0, 1, "basic", 7),
    facts.TaskDone(0, 1, "T1", 10),
    facts.Forfeited(0, ("P1", "P1", "W")),
    facts.Lapsed(0, ("W", "W")),
    facts.ColumnOver(1, 3, (2, 0, 1)),
    facts.ColumnOver(1, 8, (2, 0, 1)),
    facts.RoundOver(1),
    facts.RoundOver(2),
    facts.Again(0),
    facts.Ended("played"),
    facts.Ended("left"),
]
# Codes of tiles, tasks, cards and actions: people are told their names.
CODES = re.compile(r"\b[CDLT]\d+\b|\b[MBS]\d[ul]?\b|\bP\d\b|[$]\d")


def codes_of_the_tables():
    printed = [actions for spaces in PRINTED.values() for actions in spaces]
    tiles = [side for sides in TILES.values() for side in sides]
    return sorted({code for group in (*printed, *tiles, *GIVES.values(), *CARDS.values())
                   for code in group})  # fmt: skip


def told(fact, viewer, language):
    with override(language):
        return botanicus.tell(fact, NAMES, viewer)


def name_of(fact):
    return fact.kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("fact", FACTS, ids=name_of)
def test_it_tells_every_fact_to_everybody(fact, viewer, language):
    text = told(facts.covered(fact, viewer), viewer, language)

    assert text.endswith(".")
    assert "%" not in text
    assert not CODES.search(text)


def test_it_has_an_example_of_every_fact():
    assert {type(fact) for fact in FACTS} == set(get_args(facts.BotanicusFact))


@pytest.mark.parametrize("fact", FACTS, ids=name_of)
def test_it_says_you_to_the_player_and_a_name_of_others(fact):
    mine, theirs = (told(fact, viewer, "en") for viewer in (0, 1))

    assert mine == theirs or (mine.startswith("You ") and theirs.startswith("Ada "))


@pytest.mark.parametrize("fact", FACTS, ids=name_of)
def test_it_is_told_in_french(fact):
    assert told(fact, 1, "fr") != told(fact, 1, "en")
    assert told(fact, 0, "fr") == told(fact, 1, "fr") or told(fact, 0, "fr").startswith("Vous ")


def test_it_leaves_out_what_the_next_moves_tell():
    assert told(facts.Gained(0, "track", "S2", ("P1", "P1")), 0, "en") == ""
    assert told(facts.Gained(0, "track", "M2l", ("$2", "C")), 0, "en") == "You gain 2 coins."


def test_it_names_a_drawn_card_to_its_owner_alone():
    drew = facts.Drew(1, "C4")

    assert told(facts.covered(drew, 1), 1, "en") == "You draw In Full Bloom."
    assert told(facts.covered(drew, 0), 0, "en") == "Bo draws a card."


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_tells_whole_games_without_codes(seats):
    setup = Setup(get_ruleset("botanicus"), seats, {})
    names = ["Ada", "Bo", "Cy", "Di"][:seats]
    states = list(random_game(setup, Random(seats)))

    seen = set()
    for fact in facts_of(states):
        for viewer in (0, None):
            text = botanicus.tell(facts.covered(fact, viewer), names, viewer)
            assert not CODES.search(text), text
        seen.add(fact.kind)
    assert {"placed", "planted", "column-over", "ended"} <= seen


def facts_of(states):
    """All that happened in a game, found by trying which move leads to the next position."""
    for before, after in pairwise(states):
        if isinstance(before.to_move, frozenset):
            (actor,) = before.to_move
            for move in before.legal_moves(actor):
                if before.play(actor, move) == after:
                    yield from before.facts(actor, move, None)
                    break


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", codes_of_the_tables())
def test_every_action_has_words(code, language):
    with override(language):
        label, button = words.action(code), words.short(code)

    assert label
    assert button
    assert "%" not in label + button


@pytest.mark.parametrize(
    ("code", "label"),
    [("$1", "gain 1 coin"), ("$3", "gain 3 coins"), ("M1", "money track, 1 step"),
     ("S2", "shovel track, 2 steps"), ("P2", "plant a level II")],
)  # fmt: skip
def test_an_action_has_the_plural_of_its_number(code, label):
    assert words.action(code) == label


def test_actions_are_listed_with_how_often():
    assert words.actions(["W", "W", "C"]) == "water a plant (2 times), draw a garden card"


def test_everything_has_a_name():
    assert set(words.CARD_NAMES) == set(words.CARD_TEXTS) == set(CARDS)
    assert set(words.TASK_NAMES) == set(SPECIAL_TASKS)
    assert set(words.BASIC_NAMES) == set(BASIC_TASKS)
    assert set(words.SPACE_NAMES) == {*ARROWS, *ROUTE_NAMES}
    assert {kind.__annotations__["kind"].__args__[0] for kind in deeds()} <= set(words.BUTTONS)


def deeds():
    return [kind for kind in get_args(BotanicusMove) if "reveal" not in str(kind.__annotations__)]


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.code)
def test_every_refusal_is_said_in_words(reason: Reason):
    values = {
        "actions": "P1 P1 W", "action": "S", "task": "T12", "card": "C4", "space": "S7u",
        "at": "S0", "place": "c1",
    }  # fmt: skip
    blanks = {name: values.get(name, 3) for name in re.findall(r"\{(\w+)\}", reason.template)}
    error = IllegalMoveError(reason, **blanks)

    english = explain(error, "botanicus")
    with override("fr"):
        french = explain(error, "botanicus")

    assert not CODES.search(english + french)
    assert english != french


@pytest.mark.django_db
def test_its_table_leads_to_rules_that_are_there(client, alice, bob):
    """Also while special tasks are assigned, and in turns with a neutral flower."""
    rules = client.get("/rules/botanicus/").content.decode()
    wanted = set()
    for turns in (0, 2, 9, 999):
        game = TableFactory(users=[alice, bob], ruleset="botanicus", turns=turns)
        for person in (alice, bob):
            client.force_login(person)
            table = client.get(f"/games/{game.pk}/").content.decode()
            wanted |= set(re.findall(r'href="/rules/botanicus/[^"#]*#([\w-]+)"', table))

    assert wanted
    assert {anchor for anchor in wanted if f'id="{anchor}"' not in rules} == set()
