"""Why Botanicus refuses moves, by the engine's codes and in its words (rules 16, A.8)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

SAYINGS: Mapping[str, Any] = {
    "revealed-by-chance": _("Tiles, tasks and cards are drawn, nobody chooses them."),
    "layout-due": _("First the 16 flower tiles are laid out."),
    "not-a-layout": _(
        "Each flower tile is laid out once, dotted ones on spaces 1 and 2, lined ones on spaces 3"
        " and 4."
    ),
    "deal-due": _("First the special tasks are dealt."),
    "deal-size": _("{size} special tasks are dealt here, not {dealt}."),
    "dealt-twice": _("{task} is dealt twice."),
    "draw-due": _("A garden card is drawn now."),
    "reshuffle-due": _("The pile is empty: the discards are shuffled first."),
    "pile-not-empty": _("The discards are shuffled only when the pile is empty."),
    "not-in-pile": _("There is no {card} in the pile."),
    "assign-first": _("First assign your special tasks to your rows."),
    "task-not-yours": _("{task} is not a task that you have still to assign."),
    "row-order": _("Row {row} gets its task now."),
    "already-assigned": _("All tasks are assigned already."),
    "neutral-first": _("First place the neutral flower."),
    "no-neutral": _("There is no neutral flower to place now."),
    "too-late": _("You may walk and play a card only at the beginning of your turn."),
    "finish-first": _("First use or forfeit what you have gained: {actions}."),
    "no-such-action": _("You have no action {action} to use now."),
    "already-walked": _("You have walked in this turn already."),
    "not-moved": _("Your gardener stands on {place} already."),
    "too-far": _("{place} is {steps} steps away, and you may go {limit}."),
    "card-played": _("You have played a card in this turn already."),
    "not-in-hand": _("You have no card {card}."),
    "no-coins": _("That costs {price}, and you have only {coins}."),
    "final-turn": _("In the final turn no flower is placed."),
    "flower-placed": _("Your flower stands in this column already."),
    "not-ahead": _("{space} is not ahead of your piece on {at}."),
    "out-of-reach": _("Your gardener does not reach bed {bed}."),
    "same-level": _("There is a plant of that level on bed {bed} already."),
    "nothing-to-water": _("There is no plant on bed {bed}."),
    "fully-grown": _("The plant on bed {bed} cannot grow any more."),
    "nothing-to-forfeit": _("There is nothing to forfeit: place your flower."),
}
