"""The completion that `ratchet completion` prints, used by a real bash."""

from __future__ import annotations

import shlex
import shutil

import pytest

from tests.repository import Repo

OWN = """\
id: own/dbg
because: it prints
advice: remove it
count:
  language: rust
  query: '(macro_invocation) @finding'
valid: ["fn f() {}"]
invalid: ["fn f() { a!(); }"]
"""


def complete(repo: Repo, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    quoted = " ".join(shlex.quote(word) for word in words)
    if not (repo.root / "script").exists():
        repo.write("script", repo.ratchet("completion", "bash").out)
    script = (
        "source ./script\n"
        f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n"
        f"_ratchet_completion ratchet {shlex.quote(words[-1])} x\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    result = repo.run("bash", "--noprofile", "--norc", "-c", script)
    assert result.code == 0, result.err
    return result.out.split()


def test_bash_completes_commands_options_formats_rules_and_outputs(repo: Repo) -> None:
    repo.write("ratchet.toml", 'packs = ["rust"]\n')
    repo.write("rules/own.yaml", OWN)
    assert complete(repo, "ratchet", "che") == ["check"]
    assert "--stdin-filename" in complete(repo, "ratchet", "check", "--")
    assert complete(repo, "ratchet", "check", "--format", "js") == ["json", "jsonl"]
    assert complete(repo, "ratchet", "check", "--output", "jun") == ["junit=ratchet.xml"]
    assert complete(repo, "ratchet", "init", "--ci", "") == ["azure", "github", "gitlab"]
    assert complete(repo, "ratchet", "explain", "own/") == ["own/dbg"]
    assert complete(repo, "ratchet", "count", "--rule", "rust/unw") == ["rust/unwrap"]
    assert complete(repo, "ratchet", "waive", "python/") == []


def test_rules_are_those_of_the_directory_that_is_named(repo: Repo, directory: Repo) -> None:
    repo.write("ratchet.toml", 'packs = []\nrules = "my"\n')
    repo.write("my/own.yaml", OWN)
    repo.write("elsewhere/x", "")
    assert complete(repo, "ratchet", "-C", "elsewhere", "test", "--rule", "o") == ["own/dbg"]
    repo.write("ratchet.toml", "broken")
    assert complete(repo, "ratchet", "test", "--rule", "o") == [], "a completion never complains"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script_that_it_can_read(repo: Repo, shell: str) -> None:
    script = repo.ratchet("completion", shell).out
    assert "_RATCHET_COMPLETE" in script
    repo.write("script", script)
    if shutil.which(shell):
        assert repo.run(shell, "-n", "script").code == 0


def test_another_shell_is_refused(repo: Repo) -> None:
    assert repo.ratchet("completion", "tcsh").code == 2
