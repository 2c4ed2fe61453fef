"""Rule 8 of Botanicus: what rows have to hold, and when it scores."""

import pytest

from engine.games.botanicus.components import SPECIAL_TASKS
from tests.engine.botanicus_table import bed, facts, garden, kinds, part, play, table

TASKS = ("T5", "T1", "T3", "T4", "T2")
"""The special tasks of rows 1 to 5."""
DONE = (True,) * 5


class TestBasicTasks:
    @pytest.mark.parametrize(
        ("place", "beds", "group", "text", "points"),
        [
            ("a2", {11: 1, 12: 1}, "P2", "13=2", 7),
            ("b2", {21: 1, 22: 1, 24: 1}, "P1", "23=1", 8),
            ("b2", {31: 2, 34: 2}, "P2", "32=2", 9),
            ("c2", {41: 1, 44: 3}, "P2", "42=2", 9),
            ("d2", {52: 2}, "P3", "53=3", 7),
        ],
    )
    def test_it_scores_when_the_row_holds_them(self, place, beds, group, text, points):  # 8.1, 2.6
        mine = garden(beds=beds, gardener=place)
        state = play(table(mine, groups=[group]), text)

        assert part(state, "basic") == points
        assert state.gardens[0].basics[int(text[0]) - 1]

    def test_it_scores_by_watering_too(self):  # 8.2
        state = table(garden(beds={31: 2, 34: 2, 32: 1}), groups=["W"])

        assert part(play(state, "32+"), "basic") == 9

    def test_it_takes_levels_exactly(self):  # 8.1
        state = table(garden(beds={31: 3, 34: 2}), groups=["P2"])

        assert kinds(state, "32=2") == ["planted"]

    def test_it_does_not_matter_what_else_is_there(self):  # 8.1
        state = table(garden(beds={31: 2, 34: 2, 33: 4}), groups=["P2"])

        assert part(play(state, "32=2"), "basic") == 9

    def test_it_scores_once(self):  # 8.1
        mine = garden(beds={31: 2, 34: 2}, basics=(False, False, True, False, False))

        assert kinds(table(mine, groups=["P2"]), "32=2") == ["planted"]

    def test_it_stays_done_whatever_happens_to_the_plants(self):  # 8.1
        state = table(garden(beds={31: 2, 34: 2}), groups=["P2 P1"])
        state = play(state, "32=2 32=1")

        assert (bed(state, 32), part(state, "basic")) == (1, 9)
        assert state.gardens[0].basics[2]

    def test_it_looks_at_no_other_row(self):  # 8.2
        mine = garden(beds={31: 2, 34: 2, 32: 2})

        assert kinds(table(mine, groups=["P2"]), "22=2") == ["planted"]

    def test_it_looks_at_the_gardens_of_no_others(self):  # 8.2
        state = play(table(None, garden(beds={31: 2, 34: 2}), groups=["P2"]), "32=2")

        assert part(state, "basic", seat=1) == 0


class TestSpecialTasks:
    def test_it_waits_for_the_basic_task(self):  # 8.1
        mine = garden(beds={22: 4, 23: 3}, tasks=TASKS)

        assert kinds(table(mine, groups=["W"]), "23+") == ["watered"]

    def test_it_scores_when_the_basic_task_is_done(self):  # 8.1
        mine = garden(beds={22: 4, 23: 3}, tasks=TASKS, basics=DONE)
        state = table(mine, groups=["W"])

        assert facts(state, "23+")[-1].task == "T1"
        assert part(play(state, "23+"), "special") == 10

    def test_it_scores_right_after_the_basic_task_by_the_same_plant(self):  # 8.2
        mine = garden(beds={52: 2, 54: 4}, gardener="d2", tasks=TASKS)
        state = table(mine, groups=["P3"])

        done = [fact.task for fact in facts(state, "53=3") if fact.kind == "task-done"]
        assert done == ["basic", "T2"]
        assert (part(play(state, "53=3"), "basic"), part(play(state, "53=3"), "special")) == (7, 9)

    def test_it_scores_once(self):  # 8.1
        mine = garden(beds={22: 4, 23: 3}, tasks=TASKS, basics=DONE, specials=DONE)

        assert kinds(table(mine, groups=["W"]), "23+") == ["watered"]

    def test_it_is_done_in_between_two_waterings(self):  # 8.2
        mine = garden(beds={31: 2, 34: 2, 32: 1}, tasks=TASKS)
        state = table(mine, groups=["W W"])

        assert kinds(state, "32+") == ["watered", "task-done"]
        assert part(play(state, "32+ 32+"), "basic") == 9

    def test_it_needs_a_change_of_the_row_after_the_basic_task(self):  # 8.2
        mine = garden(beds={22: 4, 23: 4}, tasks=TASKS, basics=DONE)

        assert kinds(table(mine, groups=["P1"]), "32=1") == ["planted"]

    @pytest.mark.parametrize("task", SPECIAL_TASKS)
    def test_it_is_done_by_exactly_what_it_lists(self, task):  # 2.7, 8.1
        levels, points = SPECIAL_TASKS[task]
        beds = dict(zip((22, 21, 23, 24), levels, strict=False))
        mine = garden(beds={**beds, 22: 0}, tasks=(task,) * 5, basics=DONE)
        state = play(table(mine, groups=[f"P{levels[0]}"]), f"22={levels[0]}")

        assert part(state, "special") == points

    @pytest.mark.parametrize("task", ["T18", "T19", "T20"])
    def test_it_is_never_done_in_a_row_without_room(self, task):  # 3.5
        levels, _ = SPECIAL_TASKS[task]
        beds = dict(zip((12, 13, 11), levels, strict=False))
        mine = garden(beds={**beds, 12: 0}, gardener="a2", tasks=(task,) * 5, basics=DONE)

        assert kinds(table(mine, groups=[f"P{levels[0]}"]), f"12={levels[0]}") == ["planted"]
