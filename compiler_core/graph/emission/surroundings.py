"""What stands around the kernels: includes, memory, the calls, main program and build files."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.emission.names import comment_text
from compiler_core.graph.emission.placement import Placement
from compiler_core.graph.emission.program_text import ProgramText, TensorRecord
from compiler_core.graph.emission.vectors import (
    VECTORS_DEFINITION,
    VECTORS_FILE,
    native_flags,
    vectors_text,
)

# Where floats are contracted to fused multiply-adds decides the last bit; integer results follow
# from it, so it is fixed.
COMPILE_FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-fno-ipa-icf")
_ARCHITECTURES = (
    ("i8mm", "armv8.2-a+dotprod+i8mm"),
    ("dotprod", "armv8.2-a+dotprod"),
)
_BASE_ARCHITECTURE = "armv8-a"
_MACROS = """\
#ifndef LOWLAB_MACROS
#define LOWLAB_MACROS
#define KERNEL static __attribute__((noinline, noclone))
#define MINIMUM(a, b) ((a) < (b) ? (a) : (b))
#define MAXIMUM(a, b) ((a) > (b) ? (a) : (b))
/* With -DLOWLAB_STEPS whoever runs the program is told before and after each kernel. */
#ifdef LOWLAB_STEPS
void lowlab_begin(int kernel);
void lowlab_end(int kernel);
#define STEP(kernel, call) (lowlab_begin(kernel), call, lowlab_end(kernel))
#else
#define STEP(kernel, call) call
#endif
/* a / b rounded up, for b > 0; what is negative stays negative or becomes 0. */
#define CEILING_DIVIDE(a, b) (((a) + (b) - 1) / (b))
#endif"""


def architecture(features: Sequence[str]) -> str:
    """The -march that has these features."""
    return next((name for needed, name in _ARCHITECTURES if needed in features), _BASE_ARCHITECTURE)


def opening(name: str, kernels: int, placement: Placement) -> list[str]:
    """From the first line to the arena."""
    return [
        f"/* {kernels} kernels in {placement.arena_bytes} bytes of static memory, of which",
        f" * {placement.planned} are the memory plan's. Weights are in a file of their own. */",
        f'#include "{name}.h"',
        "",
        "#include <math.h>",
        "#include <stdint.h>",
        "#include <string.h>",
        "#ifdef __ARM_NEON",
        "#include <arm_neon.h>",
        f"#elif defined({VECTORS_DEFINITION})",
        f'#include "{VECTORS_FILE}"',
        "#endif",
        "",
        *_MACROS.split("\n"),
        "#undef AT",
        "#undef WEIGHTS",
        f"#define AT(offset) ((void *)({name}_arena + (offset)))",
        f"#define WEIGHTS(offset) ((const void *)({name}_weights + (offset)))",
        "",
        f"static _Alignas(64) unsigned char {name}_arena[{placement.arena_bytes}];",
        f"static const unsigned char *{name}_weights;",
    ]


def closing(
    name: str,
    inputs: Sequence[TensorRecord],
    outputs: Sequence[TensorRecord],
    calls: Sequence[str],
) -> list[str]:
    """The tables of inputs and outputs, and the function that calls every kernel."""
    upper = name.upper()
    return [
        *_table(f"{name}_inputs", f"{upper}_INPUTS", inputs),
        *_table(f"{name}_outputs", f"{upper}_OUTPUTS", outputs),
        "",
        f"void {name}_run(const void *weights)",
        "{",
        f"    {name}_weights = weights;",
        *(f"    {call}" for call in calls),
        "}",
    ]


def _table(table: str, count: str, tensors: Sequence[TensorRecord]) -> list[str]:
    rows = [f"    {{AT({row.offset}), {row.bytes}}}, /* {_described(row)} */" for row in tensors]
    return [f"const struct lowlab_tensor {table}[{count} + 1] = {{", *rows, "    {0, 0},", "};"]


def _described(tensor: TensorRecord) -> str:
    shape = " x ".join(map(str, tensor.shape)) or "scalar"
    return f"{comment_text(tensor.name)}: {tensor.element_type} {shape}"


def other_files(program: ProgramText) -> dict[str, str]:
    """Headers, main program, the blob as a section, and the Makefile."""
    return {
        f"{program.name}.h": _header(program),
        "main.c": _MAIN.replace("MODEL_", f"{program.name.upper()}_").replace(
            "model", program.name
        ),
        VECTORS_FILE: vectors_text(),
        "weights.S": _SECTION,
        "Makefile": _makefile(program),
    }


def _header(program: ProgramText) -> str:
    name, upper = program.name, program.name.upper()
    described = [
        f" *   {kind} {number}: {_described(tensor)}"
        for kind, tensors in (("input", program.inputs), ("output", program.outputs))
        for number, tensor in enumerate(tensors)
    ]
    return "\n".join(
        (
            f"#ifndef {upper}_H",
            f"#define {upper}_H",
            "",
            "#include <stddef.h>",
            "",
            "/* Write the inputs to their places, run, read the outputs at theirs, until the next",
            " * run. Weights: the content of weights.bin, at an address that is a multiple of 64.",
            *described,
            " */",
            "#ifndef LOWLAB_TENSOR",
            "#define LOWLAB_TENSOR",
            "struct lowlab_tensor {",
            "    void *data;",
            "    size_t bytes;",
            "};",
            "#endif",
            "",
            f"#define {upper}_INPUTS {len(program.inputs)}",
            f"#define {upper}_OUTPUTS {len(program.outputs)}",
            f"#define {upper}_ARENA_BYTES {program.arena_bytes}",
            f"#define {upper}_WEIGHT_BYTES {len(program.weights)}",
            "",
            f"extern const struct lowlab_tensor {name}_inputs[{upper}_INPUTS + 1];",
            f"extern const struct lowlab_tensor {name}_outputs[{upper}_OUTPUTS + 1];",
            f"void {name}_run(const void *weights);",
            "",
            "#endif",
            "",
        )
    )


def _makefile(program: ProgramText) -> str:
    march = architecture(program.features)
    flags = " ".join(COMPILE_FLAGS)
    native = " ".join(native_flags(program.source))
    return _MAKEFILE.format(name=program.name, flags=flags, march=march, native=native)


_MAKEFILE = """\
# make            the AArch64 program, by the cross compiler
# make native     the same for this computer; NATIVE says for which processors of its kind
# make section    for AArch64, with the weights inside the program
CROSS = aarch64-linux-gnu-
CFLAGS = {flags}
NATIVE = $(if $(filter x86_64,$(shell uname -m)),-march=x86-64-v3)
VECTORS = {native}
SOURCES = main.c {name}.c
FILES = $(SOURCES) {name}.h vectors.h

program: $(FILES)
\t$(CROSS)gcc $(CFLAGS) -march={march} -static -o $@ $(SOURCES) -lm

native: $(FILES)
\tgcc $(CFLAGS) $(NATIVE) $(VECTORS) -o $@ $(SOURCES) -lm

section: $(FILES) weights.S weights.bin
\t$(CROSS)gcc $(CFLAGS) -march={march} -DWEIGHTS_INSIDE -static -o $@ $(SOURCES) weights.S -lm

clean:
\trm -f program native section

.PHONY: clean
-include board.mk
"""
_SECTION = """\
/* The weights as a section of the program. */
    .section .rodata
    .balign 64
    .global weights_inside
weights_inside:
    .incbin "weights.bin"
    .section .note.GNU-stack, "", %progbits
"""
_MAIN = """\
/* program WEIGHTS INPUT... OUTPUT...
 *
 * Files of raw numbers in the order of the model. With -DWEIGHTS_INSIDE the weights are part of the
 * program and the first argument is left out. */
#include "model.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\\n", what, name);
    return 2;
}

#ifdef WEIGHTS_INSIDE
extern const unsigned char weights_inside[];
enum { FIRST = 1 };

static const void *weights(char **arguments)
{
    (void)arguments;
    return weights_inside;
}
#else
enum { FIRST = 2 };

static const void *weights(char **arguments)
{
    int file = open(arguments[1], O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) || status.st_size != MODEL_WEIGHT_BYTES) return NULL;
    void *mapped = mmap(NULL, MODEL_WEIGHT_BYTES, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}
#endif

static int read_tensor(const struct lowlab_tensor *tensor, const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) return fail("cannot be read", name);
    size_t found = fread(tensor->data, 1, tensor->bytes, file);
    int more = fgetc(file) != EOF;
    fclose(file);
    return found != tensor->bytes || more ? fail("has another size than the input", name) : 0;
}

static int write_tensor(const struct lowlab_tensor *tensor, const char *name)
{
    FILE *file = fopen(name, "wb");
    if (!file) return fail("cannot be written", name);
    size_t written = fwrite(tensor->data, 1, tensor->bytes, file);
    return fclose(file) || written != tensor->bytes ? fail("cannot be written", name) : 0;
}

#ifdef LOWLAB_STEPS
void lowlab_begin(int kernel)
{
    (void)kernel;
}

void lowlab_end(int kernel)
{
    (void)kernel;
}
#endif

int main(int count, char **arguments)
{
    if (count != FIRST + MODEL_INPUTS + MODEL_OUTPUTS)
        return fail("wrong number of files", arguments[0]);
    const void *blob = weights(arguments);
    if (!blob) return fail("are not this program's weights", arguments[1]);
    for (int i = 0; i < MODEL_INPUTS; i++)
        if (read_tensor(&model_inputs[i], arguments[FIRST + i])) return 2;
    model_run(blob);
    for (int i = 0; i < MODEL_OUTPUTS; i++)
        if (write_tensor(&model_outputs[i], arguments[FIRST + MODEL_INPUTS + i])) return 2;
    return 0;
}
"""
