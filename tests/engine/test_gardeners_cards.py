"""Drawing, ageing, discarding, and playing alone (rules 7.2 to 7.4 and 7.6; 14.6)."""

from engine.games.gardeners.components import cards_of
from engine.games.gardeners.plot import Laid, Plot
from engine.games.gardeners.predicates import holds
from tests.engine.gardeners_table import CALLED, code, kinds, laid, play, table, texts, told

COMPLETE = laid(CALLED)
GOOD = [card for card in cards_of("full") if holds(card, Plot(COMPLETE))]
"""Cards that it fulfils."""


def team(cards, mode="full", **fields):
    return table(mode, garden=COMPLETE, cards=cards, **fields)


class TestDrawing:
    def test_it_is_the_seat_on_the_left_of_who_received_last(self):  # 7.2
        state = play(team([(0, GOOD[0])], seats=4, acting=2), "done >=0+")

        assert state.due.seat == 1

    def test_it_alternates_between_two(self):  # 7.2
        state = team([(0, GOOD[0])])
        holders = []
        for card in GOOD[1:5]:
            state = play(state, "done")
            state = play(state, f"{state.dictated().notation} >{card}")
            holders.append((state.in_play[-1].number, state.in_play[-1].holder))

        assert holders == [(2, 1), (3, 0), (4, 1), (5, 0)]

    def test_it_counts_a_replacement_as_received(self):  # 7.2
        state = play(team([(0, GOOD[0]), (1, GOOD[1])], seats=3), f"drop1 >{GOOD[2]} done >=0+1+")

        assert state.due.seat == 1

    def test_it_passes_over_who_left(self):  # 7.2, 7.7
        state = play(team([(0, GOOD[0])], seats=3, gone=(1,)), "done >=0+")

        assert state.due.seat == 2

    def test_it_leaves_the_garden_as_it_lies(self):  # 7.2
        state = play(team([(0, GOOD[0])]), f"done >=0+ >{GOOD[1]}")

        assert state.garden == COMPLETE

    def test_it_hides_the_front_from_the_others(self):  # 10.2
        state = play(team([(0, GOOD[0])]), "done >=0+")

        assert told(state, f">{GOOD[1]}", 1)[0].front == GOOD[1]
        assert told(state, f">{GOOD[1]}", 0)[0].front is None
        assert told(state, f">{GOOD[1]}", None)[0].family

    def test_it_draws_no_card_twice(self):
        state = play(team([(0, GOOD[0])]), "done >=0+")

        assert not state.can_draw(state.parse(f">{GOOD[0]}"))
        assert not state.can_draw(state.parse(f">{GOOD[1]}.{GOOD[2]}"))
        assert not state.can_draw(state.parse(">TA1"))


class TestAgeing:
    def aged(self, mode="full"):
        cards = [(0, GOOD[0]), (1, GOOD[1]), (0, GOOD[2])]
        state = play(team(cards, mode, acting=1), "done >=0+1+")
        return state, f">{GOOD[3]}"

    def test_it_validates_the_oldest_of_four(self):  # 7.3
        state, drawn = self.aged()
        after = play(state, drawn)

        assert [wish.number for wish in after.in_play] == [2, 3, 4]
        assert [wish.card for wish in after.validated] == [GOOD[0]]

    def test_it_shows_the_front_to_all(self):  # 7.3
        state, drawn = self.aged()

        assert kinds(state, drawn) == ["drew", "validated", "turn-over"]
        assert told(state, drawn)[1].front == GOOD[0]

    def test_it_opens_all_but_the_newest_in_some_modes(self):  # 7.3
        state, drawn = self.aged("initiation")

        assert kinds(state, drawn) == ["drew", "opened", "validated", "turn-over"]
        assert [wish.is_open for wish in play(state, drawn).in_play] == [True, True, False]

    def test_it_opens_nothing_where_all_are_hidden(self):  # 7.3
        state, drawn = self.aged()

        assert not any(wish.is_open for wish in play(state, drawn).in_play)

    def test_it_does_not_validate_alone(self):  # 7.3
        state = play(table("solo", garden=COMPLETE, cards=[(0, c) for c in GOOD[:3]]), "done >=0+")

        assert play(state, f"next >{GOOD[3]}").validated == ()


class TestDiscarding:
    CARDS = ((0, GOOD[0]), (1, GOOD[1]), (0, GOOD[2]))

    def test_it_draws_a_new_one_at_once(self):  # 7.4
        state = team(self.CARDS)
        dropped = play(state, "drop1")

        assert (dropped.due.seat, dropped.turn, dropped.turn_of) == (0, 0, 0)
        after = play(dropped, f">{GOOD[3]}")
        assert [wish.number for wish in after.in_play] == [2, 3, 4]
        assert (after.validated, after.to_move, after.acted) == ((), {0}, 0)

    def test_it_is_of_ones_own_cards(self):  # 7.4, 8.2
        state = team(self.CARDS)

        assert [text for text in texts(state) if text.startswith("drop")] == ["drop1", "drop3"]
        assert code(state, "drop2") == code(state, "drop9") == "not-your-card"

    def test_it_is_seen_by_who_discarded_it_alone(self):  # 7.4, 10.2
        state = team(self.CARDS)

        assert told(state, "drop1", 0)[0].front == GOOD[0]
        assert told(state, "drop1", 1)[0].front is None
        after = play(state, f"drop1 >{GOOD[3]}")
        assert after.view_for(0).position.discarded[0].card == GOOD[0]
        assert after.view_for(1).position.discarded[0].is_covered

    def test_it_stays_known_to_all_if_it_was_open(self):  # 10.2
        after = play(team(self.CARDS, "initiation"), f"drop1 >{GOOD[3]}")

        assert after.view_for(None).position.discarded[0].card == GOOD[0]

    def test_it_opens_also_ones_own_hidden_card(self):  # 7.3, 15.5
        state = play(team(self.CARDS, "initiation"), "drop1")

        assert kinds(state, f">{GOOD[3]}") == ["drew", "opened"]

    def test_it_may_be_repeated(self):  # 7.4
        state = play(team(self.CARDS), f"drop1 >{GOOD[3]} drop4 >{GOOD[4]}")

        assert len(state.discarded) == 2
        assert state.score(0).total == -1


class TestAlone:
    def test_it_reaches_the_worked_example(self):  # 14.6
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0]), (0, GOOD[1])])
        for card in GOOD[2:7]:
            state = play(state, f"done >=0+ next >{card}")
        state = play(state, "done >=0+ bank")
        assert len(state.validated) == 7
        assert state.due.cards == 2

        state = play(state, f">{GOOD[7]}.{GOOD[8]}")
        assert play(state, "#0").score(0).total == 9
        rim = next(one for one in COMPLETE if one.x == 0 and one.tile[0] == "A")
        torn = play(state, f"{rim.tile}>0")
        assert play(torn, "#0").score(0).total == 7

    def test_it_chooses_after_a_conform_check(self):  # 7.6
        state = play(table("solo", garden=COMPLETE, cards=[(0, GOOD[0])]), "done >=0+")

        assert texts(state) == ["bank", "next"]
        assert code(state, "A1>0") == "bank-or-next"
        assert code(state, "done") == "bank-or-next"
        assert state.turn == 1

    def test_it_has_nothing_to_choose_otherwise(self):  # 8.4
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0])])

        assert code(state, "bank") == code(state, "next") == "nothing-to-bank"
        assert code(table(), "bank") == "nothing-to-bank"

    def test_it_draws_without_a_question_after_two_bankings(self):  # 7.6, 14.6
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0])], banked=2)

        assert play(state, "done >=0+").due.kind == "cards"

    def test_it_counts_a_failed_check_as_a_turn(self):  # 7.1
        bad = next(f"X{n:02}" for n in range(1, 61) if f"X{n:02}" not in GOOD)
        state = play(table("solo", garden=COMPLETE, cards=[(0, bad)]), "done >=0-")

        assert (state.turn, state.unchanged, state.choosing) == (1, True, False)

    def test_it_banks_the_last_one_that_is_left(self):  # 7.6
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0])], choosing=True)
        discarded = tuple(state.in_play[0]._replace(card="X60") for _ in range(58))
        state = state._replace(discarded=discarded)

        assert play(state, "bank").due.cards == 1

    def test_it_ends_when_the_pile_is_used_up(self):  # 13.1
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0])])
        discarded = tuple(state.in_play[0]._replace(card="X60") for _ in range(59))
        after = play(state._replace(discarded=discarded), "done >=0+")

        assert (after.how, len(after.validated)) == ("cards", 1)

    def test_it_banks_what_the_last_conform_check_held(self):  # 7.6
        bad = next(f"X{n:02}" for n in range(1, 61) if f"X{n:02}" not in GOOD)
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0]), (0, GOOD[1])])
        after = play(state, f"done >=0+ next >{bad} #0")

        assert [wish.card for wish in after.validated] == [GOOD[0], GOOD[1]]
        assert [wish.card for wish in after.in_play] == [bad]
        dropped = play(state, f"done >=0+ next >{bad} drop1 >{GOOD[2]} #0")
        assert [wish.card for wish in dropped.validated] == [GOOD[1]]

    def test_it_banks_nothing_after_a_banking(self):  # 7.6
        bad = next(f"X{n:02}" for n in range(1, 61) if f"X{n:02}" not in GOOD)
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0])])
        after = play(state, f"done >=0+ bank >{GOOD[1]}.{bad} #0")

        assert [wish.card for wish in after.validated] == [GOOD[0]]

    def test_it_tells_the_last_banking_before_the_end(self):  # 8.5
        state = table("solo", garden=(Laid(0, 0, "A1"),), cards=[(0, GOOD[0])], secured=(1,))

        assert kinds(state, "#0") == ["left", "validated", "ended"]

    def test_it_tells_how_often_it_has_banked(self):  # 8.5
        state = table("solo", garden=COMPLETE, cards=[(0, GOOD[0])], choosing=True)

        facts = told(state, "bank")
        assert [fact.kind for fact in facts] == ["validated", "banked"]
        assert facts[1].banking == 1
