"""Odd signatures: what can be driven is, on both compilers alike; the rest is refused in words."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.host.running.driver import write_driver
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.target import find_target
from tests.running.asking import c_source, cpp_source, run
from tests.running.driven_c import DRIVEN_C
from tests.running.driven_cpp import DRIVEN_CPP
from tests.running.refused_signatures import REFUSED
from tests.running.signature_cases import DrivenCase, N, Refused

DRIVEN = (*DRIVEN_C, *DRIVEN_CPP)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.title)
def test_what_cannot_be_driven_is_refused_plainly(case: Refused) -> None:
    with pytest.raises(InputError) as caught:
        write_driver(find_target((case.source,), case.function), (case.source,))
    assert case.words in str(caught.value)
    assert caught.value.advice


@pytest.mark.parametrize("case", DRIVEN, ids=lambda case: case.title)
def test_what_can_be_driven_gives_equal_bits(case: DrivenCase) -> None:
    """Strict code of both compilers, with the sizes that the function's own text asks for."""
    experiment = experiment_of(case.function, N)
    found = [
        run(case.source, compiler, f"{case.flags} -ffp-contract=off", experiment)[1]
        for compiler in ("gcc", "clang")
    ]
    assert {array.name: array.count for array in found[0].arrays} == case.outputs
    assert found[0].digest == found[1].digest
    assert not found[0].outside


def test_there_are_enough_of_each() -> None:
    assert len(REFUSED) >= 25
    assert len(DRIVEN) >= 40


WRONG_ENDS = (
    ("void f(float *a, int n) { for (int i = 0; i < n; i++) *(volatile int *)0 = 1; }",
     "touched memory outside its arrays"),
    ("#include <stdlib.h>\n"
        "void f(float *a, int n) { for (int i = 0; i < n; i++) exit(3); }",
     "ended the program before it returned (exit status 3)"),
    ("#include <stdlib.h>\n"
        "void f(float *a, int n) { for (int i = 0; i < n; i++) exit(0); }",
     "ended the program before it returned (exit status 0)"),
    ("#include <stdlib.h>\n"
        "void f(float *a, int n) { for (int i = 0; i < n; i++) abort(); }", "abort()"),
    ("void f(float *a, int n) { for (int i = 0; i < n; i++) a[i * 100000] = 0; }",
     "the limit is 4,194,304"),
    ("void f(unsigned char *a, unsigned char n) { for (int i = 0; i < n; i++) a[i] = 0; }",
     "cannot hold 300"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WRONG_ENDS)
def test_a_run_that_ends_badly_says_how(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        run(c_source(text), experiment=experiment_of(n=300))
    assert words in str(caught.value)


def test_writing_beside_an_array_is_noticed() -> None:
    inner = "void g(float *a, int n) { for (int i = -1; i <= n; i++) a[i] = 1; }\n"
    source = c_source(f"{inner}void f(float *a, int n) {{ g(a, n); }}")
    _, outputs = run(source, experiment=experiment_of("f", N))
    assert outputs.outside == (("a", -1),)
    after = inner.replace("i = -1", "i = 0")
    source = c_source(f"{after}void f(float *a, int n) {{ g(a, n); }}")
    _, outputs = run(source, experiment=experiment_of("f", N))
    assert outputs.outside == (("a", N),)


def test_what_the_function_prints_is_kept_apart_from_the_results() -> None:
    text = (
        "#include <stdio.h>\n"
        'void f(int *a, int n) { for (int i = 0; i < n; i++) printf("end\\n"); }'
    )
    _, outputs = run(c_source(text), experiment=experiment_of(n=8))
    assert outputs.arrays[0].count == 8


def test_a_function_that_is_only_declared_is_supplied_and_said() -> None:
    source = c_source(
        "float g(float, int);\n"
        "void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = g(2, i); }"
    )
    driver = write_driver(find_target((source,)), (source,))
    assert driver.notes == (
        "The source only declares g; here it returns its first number halved, plus 1.",
    )
    assert set(run(source)[1].arrays[0].values()) == {2.0}


def test_a_kept_function_says_that_a_line_was_added() -> None:
    source = cpp_source("static void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }")
    driver = write_driver(find_target((source,)), (source,))
    assert "a line that takes its address was added" in driver.notes[0]


def test_the_first_function_with_a_loop_is_chosen() -> None:
    source = c_source(
        "int g(int x) { return x; }\nstatic void h(int *a, int n) { while (n--) *a++ = 0; }\n"
        "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = g(i); }"
    )
    assert find_target((source,)).name == "f"
    assert find_target((source,), "h").linkage == "kept"
    assert find_target((source,), "g:1").name == "g"
