"""A program around kernels: reads its data from a file, runs each once, writes the results.

Every array a kernel reads or writes ends where memory that may not be touched begins, so a kernel
that reads or writes one element too far ends with a segmentation fault.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.records import KernelText

DATA_FILE = "data.bin"
RESULT_FILE = "result.bin"
FIRST_MARK, LAST_MARK = "harness_before", "harness_after"
# What one guarded array may take at most, and how its start is aligned for the longest one.
_PAGE = 4096

_HEAD = """\
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif
"""
_SUPPORT = """\
static FILE *data;
static unsigned char rooms[%(arrays)d][%(room)d] __attribute__((aligned(%(page)d)));

/* The last `bytes` bytes in front of a page that may not be touched. */
static void *guarded(int number, size_t bytes) {
    unsigned char *end = rooms[number] + %(room)d - %(page)d;
    mprotect(end, %(page)d, PROT_NONE);
    memset(rooms[number], 0xA5, %(room)d - %(page)d);
    return end - bytes;
}

static void *loaded(int number, size_t bytes) {
    void *place = guarded(number, bytes);
    if (fread(place, 1, bytes, data) != bytes)
        exit(3);
    return place;
}

__attribute__((noinline, noclone)) void %(before)s(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline, noclone)) void %(after)s(void) { __asm__ volatile("" ::: "memory"); }
"""


@dataclass(frozen=True, slots=True)
class HarnessCase:
    """A kernel with its data. operands: the epilogue's tensors, in order; output: elements."""

    kernel: KernelText
    inputs: np.ndarray
    operands: tuple[np.ndarray, ...]
    output_elements: int
    output_type: str

    @property
    def arrays(self) -> tuple[tuple[str, np.ndarray], ...]:
        """Names in C and values: the input, the operands, the constants."""
        operands = ((f"operand_{index}", array) for index, array in enumerate(self.operands))
        return (("input", self.inputs), *operands, *self.kernel.constants)

    @property
    def output_bytes(self) -> int:
        return self.output_elements * np.dtype(self.output_type).itemsize


def harness_text(cases: tuple[HarnessCase, ...]) -> str:
    """The C program. With an argument it runs only the case of that number."""
    arrays = max(len(case.arrays) for case in cases) + 2
    largest = max(_largest(case) for case in cases)
    room = -(-largest // _PAGE) * _PAGE + _PAGE
    support = _SUPPORT % {
        "arrays": arrays, "room": room, "page": _PAGE, "before": FIRST_MARK, "after": LAST_MARK,
    }  # fmt: skip
    kernels = "\n".join(_with_constants(case.kernel) for case in cases)
    runs = "\n".join(_case_function(number, case) for number, case in enumerate(cases))
    return f"{_HEAD}\n{kernels}\n{support}\n{runs}\n{_main(cases)}"


def harness_data(cases: tuple[HarnessCase, ...]) -> bytes:
    """The data file."""
    return b"".join(
        np.ascontiguousarray(array).tobytes() for case in cases for _, array in case.arrays
    )


def read_results(cases: tuple[HarnessCase, ...], content: bytes) -> list[np.ndarray]:
    """The results of all cases, flat. Raises ValueError when the file is not whole."""
    results, start = [], 0
    for case in cases:
        part = content[start : start + case.output_bytes]
        results.append(np.frombuffer(part, case.output_type, case.output_elements))
        start += case.output_bytes
    return results


def _with_constants(kernel: KernelText) -> str:
    """The constants' names stand for places that are known only when the data has been read."""
    pointers = "".join(
        f"static const {C_TYPES[array.dtype.name]} *{name};\n" for name, array in kernel.constants
    )
    return f"{pointers}\n{kernel.text}"


def _largest(case: HarnessCase) -> int:
    return max(
        case.kernel.scratch_bytes, case.output_bytes, *(array.nbytes for _, array in case.arrays)
    )


def _case_function(number: int, case: HarnessCase) -> str:
    lines = []
    for index, (name, array) in enumerate(case.arrays):
        declared = "" if index > len(case.operands) else f"const {C_TYPES[array.dtype.name]} *"
        lines.append(f"    {declared}{name} = loaded({index}, {array.nbytes});")
    output, scratch = len(case.arrays), len(case.arrays) + 1
    operands = [f"operand_{index}" for index in range(len(case.operands))]
    # Scratch memory is promised to be aligned to 64 bytes.
    scratch_bytes = -(-case.kernel.scratch_bytes // 64) * 64
    lines += [
        f"    {C_TYPES[case.output_type]} *output = guarded({output}, {case.output_bytes});",
        f"    void *scratch = guarded({scratch}, {scratch_bytes});",
        f"    {FIRST_MARK}();",
        f"    {case.kernel.function_name}({', '.join(('input', 'output', *operands, 'scratch'))});",
        f"    {LAST_MARK}();",
        f"    return fwrite(output, 1, {case.output_bytes}, results) != {case.output_bytes};",
    ]
    body = "\n".join(lines)
    return f"static int case_{number}(FILE *results) {{\n{body}\n}}\n"


def _main(cases: tuple[HarnessCase, ...]) -> str:
    sizes = [sum(array.nbytes for _, array in case.arrays) for case in cases]
    starts = [sum(sizes[:number]) for number in range(len(cases))]
    functions = ", ".join(f"case_{number}" for number in range(len(cases)))
    return f"""\
static int (*const cases[])(FILE *) = {{{functions}}};
static const long starts[] = {{{", ".join(map(str, starts))}}};

int main(int count, char **words) {{
    FILE *results = fopen("{RESULT_FILE}", "wb");
    data = fopen("{DATA_FILE}", "rb");
    if (!data || !results)
        return 4;
    const int first = count > 1 ? atoi(words[1]) : 0;
    const int last = count > 1 ? first + 1 : {len(cases)};
    for (int number = first; number < last; number++) {{
        fseek(data, starts[number], SEEK_SET);
        if (cases[number](results))
            return 5;
    }}
    return fclose(results);
}}
"""
