"""Functions of which GCC keeps one body for several (identical code folding), by its own words.

What is left of the others is an alias, a jump, or a copy of the one body with its places.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from compiler_core.host.verdicts.account import Account

EqualFunctions = Mapping[str, frozenset[str]]

# "f/0->g/1", in C++ "float n::f(const T*, int) [with T = float]/147->float g(…)/148".
_MERGED = re.compile(r"Semantic equality hit:(?P<kept>.+?)/\d+->(?P<other>.+?)/\d+")
_NAME = re.compile(r"(?P<name>(?:[\w~]+(?:<[^()]*>)?::)*(?:operator\s*\S+?|[\w~]+))(?:<[^()]*>)?\(")


def equal_functions(accounts: Iterable[Account]) -> EqualFunctions:
    """Name -> the other names of the same body; both sides of every pair that GCC tells of."""
    equal: dict[str, frozenset[str]] = defaultdict(frozenset)
    for account in accounts:
        match = _MERGED.search(account.message)
        if match is None:
            continue
        names = frozenset((_name_of(match["kept"]), _name_of(match["other"])))
        group = names.union(*(equal[name] for name in names))
        for name in group:
            equal[name] = group - {name}
    return equal


def _name_of(declaration: str) -> str:
    """C's is the name, C++'s the whole head of the function."""
    match = _NAME.search(declaration)
    return match["name"] if match is not None else declaration.strip()
