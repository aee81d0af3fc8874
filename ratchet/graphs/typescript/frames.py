"""What is open while a file is scanned: brackets, templates and markup, and what is true between them."""

from __future__ import annotations

from typing import Literal

from ratchet.model.value import mutable

__all__ = ["Frame", "Role"]

Role = Literal[
    "block",  # statements
    "function",  # the body of one, and its parameters
    "class",  # members
    "object",  # an object literal, or a type
    "group",  # parentheses and brackets
    "control",  # the head of an `if`, `for` …
    "hole",  # `${…}` in a template, `{…}` in markup
    "template",
    "tag",
    "children",
]


@mutable
class Frame:
    """One open bracket: its role, and where we are in what it holds.

    Code in it is `lazy` in the body of a function and `conditional` under an `if` or in a `try`; `arrow` and `branch`
    say the same of the statement or expression at hand, where no braces do. `fresh` is the start of a statement, `key`
    where the name of a member may stand, `awaiting` after the parameters of a function, `pending` after `class` or
    `function`. `word` is the keyword of a control head, `expression` a function or class that is a value.
    """

    role: Role
    lazy: bool = False
    conditional: bool = False
    word: str = ""
    fresh: bool = False
    key: bool = False
    awaiting: bool = False
    pending: str = ""
    expression: bool = False
    arrow: bool = False
    branch: bool = False
    casing: bool = False
    depth: int = 0
