"""Files that try to break the link, the listing or the measurement: each ends in plain words."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.host.whole_program.linked_listing import BROKEN_LINES_NOTE
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.taking_profiles import NOTHING_COUNTED
from compiler_core.host.whole_program.whole import link_whole
from compiler_core.source import SourceFile
from tests.whole_program.programs import COMPILERS

CALLER = "int other(int);\nint first(int value) {\n    return other(value) + 1;\n}\n"
CALLEE = "int other(int value) {\n    return value * 3;\n}\n"
GARBAGE = (
    '__asm__(".pushsection .debug_line,\\"\\",%progbits\\n.fill 4000,1,0x5a\\n.popsection");\n'
)


def files(first: str, second: str) -> list[SourceFile]:
    return [SourceFile("first.c", first), SourceFile("second.c", second)]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("int main(void) { return 0; }", "int main(void) { return 1; }", "main is defined twice"),
        (CALLER + CALLEE, CALLEE, "other is defined twice"),
        (CALLER, "int unrelated(int value) { return value; }", "other is used but defined nowhere"),
        (CALLER, "int other(int value) { return value +; }", "rejects this source"),
        ("static int alone(int a) { return a; }", "typedef int number;", "nothing to link"),
        ("", "", "nothing to link"),
    ],
    ids=["two mains", "twice", "undefined", "rejected", "only static", "empty"],
)
def test_what_does_not_link_says_why(compiler: str, first: str, second: str, words: str) -> None:
    whole = link_whole(files(first, second), compiler, "-O2")
    assert not whole.ok
    assert words in whole.message
    assert whole.summary == ()


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (GARBAGE + CALLER, CALLEE),
        (CALLER, GARBAGE + CALLEE),
        (CALLER, '#line 70000 "odd \\"name\\n.c"\n' + CALLEE),
        (CALLER + "int kept_0, kept, main_;", CALLEE + "int lowlab_begin_;"),
        (CALLER, CALLEE + '__asm__(".globl \\"odd name\\"\\n.type \\"odd name\\", %function\\n'
         '\\"odd name\\": ret");'),
        (CALLER, CALLEE + '__asm__(".text\\n.word 0xffffffff, 0, 0x12345678\\n");'),
        (CALLER, CALLEE + '__asm__(".type huge, %function\\nhuge: ret\\n.size huge, 1 << 40");'),
        (CALLER, CALLEE.replace("int other", '__attribute__((section(".own"))) int other')),
        (CALLER, CALLEE + "__attribute__((constructor)) void early(void) { *(int *)8 = 1; }"),
    ],
    ids=["lines of the first", "lines of the second", "odd file", "our names", "odd symbol",
         "data in code", "false size", "other section", "constructor"],
)  # fmt: skip
def test_odd_programs_are_still_listed(compiler: str, first: str, second: str) -> None:
    whole = link_whole(files(first, second), compiler, "-O2")
    if not whole.ok:
        # The assembler or the linker may refuse what inline assembly writes.
        assert whole.message.endswith(".")
        return
    if BROKEN_LINES_NOTE not in whole.apart.notes:
        assert "first" in {function.name for function in whole.apart.functions}
    assert whole.outputs is not None


@pytest.mark.slow
def test_an_endless_constructor_costs_only_the_check_of_the_outputs() -> None:
    second = CALLEE + "__attribute__((constructor)) void early(void) { for (;;) ; }"
    whole = link_whole(files(CALLER, second), "gcc-12", "-O2")
    assert whole.ok
    assert whole.outputs is not None
    assert whole.outputs.same is None
    assert "was not run" in whole.outputs.sentence


BODY = """
int work(const int *values, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (values[i] > 0)
            sum += out[i] / 3;
        else
            out[i] = sum % 7;
    }
    ENDING
    return sum;
}
"""
FORGED = """
#include <stdio.h>
__attribute__((destructor(101))) static void forge(void) {
    const char *names[] = {"loop.gcda", "clang.counters"};
    for (int k = 0; k < 2; k++) {
        FILE *file = fopen(names[k], "wb");
        for (int i = 0; file && i < SIZE; i++)
            fputc(0xff, file);
        if (file)
            fclose(file);
    }
}
"""


def profiled(compiler: str, ending: str, before: str = "") -> tuple[bool, str]:
    text = before + BODY.replace("ENDING", ending)
    experiment = profile_of(SourceFile("loop.c", text), compiler, "-O2")
    return experiment.ok, experiment.message


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("__builtin_exit(0);", "did not return"),
        ("*(volatile int *)8 = 1;", "memory that is not its own"),
        ("__builtin_abort();", "abort()"),
    ],
)
def test_a_run_that_does_not_end_well_says_why(compiler: str, ending: str, words: str) -> None:
    before = "void exit(int); void abort(void);\n"
    ending = ending.replace("__builtin_exit", "exit").replace("__builtin_abort", "abort")
    ok, message = profiled(compiler, ending, before)
    assert not ok
    assert words in message


@pytest.mark.slow
def test_an_endless_loop_ends_at_the_limit() -> None:
    ok, message = profiled("gcc-12", "for (volatile int k = 1; k;) ;")
    assert not ok
    assert "was stopped" in message


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("size", [0, 24, 4096])
def test_a_forged_profile_is_only_data(compiler: str, size: int) -> None:
    """The compiler rejects it, crashes on it, or believes it: all are results."""
    ok, message = profiled(compiler, "", FORGED.replace("SIZE", str(size)))
    assert ok or message


def test_a_program_that_leaves_by_a_system_call_counts_nothing() -> None:
    ok, message = profiled("clang-19", "_exit(0);", "void _exit(int);\n")
    assert not ok
    assert message == NOTHING_COUNTED


def test_a_function_without_an_array_has_no_distribution() -> None:
    text = "int twice(int value) { for (int i = 0; i < 3; i++) value *= 2; return value; }"
    with pytest.raises(InputError, match="takes no array"):
        profile_of(SourceFile("loop.c", text), "gcc", "-O2")
