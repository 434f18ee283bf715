"""Functions of which GCC keeps one body for several (identical code folding), by its own words.

What is left of the others is an alias, a jump, or a copy of the one body with its places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set

from compiler_core.host.verdicts.account import Account

EqualFunctions = Mapping[str, Set[str]]

# "f/0->g/1", in C++ "float n::f(const T*, int) [with T = float]/147->float g(…)/148".
_MERGED = re.compile(r"Semantic equality hit:(?P<kept>.+?)/\d+->(?P<other>.+?)/\d+")
# Possessive and begun at words only: a user's types can be long chains of templates.
_ARGUMENTS = r"<[^()<>]*+(?:<[^()<>]*+>[^()<>]*+)*+>"
_NAME = re.compile(
    rf"(?<![\w~])(?P<name>(?:[\w~]++(?:{_ARGUMENTS})?+::)*+(?:operator\s*\S+?|[\w~]++))"
    r"(?:<[^()]*>)?\("
)
_LONGEST = 4000
"""Characters of a declaration whose name is looked for."""


def equal_functions(accounts: Iterable[Account]) -> EqualFunctions:
    """Name -> all names of the same body, its own among them."""
    groups: dict[str, set[str]] = {}
    for account in accounts:
        match = _MERGED.search(account.message)
        if match is None:
            continue
        one_body = (_name_of(match["kept"]), _name_of(match["other"]))
        small, large = sorted((groups.setdefault(name, {name}) for name in one_body), key=len)
        if small is not large:
            large |= small
            groups.update(dict.fromkeys(small, large))
    return groups


def _name_of(declaration: str) -> str:
    """C's is the name, C++'s the whole head of the function."""
    match = _NAME.search(declaration[:_LONGEST])
    return match["name"] if match is not None else declaration.strip()
