"""What is offered applies and compiles: places, canonical loops, types; a sample of the corpora."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.trials.place import TrialAddress, read_trial_address
from compiler_core.host.trials.survey import TriedSuggestion, ranked, survey_loop
from compiler_core.host.trials.trial import trial_of
from compiler_core.host.verdicts.features import features_of
from compiler_core.host.why import explain_loops
from compiler_core.source import source_file
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.outcome import CompileJob
from tests.trials.outcomes import SETTINGS, corpora, outcomes

NEST = (
    "void f(float *a, const float *b, int n, int m) "
    "{ for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i] += b[j * n + i]; }\n"
)
# Loop headers, and whether OpenMP takes them.
HEADERS = (
    ("for (int i = 0; i < n; i++)", True),
    ("for (int i = n - 1; i >= 0; i--)", True),
    ("for (i = 0; i < n; i += 2)", True),
    ("for (int i = 0; i != n; ++i)", True),
    ("for (i = 0; i < n; i = i + 3)", True),
    ("for (; i < n; i++)", False),
    ("for (; p != e; p++)", False),
    ("for (i = 0, k = 0; i < n; i++)", False),
    ("for (i = k = 0; i < n; i++)", False),
    ("for (int i = 0; i < n; i *= 2)", False),
    ("for (int i = 0; i < n - i; i++)", False),
    ("for (float x = 0; x < n; x++)", False),
)


@pytest.mark.parametrize(("header", "canonical"), HEADERS)
def test_openmp_is_offered_for_loops_that_compilers_take(header: str, canonical: bool) -> None:
    text = (
        "void f(int *p, int *e, int n) {\n    int i = 0, k = 0;\n    (void)i; (void)k;\n"
        f"#pragma omp simd\n    {header}\n        *p = 1;\n}}\n"
    )
    source = source_file(text)
    assert ("counted_loop" in features_of(source, source_loops(source)[0])) == canonical
    if not canonical:
        return
    for compiler in ("gcc-12", "clang-19"):
        job = CompileJob(source, find_compiler(compiler), ("-O2", "-fopenmp-simd"))
        assert compile_with_dumps(job, ()).outcome.status == "ok"


def test_a_place_is_read_with_and_without_its_column() -> None:
    assert read_trial_address("sve@3") == TrialAddress("sve", 3)
    assert read_trial_address("sve@3:20") == TrialAddress("sve", 3, 20)
    assert TrialAddress("sve", 3, 20).text == "sve@3:20"
    for wrong in ("sve", "sve@", "sve@x", "sve@3:", "<b>@3", "sve@3:4:5", ""):
        with pytest.raises(InputError):
            read_trial_address(wrong)


@pytest.mark.parametrize(("compiler", "flags"), SETTINGS)
def test_every_loop_of_a_line_takes_what_its_card_offers(compiler: str, flags: str) -> None:
    source = source_file(NEST)
    for verdict in explain_loops(source, compiler, flags).loops:
        for offered in verdict.suggestions:
            place = verdict.source_line, offered.id, verdict.column
            trial = trial_of(source, compiler, flags, *place)
            assert trial.ok, trial.message
            assert trial.before == verdict
            # Without its column the address still means a loop that offers it.
            assert trial_of(source, compiler, flags, *place[:2]).ok


def test_a_column_without_a_loop_names_those_that_are_there() -> None:
    with pytest.raises(UnknownName, match="column 9") as caught:
        trial_of(source_file(NEST), "gcc-12", "-O3", 1, "sve", 9)
    assert "1:50" in str(caught.value.advice)


@pytest.mark.parametrize("type_name", ["int", "unsigned char", "long", "uint16_t"])
def test_leave_for_floating_point_is_not_offered_to_integers(type_name: str) -> None:
    source = source_file(
        "#include <stdint.h>\nfloat unrelated;\n"
        f"void f({type_name} *a, const {type_name} *b, int n) {{\n"
        "    for (int i = 0; i < n; i++)\n        if (b[i] > 3) a[i] = b[i];\n}\n"
    )
    for compiler, flags in SETTINGS:
        (verdict,) = explain_loops(source, compiler, flags).loops
        offered = {one.id for one in verdict.suggestions}
        assert not offered & {"no_trapping_math", "fast_math", "associative_math", "finite_math"}


def tried(standing: str, turn: str, instructions: float | None, cycles: float | None) -> object:
    return TriedSuggestion(
        suggestion="x",
        title="x",
        line=1,
        column=1,
        standing=standing,
        sentence="",  # type: ignore[arg-type]
        turn=turn,
        instructions_ratio=instructions,
        cycles_ratio=cycles,
        largest_ulp=None,  # type: ignore[arg-type]
    )


def test_what_changed_most_comes_first_and_what_breaks_last() -> None:
    wanted = [
        tried("changed", "vectorised", 0.9, 0.9),
        tried("changed", "stays", 0.3, None),
        tried("changed", "stays", 0.5, 0.4),
        tried("changed", "stays", 0.5, 0.6),
        tried("changed", "stays", None, None),
        tried("changed", "scalar", 0.2, 0.2),
        tried("unchanged", "stays", None, None),
        tried("other_results", "vectorised", 0.1, 0.1),
    ]
    assert list(ranked(wanted[::-1])) == wanted  # type: ignore[arg-type]


def test_a_survey_folds_what_changes_nothing_and_stops_at_its_budget() -> None:
    source = source_file(
        "void f(float *restrict y, const float *restrict x, int n) {\n"
        "    for (int i = 0; i < n; i++)\n        y[i] = x[i] * 2;\n}\n"
    )
    (verdict,) = explain_loops(source, "gcc-12", "-O3").loops
    found = {one.suggestion: one for one in survey_loop(source, ("gcc-12", "-O3"), verdict)}
    assert found["assume_aligned"].standing == "unchanged"
    assert found["version_multiple"].standing in ("changed", "unchanged")
    assert found["sve"].address == "sve@2:5"
    ticks = iter(range(0, 1000, 10))
    late = survey_loop(
        source, ("gcc-12", "-O3"), verdict, budget_seconds=15, clock=lambda: next(ticks)
    )
    assert [one.standing for one in late].count("untried") == len(late) - 1


SAMPLE = ("alias_sum.c", "dot_product.c", "clamp.c", "masked_add.c")


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_no_offer_of_a_sample_is_refused_or_praised_for_other_results(compiler: str) -> None:
    sample = [source for source in corpora() if source.name in SAMPLE]
    assert sample
    found = [one for source in sample for one in outcomes(source, (compiler, "-O2"))]
    assert found
    assert not [one for one in found if one.wrong]
