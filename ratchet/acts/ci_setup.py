"""Making a CI system run ratchet."""

from __future__ import annotations

from ratchet.acts.policies import read_settings
from ratchet.acts.world import World, worktree_of
from ratchet.model.config import Config
from ratchet.model.reports import Done, Setting
from ratchet.model.setup import Setup
from ratchet.model.value import replace
from ratchet.model.version import __version__
from ratchet.repo.ci_templates import ci_files
from ratchet.repo.history import main_branch
from ratchet.repo.new_files import write_new

__all__ = ["set_up_ci"]

_INCLUDED = ".gitlab-ci.yml"
_TODO = {
    _INCLUDED: "add to its `include`:   - local: /.gitlab/ci/ratchet.yml",
}
_ELSEWHERE = {
    "azure": "make a pipeline of {file}, and in Azure Repos a branch policy (build validation) that runs it",
    "github": "require the check `ratchet` for the branch {branch}; make the label `ratchet-signoff`, by which a"
    " maintainer lets a change pass that loosens the gate",
    "gitlab": "let merge requests in only when their pipeline succeeds; where one loosens the gate, a maintainer runs"
    " the job again with the variable RATCHET_SIGNOFF",
}


def set_up_ci(world: World, system: str) -> Setup:
    """Write the files of a CI system where there are none; running it again changes nothing."""
    config = read_settings(worktree_of(world))
    branch = main_branch(world.git).removeprefix("origin/")
    files = ci_files(system, branch, __version__)
    settings = tuple(_about(write_new(world.git.top, path, text)) for path, text in files.items())
    first = next(iter(files))
    advice = (
        _ELSEWHERE[system].format(file=first, branch=branch),
        *_owners(system, config, tuple(files)),
    )
    return Setup(settings, advice)


def _about(setting: Setting) -> Setting:
    if setting.done is Done.WROTE:
        return replace(setting, about="read it, then commit it")
    if setting.done is Done.LEFT:
        todo = _TODO.get(setting.what, "to have it anew, move it away and run this again")
        return replace(setting, about=f"{setting.about}; {todo}")
    return setting


def _owners(system: str, config: Config, files: tuple[str, ...]) -> tuple[str, ...]:
    """Who may change the gate itself: a change can edit the files that judge it."""
    paths = (config.path or "ratchet.toml", f"{config.rules}/", f"{config.baselines}/", *files)
    if system == "azure":
        return (f"name required reviewers for: {', '.join(f'/{path}' for path in paths)}",)
    return ("in CODEOWNERS, for those who may let the gate be loosened:", *(f"  /{path} @OWNER" for path in paths))
