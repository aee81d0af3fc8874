"""The compiled part of a package by itself: what is around that of tree-sitter or a grammar takes longer to load."""

from __future__ import annotations

import sys
from _frozen_importlib_external import ExtensionFileLoader, PathFinder  # `importlib` itself takes as long as our code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["compiled_part"]


def compiled_part(package: str, wanted: str) -> ModuleType:
    """The module that has what is wanted; a package that is made in another way is imported as a whole."""
    name = f"{package}._binding"
    whole = PathFinder.find_spec(package) if name not in sys.modules else None
    for place in (whole.submodule_search_locations or ()) if whole else ():
        spec = PathFinder.find_spec(name, [place])
        if spec is not None and isinstance(spec.loader, ExtensionFileLoader):
            module = spec.loader.create_module(spec)
            spec.loader.exec_module(module)
            sys.modules.setdefault(name, module)  # whoever imports the package has the same classes
    known = sys.modules.get(name)
    return known if known is not None and hasattr(known, wanted) else _imported(package)


def _imported(name: str) -> ModuleType:
    __import__(name)
    return sys.modules[name]
