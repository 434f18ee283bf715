"""Modules that are compiled together come out as if each had been alone, whatever they hold."""

from __future__ import annotations

import re

from compiler_core.host.ledger.stopped_compiles import BACK_END_ALONE
from compiler_core.source import SourceFile
from compiler_core.toolchain.batched_compile import compile_modules
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import CompileJob
from compiler_core.toolchain.service import compile_with

MODULE = """source_filename = "loop.c"
target triple = "aarch64-unknown-linux-gnu"
{more}
define i32 @f(i32 %a) {{
  %b = add i32 %a, {number}
  ret i32 %b
}}
"""
FORGED = 'module asm "\\09.file\\09\\22lowlab_module_1\\22"'
BROKEN = "define i32 @g( {"


def module(number: int, more: str = "") -> str:
    return MODULE.format(number=number, more=more)


def outputs(*texts: str) -> list[str]:
    found = compile_modules(texts, find_compiler("clang-19"), ("-O3",), BACK_END_ALONE)
    assert len(found) == len(texts)
    return [re.sub(r"\t\.file\t.*\n", "", one.output) for one in found]


def alone(text: str) -> str:
    job = CompileJob(SourceFile("loop.ll", text), find_compiler("clang-19"), ("-O3",))
    output = compile_with(job, BACK_END_ALONE).output
    return re.sub(r"\t\.file\t.*\n", "", output)


def test_each_is_what_it_is_alone() -> None:
    texts = [module(number) for number in (5, 6, 7)]
    assert outputs(*texts) == [alone(text) for text in texts]


def test_one_that_fails_takes_no_other_with_it() -> None:
    first, broken, last = outputs(module(5), module(6, BROKEN), module(7))
    assert broken == ""
    assert "#5" in first
    assert "#7" in last


def test_one_that_prints_the_head_of_another_is_told_apart() -> None:
    forged, other = outputs(module(5, FORGED), module(6))
    assert "#5" in forged
    assert "#6" not in forged
    assert "#6" in other
    assert "#5" not in other
