"""Compiler flags: what users may give, what each means, and why others are refused."""

from __future__ import annotations

from functools import lru_cache

from compiler_core.errors import RefusedFlag
from compiler_core.toolchain.flags.grammar import AdmittedFlag, admit
from compiler_core.toolchain.flags.menus import MENUS, FlagChoice, FlagGroup
from compiler_core.toolchain.flags.normal_form import normal_form
from compiler_core.toolchain.outcome import Compiler

__all__ = ["MENUS", "FlagChoice", "FlagGroup", "check_flags", "parse_flags"]

MAXIMUM_TEXT = 4000
MAXIMUM_FLAGS = 100


def parse_flags(text: str, compiler: Compiler) -> tuple[str, ...]:
    """Flags as typed, to tokens in normal form: the same for equal settings.

    Raises RefusedFlag for the first flag the grammar does not admit, saying why and what to do.
    """
    if len(text) > MAXIMUM_TEXT:
        message = f"The flags are {len(text):,} characters long; the limit is {MAXIMUM_TEXT:,}."
        raise RefusedFlag(text[:60], message, "Remove some.")
    return check_flags(tuple(text.split()), compiler)


@lru_cache(maxsize=4096)
def check_flags(tokens: tuple[str, ...], compiler: Compiler) -> tuple[str, ...]:
    """The same for tokens; gives back what it is given when that is in normal form already.

    Raises RefusedFlag.
    """
    if len(tokens) > MAXIMUM_FLAGS:
        message = f"These are {len(tokens)} flags; the limit is {MAXIMUM_FLAGS}."
        raise RefusedFlag(tokens[MAXIMUM_FLAGS], message, "Remove some.")
    flags: list[AdmittedFlag] = []
    position = 0
    while position < len(tokens):
        following = tokens[position + 1] if position + 1 < len(tokens) else ""
        flag, taken = admit(tokens[position], following, compiler)
        flags.append(flag)
        position += taken
    return normal_form(flags)
