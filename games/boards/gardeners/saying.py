"""What the bar says: what to do, what the draft would do, and the surprises of a turn (rules 15.5).

No word here depends on a front that its reader may not see.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.games.gardeners.components import ACTIONS_A_TURN
from engine.games.gardeners.moves import Add, Done, Drop, End, Give
from engine.games.gardeners.plot import around
from engine.games.gardeners.position import Wish
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.choices import Choices, Hand
from games.boards.gardeners.mates import Mate
from games.boards.gardeners.refusals import SAYINGS
from games.boards.gardeners.telling import spoken


@dataclass(frozen=True, slots=True)
class Saying:
    """A heading and a sentence, in words that can be read out."""

    title: str
    text: str = ""
    warning: str = ""
    causes: str = ""
    of_lens: str = ""
    """What is said besides to who has not switched the lens off."""


def say(choices: Choices, mates: Sequence[Mate]) -> Saying | None:
    """What to do now, or what the draft would do; None where the page itself has to speak."""
    return _Speaker(choices, mates).saying()


class _Speaker:
    def __init__(self, choices: Choices, mates: Sequence[Mate]) -> None:
        self.choices, self.mates = choices, mates
        self.state, self.hand = choices.state, choices.hand

    def saying(self) -> Saying | None:
        match self.choices.phase:
            case "wait" | "past" | "over":
                return None
            case "bank":
                return self._bank()
            case "ready":
                return self._ready()
        if self.choices.refused:
            return self._refused()
        if self.choices.looked_through:
            return self._looked(self.choices.looked_through)
        return self._in_hand(self.hand) if self.hand else self._turn()

    # -- something in hand -----------------------------------------------------------------------

    def _refused(self) -> Saying:
        error = self.choices.refused
        assert error is not None
        sentence = str(SAYINGS[error.code]).format(**spoken(error.parameters))
        return Saying(_("That tile stays where it is."), warning=sentence)

    def _in_hand(self, hand: Hand) -> Saying:
        what = phrases.capital(words.laid_as(hand.tile, hand.turn))
        if hand.drafted_at is not None:
            return Saying(self._drafted(hand, what), self._counted())
        if self.state.is_solo and hand.is_laid:
            text = _("Choose a cell, turn it, or take it out: one action.")
            return Saying(f"{what}.", text)
        if hand.is_laid:
            title = _("%(tile)s: to whom?") % {"tile": what}
            return Saying(title, _("It goes to the reserve of somebody else."))
        text = _("Choose one of the dashed cells.")
        if self._leaves_gaps(hand):
            text += " " + _("No empty cell may be enclosed.")
        if self._tops(hand.tile):
            text += " " + self._cut_ahead()
        return Saying(f"{what}.", text)

    def _leaves_gaps(self, hand: Hand) -> bool:
        """Whether a cell beside the garden is not offered, though the garden is as wide already."""
        plot, places = self.state.plot, hand.places
        beside = {cell for laid in plot.cells for cell in around(laid)} - plot.cells
        return any(plot.box.has(cell) and cell not in places for cell in beside)

    def _tops(self, tile: str) -> bool:
        """Whether the next tile of a pile comes to light when this one is laid."""
        return any(pile.top == tile and pile.under for pile in self.choices.start.piles)

    def _cut_ahead(self) -> str:
        if not self.choices.moves:
            return _("Then the next tile of its pile turns up.")
        return _("Then the next tile of its pile turns up, and what you chose so far is sent too.")

    def _drafted(self, hand: Hand, what: str) -> str:
        drafted = hand.drafted
        if isinstance(drafted, Add):
            place = words.place(drafted.cell)
            return _("%(tile)s, at %(place)s.") % {"tile": what, "place": place}
        assert isinstance(drafted, Give)
        return _("%(tile)s, to %(name)s.") % {"tile": what, "name": self.mates[drafted.to].name}

    # -- between actions -------------------------------------------------------------------------

    def _turn(self) -> Saying:
        if self.choices.moves:
            title = self._complete() or _("Your draft so far.")
            return Saying(title, self._counted())
        if not self.state.missing:
            return self._all_lie()
        if not self.state.garden:
            return Saying(
                _("Lay the first tile."),
                _("It goes in the middle; every other one beside the garden."),
            )
        if self.state.is_solo:
            return Saying(
                _("Lay a tile, move one, or take one out."),
                _("Each is one action. Pick it up first."),
            )
        text = _("Pick a tile of your reserve, or one at the border to hand it over.")
        if all(wish.holder != self.choices.seat for wish in self.state.in_play):
            text = _("You hold no card now: watch what the others do, and help it.") + " " + text
        return Saying(_("Lay, hand over, or end your turn."), text)

    def _complete(self) -> str:
        return "" if self.state.missing else _("Every tile lies. Done, or go on?")

    def _all_lie(self) -> Saying:
        if self.state.unchanged and self.state.is_solo:
            return Saying(
                _("Checked: not every wish is fulfilled."),
                _("Change something, then check again."),
                of_lens=_("Open a card: “What breaks it?” marks why."),
            )
        if self.state.unchanged:
            return Saying(
                _("Nothing has changed since the last check."),
                _("Change something before the next one: nobody can call it now."),
            )
        if self.state.is_solo:
            return Saying(
                _("Every tile lies. Done, or go on?"),
                _("Done checks all your wishes; it costs no action."),
            )
        return Saying(
            _("Every tile lies. Done, or go on?"),
            _("Done ends your turn and checks all wishes. What the others hold nobody can tell"
              " before."),
        )  # fmt: skip

    def _counted(self) -> str:
        if self.state.is_solo:
            return _("One action. Nothing is sent yet.")
        drafted, left = self.choices.actions, ACTIONS_A_TURN - self.state.acted
        said = ngettext("%(n)d action drafted", "%(n)d actions drafted", drafted)
        return _("%(drafted)s, %(left)d left; nothing is sent yet.") % {
            "drafted": said % {"n": drafted},
            "left": left,
        }

    def _looked(self, one: Wish) -> Saying:
        if self.choices.view.conform.get(one.number):
            return Saying(
                _("Your wish no. %(number)d is fulfilled.") % {"number": one.number},
                ""
                if self.state.is_solo
                else _("Only you see that. Of the others’ wishes only the check can tell."),
            )
        return Saying(
            _("Your wish no. %(number)d is not fulfilled yet.") % {"number": one.number},
            _("The marked tiles are why.")
            if self.state.is_solo
            else _("The marked tiles are why. Only you see that."),
        )

    # -- a whole turn ----------------------------------------------------------------------------

    def _ready(self) -> Saying:
        """The turn as it would be sent."""
        last = self.choices.moves[-1]
        match last:
            case Done():
                return Saying(
                    _("Done: the garden is checked."),
                    _("Your turn ends with it, and all see who is conform."),
                )
            case Drop():
                return self._drop(last)
            case End():
                return self._end()
        return self._action_sent(last)

    def _end(self) -> Saying:
        if len(self.choices.moves) == 1 and not self.choices.start.acted:
            return Saying(_("Pass?"), _("You end your turn without an action."))
        return Saying(_("End your turn?"), self._next_in_turn())

    def _next_in_turn(self) -> str:
        if self.state.how or self.state.is_solo:
            return ""
        name = self.mates[self.state.acting].name
        return _("Then it is the turn of %(name)s.") % {"name": name}

    def _action_sent(self, last: object) -> Saying:
        hand = self.hand
        title = _("Your turn is chosen.")
        if isinstance(last, Add):
            what = phrases.capital(words.laid_as(last.tile, last.turn))
            place = words.place(last.cell)
            title = _("%(tile)s, at %(place)s.") % {"tile": what, "place": place}
        elif isinstance(last, Give):
            what = phrases.capital(words.tile(last.tile))
            title = _("%(tile)s, taken out.") % {"tile": what}
            if not self.state.is_solo:
                name = self.mates[last.to].name
                title = _("%(tile)s, to %(name)s.") % {"tile": what, "name": name}
        elif hand is not None:
            title = phrases.capital(words.tile(hand.tile))
        return Saying(title, self._after_last(), causes=self._revealed())

    def _after_last(self) -> str:
        if self.state.is_solo:
            return _("One action. Nothing is sent yet.")
        if self.choices.start.acted + self.choices.actions < ACTIONS_A_TURN:
            return ""
        said = _("That is your eighth action: it ends your turn.")
        if self.state.missing or self.state.how:
            return said
        name = self.mates[self.state.next_of(self.choices.seat)].name
        return f"{said} " + _("Then %(name)s may call the check.") % {"name": name}

    def _revealed(self) -> str:
        if not self.choices.is_cut:
            return ""
        return _("The next tile of the pile is turned up when you send it; that cannot be taken"
                 " back.")  # fmt: skip

    def _drop(self, last: Drop) -> Saying:
        number, state = len(self.state.discarded), self.state
        if state.rules.goal:
            text = _("A training needs its cards: with one less its goal may be out of reach.")
        elif number == 1:
            text = _("The first discard costs nothing.")
        else:
            text = _("It costs a point: only the first discard was free.")
        return Saying(
            _("Discard card %(number)d?") % {"number": last.number},
            text,
            causes=_("A new card is drawn at once; that cannot be taken back."),
        )

    def _bank(self) -> Saying:
        number = len(self.state.in_play)
        said = ngettext("bank %(n)d card", "bank %(n)d cards", number) % {"n": number}
        return Saying(
            _("All wishes hold: %(bank)s, or draw one more?") % {"bank": said},
            _("Banked cards count for good, and two new ones are drawn. With one more the next"
              " check needs them all. You may bank twice in a game."),
        )  # fmt: skip
