"""The entry point: finds the command, and turns every outcome into an exit code."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from io import StringIO

import click

from ratchet.cli.plumbing.remembering import PENDING
from ratchet.model.errors import RatchetError
from ratchet.model.exits import Exit
from ratchet.model.version import __version__
from ratchet.quick.pending import Pending

__all__ = ["main"]


class _ReaderLeftError(Exception):
    """Whoever read standard output went away; click itself would end with the exit code for what got worse."""


class _Commands(click.Group):
    """A group that imports a command's module only when that command is called."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderLeftError from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        import ratchet.cli

        found = pkgutil.iter_modules(ratchet.cli.__path__)
        return sorted(module.name for module in found if not module.ispkg and module.name != "main")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from ratchet.model.shape import nearest

            hint = nearest(args[0], tuple(self.list_commands(ctx)))
            raise click.UsageError(f"{error.message} {hint}".strip(), ctx) from error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"ratchet.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="ratchet")
@click.option("-C", "directory", default=".", metavar="DIR", help="Run as if started in DIR.")
@click.pass_context
def ratchet(context: click.Context, directory: str) -> None:
    """Count what matters outside tests, remember it file by file, and refuse to let it get worse.

    \b
    Start here:
      ratchet count              what is there, with no config at all
      ratchet init               today's counts become the baselines
      ratchet check              the gate: exit 1 when something got worse
      ratchet tighten            lower the baselines to what was measured

    \b
    Exit codes: 0 nothing got worse · 1 something got worse · 2 could not judge
    · 3 a bug in ratchet · 4 the change loosens the gate · 130 interrupted
    """
    context.meta[PENDING] = context.obj
    context.obj = directory


def main(pending: Pending | None = None) -> None:
    """Run, and leave with the exit code of the outcome; a question may be `pending` whose answer is to be kept."""
    _mend_streams()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    sys.exit(_run(pending))


def _mend_streams() -> None:
    """A closed standard stream (`>&-`) is None in Python: what is printed goes nowhere, and the exit code counts."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, StringIO())


def _run(pending: Pending | None) -> int:
    try:
        outcome = ratchet.main(standalone_mode=False, obj=pending)
        sys.stdout.flush()
        return int(outcome or 0)
    except click.ClickException as error:
        error.show()
        return Exit.CANNOT_JUDGE
    except RatchetError as error:
        from ratchet.cli.plumbing.streams import complain

        complain(error)
        return Exit.CANNOT_JUDGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; nothing was written half", err=True)
        return Exit.INTERRUPTED
    except (BrokenPipeError, _ReaderLeftError):
        from ratchet.cli.plumbing.streams import abandon_stdout

        return abandon_stdout()
    except OSError as error:
        click.echo(f"error: {error.strerror or error}: nothing more could be read or written", err=True)
        return Exit.CANNOT_JUDGE
    except Exception as error:  # noqa: BLE001 - the one place that turns a bug into exit 3
        from ratchet.cli.plumbing.bugs import report_bug

        return report_bug(error)
