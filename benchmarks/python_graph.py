"""What the graph of a Python package costs beside grimp's: `python benchmarks/python_graph.py PATH PACKAGE [PYTHON]`.

PATH is a directory that holds the package, PYTHON an interpreter that has grimp. Each round starts every reader afresh,
in turn, and takes the CPU time of all but the start of the interpreter: grimp without a cache and with a warm one; we
with every file to read, and with all imports but those of one file at hand.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROUNDS = 5
COLD_LIMIT, WARM_LIMIT = 3.0, 1.0

GRIMP = """
import sys, time
root, package, cache = sys.argv[1:]
sys.path.insert(0, root)
import grimp
start = time.process_time()
graph = grimp.build_graph(package, include_external_packages=True, cache_dir=cache or None)
print(time.process_time() - start, len(graph.modules), graph.count_imports())
"""

OURS = """
import marshal, os, sys, time
root, package, store = sys.argv[1:]
from ratchet.graphs.python import READER
from ratchet.graphs.reader import Sources
from ratchet.model.graph import Import
start = time.process_time()
paths = sorted(
    directory[len(root) + 1 :] + "/" + name
    for directory, _, names in os.walk(os.path.join(root, *package.split("."))) for name in names
)
def read(path):
    with open(os.path.join(root, path), "rb") as file:
        return file.read()
known = marshal.loads(read(store)) if os.path.exists(store) else {}
known.pop(next(iter(known), None), None)
imports = {
    path: tuple([Import(*each) for each in known[path]]) if path in known
    else READER.imports(read(path), READER.dialect(path))
    for path in paths if READER.dialect(path)
}
graph = READER.build(Sources(tuple(paths), read, imports))
print(time.process_time() - start, len(graph.nodes), len(graph.edges))
if store and not known:
    rows = {path: [tuple(getattr(each, name) for name in Import.__slots__) for each in found]
            for path, found in imports.items()}
    with open(store, "wb") as file:
        marshal.dump(rows, file)
"""


def run(python: str, code: str, *arguments: str) -> tuple[float, int, int]:
    """The seconds that a program took, and how many modules and edges it found."""
    done = subprocess.run([python, "-c", code, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    seconds, modules, edges = done.stdout.split()
    return float(seconds), int(modules), int(edges)


def spread(ratios: Sequence[float]) -> str:
    """The middle and the ends."""
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def report(root: str, package: str, python: str) -> None:
    """The table of one package."""
    with tempfile.TemporaryDirectory() as directory:
        cache, store = str(Path(directory, "cache")), str(Path(directory, "imports"))
        calls = {
            "grimp cold": (python, GRIMP, root, package, ""),
            "grimp warm": (python, GRIMP, root, package, cache),
            "ratchet cold": (sys.executable, OURS, root, package, ""),
            "ratchet warm": (sys.executable, OURS, root, package, store),
        }
        sizes = {name: run(*call)[1:] for name, call in calls.items()}  # and so the stores are filled
        rounds = [{name: run(*call)[0] for name, call in calls.items()} for _ in range(ROUNDS)]
    for name, (modules, edges) in sizes.items():
        seconds = statistics.median(each[name] for each in rounds)
        print(f"  {name:14}{seconds:7.2f} s   {modules} modules, {edges} edges")
    cold = spread([each["ratchet cold"] / each["grimp cold"] for each in rounds])
    warm = spread([each["ratchet warm"] / each["grimp warm"] for each in rounds])
    print(f"  cold: ×{cold} of grimp, at most {COLD_LIMIT} is wanted")
    print(f"  warm: ×{warm} of grimp, at most {WARM_LIMIT} is wanted; one file changed")


if __name__ == "__main__":
    if len(sys.argv) not in {3, 4}:
        sys.exit(__doc__)
    print(f"{sys.argv[2]}: {ROUNDS} rounds")
    report(sys.argv[1], sys.argv[2], sys.argv[3] if sys.argv[3:] else sys.executable)
