"""Nothing of the machine it was written on, and nothing left for later, is in the files."""

from __future__ import annotations

import re

import pytest

from tests.self.checkout import files
from tests.self.modules import TOP

# Each pattern has a bracket or a group in it, so that it does not find itself.
FORBIDDEN = {
    "a path of some machine": r"(?<![\w.*-])/(?:work|root|farm)/",
    "the address of a package registry": r"pypi[.]org|files[.]pythonhosted|registry[.]npmjs|crates[.]io/api"
    r"|static[.]crates|deb[.]debian",
    "a note to finish something later": r"\b(?:TO(?:)DO|FIX(?:)ME)\b",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_has(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what].encode())
    hits = [
        f"{path}:{number}: {line.decode(errors='replace').strip()[:100]}"
        for path in files()
        for number, line in enumerate((TOP / path).read_bytes().split(b"\n"), start=1)
        if pattern.search(line)
    ]
    assert not hits, f"{what}:\n" + "\n".join(hits)


def test_the_patterns_find_what_they_should() -> None:
    found = {
        "a path of some machine": "see /" + "root/x",
        "the address of a package registry": "https://pypi" + ".org/simple",
        "a note to finish something later": "# TO" + "DO: later",
    }
    assert [what for what, line in found.items() if not re.search(FORBIDDEN[what], line)] == []
