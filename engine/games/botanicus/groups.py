"""Groups of gained actions (rules 6): what is left of one, and whether it can be carried out."""

from collections.abc import Sequence
from typing import Final

from engine.games.botanicus.components import HIGHEST, TRACKS
from engine.games.botanicus.ground import REACH, Footprint
from engine.games.botanicus.position import Group

ONE_STEP: Final = tuple(f"{track}1" for track in TRACKS)
"""What the final turn offers: one step on one of the tracks (rule 9.2)."""
_AT_ONCE: Final = "$VCAR"


def is_choice(action: str) -> bool:
    """Whether an action waits for a choice; all others happen at once (rule 6.1)."""
    return action[0] not in _AT_ONCE


def is_track(action: str) -> bool:
    return action[0] in TRACKS


def track_in(group: Sequence[str], track: str) -> str | None:
    """The action of a group that moves the piece of a track."""
    return next((action for action in group if action[0] == track), None)


def without(group: Group, action: str) -> Group:
    """Take one action out of a group."""
    at = group.index(action)
    return group[:at] + group[at + 1 :]


def can_use(action: str, beds: tuple[int, ...], gardener: Footprint) -> bool:
    """Whether an action can be carried out here at all (rule 6.6)."""
    if action == "W":
        return any(0 < beds[bed] < HIGHEST for bed in REACH[gardener])
    if action[0] == "P":
        level = int(action[1])
        return any(beds[bed] != level for bed in REACH[gardener])
    return True
