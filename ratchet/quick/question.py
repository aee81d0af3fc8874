"""What a run is asked, in words: everything but the files that decides what it will print."""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["CI_MARKERS", "Question", "question"]

_FLAGS = frozenset({"--staged", "--concise", "--grouped", "--statistics"})
_VALUED = frozenset({"--base", "--color", "--format", "--jobs", "--max-findings", "--signoff"})
_MOST_JOBS = 64
_FORMATS_THAT_DO_MORE = frozenset({"github"})

CI_MARKERS = (
    "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "BUILDKITE", "BITBUCKET_BUILD_NUMBER", "CIRCLECI", "JENKINS_URL",
)  # fmt: skip
"""The variables by which systems are known that name a base of their own."""

_DECIDING = frozenset({
    "COLUMNS", "LINES", "TERM", "NO_COLOR", "FORCE_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
    "PYTHONIOENCODING", "PYTHONUTF8", "HOME", "XDG_CONFIG_HOME",
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
})  # fmt: skip
_DECIDING_PREFIXES = ("RATCHET_", "GIT_CONFIG", "GIT_ATTR")
_COLOURS = frozenset({"auto", "always", "never"})
_ON = frozenset({"", "1", "true", "yes", "on"})


class Question:
    """What `check` is asked: with which options, and in which words exactly; `jobs` may be said, and change nothing."""

    __slots__ = ("jobs", "options", "words")

    def __init__(self, options: Mapping[str, str], words: tuple[str, ...], jobs: int | None = None) -> None:
        self.options = options
        self.words = words
        self.jobs = jobs

    @property
    def staged(self) -> bool:
        """Whether it is about the index and not the working tree."""
        return "--staged" in self.options

    @property
    def base(self) -> str:
        """The base that was given; empty where it is the last commit."""
        return self.options.get("--base", "")


def question(args: Sequence[str], environment: Mapping[str, str]) -> Question | None:
    """The question that a command line asks; None where its answer may depend on more than files, or does more."""
    if args[:1] != ["check"] or environment.get("RATCHET_CACHE", "").lower() not in _ON:
        return None
    if sys.stdout is None or sys.stderr is None:
        return None  # closed streams are for the commands to mend
    options = _options(args[1:])
    if options is None or options.get("--format") in _FORMATS_THAT_DO_MORE:
        return None
    jobs = options.pop("--jobs", environment.get("RATCHET_JOBS") or "")
    if jobs and not (jobs.isdecimal() and 0 < int(jobs) <= _MOST_JOBS):
        return None  # how many are at work changes no answer, unless that is a mistake
    if options.get("--color", "auto") not in _COLOURS:
        return None  # a mistake, for the commands to tell
    base = options.get("--base", "HEAD")
    if not base or base.startswith("-"):
        return None
    in_ci = any(environment.get(marker, "").lower() not in {"", "false", "0"} for marker in CI_MARKERS)
    if in_ci and not options.keys() & {"--staged", "--base"}:
        return None
    asked = (word for option in sorted(options.items()) for word in option)
    return Question(options, ("check", *asked, *_surroundings(environment)), int(jobs) if jobs else None)


def _options(args: Sequence[str]) -> dict[str, str] | None:
    """The options by name; None where there is any other word."""
    found: dict[str, str] = {}
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if word in _FLAGS:
            found[word] = ""
        elif name not in _VALUED or name in found:
            return None
        else:
            given = value if equals else next(words, None)
            if given is None:
                return None
            found[name] = given
    return found


def _surroundings(environment: Mapping[str, str]) -> Iterator[str]:
    """Where a run stands, on which day, and how what it prints is shown."""
    yield os.getcwd()
    yield str(time.localtime()[:3])
    for stream in (sys.stdout, sys.stderr):
        yield f"{stream.isatty()} {stream.encoding}"
    if sys.stdout.isatty():
        yield str(os.get_terminal_size(sys.stdout.fileno()))
    for name in sorted(environment):
        if name in _DECIDING or name.startswith(_DECIDING_PREFIXES):
            yield f"{name}={environment[name]}"
