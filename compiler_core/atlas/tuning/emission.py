"""C with NEON intrinsics for one kernel of the space.

Every kernel adds the products of an element in the same order, so all of them give the same bits.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.atlas.tuning.space import LANES, SIZE, KernelChoice

_INDENT = "    "


def kernel_text(choice: KernelChoice, function: str = "product") -> str:
    """A whole file: c = a · b. packed: room for as many floats as b has."""
    lines = [
        "#include <arm_neon.h>",
        f"enum {{ SIZE = {SIZE} }};",
        "",
        f"void {function}(const float *restrict a, const float *restrict b,",
        "    float *restrict c, float *restrict packed)",
        "{",
        *_indented(1, (*_packing(choice), *_loops(choice))),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _packing(choice: KernelChoice) -> Iterator[str]:
    if not choice.packed:
        yield "(void)packed;"
        return
    columns = choice.vectors * LANES
    yield "float *place = packed;"
    yield f"for (int j = 0; j < SIZE; j += {columns})"
    yield f"{_INDENT}for (int k = 0; k < SIZE; k++, place += {columns}) {{"
    for vector in range(choice.vectors):
        at = vector * LANES
        yield f"{_INDENT * 2}vst1q_f32(place + {at}, vld1q_f32(b + k * SIZE + j + {at}));"
    yield f"{_INDENT}}}"


def _loops(choice: KernelChoice) -> Iterator[str]:
    rows = f"for (int i = 0; i < SIZE; i += {choice.rows})"
    columns = f"for (int j = 0; j < SIZE; j += {choice.vectors * LANES})"
    outer, inner = (rows, columns) if choice.order == "rows" else (columns, rows)
    yield outer
    yield f"{_INDENT}{inner} {{"
    yield from _indented(2, _tile(choice))
    yield f"{_INDENT}}}"


def _tile(choice: KernelChoice) -> Iterator[str]:
    sums = [[f"s{row}_{vector}" for vector in range(choice.vectors)] for row in range(choice.rows)]
    for row in sums:
        yield f"float32x4_t {', '.join(f'{name} = vdupq_n_f32(0)' for name in row)};"
    yield f"const float *w = {'packed + j * SIZE' if choice.packed else 'b + j'};"
    yield f"for (int k = 0; k < SIZE; k += {choice.unroll}) {{"
    for step in range(choice.unroll):
        yield from _indented(1, _step(choice, sums, step))
    yield "}"
    for row, names in enumerate(sums):
        for vector, name in enumerate(names):
            yield f"vst1q_f32(c + (i + {row}) * SIZE + j + {vector * LANES}, {name});"


def _step(choice: KernelChoice, sums: list[list[str]], step: int) -> Iterator[str]:
    """One step of the depth: a row of vectors of b, times one factor of each row of a."""
    names = [f"w{step}_{vector}" for vector in range(choice.vectors)]
    loads = (f"{name} = vld1q_f32(w + {at * LANES})" for at, name in enumerate(names))
    yield f"float32x4_t {', '.join(loads)};"
    for row, own in enumerate(sums):
        factor = f"x{step}_{row}"
        yield f"float {factor} = a[(i + {row}) * SIZE + k + {step}];"
        for total, name in zip(own, names, strict=True):
            yield f"{total} = vfmaq_n_f32({total}, {name}, {factor});"
    yield f"w += {choice.vectors * LANES if choice.packed else 'SIZE'};"


def _indented(depth: int, lines: Iterator[str] | tuple[str, ...]) -> Iterator[str]:
    for line in lines:
        yield f"{_INDENT * depth}{line}"
