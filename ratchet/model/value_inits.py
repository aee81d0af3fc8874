"""How an `__init__` sets so many fields, written out: to compile one takes as long as to load a small module."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    T = object
    V = Callable[[object, object], None]

__all__ = ["INITS"]


# Nobody calls these: the code of the function inside is taken, and its cells, in the order of their names, are filled
# with what puts a value into a slot.
# fmt: off
def _1(A: V) -> None:
    def made(self: T, a: T) -> None:
        A(self, a)
def _2(A: V, B: V) -> None:
    def made(self: T, a: T, b: T) -> None:
        A(self, a); B(self, b)
def _3(A: V, B: V, C: V) -> None:
    def made(self: T, a: T, b: T, c: T) -> None:
        A(self, a); B(self, b); C(self, c)
def _4(A: V, B: V, C: V, D: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d)
def _5(A: V, B: V, C: V, D: V, E: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e)
def _6(A: V, B: V, C: V, D: V, E: V, F: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f)
def _7(A: V, B: V, C: V, D: V, E: V, F: V, G: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g)
def _8(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
def _9(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j)
def _10(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T, k: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k)
def _11(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V, M: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T, k: T, m: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k); M(self, m)
def _12(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V, M: V, N: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T, k: T, m: T, n: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k); M(self, m); N(self, n)
def _13(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V, M: V, N: V, P: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T, k: T, m: T, n: T, p: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k); M(self, m); N(self, n); P(self, p)
def _14(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V, M: V, N: V, P: V, Q: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T, k: T, m: T, n: T, p: T, q: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k); M(self, m); N(self, n); P(self, p); Q(self, q)
def _15(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V, M: V, N: V, P: V, Q: V, R: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T, k: T, m: T, n: T, p: T, q: T, r: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k); M(self, m); N(self, n); P(self, p); Q(self, q); R(self, r)
def _16(A: V, B: V, C: V, D: V, E: V, F: V, G: V, H: V, J: V, K: V, M: V, N: V, P: V, Q: V, R: V, S: V) -> None:
    def made(self: T, a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, j: T,
             k: T, m: T, n: T, p: T, q: T, r: T, s: T) -> None:
        A(self, a); B(self, b); C(self, c); D(self, d); E(self, e); F(self, f); G(self, g); H(self, h)
        J(self, j); K(self, k); M(self, m); N(self, n); P(self, p); Q(self, q); R(self, r); S(self, s)

INITS = (_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16)
# fmt: on
