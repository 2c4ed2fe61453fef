"""What cards wish: the sentences of the rules (2.13 to 2.15), made from the predicates alone."""

import re

import pytest
from django.utils import translation

from games.boards.gardeners.fronts import front
from games.boards.gardeners.wishes import in_english, in_french, wish

# Card, family, predicate, English, French: as in the rules, word by word.
TABLE = """
TA1 | proximity | NEAR fY fY | Every yellow flower stands next to another yellow flower. | Chaque fleur jaune est à côté d’une autre fleur jaune.
TA2 | proximity | NEAR fR fR | Every red flower stands next to another red flower. | Chaque fleur rouge est à côté d’une autre fleur rouge.
TA3 | distance | APART t t | No tree stands next to another tree. | Aucun arbre n’est à côté d’un autre arbre.
TA4 | distance | APART fB tR+fR | No blue flower stands next to a red plant. | Aucune fleur bleue n’est à côté d’une plante rouge.
TA5 | agglomeration | GROUP g 6+ | A group of grass tiles has at least 6 tiles. | Un groupe de tuiles d’herbe compte au moins 6 tuiles.
TA6 | agglomeration | GROUP p 6+ | A group of flowers and trees has at least 6 tiles. | Un groupe de fleurs et d’arbres compte au moins 6 tuiles.
TB1 | panorama | VIEW fR | Every bench looks towards a red flower. | Chaque banc regarde une fleur rouge.
TB2 | panorama | VIEW bn | Every bench looks towards another bench. | Chaque banc regarde un autre banc.
TB3 | edge | EDGE fY+tY | All yellow plants lie on the outer ring. | Toutes les plantes jaunes sont sur le pourtour.
TB4 | centre | CORE bn | No bench lies on the outer ring. | Aucun banc n’est sur le pourtour.
TB5 | link | LINK e | A group of earth tiles joins two opposite sides. | Un groupe de tuiles de terre relie deux côtés opposés.
TB6 | link | LINK f | A group of flowers joins two opposite sides. | Un groupe de fleurs relie deux côtés opposés.
TC1 | arrangement | PATTERN statue4 | A statue has a flower on each of its four sides. | Une statue a une fleur sur chacun de ses quatre côtés.
TC2 | arrangement | PATTERN cross9 | A square of 3 × 3 has earth in its corners and grass in the five other cells. | Un carré de 3 × 3 a de la terre dans ses coins et de l’herbe dans les cinq autres cases.
TC3 | hedges | HLOOP | Some hedges form a closed run. | Des haies forment une suite fermée.
TC4 | hedges | HCHAIN 6+ | A run of hedges has at least 6 tiles. | Une suite de haies compte au moins 6 tuiles.
TC5 | hedges | HALL | Every hedge is connected to another hedge. | Chaque haie est raccordée à une autre haie.
X01 | proximity | NEAR fR fR | Every red flower stands next to another red flower. | Chaque fleur rouge est à côté d’une autre fleur rouge.
X02 | proximity | NEAR fY fY | Every yellow flower stands next to another yellow flower. | Chaque fleur jaune est à côté d’une autre fleur jaune.
X03 | proximity | NEAR fB fB | Every blue flower stands next to another blue flower. | Chaque fleur bleue est à côté d’une autre fleur bleue.
X04 | proximity | NEAR t t | Every tree stands next to another tree. | Chaque arbre est à côté d’un autre arbre.
X05 | proximity | NEAR bn t | Every bench stands next to a tree. | Chaque banc est à côté d’un arbre.
X06 | proximity | NEAR bn f | Every bench stands next to a flower. | Chaque banc est à côté d’une fleur.
X07 | proximity | NEAR t f | Every tree stands next to a flower. | Chaque arbre est à côté d’une fleur.
X08 | proximity | NEAR st hg | Every statue stands next to a hedge. | Chaque statue est à côté d’une haie.
X09 | proximity | NEAR hg p | Every hedge stands next to a flower or tree. | Chaque haie est à côté d’une fleur ou d’un arbre.
X10 | distance | APART t t | No tree stands next to another tree. | Aucun arbre n’est à côté d’un autre arbre.
X11 | distance | APART bn bn | No bench stands next to another bench. | Aucun banc n’est à côté d’un autre banc.
X12 | distance | APART fR+tR fB+tB | No red plant stands next to a blue plant. | Aucune plante rouge n’est à côté d’une plante bleue.
X13 | distance | APART fY+tY fR+tR | No yellow plant stands next to a red plant. | Aucune plante jaune n’est à côté d’une plante rouge.
X14 | distance | APART bn hg | No bench stands next to a hedge. | Aucun banc n’est à côté d’une haie.
X15 | distance | APART st t | No statue stands next to a tree. | Aucune statue n’est à côté d’un arbre.
X16 | distance | APART f hg | No flower stands next to a hedge. | Aucune fleur n’est à côté d’une haie.
X17 | distance | APART fB tR+fR | No blue flower stands next to a red plant. | Aucune fleur bleue n’est à côté d’une plante rouge.
X18 | distance | APART f f | No flower stands next to another flower. | Aucune fleur n’est à côté d’une autre fleur.
X19 | agglomeration | GROUP g 10+ | A group of grass tiles has at least 10 tiles. | Un groupe de tuiles d’herbe compte au moins 10 tuiles.
X20 | agglomeration | GROUP e 11+ | A group of earth tiles has at least 11 tiles. | Un groupe de tuiles de terre compte au moins 11 tuiles.
X21 | agglomeration | GROUP g 7! | A group of grass tiles has exactly 7 tiles. | Un groupe de tuiles d’herbe compte exactement 7 tuiles.
X22 | agglomeration | GROUP e 7! | A group of earth tiles has exactly 7 tiles. | Un groupe de tuiles de terre compte exactement 7 tuiles.
X23 | agglomeration | GROUP p 11+ | A group of flowers and trees has at least 11 tiles. | Un groupe de fleurs et d’arbres compte au moins 11 tuiles.
X24 | agglomeration | GROUP f 6+ | A group of flowers has at least 6 tiles. | Un groupe de fleurs compte au moins 6 tuiles.
X25 | agglomeration | GROUP f 5! | A group of flowers has exactly 5 tiles. | Un groupe de fleurs compte exactement 5 tuiles.
X26 | agglomeration | GROUP p 8+ | A group of flowers and trees has at least 8 tiles. | Un groupe de fleurs et d’arbres compte au moins 8 tuiles.
X27 | agglomeration | GROUP t+bn 6+ | A group of trees and benches has at least 6 tiles. | Un groupe d’arbres et de bancs compte au moins 6 tuiles.
X28 | agglomeration | GROUP fR+tR+fY+tY 7+ | A group of red or yellow plants has at least 7 tiles. | Un groupe de plantes rouges ou jaunes compte au moins 7 tuiles.
X29 | agglomeration | GROUP ba+st 5+ | A group of bare tiles and statues has at least 5 tiles. | Un groupe de tuiles nues et de statues compte au moins 5 tuiles.
X30 | panorama | VIEW fR | Every bench looks towards a red flower. | Chaque banc regarde une fleur rouge.
X31 | panorama | VIEW fY | Every bench looks towards a yellow flower. | Chaque banc regarde une fleur jaune.
X32 | panorama | VIEW fB | Every bench looks towards a blue flower. | Chaque banc regarde une fleur bleue.
X33 | panorama | VIEW tR | Every bench looks towards a tree with red fruit. | Chaque banc regarde un arbre à fruits rouges.
X34 | panorama | VIEW t | Every bench looks towards a tree. | Chaque banc regarde un arbre.
X35 | panorama | VIEW st | Every bench looks towards a statue. | Chaque banc regarde une statue.
X36 | panorama | VIEW bn | Every bench looks towards another bench. | Chaque banc regarde un autre banc.
X37 | edge | EDGE fY+tY | All yellow plants lie on the outer ring. | Toutes les plantes jaunes sont sur le pourtour.
X38 | edge | EDGE bn | All benches lie on the outer ring. | Tous les bancs sont sur le pourtour.
X39 | edge | EDGE t | All trees lie on the outer ring. | Tous les arbres sont sur le pourtour.
X40 | edge | EDGE st | All statues lie on the outer ring. | Toutes les statues sont sur le pourtour.
X41 | edge | EDGE fB+tB | All blue plants lie on the outer ring. | Toutes les plantes bleues sont sur le pourtour.
X42 | centre | CORE bn | No bench lies on the outer ring. | Aucun banc n’est sur le pourtour.
X43 | centre | CORE f | No flower lies on the outer ring. | Aucune fleur n’est sur le pourtour.
X44 | centre | CORE fR+tR | No red plant lies on the outer ring. | Aucune plante rouge n’est sur le pourtour.
X45 | centre | CORE hg | No hedge lies on the outer ring. | Aucune haie n’est sur le pourtour.
X46 | centre | CORE t | No tree lies on the outer ring. | Aucun arbre n’est sur le pourtour.
X47 | link | LINK e | A group of earth tiles joins two opposite sides. | Un groupe de tuiles de terre relie deux côtés opposés.
X48 | link | LINK g | A group of grass tiles joins two opposite sides. | Un groupe de tuiles d’herbe relie deux côtés opposés.
X49 | link | LINK f | A group of flowers joins two opposite sides. | Un groupe de fleurs relie deux côtés opposés.
X50 | link | LINK p | A group of flowers and trees joins two opposite sides. | Un groupe de fleurs et d’arbres relie deux côtés opposés.
X51 | link | LINK hg+bn | A group of hedges and benches joins two opposite sides. | Un groupe de haies et de bancs relie deux côtés opposés.
X52 | arrangement | PATTERN statue4 | A statue has a flower on each of its four sides. | Une statue a une fleur sur chacun de ses quatre côtés.
X53 | arrangement | PATTERN cross9 | A square of 3 × 3 has earth in its corners and grass in the five other cells. | Un carré de 3 × 3 a de la terre dans ses coins et de l’herbe dans les cinq autres cases.
X54 | arrangement | PATTERN line3 | A red, a yellow and a blue flower stand side by side in a line, the yellow one in the middle. | Une fleur rouge, une jaune et une bleue se suivent en ligne droite, la jaune au milieu.
X55 | arrangement | PATTERN ring9 | A square of 3 × 3 has earth in its middle and grass in the eight other cells. | Un carré de 3 × 3 a de la terre au milieu et de l’herbe dans les huit autres cases.
X56 | hedges | HLOOP | Some hedges form a closed run. | Des haies forment une suite fermée.
X57 | hedges | HALL | Every hedge is connected to another hedge. | Chaque haie est raccordée à une autre haie.
X58 | hedges | HCHAIN 6+ | A run of hedges has at least 6 tiles. | Une suite de haies compte au moins 6 tuiles.
X59 | hedges | HCHAIN 8+ | A run of hedges has at least 8 tiles. | Une suite de haies compte au moins 8 tuiles.
X60 | hedges | HCHAIN 5! | A run of hedges has exactly 5 tiles. | Une suite de haies compte exactement 5 tuiles.
E01 | hedges | HRING st | A closed run of hedges has a statue inside. | Une suite fermée de haies entoure une statue.
E02 | hedges | HRING bn | A closed run of hedges has a bench inside. | Une suite fermée de haies entoure un banc.
E03 | hedges | HRING t | A closed run of hedges has a tree inside. | Une suite fermée de haies entoure un arbre.
E04 | hedges | HRING fR | A closed run of hedges has a red flower inside. | Une suite fermée de haies entoure une fleur rouge.
E05 | hedges | HCHAIN 9+ | A run of hedges has at least 9 tiles. | Une suite de haies compte au moins 9 tuiles.
E06 | panorama | BLIND bn | No bench looks towards another bench. | Aucun banc ne regarde un autre banc.
E07 | panorama | BLIND t | No bench looks towards a tree. | Aucun banc ne regarde un arbre.
E08 | panorama | BLIND f | No bench looks towards a flower. | Aucun banc ne regarde une fleur.
E09 | panorama | VIEW2 t f | Every bench looks towards a tree and a flower. | Chaque banc regarde un arbre et une fleur.
E10 | panorama | VIEW2 fR fB | Every bench looks towards a red flower and a blue flower. | Chaque banc regarde une fleur rouge et une fleur bleue.
E11 | arrangement | LINES f | Each row and each column has at least one flower. | Il y a au moins une fleur dans chaque ligne et dans chaque colonne.
E12 | arrangement | LINES t | Each row and each column has at least one tree. | Il y a au moins un arbre dans chaque ligne et dans chaque colonne.
E13 | arrangement | LINES hg | Each row and each column has at least one hedge. | Il y a au moins une haie dans chaque ligne et dans chaque colonne.
E14 | agglomeration | UNITE g | All grass tiles form one group. | Toutes les tuiles d’herbe forment un seul groupe.
E15 | agglomeration | UNITE e | All earth tiles form one group. | Toutes les tuiles de terre forment un seul groupe.
E16 | agglomeration | UNITE p | All flowers and trees form one group. | Toutes les fleurs et tous les arbres forment un seul groupe.
E17 | agglomeration | UNITE hg | All hedges form one group. | Toutes les haies forment un seul groupe.
E18 | proximity | NEAR2 t f | Every tree stands next to at least two flowers. | Chaque arbre est à côté d’au moins deux fleurs.
E19 | proximity | NEAR2 bn p | Every bench stands next to at least two flowers or trees. | Chaque banc est à côté d’au moins deux fleurs ou arbres.
E20 | edge | RIMCOUNT g 10 | Exactly 10 grass tiles lie on the outer ring. | Exactement 10 tuiles d’herbe sont sur le pourtour.
E21 | link | CROSS e | One group of earth tiles touches all four sides. | Un même groupe de tuiles de terre touche les quatre côtés.
"""  # noqa: E501
ROWS = [[cell.strip() for cell in line.split(" | ")] for line in TABLE.strip().splitlines()]
SYMBOL = re.compile(r'href="[^"#]*#([\w-]+)"')


def test_it_knows_all_98_cards_of_the_rules():
    assert len(ROWS) == len({card for card, *_rest in ROWS}) == 98


@pytest.mark.parametrize(("card", "family", "predicate", "english", "french"), ROWS)
class TestWish:
    def test_it_says_in_english_what_the_rules_say(self, card, family, predicate, english, french):
        assert in_english(predicate) == english

    def test_it_says_in_french_what_the_rules_say(self, card, family, predicate, english, french):
        assert in_french(predicate) == french

    def test_it_is_drawn_with_symbols_of_the_sprite(
        self, card, family, predicate, english, french, settings
    ):
        sprite = (settings.BASE_DIR / "static/img/gardeners.svg").read_text()
        drawn = SYMBOL.findall(front(predicate))

        assert drawn
        assert {name for name in drawn if f'<symbol id="{name}"' not in sprite} == set()


class TestGrammar:
    """Fronts that no card has, so that a new card needs no translator."""

    def test_it_says_an_before_a_vowel(self):
        assert in_english("VIEW e") == "Every bench looks towards an earth tile."

    def test_it_gives_each_french_noun_its_article(self):
        assert in_french("EDGE t+hg") == "Tous les arbres et toutes les haies sont sur le pourtour."

    def test_it_knows_that_the_h_of_haie_is_aspirated(self):
        assert in_french("LINK hg") == "Un groupe de haies relie deux côtés opposés."
        assert in_french("LINK t") == "Un groupe d’arbres relie deux côtés opposés."

    def test_it_names_plants_of_a_colour_in_whatever_order_they_are_written(self):
        assert in_english("CORE tB+fB") == in_english("CORE fB+tB")

    @pytest.mark.parametrize(("language", "begins"), [("en", "No tree"), ("fr", "Aucun arbre")])
    def test_it_speaks_the_language_of_the_reader(self, language, begins):
        with translation.override(language):
            assert wish("APART t t").startswith(begins)

    def test_it_draws_two_different_wishes_differently(self):
        assert len({front(predicate) for _c, _f, predicate, *_rest in ROWS}) == len(
            {predicate for _c, _f, predicate, *_rest in ROWS}
        )
