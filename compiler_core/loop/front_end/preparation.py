"""Makes C as people write it digestible for pycparser, without moving anything.

Comments, attributes and known `#include` lines become spaces, so that lines and columns stay true.
`#define NAME value` is remembered as a named constant instead of being pasted into the text. What
cannot be handled this way is refused at its place, with advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.limits import MAXIMUM_BRACKETS, MAXIMUM_CONSTANTS, MAXIMUM_TOKENS
from compiler_core.source import Location, SourceFile

# Headers that declare nothing beyond what the front end knows anyway.
HEADERS = ("stdint.h", "stddef.h", "stdbool.h", "stdlib.h", "math.h", "limits.h", "inttypes.h")
TYPE_NAMES = {
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short",
    "uint16_t": "unsigned short", "int32_t": "int", "uint32_t": "unsigned", "int64_t": "long",
    "uint64_t": "unsigned long", "size_t": "unsigned long", "ssize_t": "long",
    "ptrdiff_t": "long", "intptr_t": "long", "uintptr_t": "unsigned long", "bool": "_Bool",
}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<open_comment>/\*)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<sign>[^\s\w])",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?P<word>\w*)(?P<rest>.*)$", re.MULTILINE)
_DEFINE = re.compile(r"\s+(?P<name>[A-Za-z_]\w*)(?P<call>\()?(?P<value>.*)")
_INCLUDE = re.compile(r"\s*[<\"](?P<name>[\w./]+)[>\"]\s*")
_BLANKED = ("__extension__", "__inline__", "__inline", "__const", "_Noreturn", "__volatile__")
_ATTRIBUTES = ("__attribute__", "__attribute", "_Alignas", "alignas", "__declspec")
_RESTRICT = ("__restrict__", "__restrict")


@dataclass(frozen=True, slots=True)
class NamedConstant:
    """`#define name text`, on this line."""

    name: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """text: what pycparser reads, the user's lines after one line of type names; constants."""

    text: str
    constants: tuple[NamedConstant, ...]


def prepare(source: SourceFile) -> Prepared:
    """Raises OutsideSubset for directives, attributes and sizes that are not in the subset."""
    text = _without_comments(source)
    constants: list[NamedConstant] = []
    text = _without_directives(source.name, text, constants)
    text = _without_dialect(source.name, text)
    _check_size(source.name, text)
    types = " ".join(f"typedef {of} {name};" for name, of in TYPE_NAMES.items())
    return Prepared(f'{types}\n# 1 "{source.name}"\n{text}', tuple(constants))


def location_at(name: str, text: str, offset: int) -> Location:
    """The line and column of an offset, both from 1."""
    line = text.count("\n", 0, offset)
    return Location(name, line + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _without_comments(source: SourceFile) -> str:
    def replaced(match: re.Match[str]) -> str:
        if match["open_comment"]:
            raise OutsideSubset(
                "This comment has no end.",
                "Close it with */.",
                location_at(source.name, source.text, match.start()),
            )
        return _blank(match[0]) if match["comment"] else match[0]

    return _TOKEN.sub(replaced, source.text)


def _without_directives(name: str, text: str, constants: list[NamedConstant]) -> str:
    def replaced(match: re.Match[str]) -> str:
        location = location_at(name, text, match.start("word"))
        if match["word"] == "define":
            if len(constants) >= MAXIMUM_CONSTANTS:
                raise OutsideSubset(
                    f"There are more than {MAXIMUM_CONSTANTS} lines with #define.",
                    "Keep those that the loop needs.",
                    location,
                )
            constants.append(_constant(match["rest"], location))
        elif match["word"] == "include":
            _check_header(match["rest"], location)
        elif match["word"] != "pragma":
            raise OutsideSubset(
                f"Found the preprocessor line #{match['word']}.",
                "Only #include, #pragma and #define of a constant are read: "
                "write the code as the preprocessor would leave it.",
                location,
            )
        return _blank(match[0])

    return _DIRECTIVE.sub(replaced, text)


def _constant(rest: str, location: Location) -> NamedConstant:
    match = _DEFINE.fullmatch(rest)
    if match is None or match["call"] or not match["value"].strip() or "\\" in rest:
        raise OutsideSubset(
            "Found a #define that is not a named constant.",
            "Write `#define SIZE 64`; make a macro with parameters a function.",
            location,
        )
    return NamedConstant(match["name"], match["value"].strip(), location.line)


def _check_header(rest: str, location: Location) -> None:
    match = _INCLUDE.fullmatch(rest)
    if match is None or match["name"] not in HEADERS:
        raise OutsideSubset(
            f"Found #include {rest.strip()}, a header that is not known here.",
            f"Known: {', '.join(HEADERS)}. Leave the line out, or declare what you need.",
            location,
        )


def _without_dialect(name: str, text: str) -> str:
    """`__restrict__` becomes `restrict`; attributes and the like become spaces."""
    pieces = list(text)
    for match in _TOKEN.finditer(text):
        word = match["name"]
        if word in _RESTRICT:
            pieces[match.start() : match.end()] = "restrict".ljust(len(word))
        elif word in _BLANKED:
            pieces[match.start() : match.end()] = " " * len(word)
        elif word in _ATTRIBUTES:
            end = _closing(name, text, match.end())
            pieces[match.start() : end] = _blank(text[match.start() : end])
    return "".join(pieces)


def _closing(name: str, text: str, offset: int) -> int:
    """The offset behind the bracket that closes the first one after `offset`."""
    depth = 0
    for match in _TOKEN.finditer(text, offset):
        depth += (match[0] == "(") - (match[0] == ")")
        if depth <= 0:
            return match.end()
    raise OutsideSubset(
        "This attribute has no end.", "Leave it out.", location_at(name, text, offset)
    )


def _check_size(name: str, text: str) -> None:
    """Bounds what the parser has to do: its recursion follows the brackets."""
    depth = 0
    for count, token in enumerate(_tokens(text)):
        depth += (token[0] in "([{") - (token[0] in ")]}")
        if depth > MAXIMUM_BRACKETS:
            raise OutsideSubset(
                f"Brackets are nested more than {MAXIMUM_BRACKETS} deep.",
                "Give parts of the expression names of their own.",
                location_at(name, text, token.start()),
            )
        if count >= MAXIMUM_TOKENS:
            raise OutsideSubset(
                f"The source has more than {MAXIMUM_TOKENS:,} words and signs.",
                "Paste the loop and what it needs.",
                location_at(name, text, token.start()),
            )


def _tokens(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _TOKEN.finditer(text) if not match["comment"])
