"""What `init` wrote, and what comes next."""

from __future__ import annotations

import shlex

from ratchet.formats.inspected import inspected_lines
from ratchet.formats.mistakes import mistake_lines
from ratchet.formats.orphaned import orphan_lines
from ratchet.formats.packages import package_lines
from ratchet.formats.paint import Paint, inert, number, plural
from ratchet.formats.tables import table
from ratchet.model.reports import Adoption, Imported
from ratchet.model.value import replace

__all__ = ["render"]

_NEXT = """\
Next:
  1. git add {paths} && git commit -m "Adopt ratchet"
  2. in CI, on every pull request:   ratchet check --base {base}
     GitHub, GitLab and Azure get their files by:   ratchet init --ci github
  3. before every commit in this clone:   ratchet init --git-hook
     or for everyone, in .pre-commit-config.yaml:
       repos:
         - repo: local
           hooks:
             - id: ratchet
               name: ratchet
               entry: ratchet check --staged
               language: python
               additional_dependencies: [ratchet-lint]
               pass_filenames: false
               always_run: true
  4. in every clone, so that branches which lower numbers merge by themselves:   ratchet init --git
  From here on the numbers only go down: `ratchet check` judges, `ratchet tighten` lowers.
"""

_ONE_MORE = """\
Next: git add {paths} && git commit
"""


def render(report: Adoption, paint: Paint) -> str:
    """The numbers of today, the files written, the next steps."""
    lines = _imported(report.imported, paint) if report.imported else []
    rows = [(inert(rule), number(count)) for rule, count in sorted(report.counts.items())]
    lines += mistake_lines(report.warnings, "warning", paint)
    lines += table(("rule", "budget"), rows, "lr", paint)
    lines += ["", *orphan_lines(report.orphans, paint)]
    lines += inspected_lines(replace(report.inspection, orphans=()), paint)
    lines += package_lines(report.packages)
    if report.excluded:
        lines += ["", *mistake_lines(report.excluded, "excluded", paint)]
    sealed = sum(1 for count in report.counts.values() if not count)
    if sealed:
        lines.append(f"{plural(sealed, 'rule')} without a site: sealed, the first site fails the check")
    lines.append(f"{paint.green('wrote')} {', '.join(inert(path) for path in report.written)}")
    tops = sorted({path.partition("/")[0] for path in report.to_commit or report.written})
    after = _NEXT if report.first else _ONE_MORE
    paths = " ".join(shlex.quote(inert(path)) for path in tops)
    return "\n".join(lines) + "\n\n" + after.format(paths=paths, base=shlex.quote(inert(report.base)))


def _imported(imported: Imported, paint: Paint) -> list[str]:
    """Which rule comes from where, and what could not be said as a rule."""
    source = inert(imported.source)
    lines = [f"{paint.green('translated')} {plural(len(imported.rules), 'rule')} from {source}"]
    lines += [f"  {inert(rule)}  from {inert(str(place))}" for rule, place in imported.rules]
    if imported.left:
        lines += ["", *mistake_lines(imported.left, "not translated", paint)]
    return [*lines, ""]
