"""What is made once: texts of a language, and addresses without blanks."""

import pytest
from django.template import Context, Template
from django.utils import translation

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


class TestUrl:
    def test_it_is_the_address_each_time(self):
        template = Template("{% url 'games:rules' %}")

        assert [template.render(Context()) for _ in range(2)] == ["/rules/", "/rules/"]

    def test_it_fills_blanks_anew(self):
        template = Template("{% url 'games:profile' name %}")

        addresses = [template.render(Context({"name": name})) for name in ("alice", "bob")]
        assert addresses == ["/@alice/", "/@bob/"]

    def test_it_may_be_named(self):
        assert rendered("{% url 'games:rules' as rules %}[{{ rules }}]") == "[/rules/]"

    def test_it_may_name_what_is_not_there(self):
        assert rendered("{% url 'nothing' as there %}[{{ there }}]") == "[]"

    @pytest.mark.parametrize("name", ["games:rules", "games:play"])
    def test_it_takes_a_name_from_the_page(self, name):
        address = rendered("{% url name %}", name=name)

        assert address == {"games:rules": "/rules/", "games:play": "/play/"}[name]
