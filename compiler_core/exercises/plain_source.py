"""What a graded source may not hold, read from the assembly that the compiler made of it.

An exercise asks what a compiler makes of C. Assembly written by hand, code that runs before or
after the call, symbols with two definitions and calls into the library answer another question,
and they are the ways by which a program could tamper with its own run. Macros can hide all of them
in the source, but not in the assembly. The reference sets the measure: what its own code calls may
be called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

COMPILERS_OWN = frozenset(("memcpy", "memmove", "memset", "memcmp"))
"""Calls that compilers write by themselves, for a loop or an assignment."""
_BY_HAND = re.compile(
    r"^\s*(?:#APP\b|//APP\b|// Start of file scope inline assembly)", re.MULTILINE
)
_SECTION = re.compile(r"^\s*\.section\s+\"?(?P<name>[^\s,\"]+)", re.MULTILINE)
_USUAL_SECTION = re.compile(
    r"\.(?:text|rodata|data|bss|debug|note|comment|eh_frame|gnu\.|tdata|tbss|llvm)[\w.$-]*"
)
_BEFORE_OR_AFTER = re.compile(r"\.(?:pre)?(?:init|fini)(?:_array)?|\.[cd]tors")
_INDIRECT = re.compile(r"[%@]gnu_indirect_function")
_SECOND_NAME = re.compile(
    r"^\s*\.(?:weak|weakref|symver|set|equ|equiv)\s+(?!\.L)(?P<name>[\w.$]+)", re.MULTILINE
)
_LABEL = re.compile(r"^(?P<name>[A-Za-z_][\w.$]*):", re.MULTILINE)
_SYSTEM = re.compile(
    r"^\s*(?:msr|svc|hvc|smc|sysl?|mrs\s+x\d+,\s*(?!tpidr_el0\b))\s*(?P<name>\w+)",
    re.MULTILINE | re.IGNORECASE,
)
_COMMON = re.compile(r"^\s*\.(?:comm|lcomm|local)\s+(?P<name>[\w.$]+)", re.MULTILINE)
_REFERENCES = (
    re.compile(
        r"^\s*b(?:l|\.?(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al))?\s+"
        r"(?P<name>[A-Za-z_][\w.$]*)", re.MULTILINE
    ),
    re.compile(r"^\s*adrp?\s+x\d+,\s*(?P<name>[A-Za-z_][\w.$]*)", re.MULTILINE),
    re.compile(r":\w+:(?P<name>[A-Za-z_][\w.$]*)"),
    re.compile(r"^\s*\.(?:xword|8byte|quad|dword)\s+(?P<name>[A-Za-z_][\w.$]*)", re.MULTILINE),
)  # fmt: skip


def fault_of(assembly: str, reference: str) -> str:
    """The first thing that a graded source may not hold, in a sentence; "" for none.

    reference: the assembly of the exercise's own source under the same flags.
    """
    return next(_faults(assembly, reference), "")


def _faults(assembly: str, reference: str) -> Iterator[str]:
    if _BY_HAND.search(assembly) and not _BY_HAND.search(reference):
        yield "The source holds assembly of its own (asm). Write it in C: that is what is graded."
    sections = {match["name"] for match in _SECTION.finditer(assembly)}
    if any(_BEFORE_OR_AFTER.match(name) for name in sections):
        yield "The source has code that runs before or after the call (constructor, destructor)."
    unusual = sorted(name for name in sections if not _USUAL_SECTION.fullmatch(name))
    if unusual:
        yield f"The source puts something into the section {unusual[0][:40]}. Leave it where it is."
    if _INDIRECT.search(assembly):
        yield "The source chooses a function when the program starts (ifunc). Call it plainly."
    second = {match["name"] for match in _SECOND_NAME.finditer(assembly)}
    second -= {match["name"] for match in _SECOND_NAME.finditer(reference)}
    if second:
        yield f"The source gives {min(second)} another definition (alias, weak). Define it once."
    register = _SYSTEM.search(assembly)
    if register:
        yield f"The source asks the processor's system ({register['name'].lower()}), not its data."
    foreign = references_of(assembly) - references_of(reference) - COMPILERS_OWN
    if foreign:
        yield (
            f"The source uses {min(foreign)}, which it does not define and the exercise's own "
            "source does not use. Write out what it does."
        )


def references_of(assembly: str) -> set[str]:
    """Names that the code or its data refers to and that it does not define."""
    own = {match["name"] for match in _LABEL.finditer(assembly)}
    own |= {match["name"] for match in _COMMON.finditer(assembly)}
    names = {match["name"] for pattern in _REFERENCES for match in pattern.finditer(assembly)}
    return {name for name in names - own if not name.startswith((".L", "LBB"))}
