"""`ratchet watch` in a process of its own, while files change under it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from tests.repository import Repo

CLEAN = "pub fn f() -> u8 { 1 }\n"
WORSE = "pub fn f() -> u8 { g().unwrap() }\n"
PATIENCE = 60.0


class Watch:
    """The process, and what it has said so far."""

    def __init__(self, repo: Repo) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ratchet", "watch"], cwd=repo.root, env=repo.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.said = ""
        self.listener = threading.Thread(target=self._listen)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listener.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def wait_for(self, text: str, times: int = 1) -> None:
        end = time.monotonic() + PATIENCE
        while self.said.count(text) < times:
            assert time.monotonic() < end, f"{text!r} was not said {times} times:\n{self.said}"
            time.sleep(0.05)


@pytest.fixture
def watch(adopted: Repo) -> Iterator[Watch]:
    watching = Watch(adopted)
    yield watching
    watching.end()


def test_a_change_is_judged_and_ctrl_c_ends_it(adopted: Repo, watch: Watch) -> None:
    watch.wait_for("PASS")
    time.sleep(0.5)  # the watch begins after the first verdict
    adopted.write("src/lib.rs", WORSE)
    watch.wait_for("src/lib.rs:1:23: error[rust/unwrap]")
    watch.wait_for("FAIL")
    adopted.write("target/x.rs", WORSE)  # nobody's business
    adopted.write("ratchet.toml", "packs = [")
    watch.wait_for("ratchet.toml")
    watch.wait_for("error: ")
    adopted.git("checkout", "--quiet", "ratchet.toml")
    watch.wait_for("FAIL", 2)
    adopted.commit("so be it")
    adopted.write("src/lib.rs", CLEAN)
    watch.wait_for("PASS", 2)
    watch.process.send_signal(signal.SIGINT)
    assert watch.process.wait(PATIENCE) == 130
    assert watch.said.count("FAIL") <= 3
    assert "target/x.rs" not in watch.said


def test_without_the_extra_the_command_that_installs_it_is_told(adopted: Repo) -> None:
    without = 'import sys; sys.modules["watchfiles"] = None; from ratchet.cli.main import main; main()'
    result = adopted.run(sys.executable, "-c", without, "watch")
    assert result.code == 2
    assert 'pip install "ratchet-lint[watch]"' in result.err
