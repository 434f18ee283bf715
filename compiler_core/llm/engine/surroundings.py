"""What stands around the program's text: files of the runtime, flags, the Makefile."""

from __future__ import annotations

from pathlib import Path

from compiler_core.llm.engine.settings import Arithmetic

RUNTIME = Path(__file__).parent / "runtime"
PROGRAM_FILE, CONSTANTS_FILE, MAIN_FILE, MAKEFILE = "engine.c", "model.h", "main.c", "Makefile"
MODEL_FILE, MANIFEST_FILE = "model.gguf", "manifest.json"
SHARED_FILES = (
    "numbers.h", "activations.h", "product.h", "rows_of_codes.h", "panels.h", "layer.h",
    "attention.h", MAIN_FILE,
)  # fmt: skip
# Where floats are contracted to fused multiply-adds decides the last bit, so it is fixed: only
# where the kernels say so. Kernels of equal text must stay apart, for each is counted. Scheduling
# before registers are given moves loads up until there are none left: a tenth more instructions.
COMPILE_FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-fno-ipa-icf", "-fno-schedule-insns")
# The plain version is what a compiler makes of the loops without vectors.
_SCALAR_FLAGS = ("-fno-tree-vectorize", "-fno-tree-slp-vectorize")
SCALAR_DEFINITION = "-DPLAIN"
_MARCH: dict[Arithmetic, str] = {
    "dot product": "armv8.2-a+dotprod",
    "matrix": "armv8.2-a+dotprod+i8mm",
    "scalar": "armv8-a",
}
_FEATURES: dict[Arithmetic, tuple[str, ...]] = {
    "dot product": ("dotprod",),
    "matrix": ("dotprod", "i8mm"),
    "scalar": (),
}


def architecture(arithmetic: Arithmetic) -> str:
    """The -march."""
    return _MARCH[arithmetic]


def features(arithmetic: Arithmetic) -> tuple[str, ...]:
    """What the core must have."""
    return _FEATURES[arithmetic]


def compile_flags(arithmetic: Arithmetic) -> tuple[str, ...]:
    """Without -march and definitions."""
    return (*COMPILE_FLAGS, *(_SCALAR_FLAGS if arithmetic == "scalar" else ()))


def definitions(arithmetic: Arithmetic) -> tuple[str, ...]:
    """Preprocessor symbols."""
    return (SCALAR_DEFINITION,) if arithmetic == "scalar" else ()


def runtime_files(types: tuple[str, ...]) -> dict[str, str]:
    """The C files that are the same for every model, with the products of these types' keys."""
    names = (*SHARED_FILES, *(f"product_{key}.h" for key in types))
    return {name: (RUNTIME / name).read_text() for name in names}


def makefile(arithmetic: Arithmetic, headers: tuple[str, ...]) -> str:
    """Targets: program (AArch64), native (this computer)."""
    flags = " ".join((*compile_flags(arithmetic), *definitions(arithmetic)))
    return _MAKEFILE.format(
        flags=flags, march=architecture(arithmetic), headers=" ".join(sorted(headers))
    )


_MAKEFILE = """\
# make            the AArch64 program, by the cross compiler
# make native     the same for this computer, from the plain C of the kernels
# Run: ./native model.gguf TOKENS PROMPT COUNT, where TOKENS is a file of token numbers.
CROSS = aarch64-linux-gnu-
CFLAGS = {flags}
SOURCES = main.c engine.c
HEADERS = {headers}

program: $(SOURCES) $(HEADERS)
\t$(CROSS)gcc $(CFLAGS) -march={march} -static -o $@ $(SOURCES) -lm

native: $(SOURCES) $(HEADERS)
\tgcc $(CFLAGS) -o $@ $(SOURCES) -lm

clean:
\trm -f program native

.PHONY: clean
-include board.mk
"""
