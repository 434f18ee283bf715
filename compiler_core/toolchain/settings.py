"""Asking a compiler what its flags switch on: GCC's tables of settings, Clang's own arguments.

The flags asked about have passed the grammar, and no user's source is read, so these questions run
without a jail, like the ones in `inquiry`. Answers are kept per compiler build.
"""

from __future__ import annotations

import re
from functools import lru_cache

from compiler_core.source import Language
from compiler_core.toolchain.inquiry import TARGET, answer
from compiler_core.toolchain.outcome import Compiler

# `  -fvect-cost-model=[unlimited|dynamic] 	very-cheap`, `  --param=max-unroll-times= 	8`
_ROW = re.compile(r"^  (?P<name>-\S+?)(?P<joined>=(?:\[[^\]]*\]|<[^>]*>)?)?[ \t]+(?P<value>\S+)$")
_ABOUT_CODE = ("-O", "-f", "-m", "--param=", "-std=")
_QUOTED = re.compile(r'"([^"]*)"')
_PASS = re.compile(r"[(),]")


@lru_cache(maxsize=256)
def gcc_settings(
    compiler: Compiler, flags: tuple[str, ...], language: Language = "c"
) -> dict[str, str]:
    """Every optimisation setting and parameter under these flags: name -> value.

    A switch has the value `[enabled]` or `[disabled]`; other values are as printed. A name that
    takes its value after `=` ends in `=`. Source: `gcc -Q --help=optimizers,params`, see "Overall
    Options" in the GCC manual. Empty for a compiler that has no such table.
    """
    driver = compiler.driver(language)
    if compiler.family != "gcc" or not driver:
        return {}
    code_flags = [flag for flag in flags if flag.startswith(_ABOUT_CODE)]
    settings: dict[str, str] = {}
    for table in ("optimizers", "params"):
        text = answer([driver, "-Q", *code_flags, f"--help={table}"])
        settings |= parse_settings(text)
    return settings


def parse_settings(text: str) -> dict[str, str]:
    """The rows of one table; rows without a value, and aliases of other rows, are left out."""
    rows = (_ROW.match(line) for line in text.splitlines())
    return {
        row["name"] + ("=" if row["joined"] else ""): row["value"]
        for row in rows
        if row is not None and not row["value"].startswith("-")
    }


@lru_cache(maxsize=256)
def clang_arguments(compiler: Compiler, flags: tuple[str, ...]) -> tuple[str, ...]:
    """What Clang's driver hands to the compiler proper under these flags (`-###`), in order."""
    code_flags = [flag for flag in flags if flag.startswith(_ABOUT_CODE)]
    text = answer([compiler.c_path, TARGET, *code_flags, "-###", "-S", "-x", "c", "/dev/null"])
    commands = [line for line in text.splitlines() if '"-cc1"' in line]
    return tuple(_QUOTED.findall(commands[0])[1:]) if commands else ()


@lru_cache(maxsize=256)
def clang_passes(compiler: Compiler, flags: tuple[str, ...]) -> tuple[str, ...]:
    """The passes of LLVM's optimiser under these flags, in order, with their options.

    Empty where this Clang cannot print them (before version 16).
    """
    code_flags = [flag for flag in flags if flag.startswith(_ABOUT_CODE)]
    question = [compiler.c_path, TARGET, *code_flags, "-mllvm", "-print-pipeline-passes"]
    text = answer([*question, "-S", "-x", "c", "/dev/null", "-o", "/dev/null"])
    if "error:" in text:
        return ()
    return tuple(name for name in _PASS.split(text.strip()) if name)
