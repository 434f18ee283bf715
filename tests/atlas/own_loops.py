"""What holds for every page about a reader's own loop."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from compiler_core.atlas.own_loop.asked import LONGEST_IN_ADDRESS
from compiler_core.atlas.run import run_page
from compiler_core.errors import InputError
from compiler_core.source import SourceFile


def refused_with_its_line(
    translate: Callable[[SourceFile], object], page: str, source: SourceFile, line: int, reason: str
) -> None:
    """By the translation and by the page, in one line. line: 0 for what is said of none."""
    with pytest.raises(InputError) as refused:
        translate(source)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(InputError) as told:
        run_page(page, {"source": source.text})
    if line:
        assert str(refused.value).startswith(f"{source.name}:{line}:")
        assert told.value.message.startswith(f"Line {line}: ")


def opened_from_the_explorer(
    address: Callable[[SourceFile, str], str], first: str, second: str
) -> None:
    """Every function of a file that fits, whatever stands beside it, with the types and constants
    that it needs; none where it is itself too long. first, second: functions of one loop each."""
    names = [text.partition("(")[0].split()[-1] for text in (first, second)]
    assert sent_text(address, first + second, names[0]) == first + second
    assert sent_text(address, first + second, names[1]) == second
    long = "// " + "-" * LONGEST_IN_ADDRESS + "\n"
    shared = "#include <stddef.h>\n#define MOST 8\ntypedef int number;\n"
    other = "void other(int *a) { while (a[0]) a++; }\n"
    sent = sent_text(address, shared + long + other + first + other + second, names[1])
    assert sent == f"{shared}\n{second}"
    assert sent_text(address, first.replace("{", "{" + " " * LONGEST_IN_ADDRESS), names[0]) == ""


def sent_text(address: Callable[[SourceFile, str], str], text: str, function: str) -> str:
    query = urlsplit(address(SourceFile("loop.c", text), function)).query
    return parse_qs(query).get("source", [""])[0]
