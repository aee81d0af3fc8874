"""What a store holds it gives back; what it does not hold, or cannot vouch for, it never invents."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from ratchet.repo.store import Store

Nobody = Callable[[], AbstractContextManager[None]]
Spoiling = Callable[[Path], object]

VALUES = {"1f": b"one", "2f": b"", "3f": bytes(range(30))}
TABLE = "CREATE TABLE facts (key TEXT PRIMARY KEY, day INTEGER NOT NULL, value BLOB NOT NULL)"
WRITER = """
import sys
from ratchet.repo.store import Store
store = Store(sys.argv[1])
for number in range(100_000):
    print(number, flush=True)
    store.put("kind", {f"{number}-{each}": b"x" * 5_000 for each in range(40)})
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store is to be; nothing is there yet."""
    return tmp_path / "ratchet" / "facts.sqlite"


@pytest.fixture
def full(path: Path) -> Path:
    """A store that holds something."""
    Store(str(path)).put("kind", VALUES)
    return path


def get(path: Path, kind: str = "kind", ids: Mapping[str, bytes] = VALUES) -> dict[str, bytes]:
    return Store(str(path)).get(kind, ids)


def put(path: Path, values: Mapping[str, bytes] = VALUES) -> None:
    Store(str(path)).put("kind", values)


def sql(path: Path, *statements: str) -> list[tuple[object, ...]]:
    """What the last of some statements says of the file."""
    rows: list[tuple[object, ...]] = []
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            rows = connection.execute(statement).fetchall()
    return rows


def is_sound(path: Path) -> bool:
    return sql(path, "PRAGMA integrity_check") == [("ok",)]


def test_what_was_put_is_there_in_the_next_run(full: Path) -> None:
    assert get(full) == VALUES


def test_nothing_is_known_of_other_contents_and_of_other_kinds(full: Path) -> None:
    assert get(full, ids={"4f": b""}) == {}
    assert get(full, kind="another") == {}


def test_a_later_value_takes_the_place_of_an_earlier_one(full: Path) -> None:
    put(full, {"1f": b"two"})
    assert get(full) == VALUES | {"1f": b"two"}


def test_to_ask_creates_nothing(path: Path) -> None:
    assert get(path) == {}
    assert Store(str(path)).state().entries == 0
    assert not path.parent.exists()


def test_names_may_be_of_any_characters(path: Path) -> None:
    odd = {"a\udcffb": b"1", "ä\n": b"2", "": b"3"}
    Store(str(path)).put("k\udc80", odd)
    assert get(path, "k\udc80", odd) == odd


def test_many_values_are_there_at_once(path: Path) -> None:
    many = {str(number): b"%d" % number for number in range(3_000)}
    put(path, many)
    assert get(path, ids=many) == many


def test_a_flipped_bit_anywhere_in_a_value_loses_that_value_only(full: Path) -> None:
    rows = sql(full, "SELECT key, value FROM facts")
    for key, value in rows:
        assert isinstance(value, bytes)
        for place in range(len(value)):
            spoilt = value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
            sql(full, f"UPDATE facts SET value = x'{spoilt.hex()}' WHERE key = '{key}'")
            assert len(get(full)) == len(VALUES) - 1
        sql(full, f"UPDATE facts SET value = x'{value.hex()}' WHERE key = '{key}'")
    assert get(full) == VALUES


def test_a_value_under_the_key_of_another_is_not_taken(full: Path) -> None:
    sql(full, "UPDATE facts SET value = (SELECT value FROM facts ORDER BY key LIMIT 1)")
    assert len(get(full)) == 1


@pytest.mark.parametrize("value", ["'text'", "7", "x''", "x'00'", "1.5"])
def test_a_value_that_is_none_is_not_taken(full: Path, value: str) -> None:
    sql(full, f"UPDATE facts SET value = {value}")
    assert get(full) == {}


@pytest.mark.parametrize("day", ["'text'", "x'00'", "-99999999", "99999999", "1e300"])
def test_a_day_that_is_none_costs_nothing(full: Path, day: str) -> None:
    sql(full, f"UPDATE facts SET day = {day}")
    assert get(full) == VALUES
    assert sql(full, "SELECT DISTINCT day FROM facts") == [(Store(str(full)).day,)]


def overwrite(content: bytes) -> Spoiling:
    return lambda path: path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5_000])


def scramble(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:100] + random.Random(1).randbytes(len(content) - 100))


def replaced_by(*statements: str) -> Spoiling:
    def spoil(path: Path) -> None:
        path.unlink()
        sql(path, *statements)

    return spoil


def changed_by(*statements: str) -> Spoiling:
    return lambda path: sql(path, *statements)


def broken_text(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE facts", b"CREATE TABLE fac\xff\xfe"))


SPOILT: dict[str, Spoiling] = {
    "random bytes": overwrite(random.Random(2).randbytes(20_000)),
    "a page of zeros": overwrite(bytes(4096)),
    "text": overwrite(b"hello\n"),
    "empty": lambda path: path.write_bytes(b""),
    "cut off": cut,
    "scrambled": scramble,
    "a schema that is no text": broken_text,
    "another layout": changed_by("PRAGMA user_version = 99"),
    "no layout": changed_by("PRAGMA user_version = 0"),
    "one more column": replaced_by(TABLE.replace(")", ", more)"), "PRAGMA user_version = 2"),
    "a column less": replaced_by(
        "CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL)", "PRAGMA user_version = 2"
    ),
    "a view in its place": replaced_by(
        "CREATE VIEW facts AS WITH RECURSIVE n(key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM n)"
        " SELECT key, 1 AS day, x'00' AS value FROM n",
        "PRAGMA user_version = 2",
    ),
    "a trigger": changed_by("CREATE TRIGGER no BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no'); END"),
    "of somebody else": replaced_by("CREATE TABLE people (name TEXT)", "INSERT INTO people VALUES ('Ada')"),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_is_as_good_as_none_and_the_next_run_has_a_good_one(full: Path, spoil: Spoiling) -> None:
    big = {str(number): random.Random(number).randbytes(500) for number in range(200)}
    put(full, big)
    spoil(full)
    first = get(full, ids=big)
    assert all(big[id_] == value for id_, value in first.items())
    put(full, big)
    put(full, big)  # what was found out to be spoilt by the first is made by the second
    assert get(full, ids=big) == big
    assert is_sound(full)


def test_a_journal_that_nobody_wrote_is_no_harm(full: Path) -> None:
    journal = full.with_name(full.name + "-journal")
    journal.write_bytes(random.Random(3).randbytes(9_000))
    assert get(full).items() <= VALUES.items()
    put(full)
    put(full)
    assert get(full) == VALUES
    assert is_sound(full)


@pytest.mark.parametrize("name", ["facts.sqlite", "facts.sqlite-journal"])
def test_a_symlink_is_neither_followed_nor_is_what_it_leads_to_touched(full: Path, tmp_path: Path, name: str) -> None:
    for precious in (b"precious", full.read_bytes()):
        target = tmp_path / "target"
        target.write_bytes(precious)
        link = full.with_name(name)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert get(full) == {}
        put(full)
        assert get(full) == {}
        assert name in Store(str(full)).state().problem
        Store(str(full)).clear()
        assert target.read_bytes() == precious
        assert not link.is_symlink()
        put(full)
        assert get(full) == VALUES


def test_a_symlink_that_leads_nowhere_creates_nothing(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(tmp_path / "nowhere")
    put(path)
    assert not (tmp_path / "nowhere").exists()


def test_nothing_is_written_or_removed_behind_a_directory_that_is_a_symlink(full: Path, tmp_path: Path) -> None:
    moved = full.parent.rename(tmp_path / "elsewhere")
    full.parent.symlink_to(moved)
    before = {each.name: each.read_bytes() for each in moved.iterdir()}
    assert get(full) == {}
    put(full, {"9f": b"more"})
    Store(str(full)).clear()
    assert {each.name: each.read_bytes() for each in moved.iterdir()} == before
    assert "not a directory" in Store(str(full)).state().problem


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["directory", "fifo"])
def test_what_is_no_file_is_left_alone(path: Path, make: Callable[[Path], None]) -> None:
    path.parent.mkdir()
    make(path)
    put(path)
    assert get(path) == {}
    assert path.exists()
    assert "not a regular file" in Store(str(path)).state().problem


def test_a_file_in_the_place_of_the_directory_is_left_alone(path: Path) -> None:
    path.parent.write_text("mine")
    put(path)
    assert get(path) == {}
    assert path.parent.read_text() == "mine"


@pytest.fixture
def readable(full: Path) -> Iterator[Path]:
    """A store that anybody may read and nobody write, outside pytest's private directory."""
    with tempfile.TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        copy = Path(above) / "ratchet" / full.name
        copy.parent.mkdir()
        copy.write_bytes(full.read_bytes())
        copy.chmod(0o444)
        copy.parent.chmod(0o555)
        yield copy
        copy.parent.chmod(0o755)


def test_a_read_only_store_is_read_and_stays_as_it_is(readable: Path, as_nobody: Nobody) -> None:
    before = readable.read_bytes()
    with as_nobody():
        store = Store(str(readable))
        assert store.get("kind", VALUES) == VALUES
        store.put("kind", {"4f": b"more"})
        assert store.get("kind", VALUES) == VALUES
        assert Store(str(readable), day=1).get("kind", VALUES) == VALUES
    assert readable.read_bytes() == before


def test_a_spoilt_store_that_may_not_be_removed_is_no_obstacle(readable: Path, as_nobody: Nobody) -> None:
    readable.chmod(0o644)
    readable.write_bytes(b"hello\n")
    with as_nobody():
        put(readable)
        assert get(readable) == {}


def test_a_store_that_may_not_be_read_is_no_obstacle(readable: Path, as_nobody: Nobody) -> None:
    readable.chmod(0)
    with as_nobody():
        put(readable)
        assert get(readable) == {}


def test_a_full_disk_keeps_what_was_there(full: Path) -> None:
    code = "import sys; from ratchet.repo.store import Store; s = Store(sys.argv[1]);"
    code += "s.put('kind', {'big': b'x' * 200_000}); assert s.get('kind', ['1f']) == {'1f': b'one'}; print('fine')"
    done = subprocess.run(
        [sys.executable, "-c", code, str(full)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )
    assert (done.stdout, done.stderr) == ("fine\n", "")
    assert get(full) == VALUES
    assert is_sound(full)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Somebody has the file for himself."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def test_a_lock_is_waited_for_once_in_a_run(full: Path) -> None:
    store = Store(str(full))
    with locked(full):
        started = time.monotonic()
        assert store.get("kind", VALUES) == {}
        for number in range(10):
            store.put("kind", {str(number): b""})
            assert store.get("kind", VALUES) == {}
        waited = time.monotonic() - started
    assert 0.4 < waited < 1.5
    assert get(full) == VALUES


def test_a_short_lock_is_waited_for(full: Path) -> None:
    code = "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    code += "c.execute('BEGIN EXCLUSIVE'); print('locked', flush=True); time.sleep(0.2); c.close()"
    with subprocess.Popen([sys.executable, "-c", code, str(full)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        assert get(full) == VALUES


@pytest.mark.parametrize("rounds", [1, 3, 7])
def test_a_run_that_is_killed_while_it_writes_leaves_a_sound_store(full: Path, rounds: int) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(full)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(rounds):
            writer.stdout.readline()
        time.sleep(0.003 * rounds)
        writer.send_signal(signal.SIGKILL)
    assert get(full) == VALUES
    assert is_sound(full)
    put(full, {"9f": b"more"})
    assert get(full, ids={"9f": b""}) == {"9f": b"more"}


def test_a_journal_that_was_left_behind_is_played_back(full: Path) -> None:
    """As if killed in the middle of a write: the file is half new, the journal has what was there before."""
    code = "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    code += "c.execute('PRAGMA cache_size = 1'); c.execute('BEGIN EXCLUSIVE'); c.execute('DELETE FROM facts')\n"
    code += "c.executemany('INSERT INTO facts VALUES (?, 1, ?)', [(str(n), b'x' * 900) for n in range(500)])\n"
    code += "os._exit(0)"
    subprocess.run([sys.executable, "-c", code, str(full)], check=True)
    assert full.with_name(full.name + "-journal").exists()
    assert get(full) == VALUES


def test_the_file_is_bounded_and_what_nobody_asked_for_goes_first(path: Path) -> None:
    most = 1_000_000
    old = {f"old-{number}": b"o" * 1_000 for number in range(300)}
    asked = dict(list(old.items())[:50])
    Store(str(path), most, day=100).put("kind", old)
    assert Store(str(path), most, day=150).get("kind", asked) == asked
    new = {f"new-{number}": b"n" * 1_000 for number in range(600)}
    Store(str(path), most, day=200).put("kind", new)
    assert path.stat().st_size <= most
    assert get(path, ids=old).keys() <= asked.keys()
    assert 200 < len(get(path, ids=new)) < 600
    assert is_sound(path)


def test_to_ask_writes_at_most_once_in_a_week(full: Path) -> None:
    today = Store(str(full)).day
    before = full.read_bytes()
    assert Store(str(full), day=today + 7).get("kind", VALUES) == VALUES
    assert full.read_bytes() == before
    assert Store(str(full), day=today + 8).get("kind", VALUES) == VALUES
    assert sql(full, "SELECT DISTINCT day FROM facts") == [(today + 8,)]


def test_one_value_that_is_larger_than_everything_allowed_leaves_a_small_file(path: Path) -> None:
    store = Store(str(path), 100_000)
    store.put("kind", {"big": b"x" * 1_000_000})
    assert path.stat().st_size <= 100_000
    assert store.get("kind", ["big"]) == {}


def test_the_state_says_how_much_there_is_and_clearing_leaves_nothing(full: Path) -> None:
    store = Store(str(full))
    state = store.state()
    assert (state.entries, state.bytes, state.problem) == (len(VALUES), full.stat().st_size, "")
    assert store.clear() == state
    assert list(full.parent.iterdir()) == []
    assert (store.state().entries, store.state().bytes) == (0, 0)
    assert get(full) == {}
