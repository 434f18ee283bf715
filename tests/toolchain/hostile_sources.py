"""Sources that try to read the host, to hang the server or to flood it: one table.

`@CANARY@` stands for the path of a file that must never be read; `@DIR@` for its directory.
expected: the statuses that are right, for GCC and Clang alike unless given as a pair.
"""

from __future__ import annotations

from dataclasses import dataclass

Statuses = frozenset[str]

REJECTED: Statuses = frozenset({"rejected"})
OK: Statuses = frozenset({"ok"})
TAME: Statuses = frozenset({"ok", "rejected"})
STOPPED: Statuses = frozenset({"limited", "crashed", "rejected"})
ENDED: Statuses = frozenset({"ok", "limited"})
ANY: Statuses = frozenset({"ok", "rejected", "crashed", "limited"})


@dataclass(frozen=True, slots=True)
class Hostile:
    """One hostile source; slow ones run under lowered limits only."""

    name: str
    text: str
    expected: Statuses
    suffix: str = "c"


def _include(spelling: str) -> str:
    return f"{spelling}\nint f(void) {{ return 1; }}\n"


def _nested(opening: str, closing: str, depth: int, inside: str = "1") -> str:
    return f"int f(void) {{ return {opening * depth}{inside}{closing * depth}; }}\n"


_MACROS = "#define A(x) x,x,x,x,x,x,x,x\n#define B(x) A(A(A(x)))\n#define C(x) B(B(B(x)))\n"

READING = (
    Hostile("include", _include('#include "@CANARY@"'), REJECTED),
    Hostile("include-in-function", 'int f(void) { return\n#include "@CANARY@"\n; }\n', REJECTED),
    Hostile("include-angle", _include("#include <@CANARY@>"), REJECTED),
    Hostile("include-passwd", _include('#include "/etc/passwd"'), REJECTED),
    Hostile("include-shadow", _include('#include "/etc/shadow"'), REJECTED),
    Hostile("include-relative", _include('#include "../../../../../..@CANARY@"'), REJECTED),
    Hostile("include-digraph", _include('%:include "@CANARY@"'), REJECTED),
    Hostile("include-trigraph", _include('??=include "@CANARY@"'), REJECTED),
    Hostile("include-no-space", _include('#include"@CANARY@"'), REJECTED),
    Hostile("include-spliced", _include('#inc\\\nlude \\\n"@CANARY@"'), REJECTED),
    Hostile("include-comment", _include('#/**/include/**/"@CANARY@"'), REJECTED),
    Hostile("include-macro", _include('#define F "@CANARY@"\n#include F'), REJECTED),
    Hostile("include-next", _include('#include_next "@CANARY@"'), REJECTED),
    Hostile("import", _include('#import "@CANARY@"'), REJECTED),
    Hostile("include-proc-environ", _include('#include "/proc/self/environ"'), REJECTED),
    Hostile("include-proc-cmdline", _include('#include "/proc/1/cmdline"'), REJECTED),
    Hostile("include-proc-maps", _include('#include "/proc/self/maps"'), REJECTED),
    Hostile("include-proc-fd", _include('#include "/proc/self/fd/3"'), REJECTED),
    Hostile("include-proc-root", _include('#include "/proc/self/root@CANARY@"'), REJECTED),
    Hostile("include-dev-stdin", _include('#include "/dev/stdin"'), TAME),
    Hostile("include-dev-fd", _include('#include "/dev/fd/0"'), TAME),
    Hostile("include-dev-null", _include('#include "/dev/null"'), TAME),
    Hostile("include-dev-tty", _include('#include "/dev/tty"'), REJECTED),
    Hostile("include-dev-zero", _include('#include "/dev/zero"'), ANY),
    Hostile("include-dev-urandom", _include('#include "/dev/urandom"'), ANY),
    Hostile("include-directory", _include('#include "@DIR@"'), REJECTED),
    Hostile("include-pipe", _include('#include "@DIR@/pipe"'), REJECTED),
    Hostile("include-ssh-key", _include('#include "/root/.ssh/id_rsa"'), REJECTED),
    Hostile("include-block-device", _include('#include "/dev/vda"'), REJECTED),
    Hostile("include-sys", _include('#include "/sys/kernel/notes"'), REJECTED),
    Hostile("include-launcher", _include('#include "/launcher"'), STOPPED),
    Hostile(
        "has-include",
        '#if __has_include("@CANARY@")\nint there = 1;\n#error found it\n#endif\nint f;\n',
        TAME,
    ),
    Hostile(
        "has-include-passwd",
        '#if __has_include("/etc/passwd")\n#error found it\n#endif\nint f;\n',
        TAME,
    ),
    Hostile(
        "has-embed",
        "#ifdef __has_embed\n"
        '#if __has_embed("@CANARY@")\n#error found it\n#endif\n#endif\nint f;\n',
        TAME,
    ),
    Hostile("embed", 'const unsigned char c[] = {\n#embed "@CANARY@"\n};\n', REJECTED),
    Hostile("embed-passwd", 'const char c[] = {\n#embed "/etc/passwd"\n};\n', REJECTED),
    Hostile("embed-zero", 'const char c[] = {\n#embed "/dev/zero" limit(99999999)\n};\n', ANY),
    Hostile("pragma-dependency", '#pragma GCC dependency "@CANARY@"\nint f;\n', REJECTED),
    Hostile("incbin", 'asm(".incbin \\"@CANARY@\\"");\n', TAME),
    Hostile("incbin-passwd", 'asm(".incbin \\"/etc/passwd\\"");\n', TAME),
    Hostile("incbin-zero", 'asm(".incbin \\"/dev/zero\\"");\n', ANY),
    Hostile("asm-include", 'asm(".include \\"@CANARY@\\"");\n', TAME),
    Hostile(
        "incbin-in-function",
        'void f(void) { asm volatile(".incbin \\"@CANARY@\\""); }\n',
        TAME,
    ),
    Hostile("line-directive", '#line 1 "@CANARY@"\n#error shown\n', REJECTED),
    Hostile("raw-string", 'const char *s = R"(\n#include "@CANARY@"\n)";\n', OK, "cpp"),
    Hostile("module-import", 'import "@CANARY@";\nint f;\n', REJECTED, "cpp"),
    Hostile("pch-pragma", '#pragma GCC pch_preprocess "@CANARY@"\nint f;\n', TAME),
    Hostile("link-pragma", '#pragma comment(lib, "@CANARY@")\nint f;\n', OK),
)

FLOODING = (
    Hostile("include-itself", '#include "loop.c"\n#include "loop.c"\n', STOPPED),
    Hostile("include-itself-guarded", "#include __FILE__\nint f;\n", STOPPED),
    Hostile("macro-doubling", _MACROS + "int x[] = { C(C(C(1))) };\n", STOPPED),
    Hostile("macro-deep", "#define A A A\n" + "int A;\n" * 50, REJECTED),
    Hostile(
        "macro-strings",
        "#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\n"
        'const char *s = B(B(B("aaaaaaaaaaaaaaaa")));\n',
        ANY,
    ),
    Hostile(
        "unroll-pragma",
        "void f(int *a) {\n#pragma GCC unroll 65534\n"
        "for (int i = 0; i < 65534; i++) a[i] += a[i ^ 1] * i; }\n",
        ANY,
    ),
    Hostile("huge-array", "char a[1 << 30] = {1};\nint f;\n", ANY),
    Hostile("huge-array-word", "int a[1ul << 40] = {[1ul << 39] = 1};\nint f;\n", ANY),
    Hostile("huge-initialiser", f"int a[] = {{ {'1,' * 30_000} }};\n", OK),
    Hostile("range-initialiser", "int a[] = {[0 ... 9999999] = 7};\nint f;\n", ANY),
    Hostile("main-array", "main[-1u] = {1};\n", ANY),
    Hostile("deep-parentheses", _nested("(", ")", 30_000), ANY),
    Hostile("deep-braces", "void f(void) " + "{" * 15_000 + "}" * 15_000, ANY),
    Hostile("deep-unary", _nested("-", "", 30_000), ANY),
    Hostile("deep-subscript", _nested("a[", "]", 20_000, "0"), STOPPED),
    Hostile("deep-pointer", "int " + "*" * 60_000 + "p;\n", ANY),
    Hostile("deep-if", "void f(int a) { " + "if (a) " * 9_000 + "; }\n", ANY),
    Hostile("deep-conditional", "int f(int a) { return " + "a ? 1 : " * 7_000 + "0; }\n", ANY),
    Hostile("deep-struct", "struct s {" * 4_000 + "int x;" + "} y;" * 4_000, ANY),
    Hostile("unclosed-parentheses", "int f(" + "(" * 60_000, STOPPED),
    Hostile("unclosed-braces", "void f() {" + "{" * 60_000, STOPPED),
    Hostile("rept", 'asm(".rept 100000000\\n.byte 1\\n.endr");\n', ANY),
    Hostile("rept-nested", 'asm(".rept 9999\\n.rept 9999\\nnop\\n.endr\\n.endr");\n', ANY),
    # Clang looks for the place of each mistake from the start of the string again.
    Hostile(
        "asm-mistakes",
        'void f(void) { asm volatile("' + "hint 34\\n1e999:\\n" * 3_800 + '"); }\n',
        ENDED,
    ),
    Hostile(
        "asm-mistakes-in-a-loop",
        'void f(int n) { while (n--) asm volatile("' + "hint 1e999\\n" * 5_000 + '"); }\n',
        ENDED,
    ),
    Hostile("asm-macro-loop", 'asm(".macro m\\nm\\nm\\n.endm\\nm");\n', ANY),
    Hostile("asm-fill", 'asm(".fill 1000000000, 8, 1");\n', ANY),
    Hostile("asm-org", 'asm(".org 0x7fffffffffff");\n', ANY),
    Hostile(
        "template-recursion",
        "template<int n> struct s { s<n + 1> next; };\ns<0> x;\n",
        STOPPED,
        "cpp",
    ),
    Hostile(
        "template-tree",
        "template<int d, int n> struct t { static const long v = t<d - 1, n * 2>::v + "
        "t<d - 1, n * 2 + 1>::v; };\ntemplate<int n> struct t<0, n> { static const long v = n; };\n"
        "long f() { return t<24, 1>::v; }\n",
        STOPPED,
        "cpp",
    ),
    Hostile(
        "constexpr-loop",
        "constexpr int f() { int s = 0; for (int i = 0;; i++) s ^= i; return s; }\n"
        "constexpr int x = f();\n",
        STOPPED,
        "cpp",
    ),
    Hostile(
        "constexpr-recursion",
        "constexpr long f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
        "static_assert(f(60) == 0);\n",
        STOPPED,
        "cpp",
    ),
    Hostile(
        "constexpr-new",
        "constexpr int f() { for (;;) { auto p = new int[1000000]; (void)p; } }\n"
        "constinit int x = f();\n",
        STOPPED,
        "cpp",
    ),
    Hostile("error-flood", "x" + " y;" * 20_000, STOPPED),
    Hostile("warning-flood", '#pragma GCC warning "w"\n' * 2_500 + "int f;\n", TAME),
    Hostile("message-flood", '#pragma message "' + "m" * 3_000 + '"\n' + "int f;\n", OK),
    Hostile(
        "message-macro-flood",
        "#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\n#define P(x) _Pragma(#x)\n"
        'B(B(B(P(message("hello hello hello hello hello hello")))))\nint f;\n',
        ANY,
    ),
    Hostile("long-line", "int f; " + "/* */ " * 10_000, OK),
    Hostile("giant-identifier", f"int {'a' * 60_000};\n", OK),
    Hostile("giant-string", f'const char *s = "{"s" * 60_000}";\n', OK),
    Hostile("giant-number", f"int f = {'9' * 60_000};\n", TAME),
    Hostile("giant-file-name", f'#include "{"n" * 60_000}"\n', REJECTED),
    Hostile("giant-shift", "int f(void) { return 1 << 0x7fffffff; }\n", OK),
    Hostile("counter-lines", "int a##__LINE__;\n" * 3_500, REJECTED),
    Hostile(
        "switch-flood",
        "int f(int x) { switch (x) {\n"
        + "".join(f"case {n * 7919}: return {n};\n" for n in range(300))
        + "} return 0; }\n",
        OK,
    ),
    Hostile(
        "goto-maze",
        "int f(int x) {\n"
        + "".join(f"l{n}: if (x & {n}) goto l{(n * 7919) % 1500}; x++;\n" for n in range(1500))
        + "return x; }\n",
        ANY,
    ),
)

STRANGE = (
    Hostile("empty", "", OK),
    Hostile("only-spaces", " \n\t\n ", OK),
    Hostile("binary-junk", "".join(chr(1 + (n * 7919) % 255) for n in range(4_000)), STOPPED),
    Hostile("elf-header", "\x7fELF\x02\x01\x01" + "\x01" * 60, STOPPED),
    Hostile("escape-codes", "int \x1b[31mred\x1b[0m;\n", REJECTED),
    Hostile("bidirectional", "/* \u202e } \u2066if (admin)\u2069 \u2066 begin */ int f;\n", OK),
    Hostile("not-ascii", "int größe = 1; const char *s = \"日本\";\n", OK),
    Hostile("lone-backslash", "\\", TAME),
    Hostile("unterminated-comment", "/* " * 2_000, REJECTED),
    Hostile("unterminated-string", 'const char *s = "abc\n', REJECTED),
    Hostile("script-tag", '#error <script>alert(1)</script>\n', REJECTED),
    Hostile("format-string", "#error %s%n%x%p%d\n", REJECTED),
    Hostile("fake-driver-line", '#line 1 "gcc: fatal error: x"\nint f(\n', REJECTED),
    Hostile("option-comment", "// -fplugin=/tmp/x.so @/etc/passwd\nint f;\n", OK),
    Hostile("optimize-pragma", '#pragma GCC optimize ("-fplugin=x")\nint f;\n', TAME),
    Hostile("target-pragma", '#pragma GCC target ("arch=@CANARY@")\nint f;\n', TAME),
    Hostile("optimize-attribute", '__attribute__((optimize("dump-base=@CANARY@"))) int f;\n', TAME),
    Hostile("section-attribute", '__attribute__((section("@CANARY@"))) int f;\n', OK),
    Hostile("ident", '#ident "@CANARY@"\nint f;\n', OK),
    Hostile("spec-like", "*cc1:\n%(exec /bin/sh)\n", REJECTED),
)  # fmt: skip

SOURCES: tuple[Hostile, ...] = (*READING, *FLOODING, *STRANGE)
