"""What this machine has: versions, and which variables are set; never their values."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version

from ratchet.repo.ci_systems import MARKERS

__all__ = ["git_version", "installed", "named_variables", "platform_name", "python_name", "shortened"]

_OURS = re.compile(r"RATCHET_[A-Z_]+|NO_COLOR|FORCE_COLOR|GIT_DIR|GIT_WORK_TREE|GIT_INDEX_FILE|GIT_CONFIG_[A-Z]+")


def installed(package: str) -> str:
    """The version of a package; empty where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def git_version() -> str:
    """The version of the git on the path; empty where there is none."""
    if not shutil.which("git"):
        return ""
    done = subprocess.run(("git", "--version"), capture_output=True, check=False, timeout=30)
    return done.stdout.decode("utf-8", "replace").strip().removeprefix("git version ")


def python_name() -> str:
    """The interpreter that runs this."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def platform_name() -> str:
    """The system and the processor, and nothing that names the machine."""
    return f"{platform.system()} {platform.machine()}"


def shortened(path: str) -> str:
    """A path that does not tell who its user is: the home directory is `~`."""
    home = os.path.expanduser("~")
    real = os.path.realpath(home)
    for above in (home, real):
        if above != os.sep and (path == above or path.startswith(above + os.sep)):
            return "~" + path[len(above) :]
    return path


def named_variables() -> tuple[str, ...]:
    """The names of the variables that change what ratchet or git does here, and of those that tell of CI."""
    return tuple(sorted(name for name in os.environ if _OURS.fullmatch(name) or name in MARKERS))
