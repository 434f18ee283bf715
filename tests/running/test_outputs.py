"""Reading back what a driver wrote: nothing that a program writes may surprise the reader."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.outputs import (
    OutputArray,
    Outputs,
    Unreadable,
    read_outputs,
)
from tests.running.asking import c_source, run

GOOD = b"array y f 4\n" + struct.pack("<I2f", 8, 1.5, -2.0) + b"\0\0\0\0outside y -1\nend\n"
KINDS = {"float": "f4", "double": "f8", "int": "i4", "unsigned char": "u1", "short": "i2",
         "unsigned long": "u8", "signed char": "i1", "_Bool": "b1", "__fp16": "f2"}  # fmt: skip


def test_a_good_result_is_read() -> None:
    outputs = read_outputs(GOOD, ["y"])
    assert outputs.arrays[0].values() == (1.5, -2.0)
    assert outputs.outside == (("y", -1),)


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_a_damaged_result_is_refused_or_read(place: int, value: int) -> None:
    damaged = GOOD[:place] + bytes((value,)) + GOOD[place + 1 :]
    try:
        outputs = read_outputs(damaged, ["y"])
    except InputError:
        return
    assert [array.name for array in outputs.arrays] == ["y"]
    assert outputs.arrays[0].count in (1, 2, 4, 8)


@given(st.binary(max_size=200))
def test_rubbish_is_refused(content: bytes) -> None:
    with pytest.raises(InputError):
        read_outputs(content, ["y"])


@pytest.mark.parametrize(
    "content",
    [GOOD[:-1], b"end\n", GOOD.replace(b"f 4", b"f 3"), GOOD.replace(b"array y", b"array z"), b""],
)
def test_incomplete_results_are_unreadable(content: bytes) -> None:
    with pytest.raises(Unreadable):
        read_outputs(content, ["y"])


def test_the_driver_s_own_words_reach_the_user() -> None:
    with pytest.raises(InputError, match="more memory than there is"):
        read_outputs(b"fail the arrays need more memory than there is\nend\n", [])


arrays = st.builds(
    OutputArray, st.sampled_from(("x", "y")), st.sampled_from("iu"), st.just(1), st.binary()
)


@given(st.lists(arrays, max_size=3), st.lists(arrays, max_size=3))
def test_digests_are_equal_for_equal_outputs_alone(
    first: list[OutputArray], second: list[OutputArray]
) -> None:
    same = Outputs(tuple(first)).digest == Outputs(tuple(second)).digest
    assert same == (first == second)


def test_a_write_outside_changes_the_digest() -> None:
    assert Outputs((), (("y", 3),)).digest != Outputs(()).digest


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=4),
    st.integers(1, 40),
    st.integers(1, 1000),
)
def test_random_signatures_are_driven(kinds: list[str], n: int, seed: int) -> None:
    """Every array comes back whole, of its type, filled, and alike from both compilers."""
    names = [f"p{k}" for k in range(len(kinds))]
    parameters = ", ".join(f"{kind} *{name}" for kind, name in zip(kinds, names, strict=True))
    body = " ".join(f"{name}[i] = {name}[i];" for name in names)
    source = c_source(f"void f(int n, {parameters}) {{ for (int i = 0; i < n; i++) {{ {body} }} }}")
    experiment = experiment_of(n=n, seed=seed)
    found = [run(source, compiler, "-O1", experiment)[1] for compiler in ("gcc", "clang")]
    assert found[0].digest == found[1].digest
    assert [f"{array.kind}{array.size}" for array in found[0].arrays] == [KINDS[k] for k in kinds]
    assert [array.count for array in found[0].arrays] == [n] * len(kinds)
    if n >= 20:
        assert all(len(set(array.values())) > 1 for array in found[0].arrays)


def test_inputs_depend_on_the_seed_and_their_own_name_alone() -> None:
    def arrays_of(text: str, n: int, *given_settings: str, seed: int = 1) -> dict[str, tuple]:
        experiment = experiment_of(n=n, seed=seed, settings=given_settings)
        return {
            one.name: one.values() for one in run(c_source(text), experiment=experiment)[1].arrays
        }

    two = (
        "void f(int n, float *a, float *b) { for (int i = 0; i < n; i++) a[i] = a[i] + b[0] * 0; }"
    )
    one = "void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] + 0; }"
    both = arrays_of(two, 50)
    assert arrays_of(one, 50)["a"] == both["a"] != both["b"]
    assert arrays_of(one, 80)["a"][:50] == both["a"]
    assert arrays_of(one, 50, seed=2)["a"] != both["a"]
    assert arrays_of(two, 50, "a.seed=9")["b"] == both["b"]
    assert arrays_of(two, 50, "a.seed=9")["a"] != both["a"]
    assert set(arrays_of(one, 50, "a=0.25")["a"]) == {0.25}
    assert len(arrays_of(one, 50, "a.size=70")["a"]) == 70


@pytest.mark.parametrize(("kind", "threshold"), [("int", 10), ("float", 10), ("float", -2)])
def test_a_share_of_the_elements_lies_above(kind: str, threshold: int) -> None:
    text = f"void f({kind} *a, int n) {{ for (int i = 0; i < n; i++) a[i] = a[i]; }}"
    experiment = experiment_of(n=4000, settings=(f"a.above={threshold}:0.9:5",))
    values = run(c_source(text), experiment=experiment)[1].arrays[0].values()
    share = sum(value > threshold for value in values) / len(values)
    assert 0.88 < share < 0.92
    assert all(abs(value - threshold) <= 5 for value in values)


def test_random_floats_use_their_whole_significand() -> None:
    for kind, bits in (("float", 24), ("double", 53)):
        text = f"void f({kind} *a, int n) {{ for (int i = 0; i < n; i++) a[i] = a[i]; }}"
        values = run(c_source(text), experiment=experiment_of(n=400))[1].arrays[0].values()
        assert all(-8 <= value < 8 for value in values)
        steps = [value * 2 ** (bits - 4) for value in values]
        assert all(step == int(step) for step in steps)
        assert any(int(step) % 2 for step in steps)
