"""The board of Botanik: from a scene to what its template shows."""

import re
from pathlib import Path

import pytest

from engine import CHANCE, read_record
from engine.games.botanik.moves import Build, CentrePlay, SidePlay
from engine.replay import replay
from games.boards import Scene, botanik
from games.boards.botanik.machine import _path_around

RECORDS = Path(__file__).parents[1] / "engine" / "records"


def plies(name):
    return list(replay(read_record((RECORDS / f"{name}.bgr").read_text())))


def link(*, draft=(), pick=""):
    return f"?draft={' '.join(draft)}&pick={pick}"


def scene(start, seat=0, draft=(), pick="", **other):
    """What `seat` sees of a position after a draft."""
    state, moves = start, []
    for text in draft:
        moves.append(state.parse(text))
        state = state.play(seat, moves[-1])
    can_act = state.to_move is not CHANCE and seat in state.to_move
    shown = {"is_running": True, "last": (), "link": link, **other}
    return Scene(
        before=start.view_for(seat), view=state.view_for(seat), seat=seat, at=seat,
        names=["Ada", "Bo"], draft=tuple(moves), pick=pick, can_act=can_act, **shown,
    )  # fmt: skip


def show(*args, **options):
    return botanik.present(scene(*args, **options))


def where(name, found):
    """The first position of a record of which something is true, and who is to move there."""
    for ply in plies(name):
        if ply.actor is not CHANCE and found(ply.before, ply.actor):
            return ply.before, ply.actor
    raise AssertionError(f"{name} has no such position")


def _giving(name):
    """A position of a record, who is to move there, and a move that gives the other a tile."""
    for ply in plies(name):
        if ply.actor is CHANCE:
            continue
        for move in ply.before.legal_moves(ply.actor):
            after = ply.before.play(ply.actor, move)
            if after.held[1 - ply.actor] and not after.held[ply.actor]:
                return ply.before, ply.actor, move
    raise AssertionError(f"{name} has no such position")


class TestPhases:
    def test_it_begins_with_the_choice_of_a_tile(self):
        start, seat = where("scores-fourteen", lambda state, seat: len(state.arrival) == 3)

        board = show(start, seat)

        assert board.phase == "choose"
        assert board.saying.title == "Choose one of these tiles."
        assert board.saying.text  # what the question mark answers
        assert all(card.href for card in board.arrival)
        assert not board.targets
        assert not board.undo

    def test_it_shows_where_the_tile_may_go_and_what_that_causes(self):
        start, seat = where("word-comes-back", lambda s, seat: any(s.registry.sides[1 - seat]))
        code = start.arrival[0].code

        board = show(start, seat, pick=code)

        assert board.phase == "place"
        assert {target.notation for target in board.targets} == {
            move.notation for move in start.legal_moves(seat) if move.tile.code == code
        }
        assert all(target.consequence for target in board.targets)
        assert board.undo == link()

    def test_the_last_tile_of_a_round_is_in_hand_by_itself(self):
        start, seat = where(
            "scores-fourteen", lambda s, seat: len(s.arrival) == 1 and not any(s.held)
        )

        board = show(start, seat)

        assert board.phase == "place"
        assert not board.undo

    @pytest.mark.parametrize(
        ("is_linked", "said"), [(True, "Put it on your side"), (False, "No free place of yours")]
    )
    def test_it_says_whether_a_place_of_ones_own_is_linked(self, is_linked, said):
        def found(state, seat):
            sides = {move.tile for move in state.legal_moves(seat) if isinstance(move, SidePlay)}
            return not any(state.held) and (state.arrival[0] in sides) == is_linked

        start, seat = where("scores-fourteen", found)

        assert show(start, seat, pick=start.arrival[0].code).saying.text.startswith(said)

    def test_a_meca_botanist_is_swapped_first(self):
        start, seat = where(
            "both-swap-in-one-turn", lambda s, seat: any(t.is_meca for t in s.held[seat])
        )

        board = show(start, seat)

        assert board.phase == "swap"
        assert {target.notation[:2] for target in board.targets} == {"M="}

    def test_one_of_three_tiles_in_hand_is_chosen_first(self):
        start, seat = where("three-tiles-held", lambda s, seat: len(s.held[seat]) == 3)

        board = show(start, seat)

        assert len(board.hand) == 3
        assert board.phase in ("build", "swap")

    def test_it_says_when_somebody_acts_in_the_turn_of_the_other(self):
        start, seat = where("word-comes-back", lambda s, seat: s.turn_of not in (None, seat))

        assert show(start, seat).reply == "Reply: build your tile"

    def test_a_spectator_has_nothing_to_do(self):
        start, _seat = where("scores-fourteen", lambda state, seat: True)
        looked_at = scene(start)

        board = botanik.present(
            Scene(
                before=start.view_for(None),
                view=start.view_for(None),
                seat=None,
                at=0,
                names=looked_at.names,
                draft=(),
                pick="",
                is_running=True,
                can_act=False,
                link=link,
                last=(),
            )
        )

        assert board.phase == "wait"
        assert not board.targets
        assert not any(card.href for card in board.arrival)


class TestChangingOnesMind:
    """What is drafted is changed by pressing something else: nobody has to take it back first."""

    @pytest.fixture
    def to_play(self):
        return where("scores-fourteen", lambda state, seat: len(state.arrival) == 3)

    def offered_instead(self, board):
        spaces = [space for column in board.columns for _where, space in column.places]
        return {space.target.href for space in spaces if space.target and space.target.is_instead}

    @pytest.mark.parametrize("kind", [SidePlay, CentrePlay])
    def test_a_tile_that_was_played_may_go_elsewhere(self, to_play, kind):
        start, seat = to_play
        legal = [m for m in start.legal_moves(seat) if isinstance(m, SidePlay | CentrePlay)]
        played = next(move for move in legal if isinstance(move, kind))

        board = show(start, seat, draft=[played.notation])

        others = [move for move in legal if move.tile is played.tile and move != played]
        assert others
        assert self.offered_instead(board) == {link(draft=[move.notation]) for move in others}

    def test_another_tile_begins_the_turn_anew(self, to_play):
        start, seat = to_play
        played = next(m for m in start.legal_moves(seat) if isinstance(m, CentrePlay))

        cards = show(start, seat, draft=[played.notation]).arrival

        assert len(cards) == 2
        assert [card.href for card in cards] == [link(pick=card.code) for card in cards]
        assert all(card.is_anew for card in cards)

    def test_a_meca_botanist_may_be_swapped_for_another_pile(self):
        start, seat = where(
            "both-swap-in-one-turn", lambda s, seat: any(t.is_meca for t in s.held[seat])
        )
        swaps = [move.notation for move in start.legal_moves(seat)]

        board = show(start, seat, draft=swaps[:1])

        assert self.offered_instead(board) == {link(draft=[swap]) for swap in swaps[1:]}

    def test_in_the_turn_of_the_other_there_is_nothing_to_begin_anew(self):
        start, seat = where(
            "scores-fourteen",
            lambda state, seat: state.turn_of != seat and len(state.held[seat]) == 1,
        )
        build = next(m for m in start.legal_moves(seat) if isinstance(m, Build))

        board = show(start, seat, draft=[build.notation])

        assert not any(card.is_anew for card in board.arrival)
        assert not self.offered_instead(board)


class TestBuilding:
    @pytest.fixture
    def to_build(self):
        """A tile to build in one's own turn: the word goes on after it."""
        return where(
            "scores-fourteen",
            lambda state, seat: (
                len(state.held[seat]) == 1
                and len(state.machines[seat].laid) > 4
                and state.turn_of == seat
            ),
        )

    def test_every_cell_that_accepts_the_tile_is_offered_once(self, to_build):
        start, seat = to_build

        board = show(start, seat)

        cells = {move.place for move in start.legal_moves(seat)}
        assert {ghost.place for ghost in board.mine.ghosts} == cells
        assert len(board.mine.ghosts) == len(cells)
        assert all(ghost.adds for ghost in board.mine.ghosts)

    def test_it_tells_what_is_joined_to_the_source_from_what_would_be_cut_off(self, to_build):
        start, seat = to_build
        ways = {move.place: move for move in start.legal_moves(seat)}
        joined = {
            place
            for place, move in ways.items()
            if move.cell in start.after(seat, move).machines[seat].joined
        }

        ghosts = show(start, seat).mine.ghosts

        assert {ghost.place for ghost in ghosts if ghost.is_joined} == joined
        assert 0 < len(joined) < len(ways)
        assert all(("cut off" in ghost.label) != ghost.is_joined for ghost in ghosts)

    def test_it_says_what_is_drafted_without_coordinates(self, to_build):
        start, seat = to_build
        build = start.legal_moves(seat)[0]

        title = show(start, seat, draft=[build.notation]).saying.title

        assert title.startswith("Built: ")
        assert not re.search(r"\d", title)

    def test_it_says_in_words_where_a_place_is(self, to_build):
        labels = [ghost.label for ghost in show(*to_build).mine.ghosts]

        assert len(set(labels)) == len(labels)
        assert all(
            re.match(r"build it (\d \w+, )?\d \w+ from the Source: ", text) for text in labels
        )

    def test_a_cell_says_where_it_is_and_what_it_scores(self, to_build):
        start, seat = to_build

        labels = {ghost.place: ghost.label for ghost in show(start, seat).mine.ghosts}

        assert len(set(labels.values())) == len(labels)
        for (x, y), label in labels.items():
            assert f"{abs(y)} {'up' if y > 0 else 'down'}" in label if y else True
            assert f"{abs(x)} {'right' if x > 0 else 'left'}" in label if x else True
            assert not re.search(r"\b1 points|[2-9] point\.", label)

    def test_a_drafted_tile_turns_only_through_what_fits(self, to_build):
        start, seat = to_build
        legal = [move.notation for move in start.legal_moves(seat)]
        place = max(
            legal, key=lambda text: sum(o.split("^")[0] == text.split("^")[0] for o in legal)
        )
        turns = [text for text in legal if text.split("^")[0] == place.split("^")[0]]

        seen, now = [], turns[0]
        for _ in turns:
            seen.append(now)
            turning = show(start, seat, draft=[now]).mine.turning
            now = turning.href.split("draft=")[1].split("&")[0] if turning else now

        assert sorted(seen) == sorted(turns)
        assert now == turns[0]

    def test_the_sheet_stays_while_a_drafted_tile_is_moved(self, to_build):
        start, seat = to_build
        sizes = set()
        for move in start.legal_moves(seat):
            mine = show(start, seat, draft=[move.notation]).mine
            source = next(cell for cell in mine.cells if cell.place == (0, 0))
            sizes.add((mine.sheet.columns, mine.sheet.rows, source.column, source.row))

        assert len(sizes) == 1

    def test_the_score_is_told_with_what_is_new_about_it(self, to_build):
        start, seat = to_build
        gains = [show(start, seat, draft=[move.notation]).mine for move in start.legal_moves(seat)]

        for mine in gains:
            assert mine.score == sum(line.points for line in mine.lines)
            if mine.has_changed:
                assert mine.news

    def test_it_is_shown_from_its_top_once_a_turn_is_chosen(self):
        """A phone may have been scrolled to another pile, and the parts change places."""
        start, seat, move = _giving("scores-fourteen")

        assert show(start, seat, draft=[move.notation]).begins_at_top

    def test_it_says_why_a_plant_goes_hungry_when_it_is_built(self):
        said = {True: set(), False: set()}
        for ply in (ply for path in RECORDS.glob("*.bgr") for ply in plies(path.stem)):
            moves = () if ply.actor is CHANCE else ply.before.legal_moves(ply.actor)
            for move in moves:
                if isinstance(move, Build) and move.tile.type in "PV":
                    board = show(ply.before, ply.actor, draft=[move.notation])
                    (cell,) = [cell for cell in board.mine.cells if cell.place == move.place]
                    if board.phase != "ready":
                        continue  # another tile is to be built, and that is said
                    said[cell.is_hungry].add("It is hungry" in board.saying.causes)

        assert said == {True: {True}, False: {False}}

    def test_it_says_why_nothing_is_offered_at_the_last_open_pipe(self):
        """A plant has one pipe: on the Source's own it would be the end of the machine."""
        said = {True: set(), False: set()}
        for ply in (ply for path in RECORDS.glob("*.bgr") for ply in plies(path.stem)):
            if ply.actor is CHANCE or not isinstance(ply.move, Build):
                continue
            board = show(ply.before, ply.actor, pick=ply.move.tile.code)
            is_joined = any(ghost.is_joined for ghost in board.mine.ghosts)
            said[is_joined].add("the last open end" in board.saying.causes)

        assert said[True] == {False}
        assert True in said[False]

    def test_it_says_apart_what_the_turn_gives_to_the_other(self):
        """On a phone that is not folded away."""
        start, seat, move = _giving("scores-fourteen")

        board = show(start, seat, draft=[move.notation])

        assert "Bo receives" in board.saying.causes or "Ada receives" in board.saying.causes
        assert "receives" not in board.saying.text

    def test_it_says_what_the_other_deals_with_while_one_waits(self):
        start, seat, move = _giving("scores-fourteen")
        after = start.play(seat, move)

        assert "receives" in show(after, seat).theirs_held

    def test_it_says_when_the_source_is_not_joined_yet(self, to_build):
        start, seat = to_build
        told, drawn = [], []
        for move in start.legal_moves(seat):
            board = show(start, seat, draft=[move.notation])
            (cell,) = [cell for cell in board.mine.cells if cell.place == move.place]
            told.append("No pipe joins it" in board.saying.causes)
            drawn.append(cell.is_cut_off)

        assert told == drawn
        assert len(set(told)) == 2

    def test_it_is_taken_back_one_step_with_the_tile_in_hand(self, to_build):
        start, seat = to_build
        move = start.legal_moves(seat)[0]

        board = show(start, seat, draft=[move.notation])

        assert board.undo == link(pick=move.tile.code)


class TestWhatLeavesTheGame:
    def test_it_warns_before_a_tile_that_fits_nowhere_is_lost(self):
        warned = []
        for ply in plies("tiles-that-fit-nowhere"):
            if ply.actor is CHANCE:
                continue
            facts = ply.before.facts(ply.actor, ply.move, ply.actor)
            if any(fact.kind == "removed" for fact in facts):
                board = show(ply.before, ply.actor, draft=[ply.move.notation])
                warned.append(board.saying)

        assert warned
        assert all(saying.warning and saying.rule == "leaves" for saying in warned if saying)


class TestOutlines:
    def test_it_runs_once_around_a_square(self):
        assert _path_around({(0, 0)}) == "M0 0L1 0L1 1L0 1Z"

    def test_it_leaves_out_the_edges_between_tiles(self):
        path = _path_around({(0, 0), (1, 0), (0, 1)})

        assert path.count("L") == 7
        assert path.count("Z") == 1


@pytest.mark.django_db
class TestCost:
    def test_a_tap_asks_the_database_a_fixed_number_of_times(
        self, client, alice, bob, django_assert_max_num_queries
    ):
        from tests.factories import GameFactory

        game = GameFactory(users=[alice, bob], turns=20)
        client.force_login(alice)
        address = f"/games/{game.pk}/"
        client.get(address)

        with django_assert_max_num_queries(10):
            answer = client.get(address, headers={"HX-Request": "true"})

        assert len(answer.content) < 48_000
        assert b"<html" not in answer.content

    def test_it_plays_back_a_move_with_a_sentence(self, client, alice, bob):
        from tests.factories import GameFactory

        game = GameFactory(users=[alice, bob], turns=2)
        client.force_login(alice)

        text = client.get(f"/games/{game.pk}/", {"at": "3", "since": "2"}).content.decode()

        assert "is-past" in text
        assert "You put" in text
        assert "alice’s turn" not in text
        assert "data-step" in text
        assert "data-move" not in text
