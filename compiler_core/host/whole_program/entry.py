"""The part of a program that is ours: a `main` that keeps the user's functions alive.

It is compiled without -flto, so that the optimiser must keep what it names as real functions. It
names them by symbol and does not call them, so it needs no types and works for C and C++ alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.errors import InputError
from compiler_core.host.comparison.wording import listed
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit

ENTRY_FILE = "lowlab_entry.c"
MAIN = "main"
_SYMBOL = re.compile(r"[A-Za-z_.$][\w.$]{0,4000}", re.ASCII)


def entry_unit(symbols: Sequence[str]) -> Unit:
    """A file whose `main` returns at once and which holds the addresses of these functions."""
    named = [symbol for symbol in symbols if _SYMBOL.fullmatch(symbol)]
    if not named:
        raise InputError("No function of these files can be named by a program.", "Define one.")
    declared = [
        f'extern void kept_{number}(void) __asm__("{symbol}");'
        for number, symbol in enumerate(named)
    ]
    listed = ", ".join(f"kept_{number}" for number in range(len(named)))
    text = "\n".join(
        (
            *declared,
            f"static void (*const volatile kept[])(void) = {{{listed}}};",
            "int main(void) { return kept[0] == 0; }",
            "",
        )
    )
    return Unit(SourceFile(ENTRY_FILE, text), ("-O1",))


def entry_words(names: Sequence[str]) -> str:
    """How the program is kept alive, for the reader."""
    if MAIN in names:
        return "The files define main themselves: the program is theirs alone."
    them = "it" if len(names) == 1 else "them"
    return (
        f"A main of ours, compiled without -flto, keeps {listed(names)} alive: nothing else in "
        f"these files calls {them}."
    )
