"""Variants, Amdahl's law, what binds a kernel, what to try next, and what a try did."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as drawn

from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.profiling import alternatives as choosing
from compiler_core.soc.profiling import bottleneck, comparing
from compiler_core.soc.profiling.alternatives import alternatives, amdahl, suggested
from compiler_core.soc.profiling.bottleneck import (
    BOTTLENECKS,
    Bottleneck,
    UnitSpeed,
    asked_about,
    judged,
    modelled_seconds,
    unit_speed,
    usable_units,
    verdict,
)
from compiler_core.soc.profiling.comparing import compared
from compiler_core.soc.profiling.records import ProfiledProgram
from compiler_core.soc.profiling.settings import settings_of
from compiler_core.soc.profiling.variants import PLAIN, Variant, variant_of
from compiler_core.soc.reading import load_socs, soc_named
from tests.soc.profiling.programs import ADD, BIG, SMALL, program, programs

# 10 operations a second, 5 bytes a second: the ridge is at 2 operations a byte.
SLOW = UnitSpeed(
    unit="cpu", title="A core", precision="fp32", peak=10.0, bandwidth=5.0, ridge=2.0, launch=100.0
)
VARIANTS = drawn.builds(
    Variant,
    drawn.sampled_from(("fp32", "int8")),
    drawn.sampled_from(("apart", "fused")),
    drawn.sampled_from(("generic", "chosen")),
    drawn.dictionaries(
        drawn.integers(0, 9999), drawn.sampled_from(("winograd", "direct-fma")), max_size=4
    ).map(lambda pairs: tuple(sorted(pairs.items()))),
)


@settings(deadline=None, max_examples=100, derandomize=True)
@given(VARIANTS)
def test_a_variant_is_read_as_it_is_written(variant: Variant) -> None:
    assert variant_of(variant.text) == variant
    assert variant.with_tactic(3, "im2col-fma").pinned.count((3, "im2col-fma")) == 1


@pytest.mark.parametrize(
    "text",
    ["", "fp16-apart-generic", "fp32-apart", "fp32-apart-generic+", "fp32-apart-generic+1",
     "fp32-apart-generic+1=../x", "fp32-apart-generic+1=A", "fp32-apart-generic\n",
     "fp32-apart-generic" + "+1=x" * 9],
)  # fmt: skip
def test_what_is_no_variant_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no variant"):
        variant_of(text)
    with pytest.raises(InputError, match="no variant"):
        settings_of({"program": text})


@settings(deadline=None, max_examples=200, derandomize=True)
@given(drawn.floats(0, 0.999), drawn.floats(1, 1e6))
def test_amdahls_law_is_the_time_that_is_left(share: float, factor: float) -> None:
    """100 instructions, so many of them that many times as fast, added up again."""
    left = 100 * (1 - share) + 100 * share / factor
    assert isclose(amdahl(share, factor), 100 / left, rel_tol=1e-9)
    assert amdahl(share, factor) <= amdahl(share) * (1 + 1e-12)


def test_amdahls_law_at_its_ends() -> None:
    assert (amdahl(0.0), amdahl(0.5), amdahl(1.0), amdahl(1.0, 4)) == (1.0, 2.0, inf, 4.0)


@settings(deadline=None, max_examples=100, derandomize=True)
@given(programs(), drawn.floats(1e6, 1e12), drawn.floats(1e6, 1e12), drawn.floats(0, 1e-3))
def test_what_binds_is_what_takes_longest(
    made: ProfiledProgram, peak: float, bandwidth: float, launch: float
) -> None:
    speed = UnitSpeed(
        unit="cpu",
        title="",
        precision="fp32",
        peak=peak,
        bandwidth=bandwidth,
        ridge=peak / bandwidth,
        launch=launch,
    )
    for kernel, found in zip(made.kernels, judged(made, speed), strict=True):
        operations = 2 * kernel.multiplies if kernel.multiplies else kernel.elements
        spent = {
            "compute": operations / peak,
            "memory": kernel.moved_bytes / bandwidth,
            "overhead": launch,
        }
        assert spent[found.bound] == max(spent.values())
        assert isclose(found.seconds, max(spent["compute"], spent["memory"]) + launch)
        assert found.reason.endswith(".")
        assert all(verdict(found, one).answer == one for one in BOTTLENECKS)
        right = [bottleneck for bottleneck in BOTTLENECKS if verdict(found, bottleneck).right]
        assert right == [found.bound]
        words = {"compute": "arithmetic", "memory": "bytes", "overhead": "Start"}
        for answer in BOTTLENECKS:
            told = verdict(found, answer).said.removesuffix(found.reason)
            assert (words[answer] in told) == (answer != found.bound)


def test_each_kind_of_bottleneck_is_named() -> None:
    """20,000 operations at 10 a second, 50,000 bytes at 5 a second, a launch of 100 s."""
    big, small, add = judged(program(), SLOW)
    assert (big.bound, big.compute_seconds, big.memory_seconds) == ("compute", 2000.0, 400.0)
    assert (small.bound, small.memory_seconds) == ("memory", 10_000.0)
    assert add.bound == "memory"
    slow = replace(SLOW, launch=5000.0)
    bounds: list[Bottleneck] = [one.bound for one in judged(program(), slow)]
    assert bounds == ["overhead", "memory", "overhead"]
    assert modelled_seconds(judged(program(), SLOW)) == 2000 + 10_000 + 2400 + 300


def test_questions_are_about_different_kernels() -> None:
    twin = replace(BIG, place=3, function="k003_conv", instructions=7000)
    assert asked_about(program(BIG, SMALL, ADD, twin)) == (BIG, SMALL, ADD)


@pytest.mark.parametrize("name", [soc.name for soc in load_socs()])
def test_every_chip_with_a_known_speed_can_judge(name: str) -> None:
    chip = soc_named(name)
    for unit in usable_units(chip):
        known = [one for one in ("fp32", "int8") if one in unit.precisions]
        speed = unit_speed(chip, unit.name, known[0])  # type: ignore[arg-type]
        assert modelled_seconds(judged(program(), speed)) > 0
        if len(known) == 1:
            missing = "int8" if known == ["fp32"] else "fp32"
            with pytest.raises(InputError, match="not known"):
                unit_speed(chip, unit.name, missing)
    with pytest.raises(UnknownName):
        unit_speed(chip, "nothing", "fp32")


@settings(deadline=None, max_examples=100, derandomize=True)
@given(programs(), VARIANTS)
def test_alternatives_change_one_thing_and_keep_to_amdahls_limit(
    made: ProfiledProgram, variant: Variant
) -> None:
    current = replace(made, variant=variant)
    for alternative in alternatives(current, (variant,)):
        assert alternative.variant != variant
        assert 0 <= alternative.touches <= 1
        assert alternative.expected <= alternative.at_most * (1 + 1e-9)
        changed = [
            getattr(alternative.variant, name) != getattr(variant, name)
            for name in ("precision", "borders", "code")
        ]
        assert sum(changed) == (0 if alternative.variant.pinned else 1)


def test_what_is_predicted_is_suggested_before_what_is_bounded() -> None:
    found = alternatives(program(), (PLAIN,))
    best = suggested(found)
    assert best is not None
    assert best.variant == variant_of("fp32-apart-chosen")
    assert best.expected == pytest.approx(10_000 / (1500 + 600 + 500))
    again = suggested(alternatives(program(), (PLAIN, best.variant)))
    assert again is not None
    assert again.variant == variant_of("int8-apart-generic")
    everything = tuple(one.variant for one in found)
    assert suggested(alternatives(program(), (PLAIN, *everything))) is None


def test_a_top_kernel_may_take_another_tactic() -> None:
    chosen = replace(BIG, tactic="winograd", instructions=1600)
    current = program(chosen, SMALL, ADD, variant=variant_of("fp32-apart-chosen"))
    texts = [alternative.variant.text for alternative in alternatives(current, ())]
    assert "fp32-apart-chosen+0=direct-fma" in texts
    assert not any("winograd" in text or "+0=gemm" in text for text in texts)


def test_a_try_that_made_it_worse_says_so() -> None:
    slower = program(replace(BIG, instructions=16_000), SMALL, ADD)
    found = compared(program(), slower)
    assert found.faster == pytest.approx(10_000 / 18_000)
    assert "worse" in found.sentence
    assert "0.86" in found.reason
    assert compared(slower, program()).sentence.startswith("✓")
    assert compared(slower, slower).sentence.startswith("=")
    assert found.before.per_multiply == pytest.approx(9500 / 11_000)


def broken() -> set[str]:
    """What does not hold; nothing for the real code."""
    bounds = [one.bound for one in bottleneck.judged(program(), SLOW)]
    best = choosing.suggested(choosing.alternatives(program(), (PLAIN,)))
    worse = comparing.compared(program(), program(replace(BIG, instructions=16_000)))
    holds = {
        "bounds": bounds == ["compute", "memory", "memory"],
        "amdahl": isclose(choosing.amdahl(0.5, 2), 4 / 3),
        "suggestion": best is not None and best.variant.code == "chosen",
        "worse": "worse" in worse.sentence,
    }
    return {name for name, held in holds.items() if not held}


def test_the_real_code_meets_all() -> None:
    assert broken() == set()


MUTANTS = (
    ("one operation a multiply-accumulate", bottleneck, "_OPERATIONS_OF_MAC", 0.1, "bounds"),
    ("a share adds up", choosing, "amdahl", lambda share, factor=inf: 1 + share, "amdahl"),
    ("the limit for any factor", choosing, "amdahl", lambda s, k=inf: 1 / (1 - s), "amdahl"),
    ("nothing is predicted", choosing, "_best", lambda kernel: None, "suggestion"),
    ("what is tried is suggested", choosing, "WORTH", 100.0, "suggestion"),
    ("all is the same", comparing, "_SAME", 100.0, "worse"),
)


@pytest.mark.parametrize(
    ("owner", "name", "value", "caught"),
    [mutant[1:] for mutant in MUTANTS],
    ids=[one[0] for one in MUTANTS],
)
def test_a_wrong_formula_is_found(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, value: object, caught: str
) -> None:
    monkeypatch.setattr(owner, name, value)
    assert caught in broken()
