"""Files of counts on a disk that is full."""

import resource
import signal

import pytest

from games.solid_counts import ROOM, SolidDict, take_room


@pytest.fixture
def open_counts():
    """As many as are asked for; all are closed."""
    opened = []

    def open_counts(path):
        opened.append(SolidDict(str(path)))
        return opened[-1]

    yield open_counts
    for counts in opened:
        counts.close()


@pytest.fixture
def full(tmp_path):
    """No file of this process may grow: what is appended is refused, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    former = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))

    yield full
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, former)


def holes_in(path):
    """How many bytes of a file have no room on the disk."""
    stat = path.stat()
    return max(stat.st_size - stat.st_blocks * 512, 0)


class TestSolidDict:
    def test_it_has_no_holes_however_much_it_holds(self, open_counts, tmp_path):
        counts = open_counts(tmp_path / "counter_1.db")
        for number in range(2000):
            counts.write_value(f"route {number:0200}", number, 0)

        assert (tmp_path / "counter_1.db").stat().st_size > ROOM
        assert holes_in(tmp_path / "counter_1.db") == 0

    def test_it_is_read_as_it_was_written(self, open_counts, tmp_path):
        path = str(tmp_path / "counter_1.db")
        counts = open_counts(path)
        for number in range(2000):
            counts.write_value(f"route {number:0200}", number, 0)

        found = {key: value for key, value, *_ in SolidDict.read_all_values_from_file(path)}

        assert found == {f"route {number:0200}": number for number in range(2000)}
        assert open_counts(path).read_value(f"route {7:0200}")[0] == 7

    def test_it_counts_on_in_memory_where_it_cannot_grow(self, open_counts, tmp_path, full):
        counts = open_counts(tmp_path / "counter_1.db")
        full()
        for number in range(2000):
            counts.write_value(f"route {number:0200}", number, 0)

        assert all(counts.read_value(f"route {n:0200}")[0] == n for n in range(2000))

    def test_it_counts_in_memory_where_there_is_no_room_at_all(self, open_counts, tmp_path):
        missing = tmp_path / "nowhere" / "counter_1.db"

        counts = open_counts(missing)
        for number in range(2000):
            counts.write_value(f"route {number:0200}", number, 0)

        assert counts.read_value(f"route {9:0200}")[0] == 9
        assert not take_room(missing)
