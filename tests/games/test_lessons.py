"""Learning a game by playing: lessons on real positions, and what is kept of them."""

import re
from random import Random

import pytest
from django.test import Client

from engine import CHANCE, Setup
from games.boards import BOARDS, lessons_of
from games.boards.lessons import Lesson, Task
from games.models import DoneTask, Player
from games.selectors import lessons
from games.selectors.lessons import course_of
from games.services import bots
from tests.factories import GameFactory, play_turns

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
LINK = "/learn/botanik/link/1/"
STEPS = [step for slug in BOARDS if lessons_of(slug) for step in course_of(slug)]
TASKS = [step for step in STEPS if step.task]


def name_of(step):
    return f"{step.ruleset}-{step.lesson.slug}-{step.number}"


def address_of(step):
    return f"/learn/{step.ruleset}/{step.lesson.slug}/{step.number}/"


def turns_of(step):
    """Every whole turn that a learner could play, as a draft."""
    waiting = [()]
    while waiting:
        words = waiting.pop()
        draft = lessons.draft(step, " ".join(words))
        if draft.is_complete:
            yield draft
            continue
        waiting += [(*words, move.notation) for move in draft.state.legal_moves(step.task.seat)]


def text_of(answer):
    return answer.content.decode()


@pytest.mark.parametrize("step", TASKS, ids=name_of)
class TestEveryTask:
    def test_it_gives_the_learner_the_word(self, step):
        draft = lessons.draft(step, "")

        assert draft.state.to_move == {step.task.seat}

    def test_it_can_be_done_in_one_turn(self, step):
        draft = lessons.draft(step, step.task.solution)

        assert (draft.problem, draft.is_complete) == ("", True)
        assert step.task.judge(lessons.attempt(step.task, draft)) == ""

    def test_it_says_of_every_other_turn_what_went_otherwise(self, step):
        said = [step.task.judge(lessons.attempt(step.task, draft)) for draft in turns_of(step)]

        assert "" in said  # and something to learn:
        assert any(said)
        assert all(not text or text.endswith(".") for text in said)

    def test_it_shows_its_aim_on_the_board_of_the_game(self, client, step):
        page = text_of(client.get(address_of(step)))

        assert str(step.task.aim) in page
        assert 'class="desk' in page


@pytest.mark.parametrize("ruleset", [slug for slug in BOARDS if lessons_of(slug)])
class TestEveryGame:
    def test_its_lessons_are_found_from_the_front_page_and_its_rules(self, client, ruleset):
        pages = [text_of(client.get(page)) for page in ("/", f"/rules/{ruleset}/")]

        assert f'href="/learn/{ruleset}/"' in pages[0]
        assert re.search(rf'href="/learn/({ruleset}/)?"', pages[1])

    def test_its_lessons_are_found_from_those_of_every_other(self, client, ruleset):
        assert f'href="/learn/{ruleset}/"' in text_of(client.get("/learn/", follow=True))

    def test_its_last_step_leads_to_what_is_there(self, client, ruleset):
        last = course_of(ruleset)[-1]
        query = {"played": last.task.solution} if last.task else {}
        page = text_of(client.get(address_of(last), query))

        (onward,) = re.findall(r'<a class="btn go[^"]*"[^>]* href="([^"]+)"', page)[-1:] or [""]
        assert not onward or client.get(onward).status_code == 200
        assert last.task is None or onward == f"/learn/{ruleset}/"


class TestBotanik:
    def test_it_has_six_lessons_and_the_last_ends_in_a_real_game(self):
        taught = lessons_of("botanik")

        assert [lesson.slug for lesson in taught] == [
            "link", "break", "build", "open", "score", "meca",
        ]  # fmt: skip
        assert [lesson.ends_in_game for lesson in taught] == [False] * 5 + [True]


class TestPlaying:
    def test_it_shows_what_a_draft_would_be(self, client):
        page = text_of(client.get(LINK, {"draft": "RL/1"}))

        assert 'id="confirm"' in page
        assert 'value="RL/1"' in page

    def test_it_offers_what_can_be_done_with_a_tile(self, client):
        page = text_of(client.get(LINK, {"pick": "RL"}))

        assert f"{LINK}?draft=RL%2F1" in page

    def test_it_shows_before_a_tile_is_built_where_it_would_be_cut_off(self, client):
        page = text_of(client.get("/learn/botanik/build/1/"))

        ghosts = re.findall(r'<a id="(cell_\S+)" class="ghost([^"]*)".*?</a>', page, re.DOTALL)
        drawn = dict(re.findall(r'<a id="(cell_\S+)" (.*?)</a>', page, re.DOTALL))
        joined = [cell for cell, classes in ghosts if "apart" not in classes]
        assert joined == ["cell_0_1"]
        assert {cell for cell in drawn if "#ico-cut" in drawn[cell]} == {*drawn} - {"cell_0_1"}

    def test_it_praises_and_leads_on(self, client):
        answer = client.post(LINK, {"moves": "RL/1"}, follow=True)

        assert "Linked by colour" in text_of(answer)
        assert "/learn/botanik/link/2/" in text_of(answer)

    def test_it_says_what_went_otherwise_and_lets_one_try_again(self, client):
        answer = client.post(LINK, {"moves": "RL/3"}, follow=True)

        page = text_of(answer)
        assert "This link is by shape." in page
        assert "data-again" in page
        assert "data-solution" in page

    def test_it_shows_how_it_is_done(self, client):
        page = text_of(client.get(LINK, {"played": "RL/3"}))
        solution = "/learn/botanik/link/1/?draft=RL%2F1"

        assert f'href="{solution}"' in page
        assert 'id="confirm"' in text_of(client.get(solution))

    def test_it_answers_a_script_with_the_board_alone(self, client):
        answer = client.post(LINK, {"moves": "RL/1"}, headers=HTMX)

        assert text_of(answer).lstrip().startswith("<title>")
        assert answer["HX-Replace-Url"] == f"{LINK}?played=RL%2F1"
        assert "Linked by colour" in text_of(answer).split('id="announcements"')[1]

    @pytest.mark.parametrize("moves", ["RL/2", "hello", "RL@0,1^0"])
    def test_it_says_why_the_rules_refuse(self, client, moves):
        answer = client.post(LINK, {"moves": moves})

        assert answer.status_code == 422
        assert 'class="problem"' in text_of(answer)

    @pytest.mark.parametrize("moves", ["", "RL/2", "YI-1"])
    def test_it_does_not_judge_half_a_turn(self, client, moves):
        client.post("/learn/botanik/break/1/", {"moves": moves})

        assert client.session.get("lessons") is None

    def test_it_stores_no_game(self, client, django_assert_num_queries):
        client.get(LINK)

        with django_assert_num_queries(0):
            client.get(LINK, {"draft": "RL/1"})

    @pytest.mark.parametrize(
        "path", ["/learn/chess/", "/learn/botanik/link/3/", "/learn/botanik/none/1/"]
    )
    def test_it_knows_no_other_lessons(self, client, path):
        assert client.get(path).status_code == 404

    def test_it_begins_with_the_lessons_of_the_first_game(self, client):
        assert client.get("/learn/").url == "/learn/botanik/"


class TestProgress:
    def test_it_is_kept_for_a_visitor_in_the_session(self, client):
        client.post(LINK, {"moves": "RL/1"})

        page = text_of(client.get("/learn/botanik/"))
        assert 'class="btn go big" href="/learn/botanik/link/2/"' in page
        assert DoneTask.objects.count() == 0

    def test_it_is_not_kept_for_another_browser(self, client):
        client.post(LINK, {"moves": "RL/1"})

        page = text_of(Client().get("/learn/botanik/"))
        assert f'class="btn go big" href="{LINK}"' in page

    def test_it_is_not_kept_for_who_missed_the_aim(self, client):
        client.post(LINK, {"moves": "RL/3"})

        assert f'class="btn go big" href="{LINK}"' in text_of(client.get("/learn/botanik/"))

    def test_it_is_kept_with_the_account_on_every_device(self, client, alice):
        client.force_login(alice)
        client.post(LINK, {"moves": "RL/1"})

        elsewhere = Client()
        elsewhere.force_login(alice)
        page = text_of(elsewhere.get("/learn/botanik/"))
        assert 'class="btn go big" href="/learn/botanik/link/2/"' in page

    def test_it_is_kept_once(self, client, alice):
        client.force_login(alice)
        for _ in range(2):
            client.post(LINK, {"moves": "RL/1"})

        assert DoneTask.objects.filter(user=alice).count() == 1

    def test_it_takes_along_what_was_done_before_there_was_an_account(self, client, alice):
        client.post(LINK, {"moves": "RL/1"})
        client.force_login(alice)
        client.post("/learn/botanik/link/2/", {"moves": "YT/1"})

        done = DoneTask.objects.filter(user=alice).values_list("lesson", "task")
        assert set(done) == {("link", 1), ("link", 2)}

    def test_it_goes_with_who_becomes_a_guest_by_playing(self, client):
        client.post(LINK, {"moves": "RL/1"})
        client.post("/bots/botanik/", {"bot": "pip"})

        assert list(DoneTask.objects.values_list("user__is_guest", "lesson")) == [(True, "link")]
        assert "lessons" not in client.session

    def test_it_goes_with_who_logs_in(self, client, alice):
        client.post(LINK, {"moves": "RL/1"})
        client.force_login(alice)
        client.get("/learn/botanik/")

        assert DoneTask.objects.filter(user=alice).count() == 1


class TestRealGame:
    PAGE = "/learn/botanik/meca/2/"

    def test_it_is_begun_against_the_first_bot_by_the_page_of_bots(self, client):
        page = text_of(client.get(self.PAGE))
        assert 'action="/bots/botanik/"' in page
        assert 'name="bot" value="pip"' in page

        answer = client.post("/bots/botanik/", {"bot": "pip"})

        assert answer.url.startswith("/games/")
        assert Player.objects.filter(user__bot="pip").exists()

    def test_it_leads_back_to_the_game_that_was_begun(self, client, alice):
        client.force_login(alice)
        wish = bots.wish_for("pip", ruleset="botanik")
        game = bots.begin(wish=wish, user=alice, entropy=None, address="127.0.0.1")

        assert f'href="/games/{game.pk}/"' in text_of(client.get(self.PAGE))

    def test_it_is_done_by_three_turns_of_ones_own(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        while game.players.get(user=alice).turns < 3:
            assert ("meca", 2) not in lessons.done_by("botanik", alice, {})
            play_turns(game, 1)

        assert ("meca", 2) in lessons.done_by("botanik", alice, {})

    def test_it_is_not_begun_by_sending_a_turn(self, client):
        assert client.post(self.PAGE, {"moves": "RL/1"}).status_code == 405


class TestOtherGames:
    @pytest.fixture
    def taught(self, nursery):
        """A nursery with one lesson: to make any turn but the first that there is."""
        rng = Random(1)
        state = Setup(nursery, min(nursery.seats), {}).initial()
        record = []
        while state.to_move is CHANCE:
            move = state.imagine(rng)
            record.append(move.notation)
            state = state.play(CHANCE, move)
        (seat,) = state.to_move
        first, second = (move.notation for move in state.legal_moves(seat)[:2])
        task = Task(
            aim="Play another card.",
            record=" ".join(record),
            seat=seat,
            judge=lambda attempt: "The other one." if attempt.moves[0].notation == first else "",
            praise="Another one it is.",
            solution=second,
        )
        board = BOARDS[nursery.slug]
        board.LESSONS = (Lesson("card", "A card", "Cards are played.", (task,)),)
        return f"/learn/{nursery.slug}/card/1/", first, second

    def test_it_brings_lessons_of_its_own(self, client, taught):
        page, first, second = taught

        assert "Play another card." in text_of(client.get(page))
        assert "The other one." in text_of(client.post(page, {"moves": first}, follow=True))
        assert "Another one it is." in text_of(client.post(page, {"moves": second}, follow=True))

    def test_it_need_not_bring_any(self, client, nursery):
        assert client.get(f"/learn/{nursery.slug}/").status_code == 404


class TestFrench:
    @pytest.mark.parametrize("step", STEPS, ids=name_of)
    def test_it_is_told_in_french(self, client, step):
        aim = str(step.task.aim if step.task else step.lesson.title)
        client.cookies["django_language"] = "fr"

        page = text_of(client.get(address_of(step)))

        assert 'lang="fr"' in page
        assert aim not in page
