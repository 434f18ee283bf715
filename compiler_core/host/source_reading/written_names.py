"""Names of functions whose head a macro of the source writes: `KERNEL(scale) {` for `scale_kernel`.

Only the name is expanded, by the source's own function-like macros: parameters are put in, `##`
joins. What cannot be read keeps the macro's name.
"""

from __future__ import annotations

import re
from functools import lru_cache

# A macro may name another one; one that names itself ends.
DEEPEST = 5
LONGEST = 2000
_MACRO = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([\w \t,]*)\)((?:\\\n|[^\n])*)", re.MULTILINE
)
_CALLED = re.compile(r"(\w+)[ \t]*\(([^()]*)\)")
_NAME = re.compile(r"[A-Za-z_]\w*")
_NO_NAME = frozenset(["__attribute__", "__declspec", "alignas", "decltype", "__typeof__"])


def name_by_macro(name: str, head: str, source: str) -> str:
    """The function's name in what a macro makes of its head; `name` where no macro stands there."""
    macros, current = _macros(source), name
    text = head[head.find(name) :]
    for _ in range(DEEPEST):
        call = _CALLED.match(text)
        if call is None or call[1] not in macros:
            break
        made = _expanded(call[2], *macros[call[1]])
        text = (made + text[call.end() :])[:LONGEST]
        text = text[_name_start(text) :]
        written = _NAME.match(text)
        current = written[0] if written is not None else name
    return current


def _expanded(arguments: str, parameters: tuple[str, ...], body: str) -> str:
    values = dict(zip(parameters, (part.strip() for part in arguments.split(",")), strict=False))
    filled = re.sub(r"\w+", lambda word: values.get(word[0], word[0]), body)
    return re.sub(r"\s*##\s*", "", filled).strip()


def _name_start(text: str) -> int:
    """Where the first name before a parenthesis stands."""
    names = (match for match in _CALLED_NAME.finditer(text) if match[1] not in _NO_NAME)
    return next((name.start() for name in names), 0)


_CALLED_NAME = re.compile(r"\b([A-Za-z_]\w*)\s*\(")


@lru_cache(maxsize=16)
def _macros(source: str) -> dict[str, tuple[tuple[str, ...], str]]:
    matches = _MACRO.finditer(source)
    return {
        match[1]: (
            tuple(part.strip() for part in match[2].split(",")),
            match[3].replace("\\\n", " "),
        )
        for match in matches
    }
