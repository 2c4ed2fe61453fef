"""What is made once: texts of a language, and addresses without blanks."""

from uuid import uuid4

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import mark_safe

IN_SHORT = "{% fixed 'games/boards/botanik/in_short.html' %}"


def rendered(text, **context):
    return Template(text).render(Context(context))


class TestFixed:
    def test_it_speaks_the_language_of_each_reader(self):
        with translation.override("en"):
            english = rendered(IN_SHORT)
        with translation.override("fr"):
            french = rendered(IN_SHORT)
        with translation.override("en"):
            assert rendered(IN_SHORT) == english

        assert "Two inventors" in english
        assert "Two inventors" not in french

    def test_it_is_told_nothing_of_the_page(self, tmp_path, settings):
        (tmp_path / "who.html").write_text("[{{ user }}{{ request.path }}]")
        templates = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
        settings.TEMPLATES = templates

        assert rendered("{% fixed 'who.html' %}", user="alice") == "[]"

    def test_it_is_another_for_whatever_it_is_given(self, tmp_path, settings):
        (tmp_path / "points.html").write_text("{{ own }} to {{ other }}")
        settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
        template = Template("{% fixed 'points.html' own=own other=other %}")

        scores = [(1, 2), (2, 1), (1, 2), (True, 2)]
        said = [template.render(Context({"own": own, "other": other})) for own, other in scores]
        assert said == ["1 to 2", "2 to 1", "1 to 2", "True to 2"]

    def test_what_is_safe_makes_nothing_else_safe(self, tmp_path, settings):
        (tmp_path / "name.html").write_text("{{ name }}")
        settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
        template = Template("{% fixed 'name.html' name=name %}")

        names = [mark_safe("<b>"), "<b>"]
        assert [template.render(Context({"name": name})) for name in names] == ["<b>", "&lt;b&gt;"]


class TestUrl:
    def test_it_is_the_address_each_time(self):
        template = Template("{% url 'games:rules' %}")

        assert [template.render(Context()) for _ in range(2)] == ["/rules/", "/rules/"]

    def test_it_fills_blanks_anew(self):
        template = Template("{% url 'games:profile' name %}")

        addresses = [template.render(Context({"name": name})) for name in ("alice", "bob")]
        assert addresses == ["/@alice/", "/@bob/"]

    def test_each_number_has_its_own(self):
        template = Template("{% url 'games:moves' number %}")

        numbers = [uuid4(), uuid4()]
        addresses = [template.render(Context({"number": number})) for number in numbers]
        assert addresses == [reverse("games:moves", args=[number]) for number in numbers]

    def test_a_number_may_come_as_text(self):
        number = uuid4()

        address = rendered("{% url 'games:moves' number %}", number=str(number))
        assert address == reverse("games:moves", args=[number])

    def test_it_may_be_named(self):
        assert rendered("{% url 'games:rules' as rules %}[{{ rules }}]") == "[/rules/]"

    def test_it_may_name_what_is_not_there(self):
        assert rendered("{% url 'nothing' as there %}[{{ there }}]") == "[]"

    @pytest.mark.parametrize("name", ["games:rules", "games:play"])
    def test_it_takes_a_name_from_the_page(self, name):
        address = rendered("{% url name %}", name=name)

        assert address == {"games:rules": "/rules/", "games:play": "/play/"}[name]


class TestTexts:
    @pytest.mark.parametrize(
        "text",
        [
            "{% load i18n %}{% translate 'Your games' %}",
            "{% load i18n %}{% blocktranslate %}Your games{% endblocktranslate %}",
        ],
    )
    def test_they_are_in_the_language_of_each_reader(self, text):
        template = Template(text)

        said = []
        for language in ("en", "fr", "en"):
            with translation.override(language):
                said.append(template.render(Context()))
        assert said == ["Your games", "Vos parties", "Your games"]

    def test_one_may_come_from_the_page(self):
        template = Template("{% load i18n %}{% translate text %}")

        with translation.override("fr"):
            said = [template.render(Context({"text": text})) for text in ("Your games", "Moves")]
        assert said == ["Vos parties", "Coups"]

    def test_blanks_are_filled_anew(self):
        text = "{% load i18n %}{% blocktranslate %}To {{ name }}{% endblocktranslate %}"
        template = Template(text)

        said = [template.render(Context({"name": name})) for name in ("alice", "<b>")]
        assert said == ["To alice", "To &lt;b&gt;"]

    def test_many_are_counted_anew(self):
        template = Template(
            "{% load i18n %}{% blocktranslate count number=number %}one{% plural %}many"
            "{% endblocktranslate %}"
        )

        assert [template.render(Context({"number": number})) for number in (1, 2)] == [
            "one",
            "many",
        ]

    def test_what_means_two_things_is_told_apart(self):
        text = "{% load i18n %}{% translate 'Next' context 'move' %}"

        with translation.override("fr"):
            assert rendered(text) == translation.pgettext("move", "Next")

    def test_a_named_one_stands_where_it_is_used(self):
        template = Template("{% load i18n %}{% translate 'Moves' as moves %}[{{ moves }}]")

        assert [template.render(Context()) for _ in range(2)] == ["[Moves]", "[Moves]"]

    def test_a_filtered_one_is_filtered(self):
        text = "{% load i18n %}{% translate 'Your games'|upper %}"

        assert rendered(text) == "YOUR GAMES"
