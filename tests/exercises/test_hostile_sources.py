"""Whatever is handed in is failed with a sentence: never our fault, never a crash of the grader."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.exercises.grading import grade
from tests.exercises.strategies import LOOPS, first_posed

POSED = first_posed(next(loop for loop in LOOPS if loop.id == "memory-sum-vectorises"))
HEAD = "void total(const int *a, int n, int *s) "
DEEP = 6000
HOSTILE = {
    "one long line": HEAD + "{ *s = 0" + "+1" * 32_000 + "; }",
    "no newline at the end": HEAD + "{ *s = 1; }",
    "nothing": "",
    "a byte order mark": "\ufeff" + HEAD + "{ *s = 1; }",
    "of another system": HEAD + "{\r\n*s = 1;\r\n}\r\n",
    "read as UTF-16": (HEAD + "{ }").encode("utf-16-le").decode("latin-1").replace("\0", "\x01"),
    "half a character": HEAD + "{ *s = '\ud800'; }",
    "control characters": HEAD + "{ *s = 1\x0b\x1b[2J\x7f; }",
    "brackets in brackets": HEAD + "{ *s = " + "(" * DEEP + "1" + ")" * DEEP + "; }",
    "braces in braces": HEAD + "{" * DEEP + "}" * DEEP,
    "open comment": HEAD + "{ *s = 1; } /*",
    "a file of the server": '#include "/etc/passwd"\n' + HEAD + "{ }",
    "a device": '#include "/dev/zero"\n' + HEAD + "{ }",
    "itself": '#include "answer.c"\n' + HEAD + "{ }",
    "a file as bytes": '__asm__(".incbin \\"/etc/passwd\\"");\n' + HEAD + "{ }",
    "a macro that doubles": "#define a0 1,1,1,1\n"
    + "".join(f"#define a{k + 1} a{k},a{k},a{k},a{k},a{k},a{k},a{k},a{k}\n" for k in range(5))
    + "int many[] = {a5};\n" + HEAD + "{ }",
    "a huge array": "static char room[1ul << 40] = {1};\n" + HEAD + "{ }",
    "templates": "template <int N> struct F { enum { v = F<N + 1>::v }; };\n" + HEAD + "{ }",
    "markup": "<script>alert(1)</script>\n" + HEAD + "{ }",
    "another language": "def total(a, n, s):\n    return sum(a)\n",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_it_is_failed_with_a_sentence(source: str) -> None:
    outcomes = grade(POSED, {"source": source}, b"secret of a test")
    assert [outcome.status for outcome in outcomes] == ["failed", "skipped", "skipped"]
    assert 10 < len(outcomes[0].sentence) <= 700
    assert "root:" not in outcomes[0].sentence


@pytest.mark.parametrize("source", ["int x;\0", "x" * 65_537, 7, None, ["int x;"]])
def test_what_is_no_source_is_refused(source: object) -> None:
    with pytest.raises(InputError):
        grade(POSED, {"source": source}, b"secret of a test")
