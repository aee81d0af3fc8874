"""What an attribute does to the code it stands on: the scope it gives, the path it names."""

from __future__ import annotations

from functools import cache, lru_cache

from ratchet.model.language import Language
from ratchet.model.scope import Scope
from ratchet.model.value import frozen, replace
from ratchet.syntax.late import late
from ratchet.syntax.rust.cfg import Meta, parse_meta, with_test, without_test

__all__ = ["Effect", "Effects", "effect_of", "effects"]

_RAW_MARK = late(r"\br#(?=[A-Za-z_])")  # `#[r#test]` is `#[test]`; before a quote the same letters begin a raw text


@frozen
class Effect:
    """The scope an attribute gives, and the file paths it names; `named` when the module's own name counts as well.

    A scope `of_functions` is given to functions only: nothing else can be a test or a bench.
    `test_paths` and `test_named` say the same of builds of tests, where that differs.
    """

    scope: Scope | None = None
    paths: tuple[str, ...] = ()
    named: bool = True
    test_paths: tuple[str, ...] = ()
    test_named: bool = False
    of_functions: bool = False

    @property
    def redirects(self) -> bool:
        """Whether it has a say in which file a module is."""
        return bool(self.paths or self.test_paths)

    def __bool__(self) -> bool:
        return self.scope is not None or self.redirects


_NOTHING = Effect()


class Effects:
    """The effects of attributes in one language, `names` being those that can have one: most texts come again."""

    def __init__(self, language: Language) -> None:
        self.names = _telling_names(language)
        self._of = lru_cache(maxsize=4096)(lambda text: effect_of(text, language))

    def of(self, text: str) -> Effect:
        """The effect of an attribute, given the text between its brackets."""
        return self._of(_RAW_MARK().sub("", text) if "r#" in text else text)


@cache
def effects(language: Language) -> Effects:
    """The effects of attributes in a language."""
    return Effects(language)


def _telling_names(language: Language) -> frozenset[bytes]:
    """The last names in the paths of the attributes that can have an effect."""
    names = ("cfg", "cfg_attr", "path", "test", *language.test_attributes, *language.bench_attributes)
    return frozenset(name.rpartition("::")[2].encode() for name in names)


def effect_of(text: str, language: Language) -> Effect:
    """The effect of an attribute, given the text between its brackets."""
    meta = parse_meta(text)
    return _effect(meta, language) if meta else _NOTHING


def _effect(meta: Meta, language: Language) -> Effect:
    if meta.path == "cfg" and meta.args:
        return Effect(Scope.TEST) if without_test(meta.args[0]) is False else _NOTHING
    if meta.path == "cfg_attr" and meta.args:
        return _conditional(meta.args[0], meta.args[1:], language)
    if meta.path == "path" and meta.value is not None:
        return Effect(paths=(meta.value,), named=False)
    if meta.of_a_tool:
        return _NOTHING
    if meta.name == "test" or meta.name in language.test_attributes:
        return Effect(Scope.TEST, of_functions=True)
    if meta.name in language.bench_attributes:
        return Effect(Scope.BENCH, of_functions=True)
    return _NOTHING


def _conditional(condition: Meta, attributes: tuple[Meta, ...], language: Language) -> Effect:
    """`cfg_attr(P, …)`: where P may hold a test attribute shows intent; a `cfg` bites only where P surely holds."""
    holds = without_test(condition)
    inner = [_effect(meta, language) for meta in attributes]
    paths = tuple(path for effect in inner for path in effect.paths)
    if holds is False:
        return Effect(test_paths=paths)
    giving = [effect for effect in inner if effect.scope and (holds or effect.of_functions)]
    giving.sort(key=lambda effect: effect.of_functions)
    only_in_tests = bool(holds and paths and not with_test(condition))
    given = giving[0] if giving else _NOTHING
    return replace(given, paths=paths, named=not (holds and paths), test_named=only_in_tests)
