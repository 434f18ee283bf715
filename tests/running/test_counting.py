"""Counts of an experiment: the record, its settings, the vector lengths, and what stops a run."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import orjson
import pytest

from app.loop.views.experiments import sweep_view
from compiler_core.errors import InputError
from compiler_core.examples import find_example
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.reference import no_reference, widened
from compiler_core.host.running.sweep import sve_sweep
from compiler_core.kept import Kept
from compiler_core.toolchain.counting import CacheGeometry
from tests.running.asking import c_source, cpp_source

SAXPY = (find_example("saxpy").source,)


def test_the_record_adds_up() -> None:
    counts = count_source(SAXPY, "gcc", "-O2", experiment_of(n=500))
    assert counts.ok
    assert (counts.function, counts.n, counts.elements) == ("saxpy", 500, 500)
    assert counts.instructions == sum(line.instructions for line in counts.per_line)
    assert counts.instructions == sum(line.instructions for line in counts.per_source_line)
    assert (counts.loads, counts.stores) == (1000, 500)
    assert counts.bytes == 3 * 4 * 500
    assert counts.per_element is not None
    assert counts.per_element.loads == 2
    assert {line.line: line.text.split()[0] for line in counts.per_source_line}[3] == "for"
    assert "plugin under qemu-aarch64" in counts.measured
    assert {setting.path: setting.value for setting in counts.settings}["n"] == "500"
    assert counts.outputs[0].count == 500
    assert len(counts.outputs[0].head) == 8
    assert len(counts.output_digest) == 64
    assert orjson.loads(orjson.dumps(counts))["per_line"][0]["text"]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_second_request_runs_nothing(compiler: str) -> None:
    experiment = experiment_of(n=48, seed=3)
    first = count_source(SAXPY, compiler, "-O1", experiment)
    again = count_source(SAXPY, compiler, "-O1 ", experiment)
    assert again.cached
    assert again.output_digest == first.output_digest
    other = count_source(SAXPY, compiler, "-O1", experiment_of(n=48, seed=4))
    assert other.output_digest != first.output_digest
    assert other.instructions == first.instructions


def test_the_geometry_is_the_one_asked_for() -> None:
    tiny = CacheGeometry(64, 1, 1)
    small = count_source(SAXPY, "gcc", "-O2", experiment_of(n=256, geometry=tiny))
    large = count_source(SAXPY, "gcc", "-O2", experiment_of(n=256))
    assert small.geometry == tiny
    assert small.totals.cache_lines == large.totals.cache_lines
    assert small.totals.misses > 10 * large.totals.misses


def test_a_source_that_does_not_compile_is_a_record_without_counts() -> None:
    source = c_source("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = undeclared; }")
    counts = count_source((source,), "gcc", "-O2")
    assert not counts.ok
    assert counts.status == "rejected"
    assert "rejects this source" in counts.message
    assert counts.per_line == ()


def test_a_run_that_is_stopped_is_a_record_with_the_reason() -> None:
    source = c_source(
        "void f(int *a, int n) { for (int i = 0; i < n; i++) *(volatile int *)8 = 1; }"
    )
    counts = count_source((source,), "gcc", "-O2")
    assert not counts.ok
    assert counts.status == "stopped"
    assert "outside its arrays" in counts.message


def test_two_files_are_linked_and_both_counted() -> None:
    first = c_source(
        "int twice(int);\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = twice(i); }"
    )
    second = type(first)("other.c", "int twice(int x) { return 2 * x; }")
    counts = count_source((first, second), "gcc", "-O2", experiment_of(n=10))
    assert counts.ok
    assert not any("only declares" in note for note in counts.notes)
    assert {line.file for line in counts.per_line} == {"loop.c", "other.c"}
    assert counts.outputs[0].head[:4] == ("0", "2", "4", "6")


def test_link_time_optimisation_has_its_own_view() -> None:
    with pytest.raises(InputError, match="Count without -flto"):
        count_source(SAXPY, "gcc", "-O2 -flto")


def test_vector_lengths_halve_the_instructions() -> None:
    sweep = sve_sweep(SAXPY, "gcc", "-O3 -march=armv8-a+sve", experiment_of(n=4096))
    assert [row.bits for row in sweep.rows] == [128, 256, 512, 1024, 2048]
    assert sweep.scalable
    for row in sweep.rows[1:]:
        assert row.ratio is not None
        assert 1.85 < row.ratio < 2.05
    assert all(row.same_bits for row in sweep.rows)


def test_sums_at_other_lengths_are_other_sums() -> None:
    source = (find_example("dot-product").source,)
    sweep = sve_sweep(source, "gcc", "-O3 -march=armv8-a+sve -ffast-math", experiment_of(n=1000))
    assert [row.same_bits for row in sweep.rows] == [True, False, False, False, False]
    assert "the order of the additions" in sweep.sentences[-1]


def test_a_length_at_which_the_program_ends_is_compared_with_none() -> None:
    source = c_source(
        "#include <arm_sve.h>\nvoid f(int *a, int n) {\n    if (svcntb() == 32) __builtin_trap();\n"
        "    for (int i = 0; i < n; i++) a[i] += 1;\n}"
    )
    sweep = sve_sweep((source,), "gcc", "-O3 -march=armv8-a+sve", experiment_of(n=100))
    assert [row.same_bits for row in sweep.rows] == [True, None, True, True, True]
    assert [row.ratio is None for row in sweep.rows] == [True, True, True, False, False]
    assert [row.results for row in sweep_view(sweep).rows][:2] == ["the same", "not compared"]


def test_code_without_sve_does_not_depend_on_the_length() -> None:
    sweep = sve_sweep(SAXPY, "gcc", "-O3", experiment_of(n=64))
    assert not sweep.scalable
    assert "uses no SVE vectors" in sweep.sentences[0]


LIMITS = (
    ({"n": 0}, "n cannot be 0"),
    ({"n": (4 << 20) + 1}, "from 1 to 4,194,304"),
    ({"seed": -1}, "seed"),
    ({"sve_bits": 100}, "100 bits"),
    ({"sve_bits": 4096}, "multiple of 128"),
    ({"function": "f" * 201}, "too long"),
)


@pytest.mark.parametrize(("given", "words"), LIMITS)
def test_experiments_have_limits(given: dict[str, int], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Experiment(**given)  # type: ignore[arg-type]


NO_REFERENCE = (
    ("long double f(long double x) { return x; }", "nothing is wider"),
    ("#include <arm_neon.h>\nfloat f(float x) { return x; }", "fixed element size"),
    ("float f(float x) { int i = *(int *)&x; return i; }", "bits of its numbers"),
    ("#include <string.h>\nfloat f(float x) { int i; memcpy(&i, &x, 4); return i; }", "bits"),
    ("__fp16 f(__fp16 x) { return x; }", "half precision"),
)


@pytest.mark.parametrize(("text", "words"), NO_REFERENCE)
def test_where_there_is_no_wider_reference(text: str, words: str) -> None:
    assert words in no_reference(c_source(text))


def test_widening_touches_types_and_functions_alone() -> None:
    source = c_source(
        "#define REAL float\n/* float */\ntypedef float real;\n"
        "float f(const float *a, double b, REAL c) { real float_sum = 0.1f; const char *s = "
        '"float"; return sqrtf((float)b) + fabs(a[0]) + float_sum + other(sizeof(float)); }\n'
    )
    assert widened(source).text == (
        "#define REAL double\n/* float */\ntypedef double real;\n"
        "double f(const double *a, long double b, REAL c) { real float_sum = 0.1f; const char *s = "
        '"float"; return sqrt((double)b) + fabsl(a[0]) + float_sum + other(sizeof(double)); }\n'
    )
    template = cpp_source(
        "template <typename T> void f(T *a) {}\ntemplate void f<float>(float *);\n"
    )
    assert "f<double>(double *)" in widened(template).text


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as found:
        yield found


def test_one_result_is_computed_once_for_all_who_wait(pool: ThreadPoolExecutor) -> None:
    kept: Kept[int] = Kept(4)
    started, release = Event(), Event()
    runs: list[int] = []

    def compute() -> int:
        runs.append(1)
        started.set()
        release.wait(60)
        return 7

    first = pool.submit(kept.get_or_compute, "key", compute)
    assert started.wait(60)
    second = pool.submit(kept.get_or_compute, "key", compute)
    release.set()
    assert (first.result(60), second.result(60)) == ((7, False), (7, True))
    assert len(runs) == 1


def test_what_is_not_worth_keeping_is_computed_again() -> None:
    kept: Kept[int] = Kept(4)
    results = iter((1, 2))
    values = [kept.get_or_compute("k", lambda: next(results), lambda _: False) for _ in range(2)]
    assert values == [(1, False), (2, False)]
