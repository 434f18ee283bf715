"""The subset: what is read, with names and places; what is refused, where, and with what advice."""

from __future__ import annotations

import re
from random import Random

import pytest

from compiler_core.errors import UnknownName
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.lowering import function_names, lower_source, main_function
from compiler_core.loop.interpreter.inputs import seeded_input
from compiler_core.loop.interpreter.machine import Input, run_function
from compiler_core.loop.verifier import problems_of
from compiler_core.source import SourceFile
from tests.loop.programs import SeededChoices, program
from tests.loop.running import last_function, lowered
from tests.loop.text_form import function_text
from tests.stopwatch import Stopwatch

REFUSED = (
    ("int f(int *p) { return p + 1 == p; }", 1, "array p without a subscript", "p[i]"),
    ("void f(int n) {\n  switch (n) { case 1: break; }\n}", 2, "a switch", "if and else if"),
    ("struct s { int x; };\nvoid f(struct s *p) { }", 2, "type outside the subset", "numbers"),
    ("void f(int n) {\n  goto end;\nend: ;\n}", 2, "a goto", "loops"),
    ("int f(int n) {\n  return &n == 0;\n}", 2, "& (an address)", "subscripts"),
    ("int g(int);\nint f(int n) {\n  return g(n);\n}", 3, "call of g", "Define it above"),
    ("int f(int n) {\n  return f(n - 1);\n}", 2, "calls itself", "loop"),
    ("void f(const int *a) {\n  a[0] = 1;\n}", 2, "const", "Remove"),
    ("void f(float x) {\n  float y = x % 2.0f;\n}", 2, "%", "integers"),
    ("void f(float *a, float x) {\n  a[x] = 1;\n}", 2, "must be an integer", "Cast"),
    ("void f(int a[][8]) {\n  a[1] = 1;\n}", 2, "2 dimensions", "one subscript"),
    ("void f(int n) {\n  break;\n}", 2, "break outside", "Remove"),
    ("void f(int n) {\n  return n;\n}", 2, "returns no value", "Change"),
    ("void f(void) {\n  x = 3;\n}", 2, "not known", "variables"),
    ("int f(void) {\n  return y;\n}", 2, "y is not known", "Declare"),
    ("void f(int n) {\n  static int k;\n}", 2, "static", "plain local"),
    ("void f(volatile int *a) { }", 1, "volatile", "nothing may change"),
    ("void f(int n) {\n  int *p;\n}", 2, "pointer variable", "numbers"),
    ("void f(int **a) { }", 1, "array", "dimensions"),
    ("void f(int n) {\n  int a[n];\n}", 2, "not a positive constant", "parameter"),
    ("void f(int n) {\n  int a[100000];\n}", 2, "100,000 elements", "smaller"),
    ("#include <stdio.h>\nvoid f(void) { }", 1, "stdio.h", "Leave the line out"),
    ("#define SQUARE(x) ((x) * (x))\nvoid f(void) { }", 1, "not a named constant", "function"),
    ("#if 1\nvoid f(void) { }\n#endif", 1, "#if", "preprocessor"),
    ("#define N hello world\nvoid f(void) { }", 1, "N is not a number", "numbers"),
    ("void f(int n) {\n  n = ;\n}", 2, "`;`|not C", "before"),
    ("void f(int n) {\n  int x = 3\n}", 3, "not expected", "missing ;"),
    ("void f(int n) {\n  if (n) {\n}", 3, "ends in the middle", "missing"),
    ("void f(int n) {\n  foo x;\n}", 2, "not expected", "type name"),
    ("void f(int n) { /* never closed\n}", 1, "comment has no end", "*/"),
    ("int f(int n) {\n  return \"text\"[n];\n}", 2, "no array element", "a[i]"),
    ("float f(float x) {\n  return expf(x);\n}", 2, "call of expf", "use one of"),
    ("float f(float x) {\n  return fabsf(x, x);\n}", 2, "takes 1 values, found 2", "as many"),
    ("int f(int n) {\n  return sizeof(n);\n}", 2, "sizeof", "sizes"),
    ("int f(int n) {\n  return 99999999999999999999999;\n}", 2, "no number", "64 bits"),
)  # fmt: skip
HOSTILE = {
    "brackets": "int f(int n) { return " + "(" * 5000 + "n" + ")" * 5000 + "; }",
    "chain of additions": "int f(int n) { return " + "n + " * 8000 + "n; }",
    "chain of minus signs": "int f(int n) { return " + "- " * 8000 + "n; }",
    "chain of nots": "int f(int n) { return " + "!" * 20000 + "n; }",
    "chain of ?": "int f(int n) { return " + "n ? 1 : " * 1200 + "n; }",
    "chain of else": "int f(int n) { " + "if (n) n = 1; else " * 1000 + "n = 2; return n; }",
    "nested ifs": "int f(int n) { " + "if (n) " * 3000 + "n = 2; return n; }",
    "nested loops": "int f(int n) { " + "while (n) " * 3000 + "n = 2; return n; }",
    "assignments": "int f(int n) { " + "n = " * 3000 + "1; return n; }",
    "subscripts": "int f(int *a) { return " + "a[" * 3000 + "0" + "]" * 3000 + "; }",
    "many statements": "int f(int n) { " + "n += n * n;" * 6000 + " return n; }",
    "long number": "int f(int n) { return " + "9" * 60000 + "; }",
    "casts": "int f(int n) { return " + "(int)" * 1500 + "n; }",
    "pointers": "int f(int " + "*" * 20000 + "n) { return 1; }",
    "declarators": "int f(int n) { int x" + "[2]" * 3000 + "; return 1; }",
    "many arguments": "int f(" + ", ".join(f"int a{i}" for i in range(6000)) + ") { return 1; }",
    "defines": "\n".join(f"#define N{i} 1" for i in range(4000)) + "\nint f(void) { return N1; }",
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "message", "advice"), REFUSED)
def test_what_is_outside_is_refused_at_its_line(
    text: str, line: int, message: str, advice: str
) -> None:
    with pytest.raises(OutsideSubset) as caught:
        lowered(text)
    assert caught.value.location.line == line
    assert any(part in caught.value.message for part in message.split("|"))
    assert advice in caught.value.advice


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sources_end_within_limits(name: str) -> None:
    watch = Stopwatch()
    with pytest.raises(OutsideSubset) as caught:
        lowered(HOSTILE[name])
    assert caught.value.advice
    assert watch.seconds() < 8


def test_other_people_write_c_differently() -> None:
    """Attributes, GNU keywords, comments, headers, pragmas and named constants are understood."""
    text = """
        #include <stdint.h>
        #define COLUMNS 16   // a comment
        enum { OFFSET = 2, NEXT };
        static const int FACTOR = 3 * 2;
        __attribute__((noinline, aligned(16)))
        void f(float *__restrict__ out, const float in[restrict][COLUMNS], uint8_t n, size_t k) {
            #pragma GCC ivdep
            for (int i = 0; i < n; i++) /* here */ out[i] = in[i][OFFSET] * FACTOR + NEXT + k;
        }"""
    function = last_function(lowered(text))
    assert problems_of(function) == []
    assert [array.restrict for array in function.arrays] == [True, True]
    assert function.arrays[1].row == 16
    assert [parameter.type.name for parameter in function.scalars] == ["u8", "u64"]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / -2", -3), ("-7 % 3", -1), ("1 << 4 | 1", 17), ("~5", -6), ("!n", 0), ("n > 2", 1),
        ("n && 0 || 1", 1), ("n ? 10 : 20", 10), ("(unsigned char)300", 44),
        ("(int)3.99", 3), ("(int)-3.99f", -3), ("-1 < 0u", 0), ("(char)200 > 0", 1),
        ("'a' + 1", 98),
        ("0x10 + 010", 24), ("5u - 6 > 0", 1), ("(short)40000", -25536), ("2147483647 + n < 0", 1),
        ("n++ + n", 11), ("++n + n", 12), ("(n = 3) + n", 6), ("1, n", 5),
        ("(long)1 << 40 > 0", 1), ("1.5f + 1 == 2.5", 1), ("0.1f == 0.1", 0),
        ("-2147483648 < 0", 1),
        ("n >> 1", 2), ("-5 >> 1", -3), ("4294967295u / 2", 2147483647),
    ],
)  # fmt: skip
def test_expressions_mean_what_c_says(expression: str, value: int) -> None:
    module = lowered(f"int f(int n) {{ return {expression}; }}")
    assert run_function(module, "f", Input({"n": 5}, {}, b"")).result == value


def test_every_instruction_of_the_source_has_its_span() -> None:
    text = "void f(int *a, int n) {\n  for (int i = 0; i < n; i++)\n    a[i] = (a[i] + 1) * n;\n}\n"
    function = last_function(lowered(text))
    spans = {instruction.opcode: instruction.span for instruction in function.instructions()}
    multiplication = spans["mul"]
    assert multiplication is not None
    assert (multiplication.start.line, multiplication.start.column) == (3, 13)
    assert multiplication.end.column == len("    a[i] = (a[i] + 1) * n") + 1
    without = [one.opcode for one in function.instructions() if one.span is None]
    assert set(without) <= {"jump", "return"}


def test_a_loop_has_its_five_parts() -> None:
    text = "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }"
    names = [block.name for block in last_function(lowered(text)).blocks]
    assert names == ["preheader", "header", "body", "latch", "exit"]


def test_nested_loops_are_named_after_their_counters() -> None:
    text = "void f(int *a) { for (int x = 0; x < 4; x++) for (int y = 0; y < 4; y++) a[x] = y; }"
    names = [block.name for block in last_function(lowered(text)).blocks]
    assert names[:3] == ["preheader.x", "header.x", "body.x"]
    assert "preheader.y" in names
    assert "latch.y" in names


def test_values_keep_the_names_of_variables() -> None:
    text = "int f(int n) { int area = n * n; area += 1; return area; }"
    shown = function_text(last_function(lowered(text)))
    assert "%area = mul n, n" in shown
    assert "%area.next = add" in shown


def test_only_what_is_asked_for_is_lowered() -> None:
    text = "void bad(int **p) { }\nint twice(int n) { return n + n; }\n"
    text += "int f(int n) { return twice(n); }"
    source = SourceFile("loop.c", text)
    assert list(lower_source(source, "f").functions) == ["twice", "f"]
    assert function_names(source) == ("bad", "twice", "f")
    with pytest.raises(UnknownName, match="does not define g"):
        lower_source(source, "g")


def test_the_main_function_is_the_first_with_a_loop() -> None:
    text = "int g(int n) { return n; }\nint f(int n) { while (n > 3) n--; return n; }"
    assert main_function(SourceFile("loop.c", text)) == "f"


def test_local_arrays_start_at_zero_and_keep_what_braces_say() -> None:
    text = "int t[4] = {7, n}; int u[3]; return t[0] + t[1] * 10 + t[3] + u[2];"
    module = lowered(f"int f(int n) {{ {text} }}")
    given = seeded_input(last_function(module), 0)
    run = run_function(module, "f", Input({"n": 5}, given.regions, given.memory))
    assert run.result == 57


def test_cplusplus_is_named() -> None:
    with pytest.raises(OutsideSubset, match=r"C\+\+"):
        lower_source(SourceFile("loop.cpp", "void f() { }"))


WORDS = ("int", "*", "(", ")", "[", "]", "{", "}", ";", "=", "&", "1.5f", "n", "for", "else",
         "const", "struct", "\"s\"", "'c'", ",", "?", ":", "sizeof", "typedef",
         "case", "08", "#", "...")  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_broken_c_is_refused_and_never_an_accident(seed: int) -> None:
    """Words taken out, changed or put in: every text is lowered soundly or refused."""
    random = Random(seed)
    refused = 0
    for number in range(40):
        words = re.findall(r"\w+|\s+|[^\w\s]", program(SeededChoices(number)))
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(words))
            words[place : place + random.randint(0, 1)] = [f" {random.choice(WORDS)} "]
        try:
            module = lowered("".join(words))
        except OutsideSubset:
            refused += 1
            continue
        assert [found for one in module.functions.values() for found in problems_of(one)] == []
    assert refused > 10
