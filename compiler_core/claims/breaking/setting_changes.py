"""Changes of the setting: inputs, compilers, flags and levels from the allow-list's menus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler_core.claims.breaking.change import Change, InputRule
from compiler_core.claims.breaking.record import Group
from compiler_core.claims.breaking.varied import is_level
from compiler_core.claims.claim import Statement
from compiler_core.claims.kinds.runs import BrokenPromise, Run
from compiler_core.errors import InputError
from compiler_core.toolchain.flags import MENUS, parse_flags
from compiler_core.toolchain.outcome import Compiler

LENGTHS = (3, 1, 17, 1023, 4096)
SEEDS = (2, 3, 4)
VECTOR_BITS = (256, 512)
# As a step from one level reads: the neighbours first, what does nothing last.
_LEVELS = ("-O2", "-O3", "-O1", "-Os", "-Ofast", "-Og", "-Oz", "-O0")
# These write other things than code for this one file, or take away what a type needs.
_OTHER_WORK = frozenset(
    (
        "-flto",
        "-fprofile-generate",
        "-fwhole-program",
        "-ffunction-sections",
        "-fno-plt",
        "-mgeneral-regs-only",
    )
)
# Of the allow-list, and in no menu: what changes the meaning of a program or of a name in it.
_BEYOND_MENUS: tuple[tuple[str, ...], ...] = (
    ("-ftrapv",), ("-fsigned-char",), ("-fno-builtin",), ("-frounding-math",),
    ("-moutline-atomics",), ("-mno-outline-atomics",), ("-fno-jump-tables",),
    ("-fno-tree-loop-distribute-patterns",), ("-ftree-vectorize",), ("-mcpu=cortex-a510",),
    ("-fno-pie",), ("-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer"),
)  # fmt: skip


def input_changes(statement: Statement, flags: tuple[str, ...]) -> Iterator[Change]:
    """Other lengths, other values and longer vectors, where the claim runs the function."""
    arguments = [expectation.argument for expectation in statement.expectations]
    if not any(hasattr(argument, "run") for argument in arguments):
        return
    for n in LENGTHS:
        yield Change(group="inputs", title=f"n = {n:,}", inputs=lambda run, n=n: replace(run, n=n))
    if any(isinstance(argument, BrokenPromise) for argument in arguments):
        return
    for seed in SEEDS:
        yield Change(
            group="inputs",
            title=f"other values in the arrays (seed {seed})",
            inputs=lambda run, seed=seed: replace(run, seed=seed),
        )
    if any("sve" in flag for flag in flags):
        for bits in VECTOR_BITS:
            yield Change(group="inputs", title=f"vectors of {bits} bits", inputs=_with_bits(bits))


def _with_bits(bits: int) -> InputRule:
    def longer(run: Run) -> Run:
        return replace(run, sve_bits=bits)

    return longer


def compiler_changes(
    statement: Statement, compiler: Compiler, installed: tuple[Compiler, ...]
) -> Iterator[Change]:
    """The other compilers that the sentence speaks of, those of the same family first."""
    others = [tool for tool in installed if tool != compiler and statement.compilers.covers(tool)]
    for other_compiler in sorted(others, key=lambda other: other.family != compiler.family):
        title = f"{other_compiler.title} instead of {compiler.title}"
        yield Change(group="compiler", title=title, compiler=other_compiler)


def flag_changes(statement: Statement, compiler: Compiler) -> Iterator[Change]:
    """One flag more, or one less; levels last, and what switches things off after them."""
    flags = parse_flags(statement.setting.flags, compiler)
    changes = [*_without(flags), *_menu_flags(compiler), *_levels(flags)]
    order: tuple[Group, ...] = ("flag", "level", "switched off")
    for group in order:
        yield from (change for change in changes if change.group == group)


def _without(flags: tuple[str, ...]) -> Iterator[Change]:
    # Of a pair such as `-mllvm -option` neither can be left out alone.
    for flag in flags if "-mllvm" not in flags else ():
        if not is_level(flag):
            yield Change(
                group="flag", title=f"{flag} left out", remove=flag, touches=_touched(flag)
            )


def _menu_flags(compiler: Compiler) -> Iterator[Change]:
    listed = [
        tuple(choice.flag.split())
        for menu in MENUS
        for choice in menu.choices
        if compiler.family in choice.families
    ]
    for tokens in (*listed, *_BEYOND_MENUS):
        text = " ".join(tokens)
        if is_level(text) or text in _OTHER_WORK or not _is_taken(text, compiler):
            continue
        yield Change(
            group=_group_of(text), title=f"{text} added", add=tokens, touches=_touched(text)
        )


def _is_taken(text: str, compiler: Compiler) -> bool:
    try:
        return bool(parse_flags(text, compiler))
    except InputError:
        return False


def _group_of(text: str) -> Group:
    """Switching an optimisation off shows little: it comes last. `-fno-math-errno` and its like
    switch a rule of the language off."""
    allows = ("-fno-math-errno", "-fno-signed-zeros", "-fno-trapping-math", "-fno-strict-aliasing")
    is_off = text.startswith(("-fno-", "-mllvm -force")) and text not in allows
    return "switched off" if is_off else "flag"


def _levels(flags: tuple[str, ...]) -> Iterator[Change]:
    own = next((flag for flag in flags if is_level(flag)), "-O0")
    for level in _LEVELS:
        if level != own:
            title = f"{level} instead of {own}"
            yield Change(group="level", title=title, level=level, touches=(own, level))


def _touched(flag: str) -> tuple[str, ...]:
    return (flag, "sve") if "sve" in flag else (flag,)
