"""What the bar says: what is asked, what the draft has done so far, and what surprises in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.games.botanicus.components import BEDS, CARD_PRICE, CARD_SALE, CARDS, TRACKS
from engine.games.botanicus.facts import (
    Again,
    BotanicusFact,
    ColumnOver,
    Ended,
    Lapsed,
    Missed,
    NoAnimal,
    NoCard,
    NoPrize,
    RoundOver,
)
from engine.games.botanicus.ground import REACH
from engine.games.botanicus.tracks import TRACK_OF
from engine.state import CHANCE
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.choices import Choices
from games.boards.botanicus.flowers import placed_saying
from games.boards.botanicus.groups import is_worth
from games.boards.botanicus.telling import tell

SURPRISES = (Missed, NoAnimal, NoCard, NoPrize, Lapsed)
"""What does not come though it was expected (rule 14.4)."""
_ENDINGS = (ColumnOver, RoundOver, Again, Ended)


@dataclass(frozen=True, slots=True)
class Saying:
    """A heading and a sentence, in words that can be read out."""

    title: str
    text: str = ""
    warning: str = ""
    causes: str = ""
    rule: str = ""
    """Where the rules explain it."""


def say(choices: Choices, names: Sequence[str]) -> Saying | None:
    """What to do now, or what the draft would do; None where the page itself has to speak."""
    return _Speaker(choices, names).saying()


class _Speaker:
    def __init__(self, choices: Choices, names: Sequence[str]) -> None:
        self.choices, self.names = choices, names
        self.state, self.garden = choices.state, choices.garden

    def saying(self) -> Saying | None:
        match self.choices.phase:
            case "wait" | "past" | "over":
                return None
            case "ready":
                return self._ready()
            case "assign":
                return self._saying(*self._assign(), "tasks")
            case "neutral":
                return self._saying(*self._neutral(), "neutral")
            case "card" if self.choices.card:
                return self._saying(*self._card(), "card")
            case "resolve" | "track":
                return self._saying(*self._group(), "actions")
        if self.choices.is_between:
            return self._between()
        return self._saying(*self._turn(), "turn")

    def _saying(self, title: str, text: str, rule: str) -> Saying:
        """What is asked, after what was chosen last."""
        told = self._told(self.choices.last_facts)
        warning = self._warning(self.choices.last_facts)
        return Saying(title, text, warning, told, rule)

    def _between(self) -> Saying:
        """What was chosen last before the flower, and what may still come before it."""
        facts = self.choices.last_facts
        title = self._told(facts)
        if not title:
            return self._saying(*self._turn(), "turn")
        text = " ".join(filter(None, [self._kept(), self._before_flower()]))
        return Saying(title, text, self._warning(facts), rule="turn")

    def _told(self, facts: Sequence[BotanicusFact]) -> str:
        said = [
            tell(fact, self.names, self.choices.scene.seat)
            for fact in facts
            if not isinstance(fact, (*SURPRISES, *_ENDINGS))
        ]
        return " ".join(sentence for sentence in said if sentence)

    def _warning(self, facts: Sequence[BotanicusFact]) -> str:
        found = [fact for fact in facts if isinstance(fact, SURPRISES)]
        return " ".join(tell(fact, self.names, self.choices.scene.seat) for fact in found)

    # -- what is asked -------------------------------------------------------------------------

    def _assign(self) -> tuple[str, str]:
        row = len(self.garden.tasks) + 1
        title = _("Choose the special task of row %(row)d.") % {"row": row}
        text = _("It opens when the basic task of the row is done. You fill rows 1 to 4; the task"
                 " that is left goes to row 5.")  # fmt: skip
        return title, text

    def _neutral(self) -> tuple[str, str]:
        return (
            _("You go first: place the neutral flower."),
            _("You are first in this column, so you place it, and then take your turn. Whoever goes"
              " to its space pays 3 coins more and gets nothing of the tile."),
        )  # fmt: skip

    def _card(self) -> tuple[str, str]:
        card = self.choices.card
        name = str(words.CARD_NAMES[card])
        title = _("%(card)s: use it for %(price)s, or sell it for %(sale)s.") % {
            "card": name,
            "price": words.coins_in_words(CARD_PRICE),
            "sale": words.coins_in_words(CARD_SALE),
        }
        text = str(words.CARD_TEXTS[card])
        if any(code[0] in "PW" for code in CARDS[card]):
            text += f" {self._reach()}"
        if self.garden.coins < CARD_PRICE:
            text = f"{_('You cannot pay for using it now.')} {text}"
        return title, text

    def _turn(self) -> tuple[str, str]:
        words_ = {"column": self.state.column}
        match self.choices.phase:
            case "walk":
                return _("Where shall your gardener go?"), _("Each step costs 1 coin.")
            case "card":
                return _("Choose a card to use or to sell."), ""
            case "final":
                return (
                    _("One step on one track, or none for 1 point."),
                    _("This is your final turn: no flower moves any more. Further steps cost 3"
                      " coins each."),
                )  # fmt: skip
        title = _("Place your flower in column %(column)d.") % words_
        return title, self._before_flower()

    def _before_flower(self) -> str:
        """What may come before the flower."""
        can_walk, can_play = (self.choices.can_begin(step) for step in ("walk", "card"))
        if can_walk and can_play:
            return _("Before it you may walk, and use or sell a card.")
        if can_play:
            return _("Before it you may use or sell a card.")
        return _("Before it you may walk.") if can_walk else ""

    def _group(self) -> tuple[str, str]:
        if self.choices.is_forfeiting:
            return self._forfeiting()
        action = self.choices.action
        if action[:1] in TRACKS:
            return self._track(action)
        title = phrases.capital(words.action(action)) + "."
        hints = [self._reach()] if action[0] in "PW" else []
        if len(self.state.groups) > 1:
            below = words.actions(self.state.groups[0])
            hints.append(_("Then there is still: %(actions)s.") % {"actions": below})
        return title, " ".join(hints)

    def _forfeiting(self) -> tuple[str, str]:
        group = self.state.groups[-1]
        title = _("Forfeit: %(actions)s?") % {"actions": words.actions(group)}
        text = _("It would be lost.") if is_worth(self.choices) else ""
        points = sum(int(code[1:]) for code in group if code[0] in TRACKS)
        if points:
            text = _("It would be lost, for %(points)s.") % {
                "points": phrases.points_in_words(points)
            }
        if len(self.state.groups) > 1:
            text += " " + _("What waits below stays.")
        return title, text

    def _track(self, action: str) -> tuple[str, str]:
        at = self.garden.pieces[TRACKS.index(action[0])]
        title = phrases.capital(words.action(action)) + "."
        if not self.choices.actions[action]:
            points = phrases.points_in_words(int(action[1:]))
            return title, _("You cannot pay for any step. Forfeit it, for %(points)s.") % {
                "points": points
            }
        text = _("Your piece is on %(place)s. A step less scores 1 point, a step more costs 3"
                 " coins; only the space where it stops gives something.") % {
            "place": words.SPACE_NAMES[at],
        }  # fmt: skip
        return title, text if at in TRACK_OF else ""

    def _reach(self) -> str:
        beds = " ".join(str(BEDS[bed]) for bed in REACH[self.garden.gardener])
        return _("In reach of your gardener: beds %(beds)s.") % {"beds": beds}

    # -- a whole turn ----------------------------------------------------------------------------

    def _ready(self) -> Saying:
        """The turn as it would be sent."""
        facts = self.choices.facts
        title = self._told(self.choices.last_facts) or _("Your turn is chosen.")
        earlier = [fact for step, _view in self.choices.steps[:-1] for fact in step]
        return Saying(
            title=title,
            text=" ".join(filter(None, [self._kept(), self._told(earlier)])),
            warning=self._warning(facts),
            causes=" ".join(filter(None, [self._again(facts) or self._place(), self._draw()])),
        )

    def _kept(self) -> str:
        if self.garden.coins == self.choices.start.gardens[self.choices.seat].coins:
            return ""
        return _("You keep %(coins)s.") % {"coins": words.coins_in_words(self.garden.coins)}

    def _place(self) -> str:
        return placed_saying(self.choices.facts, self.state, self.choices.seat)

    def _again(self, facts: Sequence[BotanicusFact]) -> str:
        """That the last of a column is first in the next one."""
        if not any(isinstance(fact, Again) for fact in facts):
            return ""
        return _("You come first again: another turn of yours follows at once.")

    def _draw(self) -> str:
        if self.state.to_move is not CHANCE:
            return ""
        return _("A card is drawn when you confirm; that cannot be taken back.")
