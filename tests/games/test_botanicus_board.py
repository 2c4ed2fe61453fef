"""The board of Botanicus: what each choice costs and brings is shown before it is made."""

import pytest

from engine import get_ruleset
from engine.games.botanicus.ground import BED_AT
from engine.games.botanicus.moves import parse
from engine.games.botanicus.position import NEUTRAL
from engine.games.botanicus.view import counts
from games.boards import Scene
from games.boards.botanicus.presenter import present

NAMES = ("Theo", "Nadia", "Irene", "Sam")
TILES = "D1.D2.L1.L2.D3.D4.L3.L4.D5.D6.L5.L6.D7.D8.L7.L8"


def table(seats=3):
    """A game in which all have assigned their tasks, the lowest number first."""
    state = get_ruleset("botanicus").state.initial(seats)
    state = state.after(None, parse(f">{TILES}"))
    tasks = ".".join(f"T{number}" for number in range(1, 5 * seats + 1))
    state = state.after(None, parse(f">{tasks}"))
    while state.phase == "assign":
        (seat,) = state.to_move
        state = state.after(seat, state.caretaker_move(seat))
    return state


def with_garden(state, seat=0, **changes):
    gardens = list(state.gardens)
    gardens[seat] = gardens[seat]._replace(**changes)
    return state._replace(gardens=tuple(gardens))


def holding(state, *cards, seat=0):
    """The same with cards drawn into a hand."""
    pile = tuple(left - drawn for left, drawn in zip(state.pile, counts(cards), strict=True))
    return with_garden(state._replace(pile=pile), seat=seat, hand=counts(cards))


def planted(**levels):
    beds = [0] * len(BED_AT)
    for name, level in levels.items():
        beds[BED_AT[int(name[1:])]] = level
    return tuple(beds)


def link(*, draft=(), pick=""):
    return f"?draft={' '.join(draft)}&pick={pick}"


def show(state, seat=0, draft="", pick="", first_steps=None):
    """The board for a seat, or for somebody who watches, with moves drafted."""
    after, moves = state, [parse(text) for text in draft.split()]
    turn = state.turn
    for move in moves:
        after = after.after(seat, move)
    has_word = seat is not None and after.goes_on(seat, turn)
    return present(
        Scene(
            view=after.view_for(seat),
            before=state.view_for(seat),
            seat=seat,
            at=seat or 0,
            names=NAMES[: state.seats],
            draft=tuple(moves),
            pick=pick,
            is_running=not state.is_over,
            can_act=has_word,
            link=link,
            last=(),
            first_steps=first_steps,
        )
    )


def spaces(board):
    (column,) = [column for column in board.flowers.columns if column.state == "now"]
    return column.spaces


class TestFlowers:
    def test_it_offers_the_spaces_of_the_column_in_play(self):
        board = show(table())

        assert [space.choice.notation for space in spaces(board)] == ["F1", "F2", "F3", "F4"]

    def test_it_says_what_a_space_costs_and_gives(self):
        state = table()._replace(stacks=((), (1,), (), ()))

        words = spaces(show(state))[1].words

        assert "3 coins" in words
        assert "money track, 1 step" in words.lower()
        assert "Nadia" in words

    def test_it_offers_no_space_that_cannot_be_paid(self):
        state = with_garden(table()._replace(stacks=((), (1,), (), ())), coins=2)

        space = spaces(show(state))[1]

        assert space.choice is None
        assert "cant" in space.classes

    def test_it_says_the_place_in_the_next_column_so_far(self):
        state = table()._replace(stacks=((1,), (), (), ()))

        places = [(space.nth, space.so_far) for space in spaces(show(state))]

        assert places == [("1st", True), ("2nd", True), ("2nd", True), ("2nd", True)]

    def test_it_says_the_order_that_would_follow(self):
        state = table()._replace(stacks=((), (2,), (1,), ()))

        assert "Next column: Irene, Nadia, you" in spaces(show(state))[3].words

    def test_it_says_of_a_tile_that_it_gives_nothing_where_a_flower_was_first(self):
        state = table()._replace(column=2, stacks=((), (1,), (), ()))

        space = spaces(show(state))[1]

        assert "gone" in space.tile.classes
        assert "the tile gives nothing" in space.words

    def test_it_keeps_the_other_spaces_to_be_chosen_instead(self):
        board = show(table(), draft="F1")

        assert [space.choice.is_instead for space in spaces(board)] == [False, True, True, True]

    def test_it_warns_when_what_was_expected_does_not_come(self):
        state = table()._replace(stacks=((1,), (), (), ()))

        assert show(state, draft="F1").saying.warning == "A flower was there first: no coins."

    def test_it_asks_for_the_neutral_flower_of_two_and_says_why(self):
        board = show(table(2))

        assert board.phase == "neutral"
        assert "first in this column" in board.saying.text

    def test_it_shows_the_neutral_flower_where_it_was_drafted(self):
        board = show(table(2), draft="N2")

        assert [flower.seat for flower in spaces(board)[1].flowers] == [NEUTRAL]


class TestGardens:
    def test_it_says_what_a_walk_costs(self):
        prints = {mark.name: mark for mark in show(table()).mine.prints}

        assert prints["b3"].choice.notation == "G-b3"
        assert "1 coin;" in prints["b3"].words

    def test_it_locks_a_special_task_until_the_basic_one_is_done(self):
        rows = show(table()).mine.rows

        assert [row.special.state for row in rows] == ["locked"] * 5

    def test_it_opens_a_special_task_with_the_basic_one(self):
        state = with_garden(table(), basics=(True, False, False, False, False))

        assert [row.special.state for row in show(state).mine.rows[:2]] == ["open", "locked"]

    def test_it_says_of_a_task_that_it_can_never_be_done(self):
        state = with_garden(table(), tasks=("T20", "T19", "T18", "T1", "T2"))

        assert [row.special.state for row in show(state).mine.rows[:2]] == ["never", "locked"]

    def test_it_says_which_plants_of_a_task_are_there(self):
        state = with_garden(table(), beds=planted(b11=1, b12=2))

        assert [need.is_met for need in show(state).mine.rows[0].basic.needs] == [
            True,
            False,
            True,
        ]

    def test_it_shows_the_points_of_a_plant_before_it_is_planted(self):
        beds = planted(b21=1, b22=1, b24=1)
        state = with_garden(table()._replace(placed=True, groups=(("P1",),)), beds=beds)

        found = {bed.name: bed.choice for bed in show(state).mine.beds if bed.choice}

        assert found[23].gain == 8

    def test_it_shows_another_garden_large(self):
        board = show(table(), pick="seat-2")

        assert board.large.name == "Irene"
        assert board.back == link()

    def test_it_offers_each_task_and_says_where_it_could_never_be_done(self):
        state = get_ruleset("botanicus").state.initial(2)
        state = state.after(None, parse(f">{TILES}"))
        state = state.after(None, parse(">T1.T2.T3.T4.T5.T20.T6.T7.T8.T9"))

        tickets = show(state, seat=1).tickets

        assert [ticket.task for ticket in tickets if ticket.is_never] == ["T20"]
        assert all(ticket.choice for ticket in tickets)


class TestGroups:
    def group(self, *actions, **changes):
        return with_garden(table()._replace(placed=True, groups=actions), **changes)

    def test_it_shows_the_top_group_and_what_waits_below(self):
        groups = show(self.group(("G3",), ("P1", "P1"))).groups

        assert [todo.action for todo in groups.todos] == ["P1"]
        assert groups.below_words == "move the gardener up to 3 steps"

    def test_it_takes_the_action_that_is_picked_in_hand(self):
        state = self.group(("P1", "W"), beds=planted(b22=1))

        board = show(state, pick="W")

        assert {bed.choice.notation for bed in board.mine.beds if bed.choice} == {"22+"}

    def test_it_asks_before_something_of_worth_is_forfeited(self):
        groups = show(self.group(("P1",))).groups

        assert not groups.forfeit.move
        assert "pick=forfeit" in groups.forfeit.href

    def test_it_does_not_ask_where_a_free_move_alone_is_forfeited(self):
        assert show(self.group(("G3",))).groups.forfeit.move == "-"

    def test_it_forfeits_when_it_was_asked(self):
        board = show(self.group(("P1",)), pick="forfeit")

        assert board.groups.is_asked
        assert board.groups.yes == link(draft=["-"])

    def test_it_forfeits_at_once_where_no_step_can_be_paid(self):
        state = with_garden(self.group(("S1",)), coins=1, pieces=("M0", "B0", "S1"))

        board = show(state)

        assert board.groups.forfeit.move == "-"
        assert [todo.is_usable for todo in board.groups.todos] == [False]
        assert board.saying.text == "You cannot pay for any step. Forfeit it, for 1 point."

    def test_it_says_what_forfeiting_a_track_scores(self):
        assert show(self.group(("M2",))).groups.forfeit.points == 2


class TestLanes:
    def stations(self, group, **changes):
        state = with_garden(table()._replace(placed=True, groups=(group,)), **changes)
        lanes = show(state).lanes
        return {station.space: station for lane in lanes for station in lane.stations}

    def test_it_says_what_steps_that_are_not_taken_score(self):
        assert self.stations(("M2",))["M1"].bonus == "+1 pt"

    def test_it_says_what_a_step_more_costs(self):
        assert "costs 3 coins" in self.stations(("M1",))["M2u"].words

    def test_it_offers_both_ways_to_the_end_of_the_shovel_track(self):
        end = self.stations(("S2",), pieces=("M0", "B0", "S5"))["S7"]

        assert {end.choice.notation, end.detour.choice.notation} == {"S7u", "S7l"}

    def test_it_shows_the_top_prize_at_the_end(self):
        assert self.stations(("S2",))["S7"].prize == 20


class TestCards:
    def test_it_offers_to_use_or_to_sell_a_card_that_is_picked(self):
        state = holding(table(), "C4")

        deal = show(state, pick="C4").deal

        assert (deal.use.notation, deal.sell.notation) == ("C4!", "C4$")

    def test_it_asks_which_card_where_none_is_picked_yet(self):
        board = show(holding(table(), "C4"), pick="card")

        assert board.phase == "card"
        assert board.deal is None
        assert board.saying.title == "Choose a card to use or to sell."

    @pytest.mark.parametrize("hand", [(), ("C4",)])
    @pytest.mark.parametrize("coins", [0, 6])
    def test_it_leads_to_a_walk_or_a_card_where_there_can_be_one(self, hand, coins):
        state = with_garden(holding(table(), *hand), coins=coins)

        walk, card, _flower = show(state).steps

        assert (bool(walk.href), bool(card.href)) == (bool(coins), bool(hand))
        assert walk.note == ("optional" if coins else "no coins")
        assert card.note == ("optional" if hand else "no card")

    @pytest.mark.parametrize("pick", ["walk", "card"])
    def test_it_asks_for_the_flower_where_neither_can_be(self, pick):
        board = show(with_garden(table(), coins=0), pick=pick)

        assert board.phase == "flower"
        assert "column 1" in board.saying.title
        assert board.saying.text == ""

    def test_it_shows_of_other_hands_nothing_but_their_sizes(self):
        one = holding(table(), "C4", "C5", seat=1)
        other = holding(table(), "C1", "C8", seat=1)

        boards = [show(state) for state in (one, other)]

        assert boards[0] == boards[1]
        assert [garden.card_count for garden in boards[0].others] == [2, 0]

    def test_it_shows_no_hand_to_who_watches(self):
        state = holding(table(), "C4")

        board = show(state, seat=None)

        assert not board.mine.cards
        assert board.mine.card_count == 1


class TestTurn:
    def test_it_says_what_a_draft_scores_and_why(self):
        state = with_garden(
            table()._replace(placed=True, groups=(("P1",),)),
            beds=planted(b21=1, b22=1, b24=1),
        )

        board = show(state, draft="23=1")

        assert board.gain == (2, 10)
        assert [(reason.name, reason.points) for reason in board.reasons] == [("Basic tasks", "+8")]

    def test_it_says_that_a_drawn_card_cannot_be_taken_back(self):
        state = table()._replace(column=2)

        assert "cannot be taken back" in show(state, draft="F2").saying.causes

    def test_it_says_that_another_turn_follows_at_once(self):
        state = table(2)
        state = state._replace(phase="turn", acting=1, stacks=((), (), (), (0,)))

        assert "another turn" in show(state, seat=1, draft="F1").saying.causes

    def test_it_has_nothing_to_say_while_others_are_asked(self):
        board = show(table(), seat=1)

        assert board.phase == "wait"
        assert board.saying is None


class TestGoingOn:
    """What comes after a walk or a card, and where something can be done."""

    def test_it_asks_to_go_on_after_a_walk(self):
        board = show(table(), draft="G-b3")

        assert board.next == "?draft=G-b3&pick=flower"
        assert board.focus == "garden"
        assert "walk to b3" in board.saying.title

    def test_it_asks_for_the_flower_where_one_has_gone_on(self):
        board = show(table(), draft="G-b3", pick="flower")

        assert board.next == ""
        assert board.focus == "flowers"
        assert "column 1" in board.saying.title

    def test_it_does_not_wait_after_the_neutral_flower(self):
        board = show(table(2), draft="N3")

        assert board.next == ""
        assert board.focus == "flowers"

    def test_it_asks_for_the_last_step_where_one_has_gone_on_in_the_final_turn(self):
        board = show(table()._replace(round=3), pick="flower")

        assert board.phase == "final"

    def test_it_says_where_something_can_be_done(self):
        assert show(holding(table(), "C1")).to_do == {"flowers", "garden", "cards"}
        assert show(table()).to_do == {"flowers", "garden"}
        assert show(table(), draft="F2").to_do == {"tracks"}
        assert show(table(), seat=1).to_do == set()


class TestAssigning:
    @pytest.fixture
    def state(self):
        """The last seat has T1 to T4 and T19, which needs four beds."""
        state = get_ruleset("botanicus").state.initial(2)
        state = state.after(None, parse(f">{TILES}"))
        tasks = "T5.T6.T7.T8.T9.T1.T2.T3.T4.T19"
        return state.after(None, parse(f">{tasks}"))

    def test_it_shows_the_basic_task_of_the_row(self, state):
        board = show(state, seat=1, draft="T1/1")

        assert [need.numeral for need in board.row_needs] == ["I", "I", "I", "I"]

    def test_it_warns_of_leaving_a_task_to_a_row_with_too_few_beds(self, state):
        tickets = show(state, seat=1, draft="T1/1 T2/2 T3/3").tickets

        notes = {ticket.task: (ticket.is_never, ticket.note) for ticket in tickets}
        assert notes["T4"][0]
        assert "Mixed Border" in notes["T4"][1]
        assert not notes["T19"][0]

    def test_it_does_not_warn_while_more_than_one_is_left(self, state):
        tickets = show(state, seat=1, draft="T1/1 T2/2").tickets

        assert not any(ticket.is_never for ticket in tickets)


class TestBadges:
    """What the header shows of each player."""

    def test_it_says_who_has_placed_and_who_goes_now(self):
        board = show(table(4), draft="F1")

        standings = [(badge.standing, badge.deed) for badge in board.badges]
        assert standings == [("1st", "placed"), ("2nd", "now"), ("3rd", ""), ("4th", "")]

    def test_it_says_nothing_of_an_order_while_tasks_are_assigned(self):
        state = get_ruleset("botanicus").state.initial(2).after(None, parse(f">{TILES}"))

        assert [badge.standing for badge in show(state).badges] == ["", ""]


class TestMarks:
    """What is said once, in somebody's first game."""

    @pytest.mark.parametrize(("draft", "phase"), [("", "flower"), ("F2", "track"), ("F2 M1", None)])
    def test_it_says_what_is_done_for_the_first_time(self, draft, phase):
        mark = show(table(), draft=draft, first_steps=()).mark

        assert (mark.phase if mark else None) == phase

    def test_it_says_nothing_of_it_in_a_later_game(self):
        assert show(table()).mark is None

    def test_it_says_nothing_of_what_was_done_before(self):
        state = table()._replace(column=2)

        assert show(state, first_steps=()).mark is None

    def test_it_explains_the_neutral_flower_until_one_was_placed(self):
        state = table(2)
        facts = state.view_for(0).preview(parse("N2"))[0]

        assert show(state, first_steps=()).mark.phase == "neutral"
        assert show(state, first_steps=[(0, facts)]).mark is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_shows_the_ranking_when_it_is_over(seats):
    state = table(seats)
    for seat in range(seats - 1):
        state = state.leave(seat)

    players = show(state, seat=0).ranking.players

    assert players[0].name == NAMES[seats - 1]
