"""Tracks, groups, tasks and scores of Botanicus by brute force: slow, and without the engine.

Written from rules 1, 2, 6, 7, 8 and 9.3 alone, tables included. A garden is a dictionary from
a bed's number to its level; empty beds are not in it. A group is a list of codes.
"""

BEDS = [11, 12, 13, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44, 52, 53, 54]
DRAWN = """
    M0>M1 M1>M2u M1>M2l M2u>M3 M2l>M3 M3>M4u M3>M4l M4u>M5 M4l>M5 M5>M6
    B0>B1 B1>B2u B1>B2l B2u>B3 B2l>B3 B3>B4u B3>B4l B4u>B5 B4l>B5
    S0>S1 S1>S2 S2>S3 S3>S4 S4>S5 S5>S7 S5>S6 S6>S7
"""
ARROWS = DRAWN.split()
TOLLS = {"S1>S2": 2, "S3>S4": 1, "S5>S7": 2}
SPACES = {
    "M1": "$2", "M2u": "$4", "M2l": "$2 C", "M3": "$4", "M4u": "$6", "M4l": "$3 C",
    "M5": "$5 G2", "M6": "$3 R",
    "B1": "W", "B2u": "P1 W", "B2l": "A", "B3": "W W", "B4u": "P2 W", "B4l": "C W W",
    "B5": "V7 W W",
    "S1": "P1", "S2": "P1 P1", "S3": "P2", "S4": "P1 P1 P1", "S5": "P3", "S6": "P2 P2",
    "S7": "P2 R",
}  # fmt: skip
BOARD = """
    Pole $1 Pole G2  Pole V2 Pole $2
    M1   C  B1   $3  S1   C  M2   V4
    B2   G3 S2   W   M2   G3 B2   W,W
    S2   P1 M3   W,W B3   P2 S3   A
"""
LIGHT = (
    "D1 $2 D2 G2 D3 V2 D4 C D5 M1 D6 B1 D7 S1 D8 P1 L1 S1 L2 $3 L3 B1 L4 M2 L5 W L6 P2 L7 A L8 V3"
)
DARK = (
    "D1 $4 D2 G4 D3 V4 D4 C,$2 D5 M2 D6 B2 D7 S2 D8 P2"
    " L1 S2 L2 S1,$3 L3 B2 L4 M3 L5 W,W L6 P3 L7 A,$2 L8 V5"
)
CARDS = {
    "C1": "W W", "C2": "P2 P2", "C3": "G5", "C4": "P3", "C5": "P1 P1 P1", "C6": "M2", "C7": "B2",
    "C8": "S2",
}  # fmt: skip
BASIC = ["I I II = 7", "I I I I = 8", "II II II = 9", "I II III = 9", "II III = 7"]
SPECIAL = """
    T1 IV IV 10, T2 III IV 9, T3 II IV 8, T4 I IV 7, T5 III III 8, T6 III III III 12,
    T7 II III IV 12, T8 I III IV 11, T9 I II IV 10, T10 I I IV 9, T11 II II IV 11,
    T12 III III IV 13, T13 I IV IV 12, T14 II IV IV 13, T15 III IV IV 14, T16 IV IV IV 15,
    T17 II III III 11, T18 I II III IV 14, T19 II II III III 14, T20 I I IV IV 14
"""
LEVELS = {"I": 1, "II": 2, "III": 3, "IV": 4}
BEST = {1: 2, 2: 5, 3: 9, 4: 15}


# -- tracks (7.1 to 7.3) --------------------------------------------------------------------------


def walks(at):
    """Every walk along the arrows from a space, as the list of arrows that it takes."""
    found = []
    for arrow in ARROWS:
        origin, target = arrow.split(">")
        if origin == at:
            found.append([arrow])
            found += [[arrow, *rest] for rest in walks(target)]
    return found


def name_of(walk):
    target = walk[-1].split(">")[1]
    if target != "S7":
        return target
    return "S7u" if walk[-1] == "S5>S7" else "S7l"


def steps(at, gained, coins):
    """Where a piece can go with so many steps: by name the price and the points for the rest."""
    found = {}
    for walk in walks(at):
        price = sum(TOLLS.get(arrow, 0) for arrow in walk) + 3 * max(0, len(walk) - gained)
        if price <= coins:
            found[name_of(walk)] = price, max(0, gained - len(walk))
    return found


# -- groups (6) -----------------------------------------------------------------------------------


def reach(footprint):
    """1.4: the beds at the corners."""
    row, column = "abcd".index(footprint[0]) + 1, int(footprint[1])
    corners = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
    return [10 * r + c for r, c in corners if 10 * r + c in BEDS]


def distance(here, there):
    """1.3, by walking: how often the neighbours must be added until it is among them."""
    near, count = {here}, 0
    while there not in near:
        near |= {n for place in near for n in neighbours(place)}
        count += 1
    return count


def neighbours(footprint):
    row, column = footprint
    rows, columns = "-abcd-", "-123-"
    r, c = rows.index(row), columns.index(column)
    beside = [
        rows[r - 1] + column,
        rows[r + 1] + column,
        row + columns[c - 1],
        row + columns[c + 1],
    ]
    return [place for place in beside if "-" not in place]


def uses(action, garden, footprint, pieces, coins):
    """Everything that can be done with one action."""
    if action == "W":
        return {f"{bed}+" for bed in reach(footprint) if garden.get(bed) in (1, 2, 3)}
    if action[0] == "P":
        level = int(action[1])
        return {f"{bed}={level}" for bed in reach(footprint) if garden.get(bed) != level}
    if action[0] == "G":
        places = [row + column for row in "abcd" for column in "123"]
        near = [p for p in places if 0 < distance(footprint, p) <= int(action[1])]
        return {f"{action}-{place}" for place in near}
    return set(steps(pieces[action[0]], int(action[1]), coins))


def action_of(text, group):
    """The action of a group that a move uses."""
    if text.endswith("+"):
        return "W"
    if "=" in text:
        return "P" + text[-1]
    if "-" in text:
        return text.partition("-")[0]
    return next(action for action in group if action[0] == text[0])


def given(text, *, column, is_dark, tile, is_first):
    """The actions that a move gains: a card's, a space's and its tile's, a track space's."""
    if text.endswith("!"):
        return CARDS[text[:2]].split()
    if text[0] == "F":
        printed = BOARD.split()[8 * (int(text[1]) - 1) + column - 1]
        if printed == "Pole":
            return ["$3"] if is_first else []
        sides = (DARK if is_dark else LIGHT).split()
        extra = sides[sides.index(tile) + 1].split(",") if tile and is_first else []
        return [*printed.split(","), *extra]
    if text[0] in "MBS":
        return SPACES["S7" if text in ("S7u", "S7l") else text].split()
    return []


def waiting(actions):
    """6.2: those that need a choice."""
    return sorted(action for action in actions if action[0] in "PWGMBS")


def left_over(groups, garden, footprint):
    """6.6: what is left when groups lapse, from the top."""
    groups = [list(group) for group in groups if group]
    while groups:
        can = [a for a in groups[-1] if a[0] in "GMBS" or uses(a, garden, footprint, {}, 0)]
        if can:
            break
        groups.pop()
    return groups


# -- tasks and scores (8, 9.3) --------------------------------------------------------------------


def basic(row):
    needs, points = BASIC[row - 1].split(" = ")
    return [LEVELS[level] for level in needs.split()], int(points)


def special(task):
    for entry in SPECIAL.replace("\n", " ").split(","):
        name, *needs, points = entry.split()
        if name == task:
            return [LEVELS[level] for level in needs], int(points)
    raise LookupError(task)


def holds(garden, row, needs):
    """8.1: strike out one plant of the row for each that is listed."""
    plants = [level for bed, level in garden.items() if bed // 10 == row]
    for level in needs:
        if level not in plants:
            return False
        plants.remove(level)
    return True


def newly_done(garden, row, task, done):
    """8.2: what the row scores now, beyond what was done before."""
    new = []
    if (row, "basic") not in done and holds(garden, row, basic(row)[0]):
        new.append((row, "basic"))
    is_open = (row, "basic") in [*done, *new]
    if is_open and (row, task) not in done and holds(garden, row, special(task)[0]):
        new.append((row, task))
    return new


def points_of(done):
    """Points for basic tasks and for special ones."""
    return (
        sum(basic(row)[1] for row, name in done if name == "basic"),
        sum(special(name)[1] for _, name in done if name != "basic"),
    )


def columns(garden):
    """1.7: the best plant of each column without a gap."""
    total = 0
    for column in (1, 2, 3, 4):
        beds = [bed for bed in BEDS if bed % 10 == column]
        if all(bed in garden for bed in beds):
            total += BEST[max(garden[bed] for bed in beds)]
    return total
