"""The records of every installed compiler are read whole: nothing is lost, places are kept."""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.verdicts import gcc_messages, gcc_record
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.clang_record import read_clang_record
from compiler_core.host.verdicts.gcc_record import read_gcc_record
from compiler_core.host.verdicts.record import compile_recorded, record_of
from compiler_core.host.why import explain_loops
from compiler_core.source import Language, SourceFile, source_file
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.limits import COMPILE_LIMITS
from compiler_core.toolchain.outcome import CompileJob
from compiler_core.toolchain.service import compile_now

SOURCE = source_file(
    """float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

void scale(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 2.0f;
}
"""
)
LABELLED = Path(__file__).parent / "labelled"
LOOP_PASSES = ("vect", "ldist", "cunroll", "unrolljam", "linterchange", "unswitch", "lsplit", "slp")
NAMES = [compiler.name for compiler in installed_compilers()]


def raw_record(name: str) -> bytes:
    job = CompileJob(SOURCE, find_compiler(name), ("-O3",))
    run = compile_with_dumps(job, ("-fsave-optimization-record",))
    return next(
        content
        for file, content in run.files.items()
        if file.endswith((".opt-record.json.gz", ".opt.yaml"))
    )


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost(name: str) -> None:
    raw = raw_record(name)
    if name.startswith("gcc"):
        text = gzip.decompress(raw).decode()
        expected = len(re.findall(r'"message": ?\[', text))
        found = read_gcc_record(raw)
    else:
        expected = len(re.findall(rb"^--- !", raw, re.MULTILINE))
        found = read_clang_record(raw)
    assert len(found) == expected > 10
    assert {account.function for account in found} >= {"sum", "scale"}
    places = [account.remark.location for account in found if account.remark.location]
    assert {place.file for place in places} == {SOURCE.name}
    assert {place.line for place in places} <= set(range(1, 13))


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("gcc")])
@pytest.mark.parametrize("file", ["", "carried.c", "algorithms.cpp"])
def test_the_messages_say_what_the_record_says(name: str, file: str) -> None:
    """Every decision about a loop, in the same line of the same function. The record loses the
    text of some, and to some it adds lines that speak of something else."""
    text = (LABELLED / file).read_text(encoding="utf-8") if file else SOURCE.text
    source = SourceFile(file or SOURCE.name, text)
    job = CompileJob(source, find_compiler(name), ("-O3",))
    files = compile_with_dumps(job, (*gcc_record.FLAGS, *gcc_messages.FLAGS)).files
    recorded = _decisions(gcc_record.read_gcc_files(files, source))
    told = _decisions(gcc_messages.read_gcc_messages(files, source))
    assert len(recorded) >= 5
    assert [
        (loop, words)
        for loop, said in recorded.items()
        for words in said
        if not any(words.startswith(others) for others in told[loop])
    ] == []


def _decisions(accounts: Iterable[Account]) -> dict[tuple[str, str, int], set[str]]:
    """Pass, function and line -> what was decided, up to the statement that it ends with."""
    decisions: dict[tuple[str, str, int], set[str]] = defaultdict(set)
    for account in accounts:
        place, words = account.remark.location, "".join(account.message.split())
        is_decision = account.remark.severity != "analysis" and place is not None
        if is_decision and account.pass_name in LOOP_PASSES and words:
            line = place.line if place is not None else 0
            loop = account.pass_name, account.function, line
            decisions[loop].add(words.partition(";")[0])
    return decisions


@pytest.mark.parametrize("language", ["c", "c++"])
def test_a_source_as_large_as_allowed_is_told_of_every_loop(language: Language) -> None:
    """GCC's own record of these loops takes 1.3 GiB, and is ended for it."""
    loop = "void f{0}(float *__restrict a, const float *b, int n)\n{{\n"
    loop += "    for (int i = 0; i < n; i++) {{\n        float x = a[i] * {0}.5f + b[i];\n"
    loop += "        a[i] = x > 1.0f ? 1.0f : x;\n    }}\n}}\n"
    text = "\n".join(loop.format(number) for number in range(350))
    assert 60_000 < len(text) <= 64 << 10
    told = explain_loops(source_file(text, language), "gcc-12", "-O3")
    assert told.ok
    assert len(told.loops) == 350
    assert all(verdict.vectorized for verdict in told.loops)


@pytest.mark.parametrize("name", NAMES)
def test_every_installed_compiler_gives_verdicts(name: str) -> None:
    total, scaled = explain_loops(SOURCE, name, "-O3").loops
    assert (total.source_line, scaled.source_line) == (3, 9)
    assert scaled.vectorized
    assert scaled.vector_bytes == 16
    assert scaled.arithmetic == "vector"
    assert total.reason_key != "unknown"
    if name.startswith("gcc"):
        assert total.reason_key == "float_reduction"


def test_the_level_that_vectorises_differs_by_version() -> None:
    """GCC 12 brought the vectoriser to -O2."""
    if "gcc-11" in NAMES:
        assert explain_loops(SOURCE, "gcc-11", "-O2").loops[1].reason_key == "vectorizer_off_level"
    assert explain_loops(SOURCE, "gcc-12", "-O2").loops[1].reason_key == "cost_model_level"


def test_the_record_keeps_severities() -> None:
    record = record_of(SOURCE, find_compiler("gcc-12"), ("-O3",))
    severities = {remark.severity for remark in record.remarks}
    assert severities == {"passed", "missed", "analysis"}
    assert len(record.shown) < len(record.accounts)
    assert any("loop vectorized" in account.message for account in record.shown)


@pytest.mark.parametrize("damage", [b"", b"\x1f\x8b broken", gzip.compress(b"[1, 2]", mtime=0)])
def test_a_damaged_gcc_record_is_one_plain_error(damage: bytes) -> None:
    with pytest.raises(LoweringLabError, match="optimisation record"):
        read_gcc_record(damage)


@pytest.mark.parametrize("damage", [b"--- !Passed\nPass: [", b"--- !Passed\nName: a\n...\n"])
def test_a_damaged_clang_record_is_one_plain_error(damage: bytes) -> None:
    with pytest.raises(LoweringLabError, match="optimisation record"):
        read_clang_record(damage)


@pytest.mark.parametrize("flags", ["-O0", "-O1", "-O2", "-O3", "-Ofast -march=armv8-a+sve"])
def test_a_record_changes_no_code(flags: str) -> None:
    """So a grade takes its listing from the compile that says why: all but the strings of the
    debugging information is the same, and of those one names a flag more."""
    for name in (name for name in NAMES if name.startswith("gcc")):
        compiler = find_compiler(name)
        parsed = parse_flags(flags, compiler)
        plain = compile_now(CompileJob(SOURCE, compiler, parsed), COMPILE_LIMITS, chosen_jail())
        found = compile_recorded(SOURCE, compiler, parsed).outcome
        assert _code_and_strings(found.output) == _code_and_strings(plain.output)
        assert found.diagnostics == plain.diagnostics


def _code_and_strings(assembly: str) -> tuple[str, list[str]]:
    """Strings stand in the order of a hash."""
    code, _, strings = assembly.partition(".section\t.debug_str,")
    assert code
    return code, sorted(strings.splitlines())
