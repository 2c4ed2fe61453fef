"""Rules 8: game records."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CHANCE, Comment, Record, RecordError
from engine.records import parted, read
from engine.registry import get_ruleset
from engine.replay import last_position, moves_for
from tests.engine.games import steps

HEAD = '[Game "botanik"]\n[Rules "1"]\n'

names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)
characters = st.characters(exclude_categories=["Cs", "Cc"])
values = st.text(characters, max_size=20)
words = st.from_regex(r"[A-Za-z>M][A-Za-z0-9@/=^.,-]{0,8}", fullmatch=True)


@st.composite
def records(draw):
    tags = {"Game": draw(values), "Rules": draw(values), **draw(st.dictionaries(names, values))}
    moves = tuple(draw(st.lists(words, max_size=30)))
    remarks = st.text(st.one_of(characters, st.just("\n")), max_size=20)
    texts = draw(st.lists(remarks.map(lambda text: text.replace("}", "")), max_size=4))
    places = sorted(draw(st.integers(0, len(moves))) for _ in texts)
    return Record(tags, moves, tuple(map(Comment, places, texts)))


class TestReading:
    def test_it_reads_tags_and_moves(self):
        record = read(HEAD + '[First "one"]\n\n>KP.BL.YV.GM.BL\n>BIf.BV.KI BIf-4\n')

        assert record.tags == {"Game": "botanik", "Rules": "1", "First": "one"}
        assert record.moves == (">KP.BL.YV.GM.BL", ">BIf.BV.KI", "BIf-4")

    def test_it_keeps_unknown_tags_in_order(self):
        record = read(HEAD + '[Zebra "1"]\n[Apple "2"]\n\n')

        assert list(record.tags) == ["Game", "Rules", "Zebra", "Apple"]

    def test_it_reads_escapes(self):
        record = read(HEAD + r'[First "a \"b\" \\c"]' + "\n\n")

        assert record.tags["First"] == r'a "b" \c'

    def test_it_reads_comments_among_the_moves(self):
        record = read(HEAD + "\n{first} RI-1{a { b\nc}RI-2 {end}")

        assert record.moves == ("RI-1", "RI-2")
        assert record.comments == (Comment(0, "first"), Comment(1, "a { b\nc"), Comment(2, "end"))

    def test_it_reads_windows_line_ends(self):
        assert read((HEAD + "\nRI-1\n").replace("\n", "\r\n")).moves == ("RI-1",)

    def test_it_knows_the_line_of_a_move(self):
        assert read(HEAD + "\nRI-1 {a\nb} RI-2\nRI-3\n").lines == (4, 5, 6)

    def test_it_may_have_no_moves(self):
        assert read(HEAD).moves == ()

    @pytest.mark.parametrize(
        ("text", "code", "line"),
        [
            (HEAD + "RI-1\n", "malformed-tag", 3),
            (HEAD + "[First one]\n\n", "malformed-tag", 3),
            (HEAD + '[First "one"\n\n', "malformed-tag", 3),
            (HEAD + '[First "a"b"]\n\n', "malformed-tag", 3),
            (HEAD + '[First "a"] [Second "b"]\n\n', "malformed-tag", 3),
            (HEAD + '[1st "a"]\n\n', "malformed-tag", 3),
            (HEAD + '[First "a\tb"]\n\n', "malformed-tag", 3),
            (HEAD + "{no comment here}\n\n", "malformed-tag", 3),
            ("\ufeff" + HEAD + "\n", "malformed-tag", 1),
            (HEAD + '[First "\\n"]\n\n', "bad-escape", 3),
            (HEAD + '[Game "botanik"]\n\n', "repeated-tag", 3),
            (HEAD + "\nRI-1\n{never closed", "open-comment", 5),
            (HEAD + "\nRI-1\nRI-2 } RI-3", "stray-brace", 5),
            (HEAD + '\nRI-1\n[First "one"]\n', "late-tag", 5),
            ('[Rules "1"]\n\n', "missing-tag", None),
            ('[Game "botanik"]\n\n', "missing-tag", None),
            ("", "missing-tag", None),
        ],
    )
    def test_it_names_line_and_token_of_what_is_wrong(self, text, code, line):
        with pytest.raises(RecordError) as refused:
            read(text)

        assert refused.value.code == code
        assert refused.value.parameters.get("line") == line
        assert refused.value.parameters["token"]
        assert str(refused.value).isprintable()


class TestMany:
    @given(st.lists(records(), min_size=1, max_size=4))
    def test_it_parts_what_was_written_together(self, many):
        text = "\n".join(record.write() for record in many)

        found = list(parted(io.StringIO(text, newline="")))

        assert [read(part) for _line, part in found] == many

    def test_it_says_on_which_line_of_all_something_is_wrong(self):
        text = f"{HEAD}\nRI-1\n\n{HEAD}\nRI-2 }}\n"

        ((_first, whole), (line, broken)) = parted(io.StringIO(text))

        assert read(whole).moves == ("RI-1",)
        with pytest.raises(RecordError) as refused:
            read(broken, line=line)
        assert refused.value.parameters["line"] == 9

    @pytest.mark.parametrize("text", ["", "\n\n", "hello\n\nyou\n"])
    def test_it_is_one_record_where_none_begins(self, text):
        assert list(parted(io.StringIO(text))) == [(1, text)]


class TestWriting:
    @given(records())
    def test_it_reads_back_what_it_wrote(self, record):
        back = read(record.write())

        assert back == record
        assert list(back.tags.items()) == list(record.tags.items())
        assert back.write() == record.write()

    def test_it_breaks_long_lines(self):
        record = Record({"Game": "botanik", "Rules": "1"}, ("RI@0,1^0",) * 50)

        assert max(map(len, record.write().splitlines())) < 80

    @pytest.mark.parametrize(
        "record",
        [
            Record({"First": "a\nb"}, ()),
            Record({"First": "a\x00b"}, ()),
            Record({"Fi rst": "a"}, ()),
            Record({"": "a"}, ()),
            Record({}, ("RI -1",)),
            Record({}, ("{RI-1",)),
            Record({}, ("",)),
            Record({}, ("[x",)),
            Record({}, (), (Comment(0, "a } b"),)),
            Record({}, (), (Comment(0, "a \r b"),)),
        ],
    )
    def test_it_refuses_what_would_not_read_back(self, record):
        with pytest.raises(RecordError) as refused:
            record.write()

        assert refused.value.code == "unwritable"

    @given(st.text(max_size=200))
    def test_it_reads_any_text_or_refuses_it(self, text):
        try:
            record = read(HEAD + text)
        except RecordError:
            return
        assert read(record.write()) == record


class TestGames:
    @pytest.mark.parametrize("seed", range(10))
    def test_it_leads_back_to_the_same_position(self, seed):
        *played, (last, _, _) = steps(get_ruleset("botanik"), seed)
        record = Record(
            {"Game": "botanik", "Rules": "1"}, tuple(step.move.notation for step in played)
        )

        assert last_position(read(record.write())) == last

    def test_it_holds_only_the_reveals_that_have_happened(self):
        played = list(steps(get_ruleset("botanik"), 1))[:30]
        texts = moves_for(played[0].state, [step.move for step in played], viewer=None)

        assert [t for t in texts if t[0] == ">"] == [
            step.move.notation for step in played if step.actor is CHANCE
        ]
