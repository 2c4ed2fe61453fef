"""Building and scoring by brute force: slow, obvious, and without a line of the engine.

Written from rules 5 and 6 alone. A machine is a dictionary from (x, y) to (code, turn); the
Source is not in it.
"""

STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
CLOCKWISE = "NESW"
PIPES = {"I": "NS", "L": "NE", "T": "WNE", "X": "NESW", "P": "N", "V": "N"}
SOURCE = (0, 0)


def pipes(code, turn):
    """The sides with a pipe after so many quarter turns clockwise."""
    return {CLOCKWISE[(CLOCKWISE.index(side) + turn) % 4] for side in PIPES[code[1]]}


def pipes_at(machine, cell):
    return {"N"} if cell == SOURCE else pipes(*machine[cell])


def beyond(cell, side):
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def is_empty(machine, cell):
    return cell != SOURCE and cell not in machine


def network(machine):
    """All cells joined by pipes to the Source: grow until nothing is added."""
    joined = {SOURCE}
    while True:
        more = {
            beyond(cell, side)
            for cell in joined
            for side in pipes_at(machine, cell)
            if not is_empty(machine, beyond(cell, side))
            and FACING[side] in pipes_at(machine, beyond(cell, side))
        }
        if more <= joined:
            return joined
        joined |= more


def is_open(machine):
    """Rule 5.3: an opening of the network faces an empty cell."""
    return any(
        is_empty(machine, beyond(cell, side))
        for cell in network(machine)
        for side in pipes_at(machine, cell)
    )


def may_lie(machine, code, cell, turn):
    """Rules 5.1 to 5.3, one after the other."""
    if not is_empty(machine, cell):
        return False
    touched = [side for side in STEPS if not is_empty(machine, beyond(cell, side))]
    if not touched:
        return False
    for side in touched:
        theirs = FACING[side] in pipes_at(machine, beyond(cell, side))
        if theirs != (side in pipes(code, turn)):
            return False
    return is_open({**machine, cell: (code, turn)})


def builds(machine, code):
    """Try every cell around and every turn; of turns that look the same take the least."""
    if code[1] == "M":
        return set()
    cells = {SOURCE, *machine}
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    found = set()
    for x in range(min(xs) - 1, max(xs) + 2):
        for y in range(min(ys) - 1, max(ys) + 2):
            looks = []
            for turn in range(4):
                if pipes(code, turn) not in looks:
                    looks.append(pipes(code, turn))
                    if may_lie(machine, code, (x, y), turn):
                        found.add(f"{code}@{x},{y}^{turn}")
    return found


def score(machine):
    """Rules 6.2 to 6.4."""
    left = {cell: machine[cell] for cell in network(machine) if cell != SOURCE}
    groups = sum(len(group_of(left, cell)) >= 3 for cell in left)
    flowers = sum(flowers_of(left, cell) for cell in left)
    return {"groups": groups, "flowers": flowers, "total": groups + flowers, "tiles": len(left)}


def group_of(left, cell):
    group = {cell}
    while True:
        more = {
            beyond(member, side)
            for member in group
            for side in STEPS
            if left.get(beyond(member, side), " ")[0][0] == left[cell][0][0]
        }
        if more <= group:
            return group
        group |= more


def flowers_of(left, cell):
    code, turn = left[cell]
    if code[1] not in "PV":
        return code.count("f")
    (side,) = pipes(code, turn)
    into = left.get(beyond(cell, side))
    return 3 if into and into[0][0] == code[0] else 0
