"""Which registers carry arguments and results, and which survive a call.

Source: Procedure Call Standard for the Arm 64-bit Architecture (AAPCS64), sections 6.1 "Machine
Registers" and 6.8 "Parameter passing"; scalable types as in section 6.1.3.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.source_reading.signature import Parameter, Signature

ARGUMENT_GENERAL = tuple(f"x{number}" for number in range(8))
ARGUMENT_VECTOR = tuple(f"v{number}" for number in range(8))
ARGUMENT_PREDICATE = tuple(f"p{number}" for number in range(4))
INDIRECT_RESULT = "x8"
FRAME_POINTER = "x29"
RETURN_ADDRESS = "x30"
# x16 and x17 may be changed by the linker's veneers; x18 is the platform register.
CALLER_SAVED = frozenset(
    (*(f"x{number}" for number in range(19)), RETURN_ADDRESS, "nzcv",
     *(f"v{number}" for number in (*range(8), *range(16, 32))),
     *(f"p{number}" for number in range(16)))
)  # fmt: skip
# Of v8 to v15 only the low 64 bits survive a call; code that keeps more does not rely on that.
CALLEE_SAVED = frozenset(
    (*(f"x{number}" for number in range(19, 29)), FRAME_POINTER,
     *(f"v{number}" for number in range(8, 16)))
)  # fmt: skip
STACK = "stack"


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter and where it is passed: a canonical register or `stack`; number is from 1."""

    number: int
    parameter: Parameter
    register: str


@dataclass(frozen=True, slots=True)
class ArgumentList:
    """The arguments whose registers are certain.

    Arguments after `stopped_at`, a parameter whose class is not known or that is passed in an
    unknown number of registers, are not named; None if all are.
    """

    arguments: tuple[Argument, ...]
    stopped_at: Parameter | None


def arguments_of(signature: Signature) -> ArgumentList:
    """Assign registers by the rules C.1 to C.17: NGRN counts x0 to x7, NSRN counts v0 to v7."""
    free = {
        "x": list(ARGUMENT_GENERAL),
        "v": list(ARGUMENT_VECTOR),
        "p": list(ARGUMENT_PREDICATE),
    }
    arguments: list[Argument] = []
    for number, parameter in enumerate(signature.parameters, start=1):
        bank = register_bank(parameter)
        if not bank:
            return ArgumentList(tuple(arguments), parameter)
        register = free[bank].pop(0) if free[bank] else STACK
        arguments.append(Argument(number, parameter, register))
    return ArgumentList(tuple(arguments), None)


def register_bank(parameter: Parameter) -> str:
    """`x`, `v` or `p`: the kind of register a parameter takes one of; empty if that is unknown."""
    if parameter.type_text.endswith("svbool_t"):
        return "p"
    if parameter.type_class in ("integer", "pointer"):
        return "x"
    return "v" if parameter.type_class in ("float", "vector") else ""


def result_registers(signature: Signature | None) -> tuple[str, ...]:
    """Registers the caller reads the result from; without a signature every register it may be.

    Aggregates come back in x0 and x1, in up to four vector registers, or in memory at x8.
    """
    if signature is None or signature.return_class == "unknown":
        return ("x0", "v0")
    if signature.return_class == "void":
        return ()
    if signature.return_class == "aggregate":
        return ("x0", "x1", "v0", "v1", "v2", "v3")
    if signature.return_type.endswith("svbool_t"):
        return ("p0",)
    return ("x0",) if signature.return_class in ("integer", "pointer") else ("v0",)


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
