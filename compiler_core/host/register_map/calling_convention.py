"""Which registers may carry arguments, and which survive a call.

Source: Procedure Call Standard for the Arm 64-bit Architecture (AAPCS64), section 6.1 "Machine
Registers"; scalable types as in section 6.1.3.
"""

from __future__ import annotations

ARGUMENT_GENERAL = tuple(f"x{number}" for number in range(8))
ARGUMENT_VECTOR = tuple(f"v{number}" for number in range(8))
ARGUMENT_PREDICATE = tuple(f"p{number}" for number in range(4))
INDIRECT_RESULT = "x8"
FRAME_POINTER = "x29"
RETURN_ADDRESS = "x30"
# x16 and x17 may be changed by the linker's veneers; x18 is the platform register.
CALLER_SAVED = frozenset(
    (
        *(f"x{number}" for number in range(19)),
        RETURN_ADDRESS,
        "nzcv",
        *(f"v{number}" for number in (*range(8), *range(16, 32))),
        *(f"p{number}" for number in range(16)),
    )
)
# Of v8 to v15 only the low 64 bits survive a call; code that keeps more does not rely on that.
CALLEE_SAVED = frozenset(
    (
        *(f"x{number}" for number in range(19, 29)),
        FRAME_POINTER,
        *(f"v{number}" for number in range(8, 16)),
    )
)
STACK = "stack"

# Arguments of C library functions that compilers call or students use, by bank.
_GENERAL_COUNTS = {
    0: ("abort", "rand", "clock", "__stack_chk_fail", "getchar"),
    1: ("free", "malloc", "strlen", "puts", "putchar", "exit", "abs", "labs", "srand", "atoi"),
    2: ("calloc", "realloc", "strcmp", "strcpy", "strcat", "strchr", "strrchr", "fputs"),
    3: ("memcpy", "memmove", "memset", "memcmp", "memchr", "strncmp", "strncpy"),
    4: ("qsort", "fwrite", "fread"),
}  # fmt: skip
_FLOAT_COUNTS = {
    1: ("sqrt", "sin", "cos", "tan", "exp", "log", "exp2", "log2", "log10", "fabs", "floor", "ceil",
        "round", "trunc", "rint", "tanh", "erf", "cbrt", "asin", "acos", "atan"),
    2: ("pow", "fmod", "fmin", "fmax", "hypot", "atan2", "copysign"),
    3: ("fma",),
}  # fmt: skip


def library_arguments(name: str) -> tuple[str, ...] | None:
    """Registers in which a well-known C library function takes its arguments; None for others."""
    for count, names in _GENERAL_COUNTS.items():
        if name in names:
            return ARGUMENT_GENERAL[:count]
    for count, names in _FLOAT_COUNTS.items():
        if name in names or name.removesuffix("f") in names:
            return ARGUMENT_VECTOR[:count]
    return None
