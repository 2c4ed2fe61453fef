"""All drawings of Gardeners, for who works on them, and the picture of every front."""

from typing import Any

from django.utils.functional import lazy

from engine.games.gardeners.components import CARDS, FAMILIES
from games.boards.gardeners.fronts import front
from games.boards.gardeners.pen import SYMBOLS
from games.boards.gardeners.wishes import wish
from games.boards.pages import Page

ELEMENTS = ("el-f", "el-t", "el-p", "el-pR", "el-pY", "el-pB", "el-hg", "el-ba")
FEW = SYMBOLS[:18]
PREDICATES = tuple(dict.fromkeys(card.predicate for card in CARDS.values()))

_drawn: Any = lazy(front, str)
_said: Any = lazy(wish, str)

ART = Page(
    "games/boards/gardeners/art.html",
    {
        "groups": (SYMBOLS[:18], SYMBOLS[18:], ELEMENTS),
        "families": FAMILIES,
        "few": FEW,
        "glasses": range(9),
        "fronts": [(predicate, _drawn(predicate), _said(predicate)) for predicate in PREDICATES],
    },
)
