"""Loops of macros that became a call of a routine, or nothing, are told as written ones are."""

from __future__ import annotations

import pytest

from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.verdicts.macro_loops import macro_loops
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

MACROS = """#define FILL(a, n) for (int i = 0; i < (n); i++) (a)[i] = 0
#define COPY(a, b, n) do { for (int i = 0; i < (n); i++) \\
    (a)[i] = (b)[i]; } while (0)
#define MOVE(a, n) for (int i = 0; i < (n); i++) (a)[i] = (a)[i + 1]
#define NOTHING(n) for (int i = 0; i < (n); i++) { }
#define ONCE(a) do { (a)[0] = 1; } while (0)
#define SCALE(a, n) for (int i = 0; i < (n); i++) (a)[i] *= 3
#define EACH for (int i = 0; i < 9; i++)
"""
GONE = (
    ("void f(char *restrict a, int n)\n{\n  FILL(a, n);\n}\n", "library_call"),
    ("void f(int *restrict a, const int *restrict b, int n)\n{\n  COPY(a,\n       b, n);\n}\n",
     "library_call"),
    ("void f(int n)\n{\n  NOTHING(n);\n}\n", "loop_deleted"),
    ("int f(int n)\n{\n  if (n > 3)\n    NOTHING(n);\n  return n + 1;\n}\n", "loop_deleted"),
)  # fmt: skip
NO_LOOPS = (
    "void f(int *a)\n{\n  ONCE(a);\n}\n",
    "// FILL(a, n)\nint f(void) { return 1; }\n",
    'const char *f(void)\n{\n  return "FILL(a, n)";\n}\n',
    "int FILLED(int n) { return n; }\n",
)


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(("text", "reason"), GONE)
def test_what_became_of_it_is_told(text: str, reason: str, compiler: str) -> None:
    source = SourceFile("loop.c", MACROS + text)
    (verdict,) = explain_loops(source, compiler, "-O3").loops
    assert verdict.reason_key == reason
    assert (verdict.function, verdict.kind) == ("f", "unwritten")
    line = source.text.split("\n")[verdict.source_line - 1]
    assert line[verdict.column - 1 :].startswith(("FILL", "COPY", "NOTHING"))


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_body_that_another_function_keeps_is_not_called_deleted(compiler: str) -> None:
    twice = "".join(f"void {name}(char *a, int n)\n{{\n  FILL(a, n);\n}}\n" for name in ("f", "g"))
    found = explain_loops(SourceFile("loop.c", MACROS + twice), compiler, "-O3").loops
    assert {verdict.reason_key for verdict in found} == {"library_call"}


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_loop_that_stays_has_one_verdict(compiler: str) -> None:
    text = MACROS + "void f(int *a, int n)\n{\n  SCALE(a, n);\n}\n"
    (verdict,) = explain_loops(SourceFile("loop.c", text), compiler, "-O3").loops
    assert verdict.vectorized


@pytest.mark.parametrize("text", NO_LOOPS)
def test_what_writes_no_loop_is_none(text: str) -> None:
    source = SourceFile("loop.c", MACROS + text)
    assert macro_loops(source, source_loops(source)) == ()


@pytest.mark.parametrize("use", ["M(", "M(a) ", "M\n"])
def test_thousands_of_uses_are_read_in_part(use: str) -> None:
    text = f"#define M(x) for (;;)\nvoid f(void) {{\n{use * 12_000}\n}}\n"
    assert len(macro_loops(SourceFile("a.c", text), ())) <= 500


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_of_several_loops_of_one_macro_it_is_said_which_is_told(compiler: str) -> None:
    macros = """#define ROWS(i, n) for (int i = 0; i < n; i++)
#define GRID(i, j, n) for (int i = 0; i < n; i++) \\
    for (int j = 0; j < n; j++)
"""
    body = "    a[64 * i + j] *= 2;\n}\n"
    for head, said in (("GRID(i, j, n)", "GRID writes 2 loops"), ("ROWS(i, n) ROWS(j, n)", "")):
        text = f"{macros}void f(int *a, int n)\n{{\n  {head}\n{body}"
        loops = explain_loops(SourceFile("loop.c", text), compiler, "-O3").loops
        texts = [evidence.text for loop in loops for evidence in loop.evidence]
        assert (said in " ".join(texts)) if said else not any(" loops at " in t for t in texts)
