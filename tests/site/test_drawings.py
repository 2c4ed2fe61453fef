"""What pages are drawn with is in the sprite that they name."""

import re

import pytest

from tests.site.test_tidiness import ROOT, tracked

ICON = re.compile(r"""{% icon ["']([\w-]+)["'] %}""")
DRAWN = re.compile(r"""img/(\w+)\.svg["']? *(?:%})?#([\w-]+)""")


def symbols(sprite):
    return set(re.findall(r'<symbol id="([^"]+)"', (ROOT / f"static/img/{sprite}.svg").read_text()))


def found_in_templates(pattern):
    return {
        found for path in tracked("templates/*.html") for found in pattern.findall(path.read_text())
    }


def test_it_has_every_icon_of_the_site():
    icons = {f"ico-{name}" for name in found_in_templates(ICON)}

    assert icons
    assert icons - symbols("site") == set()


def test_it_has_every_drawing_that_a_template_names():
    drawn = found_in_templates(DRAWN)

    assert drawn
    assert [(sprite, name) for sprite, name in drawn if name not in symbols(sprite)] == []


@pytest.mark.parametrize("sprite", ["site", "botanik"])
def test_it_is_made_of_parts_of_its_own(sprite):
    text = (ROOT / f"static/img/{sprite}.svg").read_text()

    assert set(re.findall(r'href="#([^"]+)"', text)) - symbols(sprite) == set()
