"""The modules that Node.js brings along."""

from __future__ import annotations

__all__ = ["is_builtin"]

_MODULES = frozenset(
    {
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
        "dgram",
        "diagnostics_channel",
        "dns",
        "domain",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "inspector",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "punycode",
        "querystring",
        "readline",
        "repl",
        "stream",
        "string_decoder",
        "sys",
        "timers",
        "tls",
        "trace_events",
        "tty",
        "url",
        "util",
        "v8",
        "vm",
        "wasi",
        "worker_threads",
        "zlib",
    }
)


def is_builtin(name: str) -> bool:
    """Is this `fs`, `fs/promises`, `node:test`, or `bun:test`?"""
    return name.startswith(("node:", "bun:")) or name.partition("/")[0] in _MODULES
