"""Words that one would not say: what is held back, and what passes."""

import pytest

from accounts import words
from accounts.usernames import plain


class TestHarshWords:
    @pytest.mark.parametrize(
        "line",
        [
            "you are a bastard",
            "FUCK this",
            "what a sh1thead!",
            "Shut up.",
            "shut   up",
            "f u c k you",
            "just kill yourself",
            "quel connard",
            "Enculé !",
            "ta gueule",
            "Va te faire voir",
            "espèce de con",
            "b1tch",
        ],
    )
    def test_it_finds_them_in_either_language(self, line):
        assert words.is_harsh(line)

    @pytest.mark.parametrize(
        "line",
        [
            "Hello!",
            "I live in Scunthorpe with Cassandra.",
            "Dickens wrote that in Essex.",
            "a bite to eat?",
            "un con volant",
            "Bonne partie, à bientôt !",
            "c'est la fin du monde",
            "you did a good job, shutting up the green pipe",
            "1 2 3 4 5",
            "A B C",
            "le viol de Lucrèce est un tableau",
            "Désolé pour le retard",
            "ça va te faire plaisir",
            "je ferme la fenêtre",
            "j'ai crevé sur la route",
            "j'aime ta salopette",
            "une tapette à mouches",
            "Moby Dick",
            "",
        ],
    )
    def test_it_lets_harmless_lines_pass(self, line):
        assert not words.is_harsh(line)


class TestLists:
    def test_it_has_them_as_they_are_compared(self):
        """Else a word could never be found."""
        listed = [word.removeprefix("*") for word in words.WORDS]

        assert [word for word in listed if plain(word) != word] == []

    def test_it_has_both_languages(self):
        assert {file.stem for file in words.LISTS.glob("*.txt")} == {"en", "fr"}


class TestToken:
    def test_it_is_for_this_text_in_this_matter_alone(self):
        token = words.token_for("shut up", about="1:2")

        assert words.was_reconsidered("shut up", about="1:2", token=token)
        assert not words.was_reconsidered("shut up!", about="1:2", token=token)
        assert not words.was_reconsidered("shut up", about="1:3", token=token)
        assert not words.was_reconsidered("shut up", about="1:2", token="")
