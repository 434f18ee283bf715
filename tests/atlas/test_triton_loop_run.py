"""What Triton makes of drawn loops leaves the bytes of C; only kernels of ours are taken."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from compiler_core.atlas.run import run_page
from compiler_core.atlas.triton.from_loop.asking import KernelSetting, compile_kernel
from compiler_core.atlas.triton.from_loop.kernel import kernel_of
from compiler_core.atlas.triton.from_loop.running import both_ways
from compiler_core.errors import InputError
from compiler_core.source import SourceFile
from compiler_core.toolchain.atlas_job import run_driver

pytestmark = [pytest.mark.wheel("triton-open"), pytest.mark.slow]
NUMBERS = ("signed char", "unsigned short", "int", "unsigned", "long", "float", "double")
SETTING = KernelSetting(block=64, warps=1, chip=90, promised="none", fuse=False)


@st.composite
def loops(draw: st.DrawFn) -> str:
    """Loops in both directions over two arrays, with an if, a choice and a sum of whole numbers."""
    left, right = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(NUMBERS))
    shift, step = draw(st.integers(0, 3)), draw(st.integers(1, 3))
    head = draw(
        st.sampled_from(
            (
                f"for (int i = {shift}; i < n; i += {step})",
                f"for (long i = n; i >= {shift}; i -= {step})",
                f"for (unsigned i = {shift}; i <= n - 1u; i++)",
                "for (int i = 0; i != n; i++)",
            )
        )
    )
    read = draw(st.sampled_from(("i", "i + 1", "2 * i", "(i ^ 5) & 15")))
    condition = draw(
        st.sampled_from(
            (f"y[{read}] > 3", "x[i] < 9 && y[i] != 2", "i == 4 || y[i + 1] > 1", "!(x[i] <= y[i])")
        )
    )
    value = draw(
        st.sampled_from(
            (
                f"y[{read}] - 1",
                f"y[{read}] / 3",
                f"(y[{read}] < 9 ? y[i] : i)",
                "-y[i] * 2",
                "y[i] * 1.1f + x[i]",
                "y[i] / 7.0 - n",
            )
        )
    )
    if left not in ("float", "double"):
        # A float beyond the range of its new type is undefined in C.
        value = f"(int)({value})"
    otherwise = draw(st.sampled_from(("", "else x[i] = 5;", "else m = y[i] > m ? y[i] : m;")))
    total = draw(st.sampled_from(("s += i * 3;", "if (y[i] > 4) s--;", "s -= y[i] > 2;")))
    most = "int m = 0;" if "m =" in otherwise else ""
    otherwise = "" if most and right not in ("signed char", "unsigned short", "int") else otherwise
    return (
        f"int f(int n, {left} *restrict x, const {right} *restrict y) {{\n  int s = 2; {most}\n"
        f"  {head} {{\n    if ({condition}) x[i] = {value};\n    {otherwise}\n    {total}\n  }}\n"
        "  return s + n;\n}\n"
    )


@given(source=loops(), size=st.sampled_from((0, 1, 37, 64, 101)))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_programs_and_c_leave_the_same_bytes(emulator: None, source: str, size: int) -> None:
    # With n of 0 it has as many rounds as there are unsigned numbers.
    assume(size or "n - 1u" not in source)
    file = SourceFile("loop.c", source)
    try:
        kernel = kernel_of(file)
    except InputError as refused:
        assert "hands m" in refused.message  # noqa: PT017 - the greatest under a condition
        return
    assert both_ways(file, kernel, size, 32, 0).differing == 0, kernel.text
    compiled = compile_kernel(kernel, SETTING)
    assert not compiled.said, kernel.text
    lines = len(kernel.text.splitlines())
    assert compiled.ptx.instructions
    assert all(0 <= instruction.line <= lines for instruction in compiled.ptx.instructions)


@st.composite
def nests(draw: st.DrawFn) -> str:
    """A loop in a loop, up or down, with what is carried, under conditions or not."""
    left, right = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(NUMBERS))
    outer = draw(st.sampled_from(("int i = 0; i < n; i++", "long i = n - 1; i >= 0; i -= 2")))
    inner, columns = draw(st.sampled_from((
        ("int j = 0; j < 6; j++", "6"), ("long j = 5; j >= 1; j -= 2", "6"),
        ("int j = 1; j <= n - 1; j += 2", "n"), ("int j = 0; j < n; j++", "n"),
    )))  # fmt: skip
    value = draw(
        st.sampled_from(
            (f"y[i * {columns} + j] + s", "(int)(y[j] * 0.5f) + t * j", "s - t", "y[i] * j")
        )
    )
    stored = draw(st.sampled_from((f"x[i * {columns} + j]", "x[i]")))
    if left not in ("float", "double"):
        # A float beyond the range of its new type is undefined in C.
        value = f"(int)({value})"
    guard = draw(st.sampled_from(("", "if (y[i] > 2) ", "if (y[j] > 2 || j == 3) ")))
    around = draw(st.sampled_from(("", "if (y[i + 1] > 3) ")))
    carried = draw(
        st.sampled_from(
            (
                "s += j;",
                "int old = s; s = t; t = (old + j) & 63;",
                "if (y[i] > j) s = j; else t = s;",
            )
        )
    )
    return (
        f"void f(int n, {left} *restrict x, const {right} *restrict y) {{\n"
        f"  for ({outer}) {{\n    int s = 1, t = i & 7;\n"
        f"    {around}for ({inner}) {{\n      {guard}{stored} = {value};\n      {carried}\n    }}\n"
        f"    {'' if 'i *' in stored else 'x[i] = s + t;'}\n  }}\n}}\n"
    )


@given(source=nests(), size=st.sampled_from((0, 1, 37, 64)))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_nests_and_c_leave_the_same_bytes(emulator: None, source: str, size: int) -> None:
    file = SourceFile("loop.c", source)
    kernel = kernel_of(file)
    assert both_ways(file, kernel, size, 32, 0).differing == 0, kernel.text
    compiled = compile_kernel(kernel, SETTING)
    assert not compiled.said, kernel.text
    assert compiled.ptx.instructions


FOREIGN = (
    "@triton.jit\ndef f(x, block):\n    for i in x:\n        x",
    "@triton.jit\ndef f(x, block):\n    for i in range(3):\n        open('/etc/passwd')",
    "@triton.jit\ndef f(x, block):\n    for x.y in range(3):\n        x",
    "@triton.jit\ndef f(x, block):\n    for i in range(3):\n        x\n    else:\n        x",
    "import os", "@triton.jit\ndef f(x, block):\n    import os",
    "@triton.jit\ndef f(x, block):\n    open('/etc/passwd')",
    "@triton.jit\ndef f(x, block):\n    tl.core.__loader__",
    "@triton.jit\ndef f(x, block):\n    x.__class__", "@print\ndef f(x, block):\n    x",
    "@triton.jit\ndef f(x, block):\n    tl.inline_asm_elementwise('', '', [x], 1, False, 1)",
    "@triton.jit\ndef f(x, block):\n    [0 for _ in x]",
    "@triton.jit\ndef f(x, block=exit()):\n    x",
)  # fmt: skip


@pytest.mark.parametrize("text", FOREIGN)
def test_the_driver_takes_no_other_python(jail: None, text: str) -> None:
    request = {
        "text": text, "parameters": [["x", "*fp32"]], "block": 32, "warps": 1, "arch": 90,
        "cuda": "13.0", "fuse": False, "multiples": [],
    }  # fmt: skip
    answer = run_driver(
        "triton-open",
        "triton_kernels",
        request,
        memory_bytes=3 << 30,
        wall_seconds=60,
        environment={"TRITON_CACHE_DIR": "."},
    )
    said = str(answer.answer.get("said"))
    assert "kernel" in said or "no single function" in said
    assert not any(name.endswith("ttir") for name in answer.files)


def test_a_refusal_and_a_broken_promise_are_said(emulator: None) -> None:
    refused = run_page("triton-loop", {"block": "1000"})
    assert refused.facts["Triton says"] == "arange's range must be a power of 2"
    assert refused.sentence.startswith("Triton refuses")
    assert "promise is broken" in run_page("triton-loop", {"size": "1501"}).sentence
    assert "promise" not in run_page("triton-loop", {"size": "1501", "promise": "none"}).sentence
