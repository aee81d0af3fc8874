"""`ratchet completion`: the script that completes commands, options, rules and formats in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

__all__ = ["command"]

_SHELLS = ("bash", "fish", "zsh")


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> int:
    """Print the script that makes SHELL complete commands, options, formats and the rules in force.

    \b
    bash   eval "$(ratchet completion bash)"           in ~/.bashrc (bash 4.4 or newer)
    zsh    eval "$(ratchet completion zsh)"            in ~/.zshrc
    fish   ratchet completion fish | source            in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    assert found is not None, f"click completes in {', '.join(_SHELLS)}"
    completer = found(click.get_current_context().find_root().command, {}, "ratchet", "_RATCHET_COMPLETE")
    # Not `completer.source()`: for bash it starts one to ask for its version, which is not the one that will run this.
    click.echo(completer.source_template % completer.source_vars())
    return 0
