"""Which function of a file is meant: by symbol, by its name as written, or the first."""

from __future__ import annotations

from collections.abc import Sequence, Set

from compiler_core.errors import UnknownName
from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.source import SourceFile
from compiler_core.toolchain.service import demangle

_MOST_NAMED = 10


def likely_symbol(source: SourceFile, function: str) -> str:
    """The symbol that will probably be meant, without compiling; empty if only a compile can tell.

    In C a function's name is its symbol, unless the source says otherwise.
    """
    if source.language == "c++":
        return function if function.startswith("_Z") else ""
    if function:
        return function
    names = (signature.name for signature in signatures_of(source))
    return next(names, "")


def own_symbols(source: SourceFile, symbols: Sequence[str]) -> tuple[str, ...]:
    """Those of functions that the source itself defines, in their order.

    The others are of a library's templates, or what the compiler made: parts of a function
    (`add.cold`), initialisers of the file.
    """
    names = {signature.name for signature in signatures_of(source)}
    whole = tuple(symbol for symbol in symbols if "." not in symbol)
    shown = demangle(whole) if source.language == "c++" else {}
    return tuple(symbol for symbol in whole if _is_among(shown.get(symbol, symbol), names))


def _is_among(shown: str, names: Set[str]) -> bool:
    """`double scaled<double>(double)` is the source's `scaled`, or its `scaled<double>`."""
    name = _without_parameters(shown).replace("(anonymous namespace)::", "")
    plain = _without_arguments(name)
    return name in names or plain in names


def _without_arguments(name: str) -> str:
    """`sum<int>` is `sum`; `operator<` stays itself."""
    if not name.endswith(">") or "operator" in name:
        return name
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        depth += (name[position] == ">") - (name[position] == "<")
        if depth == 0:
            return name[:position]
    return name


def first_symbol(source: SourceFile, symbols: Sequence[str]) -> str:
    """The first of the source's own; of all where none is."""
    return (*own_symbols(source, symbols), *symbols)[0]


def symbol_named(function: str, symbols: Sequence[str]) -> str:
    """The symbol of a function given by symbol or by C++ name, with or without its parameters.

    An empty name is the first. Raises UnknownName if no function is called that, or several are.
    """
    if not function:
        return symbols[0]
    if function in symbols:
        return function
    shown = demangle(tuple(symbols))
    exact = [symbol for symbol in symbols if shown[symbol] == function]
    bare = [symbol for symbol in symbols if _without_parameters(shown[symbol]) == function]
    matches = exact or bare
    if len(matches) == 1:
        return matches[0]
    what = "is in the assembly several times" if matches else "is not in the assembly"
    names = ", ".join(shown[symbol] for symbol in (matches or symbols)[:_MOST_NAMED])
    raise UnknownName(f"The function {function} {what}.", f"There are: {names}.")


def _without_parameters(name: str) -> str:
    """`int sum<int>(int const*, int)` is `sum<int>`; the last pair of brackets holds them."""
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        depth += (name[position] == ")") - (name[position] == "(")
        if name[position] == "(" and depth == 0:
            return _without_return_type(name[:position])
    return name


def _without_return_type(name: str) -> str:
    """Templates are shown with the type they return; `operator float` has a space of its own."""
    if "operator" in name:
        return name
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        depth += (name[position] == ">") - (name[position] == "<")
        if name[position] == " " and depth == 0:
            return name[position + 1 :]
    return name
