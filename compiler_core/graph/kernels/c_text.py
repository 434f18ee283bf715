"""Lines of C: nesting, loops and conditional compilation."""

from __future__ import annotations

from collections.abc import Iterable

_STEP = "    "
# NEON, or its names for floats in vectors of GCC (emission/runtime/vectors.h).
FLOAT_NEON = "(defined(__ARM_NEON) || defined(LOWLAB_VECTORS))"
# The second name makes a fallback of a core that has the feature but was not asked for it.
DOT_PRODUCT = "defined(__ARM_FEATURE_DOTPROD)"
MATRIX_MULTIPLY = "defined(__ARM_FEATURE_MATMUL_INT8)"


def nested(head: str, body: Iterable[str]) -> list[str]:
    """`head { body }`, the body one step to the right; preprocessor lines stay at the margin."""
    inner = [line if line.startswith("#") or not line else _STEP + line for line in body]
    return [f"{head} {{", *inner, "}"]


def counted_loop(name: str, end: int | str, body: Iterable[str], step: int = 1) -> list[str]:
    """`for (long name = 0; name < end; name += step)`; a single turn is a plain block."""
    body = list(body)
    if end == step:
        return nested("", [f"const long {name} = 0;", f"(void){name};", *body])
    advance = f"{name}++" if step == 1 else f"{name} += {step}"
    return nested(f"for (long {name} = 0; {name} < {end}; {advance})", body)


def either(condition: str, lines: Iterable[str], otherwise: Iterable[str]) -> list[str]:
    """`#if condition … #else … #endif`."""
    return [f"#if {condition}", *lines, "#else", *otherwise, "#endif"]


def kept_in_registers(vectors: Iterable[str]) -> list[str]:
    """No instruction, and each of these vectors is in a register of its own at this point. Only
    NEON's registers are asked for by name: a fallback of another processor goes without."""
    names = ", ".join(f'"+w"({vector})' for vector in vectors)
    return ["#if defined(__ARM_NEON)", f'__asm__("" : {names});', "#endif"]


def inline_function(result: str, name: str, parameters: Iterable[str], body: list[str]) -> str:
    """A function that is always inlined: a part of its kernel with a name."""
    head = f"static inline __attribute__((always_inline)) {result} {name}({', '.join(parameters)})"
    return "\n".join(nested(head, body)) + "\n"
