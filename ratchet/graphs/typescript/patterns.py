"""The letters of JavaScript and TypeScript: how their tokens look, and how an import is written.

No pattern here can be slow on hostile text: loops are possessive, and what may stand between two words of an import is
bounded by the next letter that cannot be part of it.
"""

from __future__ import annotations

from ratchet.model.sound import compiled

__all__ = [
    "CHUNK",
    "COMMENT",
    "EXPORT",
    "IMPORT",
    "LITERAL",
    "REFERENCE",
    "REQUIRE",
    "TAG",
    "TAIL",
    "THEN",
    "TOKEN",
]

_LINE_COMMENT = r"//[^\n\r\u2028\u2029]*+"
_BLOCK_COMMENT = r"/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)"
_DOUBLE = r'"(?:[^"\\\n\r]++|\\(?:\r\n|[\s\S]))*+'
_SINGLE = r"'(?:[^'\\\n\r]++|\\(?:\r\n|[\s\S]))*+"
_STRING = rf"(?:{_DOUBLE}\"|{_SINGLE}')"
_PLAIN_TEMPLATE = r"`(?:[^`\\$]++|\\[\s\S]|\$(?!\{))*+`"
_GAP = rf"(?:[\s\ufeff]++|{_LINE_COMMENT}|{_BLOCK_COMMENT})*+"
_NAME = r"[\w$]++"
_END = r"(?![\w$])"

COMMENT = compiled(rf"{_LINE_COMMENT}|{_BLOCK_COMMENT}")

# In the order of the groups: word, string, comment, `(`-like, `)`-like, template, slash, arrow, less, mark, other.
TOKEN = compiled(
    r"[\s\ufeff]*+(?:"
    r"([^\W\d][\w$]*+|\$[\w$]*+|\d[\w$]*+(?:\.(?!\.)[\w$]*+)?)"
    rf"|({_DOUBLE}\"?|{_SINGLE}'?)"
    rf"|({_LINE_COMMENT}|{_BLOCK_COMMENT})"
    r"|([(\[{])"
    r"|([)\]}])"
    r"|(`)"
    r"|(/)"
    r"|(=>)"
    r"|(<(?![<=]))"
    r"|(\+\+|--|!(?!=)|[;,:=])"
    r"|(\?\.(?!\d)|&&|\|\||\?\?|<<=?|[=!]==?|<=|>=|\.\.\.|\\u\{?\w*+\}?|\S)"
    r")"
)
LITERAL = compiled(r"/(?![*/])(?:[^\\/\[\n\r]++|\\[^\n\r]|\[(?:[^\]\\\n\r]++|\\[^\n\r])*+\])++/[\w$]*+")
CHUNK = compiled(r"(?:[^`\\$]++|\\[\s\S]|\$(?!\{))*+(`|\$\{|\Z)")
TAG = compiled(
    rf"(?:[^\"'{{<>/=]++|/(?![>/*])|{_LINE_COMMENT}|{_BLOCK_COMMENT}|=>)*+(\"[^\"]*+\"?|'[^']*+'?|/>|[{{<>=]|\Z)"
)

_BRACES = rf"\{{(?:[^{{}}/\"']++|{_LINE_COMMENT}|{_BLOCK_COMMENT}|{_STRING})*+\}}"
_SPACE = rf"\*{_GAP}as{_END}{_GAP}{_NAME}"


def _argument(name: str) -> str:
    return rf"\({_GAP}(?P<{name}>{_STRING}|{_PLAIN_TEMPLATE}){_GAP}"


def _phase(name: str) -> str:
    return rf"(?:(?P<{name}>type|typeof|defer|source){_END}{_GAP})?"


IMPORT = compiled(
    rf"import{_END}{_GAP}(?:"
    rf"(?P<bare>{_STRING})"
    rf"|{_argument('called')}[,)]"
    rf"|\.{_GAP}(?:defer|source){_GAP}{_argument('phased')}[,)]"
    rf"|{_phase('phase')}(?:(?P<default>{_NAME})(?:{_GAP},{_GAP}(?:(?P<more>{_BRACES})|(?P<besides>{_SPACE})))?"
    rf"|(?P<space>{_SPACE})|(?P<names>{_BRACES})){_GAP}from{_END}{_GAP}(?P<source>{_STRING})"
    rf"|{_phase('kept')}{_NAME}{_GAP}={_GAP}require{_END}{_GAP}{_argument('required')}\)"
    r")"
)
EXPORT = compiled(
    rf"export{_END}{_GAP}{_phase('phase')}"
    rf"(?:\*(?:{_GAP}as{_END}{_GAP}(?:{_NAME}|{_STRING}))?|(?P<names>{_BRACES})){_GAP}"
    rf"from{_END}{_GAP}(?P<source>{_STRING})"
)
REQUIRE = compiled(rf"require{_END}{_GAP}{_argument('called')}\)")
REFERENCE = compiled(r"///[ \t]*<reference[ \t]+(path|types)[ \t]*=[ \t]*(\"[^\"]*\"|'[^']*')")
# What follows the type `import("x").Name`; of a promise nobody takes anything but these three.
THEN = compiled(rf"{_GAP}\.{_GAP}(?!(?:then|catch|finally){_END})[\w$]")

# Words that are no names: a value does not go on with them.
_WORDS = (
    "await|case|catch|class|const|default|delete|do|else|export|extends|finally|for|function|if|import|in|instanceof"
    "|interface|new|of|require|return|switch|throw|try|typeof|var|void|while|with|yield"
)
_PLAIN = rf"(?!(?:{_WORDS}){_END}){_NAME}(?:\.{_NAME})*+"
_ARGUMENT = rf"(?:{_PLAIN}|\"[^\"\\\n\r]*+\"|'[^'\\\n\r]*+')"
# What may follow a name and says nothing but that a value goes on: half of all tokens, taken in one step.
TAIL = compiled(
    rf"(?:\s*+\??\.(?!\.)\s*+{_NAME}|\((?:{_ARGUMENT}(?:,[ \t]*+{_ARGUMENT})*+)?\)|\[{_ARGUMENT}\]"
    rf"|[ \t]*+(?:[=!]==?+|&&|\|\||[-+](?![-+])|[*%|&](?![*=|&]))[ \t]*+{_PLAIN})*+"
)
