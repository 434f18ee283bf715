"""compile_assembly and demangle, end to end."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from compiler_core.errors import RefusedFlag, ToolMissing
from compiler_core.source import SourceFile
from compiler_core.toolchain import cache, service
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.jail import Jail, bubblewrap_jail, landlock_jail
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.judge import judge
from compiler_core.toolchain.limits import COMPILE_LIMITS
from compiler_core.toolchain.outcome import CompileJob, Compiler
from compiler_core.toolchain.service import compile_assembly, compile_now, demangle
from tests.stopwatch import Stopwatch

AXPY = SourceFile(
    "loop.c",
    "#include <stddef.h>\n#include <math.h>\n"
    "void axpy(size_t n, float a, const float *restrict x, float *restrict y) {\n"
    "  for (size_t i = 0; i < n; i++) y[i] += a * sqrtf(x[i]);\n}\n",
)
VECTOR = SourceFile(
    "loop.cpp",
    "#include <vector>\n#include <numeric>\n"
    "int sum(const std::vector<int> &v) { return std::accumulate(v.begin(), v.end(), 0); }\n",
)


@pytest.fixture(autouse=True)
def fresh_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    fresh = cache.OutcomeCache(tmp_path_factory.mktemp("outcomes"))
    monkeypatch.setattr(service, "_cache", lambda: fresh)


@pytest.mark.parametrize("source", [AXPY, VECTOR], ids=["c", "c++"])
def test_every_installed_compiler_compiles(source: SourceFile) -> None:
    for compiler in installed_compilers():
        outcome = compile_assembly(source, compiler, parse_flags("-O3", compiler))
        assert (outcome.status, outcome.message) == ("ok", ""), outcome.diagnostics
        assert re.search(r"^\s+ret$", outcome.output, re.MULTILINE)
        assert re.search(r"^\s+\.loc\s+\d+ 4 \d+", outcome.output, re.MULTILINE) or source is VECTOR
        again = compile_assembly(source, compiler, parse_flags("-O3", compiler))
        assert again == replace(outcome, cached=True)


def test_both_jails_give_the_same_text(compiler: Compiler) -> None:
    """And none that tells where on this host it was made."""
    job = CompileJob(AXPY, compiler, ("-O2",))
    outputs = {
        compile_now(job, COMPILE_LIMITS, jail).output
        for jail in (bubblewrap_jail(), landlock_jail())
    }
    assert len(outputs) == 1
    assert "jobs/" not in outputs.pop()


def test_an_error_is_a_result(compiler: Compiler, jail: Jail) -> None:
    job = CompileJob(SourceFile("loop.c", "int f(void) {\n  return x;\n}\n"), compiler, ())
    outcome = compile_now(job, COMPILE_LIMITS, jail)
    assert (outcome.status, outcome.output, outcome.limit) == ("rejected", "", "")
    assert re.search(r"^loop\.c:2:10: error: .*undeclared.*$", outcome.diagnostics, re.MULTILINE)
    assert "rejects this source, in line 2 of loop.c: " in outcome.message
    assert re.search(r"undeclared[^{}/]*\.$", outcome.message)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Could not find incbin file '/etc/shadow'", "Could not find incbin file 'shadow'."),
        ("'/proc/self/environ' file not found", "'environ' file not found."),
        ("'sys/thing.h' file not found", "'sys/thing.h' file not found."),
        ("expected expression before '/' token", None),
        ("expected expression before '/=' token", None),
        ("invalid operands to binary / (have 'int *' and 'int')", None),
        ('missing terminating " character.', 'missing terminating " character.'),
    ],
)
def test_a_reason_is_a_sentence_without_folders(
    gcc: Compiler, words: str, told: str | None
) -> None:
    diagnostics = f"/rooms/a/loop.c:7:3: error: {words}\n".encode()
    run = RunResult(
        exit_code=1,
        signal_number=None,
        limit=None,
        output=b"",
        diagnostics=diagnostics,
        seconds=0.2,
        cpu_seconds=0.1,
    )
    message = judge(CompileJob(AXPY, gcc, ()), COMPILE_LIMITS, run, ()).message
    assert message.endswith(f"in line 7 of loop.c: {told or words + '.'}")


def test_a_reason_is_bounded_and_hides_no_character(gcc: Compiler) -> None:
    words = b"/work/loop.c:7:3: error: \xe2\x80\xae\x1b[31m" + b"x" * 5000 + b"\n"
    for diagnostics in (words, b"a" * 70_000 + b":1:1: error: b\n" + words):
        run = RunResult(
            exit_code=1,
            signal_number=None,
            limit=None,
            output=b"",
            diagnostics=diagnostics,
            seconds=0.2,
            cpu_seconds=0.1,
        )
        message = judge(CompileJob(AXPY, gcc, ()), COMPILE_LIMITS, run, ()).message
        assert "in line 7 of loop.c: <U+202E><U+001B>[31mxxx" in message
        assert len(message) < 300
    run = RunResult(
        exit_code=1,
        signal_number=None,
        limit=None,
        output=b"",
        diagnostics=b"ld: cannot find it\n",
        seconds=0.2,
        cpu_seconds=0.1,
    )
    assert "say where" in judge(CompileJob(AXPY, gcc, ()), COMPILE_LIMITS, run, ()).message


def test_warnings_come_with_assembly(compiler: Compiler) -> None:
    source = SourceFile("loop.c", "int f(int x) { if (x = 1) return 2; return x; }\n")
    outcome = compile_assembly(source, compiler, ("-Wall",))
    assert outcome.status == "ok"
    assert re.search(r"^loop\.c:1:\d+: warning: ", outcome.diagnostics, re.MULTILINE)
    assert "^" not in outcome.diagnostics


def test_a_compiler_that_crashes_is_a_result(jail: Jail, clang: Compiler) -> None:
    """Clang 19 overflows its stack on this; GCC reports such a fault in its own words."""
    source = SourceFile("loop.c", f"int f(void) {{ return {'-' * 30_000}1; }}\n")
    outcome = compile_now(CompileJob(source, clang, ()), COMPILE_LIMITS, jail)
    assert outcome.status == "crashed"
    assert "Clang 19" in outcome.message
    assert "itself crashed (Segmentation fault)" in outcome.message
    assert "Stack dump" not in outcome.diagnostics


GCC_FAULT = (
    b"loop.c: In function 'f':\nloop.c:3:1: internal compiler error: in expand_expr, at expr.cc:1\n"
    b"Please submit a full bug report, with preprocessed source.\nSee <file:///usr/share/doc>.\n"
)
DRIVER_FAULT = (
    b"aarch64-linux-gnu-gcc-12: internal compiler error: Segmentation fault signal terminated "
    b"program cc1\nPlease submit a full bug report.\n"
)


@pytest.mark.parametrize("words", [GCC_FAULT, DRIVER_FAULT], ids=["cc1", "driver"])
def test_an_internal_error_of_gcc_is_a_crash(words: bytes, gcc: Compiler) -> None:
    run = RunResult(
        exit_code=4,
        signal_number=None,
        limit=None,
        output=b"\t.arch armv8-a\n",
        diagnostics=words,
        seconds=0.2,
        cpu_seconds=0.1,
    )
    outcome = judge(CompileJob(AXPY, gcc, ()), COMPILE_LIMITS, run, ())
    assert (outcome.status, outcome.output) == ("crashed", "")
    assert "bug report" not in outcome.diagnostics
    assert "internal compiler error" in outcome.diagnostics


PRETENDED = (
    "#error gcc: fatal error: Killed signal terminated program cc1\n",
    "#error internal compiler error: Segmentation fault\nPlease submit a full bug report\n",
    "#error LLVM ERROR: out of memory\n",
    '#line 1 "x"\n#error PLEASE submit a bug report\n',
)


@pytest.mark.parametrize("text", PRETENDED)
def test_a_source_cannot_pretend_a_crash_or_a_limit(text: str, compiler: Compiler) -> None:
    outcome = compile_assembly(SourceFile("loop.c", text), compiler, ())
    assert (outcome.status, outcome.limit) == ("rejected", "")


def test_judging_long_lines_takes_no_time(gcc: Compiler) -> None:
    """`#line` lets a source choose how lines of messages begin, at any length."""
    for words in ("gcc" * 20_000, "g++" * 20_000 + ":1:", "a: " * 20_000, "-" * 60_000):
        run = RunResult(
            exit_code=1,
            signal_number=None,
            limit=None,
            output=b"",
            diagnostics=f"{words}: error: x\n".encode() * 4,
            seconds=0.1,
            cpu_seconds=0.1,
        )
        watch = Stopwatch()
        judge(CompileJob(AXPY, gcc, ()), COMPILE_LIMITS, run, ())
        assert watch.seconds() < 0.5


def test_flags_are_checked_again_whoever_calls(compiler: Compiler) -> None:
    with pytest.raises(RefusedFlag):
        compile_assembly(AXPY, compiler, ("-O2", "-fplugin=x.so"))


def test_a_missing_cpp_driver_names_the_package(gcc: Compiler) -> None:
    with pytest.raises(ToolMissing, match=r"g\+\+-\d+-aarch64-linux-gnu"):
        compile_assembly(VECTOR, replace(gcc, cpp_path=""), ())


def test_the_command_for_home_is_runnable_words(compiler: Compiler) -> None:
    outcome = compile_assembly(AXPY, compiler, parse_flags("-O3 -ffast-math", compiler))
    assert outcome.command[0].startswith(("aarch64-linux-gnu-gcc", "clang-"))
    assert outcome.command[1:3] == ("-O3", "-ffast-math")
    assert outcome.command[-1] == "loop.c"
    assert all(" " not in word and "/" not in word for word in outcome.command)


def test_demangle() -> None:
    names = demangle(("_Z3sumRKSt6vectorIiSaIiEE", "main", "_ZN1A1bEv", "-x", "_Z", "a b"))
    assert (
        names["_Z3sumRKSt6vectorIiSaIiEE"] == "sum(std::vector<int, std::allocator<int> > const&)"
    )
    assert names["_ZN1A1bEv"] == "A::b()"
    assert {name: names[name] for name in ("main", "-x", "_Z", "a b")} == {
        "main": "main", "-x": "-x", "_Z": "_Z", "a b": "a b",
    }  # fmt: skip
    assert demangle(()) == {}


def test_demangle_survives_hostile_names() -> None:
    hostile = ("_Z" + "St" * 1900, "_Z1fI" + "J" * 2000, "_ZN" + "1a" * 1500 + "E", "_Z@symbols")
    names = demangle((*hostile, "_Z1fv"))
    assert set(names) == {*hostile, "_Z1fv"}
    assert demangle(("_Z1fv",)) == {"_Z1fv": "f()"}


def test_long_names_push_out_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A symbol of a hundred letters may stand for a name of a megabyte."""
    from compiler_core.toolchain import demangle as module

    asked: list[bytes] = []

    def answer(_: object, job: Job) -> SimpleNamespace:
        asked.append(job.files[0][1])
        return SimpleNamespace(output=b"n" * (1 << 20), exit_code=0)

    monkeypatch.setattr(module, "run_jailed", answer)
    monkeypatch.setattr(module, "_program", lambda: "c++filt")
    for number in (*range(8), 7, 0):
        assert len(demangle((f"_Z{number}long",))[f"_Z{number}long"]) == 1 << 20
    assert len(asked) == 9


def test_demangle_without_the_tool_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from compiler_core.toolchain import demangle as module

    monkeypatch.setattr(module, "_program", lambda: "")
    assert demangle(("_Z17never_seen_beforev",)) == {
        "_Z17never_seen_beforev": "_Z17never_seen_beforev"
    }
