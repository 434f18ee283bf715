"""Sources that cost a careless server its time or memory, each small and legal to send."""

from __future__ import annotations

from collections.abc import Iterator

ASSEMBLY = (
    "lsl w0, w1, #99999999999",
    "lsl x0, x1, #-1",
    "mov x0, #1e999",
    f"mov x0, #{'9' * 5000}",
    f"add x0, x1, x2, lsl #{'9' * 400}",
    ".loc 1 99999999999999999999",
    "mov v0.s[999999999], w1",
    f"ldr x0, [x1, #{'8' * 3000}]",
    "lsr w0, w1, #88888888888888",
    "ror x0, x1, #-99999999999",
    "movk x0, #1, lsl #77777777777",
    "dup v0.4s, v1.s[77777777777]",
)
ARITHMETIC_PATHS = ("compile", "cycles", "why", "passes", "count", "steps")


def arithmetic() -> Iterator[tuple[str, dict[str, object]]]:
    """Numbers that are harmless as text and not as numbers."""
    for number, line in enumerate(ASSEMBLY):
        text = (
            f"int f(int *a, int n) {{ int s = {number};\n"
            f'for (int i = 0; i < n; i++) {{ s += a[i]; __asm__ volatile("{line}"); }}\n'
            "return s; }\n"
        )
        for path in ARITHMETIC_PATHS:
            yield f"/api/{path}", {"source": text, "flags": "-O1"}


def labels() -> Iterator[tuple[str, dict[str, object]]]:
    """Control flow in which everything leads everywhere."""
    for source in (_computed(300, 1), _computed(40, 500), _gotos(900), _nested(230)):
        for path in ("compile", "why", "cycles", "passes"):
            yield f"/api/{path}", {"source": source, "flags": "-O1"}


def endless(seed: int) -> dict[str, object]:
    """A program that does not end, unlike any other."""
    source = f"int f(int n) {{ volatile int x = {seed}; while (x) n++; return n; }}\n"
    return {"source": source, "flags": "-O1"}


def small_loop(seed: int) -> dict[str, object]:
    """What an honest client compiles; in no cache."""
    source = (
        "void f(float *restrict y, const float *x, int n) {\n"
        f"    for (int i = 0; i < n; i++)\n        y[i] = x[i] * {seed}.25f + y[i];\n}}\n"
    )
    return {"source": source, "flags": "-O3"}


def _computed(labels_count: int, jumps: int) -> str:
    table = ", ".join(f"&&l{number}" for number in range(labels_count))
    body = "\n".join(
        f"l{number}: x += a[x & 7] + {number}; goto *t[x % {labels_count}];"
        for number in range(labels_count)
    )
    more = "\n".join(f"x ^= a[{n} & 7]; if (x == {n}) goto *t[x & 31];" for n in range(jumps))
    return f"int f(int x, const int *a) {{ static void *t[] = {{{table}}};\n{more}\n{body}\n}}\n"


def _gotos(count: int) -> str:
    lines = "\n".join(
        f"l{n}: if (a[{n}] > x) goto l{n * 7919 % count}; x += {n};" for n in range(count)
    )
    return f"int f(int x, const int *a) {{\n{lines}\nreturn x;\n}}\n"


def _nested(count: int) -> str:
    return "\n".join(
        f"void f{n}(float *a, int n) {{ for (int i = 0; i < n; i++) a[i] = a[i] * {n}.5f; }}"
        for n in range(count)
    )
