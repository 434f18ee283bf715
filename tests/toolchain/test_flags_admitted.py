"""Flags that must be admitted, their normal form; and compilers know all that is on the lists."""

from __future__ import annotations

import re
import subprocess

import pytest

from compiler_core.errors import RefusedFlag
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.flags import MENUS, check_flags, parse_flags
from compiler_core.toolchain.flags.switches import CODE, FLOATING_POINT, MACHINE
from compiler_core.toolchain.flags.values import LLVM_OPTIONS
from compiler_core.toolchain.inquiry import CLANG_SECOND_NAMES, TARGET
from compiler_core.toolchain.outcome import Compiler

# The same setting in several spellings: all in one group have one normal form.
SAME: tuple[tuple[str, ...], ...] = (
    ("-O3 -ffast-math", "-ffast-math -O3", "-O2 -ffast-math -O3", "-O3  -ffast-math -ffast-math"),
    ("-O1", "-O", "-O3 -O1"),
    ("-DX=1 -DY=2", "-D Y=2 -DX", "-DX=3 -DY=2 -UX -DX"),
    ("-UX", "-DX -UX"),
    ("-march=armv8-a+sve -O2", "-O2 -march=armv8-a+sve", "-O2 -march=armv8-a -march=armv8-a+sve"),
    ("-std=c17", "-std=c18", "-std=c99 -std=c17"),
    ("-fno-inline -fwrapv", "-fwrapv -fno-inline", "-finline -fwrapv -fno-inline"),
    ("-Wextra", "-W"),
    ("-fsanitize=shift,null", "-fsanitize=shift,null -fsanitize=shift,null"),
    ("", " \t ", "\n"),
)  # fmt: skip
DIFFERENT: tuple[tuple[str, str], ...] = (
    ("-O2", "-O3"),
    ("-Ofast -fno-associative-math", "-fno-associative-math -Ofast"),
    ("-ffast-math -fno-associative-math", "-fno-associative-math -ffast-math"),
    ("-Wall -Wno-unused", "-Wno-unused -Wall"),
    ("-DX=1", "-DX=2"),
    ("-DX=", "-DX"),
    ("-fno-inline", "-finline"),
    ("-fsanitize=shift -fsanitize=null", "-fsanitize=null"),
    ("-fsanitize=undefined -fno-sanitize=shift", "-fno-sanitize=shift -fsanitize=undefined"),
    ("-march=armv8-a+nosve+sve", "-march=armv8-a+sve+nosve"),
)
FOR_GCC = (
    "--param vect-epilogues-nomask=0", "--param=max-unroll-times=4", "-fno-tree-loop-im",
    "-fvect-cost-model=very-cheap", "-fwhole-program", "-fprofile-use", "-mlow-precision-div",
    "-falign-loops=16:8", "-flto-partition=one", "-fno-builtin-memset", "-ftree-vectorize",
)  # fmt: skip
FOR_CLANG = (
    "-mllvm -force-vector-width=4", "-mllvm -enable-gvn-hoist", "-fvectorize", "-ffp-model=fast",
    "-mllvm -sve-tail-folding=all", "-flto=thin", "-fveclib=SLEEF", "-fno-slp-vectorize",
    "-mcpu=neoverse-v2", "-fno-builtin-memset", "-Weverything",
)  # fmt: skip
FOR_BOTH = (
    "-O0", "-Og", "-Os", "-Oz", "-Ofast", "-mcpu=neoverse-n1+nosve", "-mtune=cortex-a53",
    "-march=armv8.2-a+dotprod+fp16", "-msve-vector-bits=256", "-mno-omit-leaf-frame-pointer",
    "-fno-omit-frame-pointer", "-fopenmp-simd", "-flto", "-fprofile-generate", "-std=c++20",
    "-std=gnu2x", "-ansi", "-DN=1024", "-DN=(1<<4)", "-Wall", "-Wno-unused-variable", "-Werror",
    "-Werror=return-type", "-Wframe-larger-than=100", "-w", "-pedantic", "-fPIC",
    "-mbranch-protection=pac-ret+leaf", "-fsanitize=undefined", "-fwrapv", "-mstrict-align",
)  # fmt: skip


@pytest.mark.parametrize("spellings", SAME, ids=lambda spellings: spellings[0])
def test_equal_settings_have_one_normal_form(
    spellings: tuple[str, ...], compiler: Compiler
) -> None:
    assert len({parse_flags(text, compiler) for text in spellings}) == 1


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_settings_stay_different(one: str, other: str, compiler: Compiler) -> None:
    assert parse_flags(one, compiler) != parse_flags(other, compiler)


@pytest.mark.parametrize("text", [*FOR_BOTH, *FOR_GCC])
def test_gcc_flags(text: str, gcc: Compiler) -> None:
    _admitted(text, gcc)


@pytest.mark.parametrize("text", [*FOR_BOTH, *FOR_CLANG])
def test_clang_flags(text: str, clang: Compiler) -> None:
    _admitted(text, clang)


def _admitted(text: str, compiler: Compiler) -> None:
    tokens = parse_flags(text, compiler)
    assert tokens
    assert check_flags(tokens, compiler) == tokens, "the normal form is its own normal form"


def test_menus_hold_what_pages_need() -> None:
    assert len(MENUS) >= 7
    choices = [choice for group in MENUS for choice in group.choices]
    assert len({choice.flag for choice in choices}) == len(choices)
    assert all(choice.explanation.endswith(".") for choice in choices)
    assert {group.kind for group in MENUS} == {"one", "many"}


def test_every_menu_choice_compiles_on_the_newest_compilers(compiler: Compiler) -> None:
    for choice in (choice for group in MENUS for choice in group.choices):
        if compiler.family in choice.families:
            tokens = parse_flags(choice.flag, compiler)
            assert _complaints(compiler, tokens) == [], choice.flag


def test_every_menu_choice_is_admitted_or_unknown_to_an_older_compiler() -> None:
    for compiler in installed_compilers():
        refused = [
            _refusal(choice.flag, compiler)
            for group in MENUS
            for choice in group.choices
            if compiler.family in choice.families
        ]
        assert [message for message in refused if message and "knows no" not in message] == []


def _refusal(text: str, compiler: Compiler) -> str:
    try:
        parse_flags(text, compiler)
    except RefusedFlag as refusal:
        return refusal.message
    return ""


def test_gcc_knows_every_switch_on_its_list(gcc: Compiler) -> None:
    assert _unknown_switches(gcc) == set()


def test_clang_knows_every_switch_on_its_list(clang: Compiler) -> None:
    assert _unknown_switches(clang) == set()


def _unknown_switches(compiler: Compiler) -> set[str]:
    """Switches known neither as `-fNAME` nor as `-fno-NAME`; a few exist in one form only."""
    family = compiler.family
    names = FLOATING_POINT["both"] | FLOATING_POINT[family] | CODE["both"] | CODE[family]
    unknown = [_unknown(compiler, no, names) for no in ("", "no-")]
    machine = MACHINE["both"] | MACHINE[family]
    complaints = _complaints(compiler, tuple(f"-m{name}" for name in sorted(machine)))
    return (unknown[0] & unknown[1]) | set(complaints)


def _unknown(compiler: Compiler, no: str, names: frozenset[str]) -> set[str]:
    complaints = " ".join(_complaints(compiler, tuple(f"-f{no}{name}" for name in sorted(names))))
    return {name for name in names if f"'-f{no}{name}'" in complaints}


def test_llvm_knows_every_option_on_the_list(clang: Compiler) -> None:
    for name, rule in LLVM_OPTIONS.items():
        value = "" if "" in rule.words else f"={sorted(rule.words)[0] if rule.words else 1}"
        assert parse_flags(f"-mllvm {name}{value}", clang) == ("-mllvm", f"{name}{value}")
        assert _complaints(clang, ("-mllvm", f"{name}{value}")) == []


def test_cpu_names_are_the_compilers_own() -> None:
    for compiler in installed_compilers():
        assert len(compiler.cpus) > 30
        assert {"cortex-a72", "neoverse-n1"} <= set(compiler.cpus)
        assert "armv8-a" in compiler.architectures
        for name in compiler.architectures:
            assert parse_flags(f"-march={name}", compiler) == (f"-march={name}",)
    assert "neoverse-v2" not in find_compiler("gcc-12").cpus


def test_a_cpu_is_admitted_where_its_compiler_takes_it() -> None:
    """Every name that any compiler lists, and every second name, tried on the compiler itself."""
    names = {name for compiler in installed_compilers() for name in compiler.cpus}
    for compiler in installed_compilers():
        taken = {name for name in names | set(CLANG_SECOND_NAMES) if _takes(compiler, name)}
        assert sorted(taken) == sorted(compiler.cpus)


def _takes(compiler: Compiler, cpu: str) -> bool:
    target = (TARGET,) if compiler.family == "clang" else ()
    command = [compiler.c_path, *target, f"-mcpu={cpu}", "-S", "-o", "-", "-x", "c", "/dev/null"]
    return subprocess.run(command, capture_output=True, env={"LC_ALL": "C"}).returncode == 0


def _complaints(compiler: Compiler, tokens: tuple[str, ...]) -> list[str]:
    """What the compiler does not know of these flags; other quarrels do not matter here."""
    target = (TARGET,) if compiler.family == "clang" else ()
    command = [compiler.c_path, *target, *tokens, "-S", "-o", "-", "-x", "c", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True, env={"LC_ALL": "C"})
    unknown = re.compile(
        r"unrecognized command.line option|unknown argument|Unknown command line argument"
        r"|unrecognized argument|invalid value"
    )
    return [line for line in done.stderr.splitlines() if unknown.search(line)]
