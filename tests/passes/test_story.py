"""The numbers in the story equal what a plain count over the compilers' raw dumps gives.

The oracle reads the raw text itself: it cuts LLVM's stream at its header lines and GCC's dumps by
file, and counts substrings. It shares no code with the parsers, the delta or the measures.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from compiler_core.host.passes.timeline import Timeline, pass_timeline
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.outcome import CompileJob
from tests.passes.loops import LOOPS

FLAGS = {"gcc": "-O3", "clang": "-O3"}
GCC_FLAGS = ("-fdump-tree-all-blocks", "-fdump-rtl-all-slim-blocks")
LLVM_FLAGS = (
    "-fno-discard-value-names",
    "-mllvm", "-print-changed", "-mllvm", "-print-module-scope", "-mllvm", "-filter-print-funcs=f",
    "-mllvm", "-print-after=loop-unroll-full,simple-loop-unswitch,loop-deletion",
)  # fmt: skip
CASES = [(name, compiler) for name in LOOPS for compiler in ("gcc", "clang")]


def timeline_of(name: str, compiler: str) -> Timeline:
    return pass_timeline(SourceFile("loop.c", LOOPS[name]), compiler, FLAGS[compiler], "f")


def raw_texts(name: str, compiler: str) -> list[tuple[str, str]]:
    """(pass name, text of f) in order, straight from the compiler."""
    job = CompileJob(SourceFile("loop.c", LOOPS[name]), find_compiler(compiler), ("-O3",))
    if compiler == "clang":
        run = compile_with_dumps(job, LLVM_FLAGS)
        parts = re.split(r"^(?:[#;] )?\*\*\* IR (.*?) \*\*\*:?$", run.messages, flags=re.M)
        pairs = list(zip(parts[1::2], parts[2::2], strict=True))
        return [(head, function_text(body)) for head, body in pairs if function_text(body)]
    run = compile_with_dumps(job, GCC_FLAGS)
    names = sorted(name for name in run.files if re.search(r"\.\d{3}[tr]\.", name))
    names.sort(key=lambda name: name.split(".")[-2])
    texts = [(name, run.files[name].decode(errors="replace")) for name in names]
    return [(name.rpartition(".")[2], gcc_function(text)) for name, text in texts]


def function_text(body: str) -> str:
    machine = re.search(r"^# Machine code for function f:.*?^# End machine code", body, re.M | re.S)
    if machine:
        return machine[0]
    match = re.search(r"^define [^\n]*@f\(.*?^\}", body, re.M | re.S)
    return match[0] if match else ""


def gcc_function(text: str) -> str:
    """The program proper: from the first block's note on, without the pass's log before it."""
    starts = [
        match.start() for match in re.finditer(r"^;;\s+basic block 2, loop depth", text, re.M)
    ]
    if starts:
        return text[starts[-1] :]
    return text[text.rfind(";; Function f (") :] if ";; Function f (" in text else ""


def before_and_after(name: str, compiler: str, pass_name: str, number: int) -> tuple[str, str]:
    """Raw text after this pass and after the pass before it that printed one."""
    texts = raw_texts(name, compiler)
    step = timeline_of(name, compiler).steps[number]
    wanted = [index for index, (head, _) in enumerate(texts) if pass_in(head, pass_name)]
    occurrence = sum(
        one.dump.pass_name == pass_name and one.dump.lines is not None
        for one in timeline_of(name, compiler).steps[: step.number]
    )
    index = wanted[occurrence]
    return texts[index - 1][1], texts[index][1]


def pass_in(head: str, pass_name: str) -> bool:
    return head == pass_name or head.startswith(f"Dump After {pass_name} on ")


def occurrences(pattern: str) -> Callable[[str], int]:
    return lambda text: len(re.findall(pattern, text, re.M))


def fewer(count: Callable[[str], int]) -> Callable[[str, str], int]:
    return lambda before, after: count(before) - count(after)


def more(count: Callable[[str], int]) -> Callable[[str, str], int]:
    return lambda before, after: count(after) - count(before)


# compiler, phrase with the number, what a plain count over the two raw texts must give
ORACLES: tuple[tuple[str, str, Callable[[str, str], int]], ...] = (
    ("clang", r"(\d+) stack slots? became values", fewer(occurrences(" = alloca "))),
    ("clang", r"values: (\d+) loads?", fewer(occurrences(r" = load "))),
    ("clang", r"and (\d+) stores? of variables", fewer(occurrences(r"^  store "))),
    ("clang", r"(\d+) vector operations? appear", more(occurrences(r"^  .*<(?:vscale x )?\d+ x "))),
    ("clang", r"(\d+) multiplications? fused", more(occurrences(r"@llvm\.fmuladd|FMADD|FMLA"))),
    ("gcc", r"(\d+) phis? take", more(occurrences(r" = PHI <"))),
    ("gcc", r"(\d+) multiplications? fused", more(occurrences(r"\.FN?M[AS] \("))),
    ("gcc", r"^(\d+) loads? fewer", fewer(occurrences(r" = (?:\*|MEM|[\w.]+->)"))),
)
SEEN: set[str] = set()


@pytest.mark.parametrize(("name", "compiler"), CASES)
def test_numbers_equal_the_dumps(name: str, compiler: str) -> None:
    checked = 0
    for told in timeline_of(name, compiler).story:
        for family, phrase, oracle in ORACLES:
            match = re.search(phrase, told.sentence) if family == compiler else None
            if match is None:
                continue
            before, after = before_and_after(name, compiler, told.pass_name, told.number)
            assert int(match[1]) == oracle(before, after), (told, phrase)
            checked += 1
    assert checked >= 1, "no number of this story was checked"


@pytest.mark.parametrize(("name", "compiler"), CASES)
def test_a_story_has_five_to_twelve_steps_in_order(name: str, compiler: str) -> None:
    story = timeline_of(name, compiler).story
    assert 5 <= len(story) <= 12
    assert [told.number for told in story] == sorted({told.number for told in story})


@pytest.mark.parametrize(("name", "compiler"), CASES)
def test_rows_reproduce_both_texts(name: str, compiler: str) -> None:
    for step in timeline_of(name, compiler).steps:
        if step.delta is None or step.before is None or step.after is None:
            continue
        rows = step.delta.rows
        left = [row.before for row in rows if row.before is not None and not is_arrival(row)]
        right = [row.after for row in rows if row.after is not None]
        assert left == list(range(len(step.before.lines or ())))
        assert right == list(range(len(step.after.lines or ())))


def is_arrival(row: object) -> bool:
    """The second row of a moved line names its old place too."""
    return row.kind == "moved" and row.after is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "compiler", "concept", "words"),
    [
        ("clear", "gcc", "idiom", "memset"),
        ("clear", "clang", "idiom", "memset"),
        ("copy", "gcc", "idiom", "memcpy"),
        ("copy", "clang", "idiom", "memcpy"),
        ("invariant load", "gcc", "hoist", "moved out of the loop"),
        ("invariant load", "clang", "hoist", "moved out of the loop"),
        ("invariant product", "clang", "hoist", "moved out of the loop"),
        ("invariant product", "gcc", "hoist", "moved out of the loop"),
        ("saxpy", "gcc", "vectorise", "4 × float"),
        ("saxpy", "clang", "vectorise", "4 × float"),
        ("saxpy", "gcc", "fuse-multiply-add", "fused"),
        ("short loop", "gcc", "unroll", "1 loop replaced by straight code"),
        ("short loop", "clang", "unroll", "1 loop replaced by straight code"),
        ("unswitch", "gcc", "unswitch", "1 loop became 2"),
        ("unswitch", "clang", "unswitch", "1 loop became 2"),
        ("condition", "gcc", "if-convert", "without the branch"),
        ("call", "gcc", "inline", "1 call replaced"),
        ("call", "clang", "inline", "1 call replaced"),
    ],
)
def test_the_story_names_what_matters(name: str, compiler: str, concept: str, words: str) -> None:
    told = {step.concept: step.sentence for step in timeline_of(name, compiler).story}
    assert concept in told, told
    assert words in told[concept]
