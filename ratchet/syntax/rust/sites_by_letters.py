"""Sites that letters alone tell: a word in a form that has one meaning, in code that no attribute and no macro touches.

What is not obvious is left to the parser.
"""

from __future__ import annotations

from collections.abc import Sequence

from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.syntax.form import Form, Tellings
from ratchet.syntax.found import LONGEST_EXPRESSION, Told
from ratchet.syntax.late import late
from ratchet.syntax.rust import known_forms as forms
from ratchet.syntax.rust.effects import effects
from ratchet.syntax.rust.heads import head, impl_name
from ratchet.syntax.rust.members import Member, Members, closing
from ratchet.syntax.rust.receivers import receiver
from ratchet.syntax.rust.telling import ATTRIBUTES
from ratchet.syntax.rust.tokens_around import is_among_tokens
from ratchet.syntax.scoping import Stretch

__all__ = ["obvious"]

_Around = tuple[tuple[str, ...], Scope]

_NEAR = 64
_IN_CODE = (forms.CALL, forms.CALL_WITH_TEXT, forms.BLOCK, forms.MACRO)
_NAME = late(rb"\w+")
_ATTRIBUTES = late(rb"\s*+" + ATTRIBUTES)


def obvious(
    code: bytes, text: bytes, hits: Sequence[tuple[int, bytes]], told: Tellings, language: Language
) -> dict[int, list[Told]]:
    """What is found at those of some words of a file, in order, that leave no doubt: by the place of the word."""
    found: dict[int, list[Told]] = {}
    reader: _Reader | None = None
    for place, word in hits:
        form = forms.form_at(code, text, place, word)
        tellings = told(word, form) if form else None
        if form is None or tellings is None:
            continue
        reader = reader or _Reader(code, text, language)
        around = reader.around(place, form) if tellings else reader.no_tokens_around(place, form)
        if around is None:
            continue
        places = reader.places(place, word, form) if tellings else ()
        if places is not None:
            symbol = language.separator.join(around[0])
            found[place] = [Told(each.found(places), symbol, around[1]) for each in tellings]
    return found


class _Reader:
    """Reads a file from its beginning to its end, once."""

    def __init__(self, code: bytes, text: bytes, language: Language) -> None:
        self._code = code
        self._text = text
        self._members = Members(code, text, effects(language))

    def around(self, place: int, form: Form) -> _Around | None:
        """The names and the scope of all that is around a place; None where letters do not tell them."""
        member = self._members.around(place)
        if member is None:
            return None
        names: tuple[str, ...] | None = member.names
        if member.holds_code:
            fits = form in _IN_CODE or self._is_statement(place, form)
            names = names if fits and not is_among_tokens(self._code, member, place) else None
        elif form is forms.UNSAFE_FOREIGN:
            names = names if self._is_first(place, member) else None
        else:
            name = self._name(place, form, member)
            names = (*member.names, name) if name else None
        return (names, member.scope) if names is not None else None

    def no_tokens_around(self, place: int, form: Form) -> _Around | None:
        """The same for a word where nothing is found as long as it is not among mere tokens, which have no names."""
        if form is not forms.ATTRIBUTE:
            return self.around(place, form)
        member = self._members.around(place)
        return None if member is None or is_among_tokens(self._code, member, place - 2) else ((), member.scope)

    def _is_statement(self, place: int, form: Form) -> bool:
        """Whether a block of foreign functions begins at a place in code."""
        before = self._code[max(0, place - _NEAR) : place].rstrip()
        return form is forms.UNSAFE_FOREIGN and before[-1:] in (b";", b"{", b"}")

    def _is_first(self, place: int, outer: Member) -> bool:
        """Whether an item begins at a place."""
        code = self._code
        attributes = _ATTRIBUTES().match(code, outer.read, place)
        return attributes is not None and not code[attributes.end() : place].strip()

    def _name(self, place: int, form: Form, outer: Member) -> str:
        """The name of the item that a word is in where that is in no braces of it; empty where it is not told."""
        code = self._code
        if form is forms.IMPL:
            behind = forms.IMPL_NEXT().match(code, place)
            if behind is None or not self._is_first(place, outer):
                return ""
            is_signed = code.find(b";", place, outer.brace) >= 0 or outer.brace >= outer.end
            return "" if is_signed else impl_name(code, self._text, behind.end(), outer.brace)
        if form in _IN_CODE:
            around = head(code, outer.read, place)
            fits = around and around.kind == "const" and not is_among_tokens(code, outer, place)
            return around.name if around and fits else ""
        name = self._name_behind(place)
        own = head(code, outer.read, name[1])
        return own.name if own and (own.start, own.end) == name else ""

    def _name_behind(self, place: int) -> Stretch:
        """Where the name of a function is that a word is said of."""
        code = self._code
        fn = forms.FUNCTION_NEXT().match(code, place)
        start = fn.end() if fn else code.find(b"fn", place) + 2
        name = _NAME().search(code, start)
        return name.span() if name else (start, start)

    def places(self, place: int, word: bytes, form: Form) -> tuple[int, ...] | None:
        """Where the places of a form are."""
        code, end = self._code, place + len(word)
        if form is forms.BLOCK:
            opening = code.find(b"{", end)
            close = closing(code, opening, self._members.end_around(place))
            return (place, end, close + 1) if close >= 0 else None
        if form in (forms.IMPL, forms.UNSAFE_FOREIGN):
            return place, end
        if form in (forms.WITH_BODY, forms.WITHOUT_BODY):
            return (place, end, *self._name_behind(place))
        until = end + 2 if form is forms.CALL else forms.behind_text(code, self._text, end + 1) + 1
        begin = receiver(code, self._text, place - 1, max(0, until - LONGEST_EXPRESSION))
        return None if begin is None else (begin, place - 1, place, end, until)
