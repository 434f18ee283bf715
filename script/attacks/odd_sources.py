"""Sources as nobody sane writes them, each small; what a compiler says of them is ours to answer.

Bombs for the processor stand in `bombs`. These are for readers: of source text, of assembly and of
what compilers print. Each is legal to send; most compile.
"""
# ruff: noqa: E501 (a source a line reads better than one folded)

from __future__ import annotations

from collections.abc import Iterator

_LOOP = "for (int i = 0; i < n; i++) a[i] += i;"
_HEAD = "void f(int *a, int n)"

TEXTS: dict[str, str] = {
    "nothing": "",
    "a blank": " ",
    "only a comment": "// nothing\n",
    "an open comment": "/* never closed\nvoid f(void) {}",
    "an open text": 'const char *s = "never closed\n;',
    "an open brace": f"{_HEAD} {{ {_LOOP}",
    "braces too many": f"{_HEAD} {{ {_LOOP} }} }} }} }}",
    "no newline at the end": f"{_HEAD} {{ {_LOOP} }}",
    "only line ends": "\n" * 3000,
    "lines of windows": f"{_HEAD} {{\r\n  {_LOOP}\r\n}}\r\n",
    "lines of old machines": f"{_HEAD} {{\r  {_LOOP}\r}}\r",
    "form feeds": f"{_HEAD}\f{{\v{_LOOP}\f}}\n",
    "a mark of order": f"\ufeff{_HEAD} {{ {_LOOP} }}\n",
    "letters of the world": "void größe(int *α, int ñ) { for (int і = 0; і < ñ; і++) α[і] += і; }\n",
    "writing backwards": f"{_HEAD} {{ /* \u202e }} \u2066 */ {_LOOP} }}\n",
    "a face": f"{_HEAD} {{ /* 🦊 */ {_LOOP} }} // 🦊\n",
    "trigraphs": f"{_HEAD} ??< {_LOOP} ??>\n",
    "digraphs": "void f(int *a, int n) <% for (int i = 0; i < n; i++) a<:i:> += i; %>\n",
    "split lines": f"{_HEAD} {{ fo\\\nr (int i = 0; i < n; i\\\n++) a[i] += i; }}\n",
    "one long line": f"{_HEAD} {{ " + "a[0] += 1; " * 2000 + "}\n",
    "a long name": f"void {'f' * 9000}(int *a, int n) {{ {_LOOP} }}\n",
    "a long comment": f"/*{'x' * 40_000}*/ {_HEAD} {{ {_LOOP} }}\n",
    "parentheses": "int f(int x) { return " + "(" * 900 + "x" + ")" * 900 + "; }\n",
    "nested blocks": f"{_HEAD} " + "{" * 300 + _LOOP + "}" * 300 + "\n",
    "nested loops": f"{_HEAD} {{ "
    + "".join(f"for (int i{k} = 0; i{k} < n; i{k}++) " for k in range(40))
    + "a[n] += n; }\n",
    "nested choices": "int f(int x) { " + "if (x) " * 200 + "return 1; return 0; }\n",
    "a large switch": "int f(int x) { switch (x) { "
    + " ".join(f"case {k * 37}: return {k * k};" for k in range(500))
    + " } return 0; }\n",
    "unreachable files": '#include "/etc/passwd"\n' + f"{_HEAD} {{ {_LOOP} }}\n",
    "a device": '#include "/dev/zero"\n',
    "itself": '#include __FILE__\nvoid f(void) {}\n',
    "other line numbers": f"#line 2000000000\n{_HEAD} {{ {_LOOP} }}\n",
    "other files": f'#line 7 "../../etc/passwd"\n{_HEAD} {{ {_LOOP} }}\n',
    "no line number": f"#line 0\n{_HEAD} {{ {_LOOP} }}\n",
    "a file named by markup": f'#line 1 "<script>alert(1)</script>"\n{_HEAD} {{ {_LOOP} }}\n',
    "macros that multiply": "#define A x+x+x+x+x+x+x+x\n#define x y+y+y+y+y+y+y+y\n#define y z+z+z+z\n"
    "int f(int z) { return A; }\n",
    "a loop by macro": "#define EACH(i, n) for (int i = 0; i < (n); ++i)\n"
    f"{_HEAD} {{ EACH(i, n) a[i] += i; }}\n",
    "a loop by goto": f"{_HEAD} {{ int i = 0; again: if (i < n) {{ a[i] += i; i++; goto again; }} }}\n",
    "names of registers": "int x0, w1, sp, xzr; int f(void) { return x0 + w1 + sp + xzr; }\n",
    "names of conditions": "extern int eq, lt, all, lsl, sxtw, c; int f(void) { return eq+lt+all+lsl+sxtw+c; }\n",
    "names of instructions": "int add(int), ret(int), b(int); int f(int n) { return add(ret(b(n))); }\n",
    "names with dollars": "int $f$1(int $) { return $ + 1; }\n",
    "a name by hand": 'int f(void) __asm__("a b\\"c"); int f(void) { return 1; }\n',
    "a section by hand": '__attribute__((section(".text,\\"ax\\"\\n.byte 1\\n#"))) int f(void) { return 1; }\n',
    "labels by hand": 'int f(void) { __asm__(".L2: nop\\n.L3:"); return 1; }\n',
    "another function by hand": '__asm__(".globl g\\n.type g, %function\\ng: b g\\n.size g, .-g"); int f(void) { return 1; }\n',
    "an end by hand": 'int f(void) { __asm__(".size f, .-f\\n.cfi_endproc"); return 1; }\n',
    "no end by hand": 'int f(void) { __asm__(".cfi_startproc\\n.type h, %function\\nh:"); return 1; }\n',
    "repeated by the assembler": 'int f(void) { __asm__(".rept 100000\\nnop\\n.endr"); return 1; }\n',
    "filled by the assembler": 'int f(void) { __asm__(".fill 1000000000, 1, 0"); return 1; }\n',
    "macros of the assembler": 'int f(void) { __asm__(".macro m\\nm\\n.endm\\nm"); return 1; }\n',
    "files of the assembler": 'int f(void) { __asm__(".incbin \\"/etc/passwd\\""); return 1; }\n',
    "lines of the assembler": 'int f(void) { __asm__(".loc 1 -5\\n.loc 77 3 9\\n.file 1 \\"x\\""); return 1; }\n',
    "registers that do not exist": 'int f(void) { __asm__("add x99, w77, v123.16q\\nmov z0.s, p99/m"); return 1; }\n',
    "half an instruction": 'int f(void) { __asm__("ldr x0, [x1\\nadd\\n,,,\\n[]\\n{v0.4s-v99.4s}"); return 1; }\n',
    "tabs and nulls by hand": 'int f(void) { __asm__("nop\\t\\t;\\t;nop // x /* y"); return 1; }\n',
    "a huge table": "static const int t[12000] = {1}; int f(int i) { return t[i]; }\n",
    "a huge array": "int t[1 << 28]; int f(int i) { return t[i]; }\n",
    "a huge frame": "int g(char *); int f(void) { char t[1 << 30]; return g(t); }\n",
    "a vector by hand": "typedef float v __attribute__((vector_size(64))); v f(v a, v b) { return a * b + a; }\n",
    "no function": "int x = 1;\n",
    "only a declaration": "int f(int);\n",
    "an error a line": "\n".join(f"int f{k}( {{" for k in range(400)) + "\n",
    "a warning a line": "\n".join(f"int f{k}(int x) {{ x; return x == {k}u; }}" for k in range(120)) + "\n",
    "recursion": "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n",
    "a pointer to itself": "typedef struct s { struct s *a[3]; } s; s *f(s *x, int n) { while (n--) x = x->a[n & 1]; return x; }\n",
}  # fmt: skip
CPP_TEXTS: dict[str, str] = {
    "templates that multiply": "template<int N> struct F { static const int v = F<N-1>::v + F<N-2>::v; };\n"
    "template<> struct F<0> { static const int v = 0; }; template<> struct F<1> { static const int v = 1; };\n"
    "int f() { return F<400>::v; }\n",
    "templates without end": "template<int N> struct F { static const int v = F<N+1>::v; }; int f() { return F<0>::v; }\n",
    "computed without end": "constexpr int g(int n) { while (true) n++; return n; } constexpr int x = g(1); int f() { return x; }\n",
    "names that grow": "template<class A, class B> struct P {}; template<class T> void g(T) {}\n"
    "typedef P<int,int> a; typedef P<a,a> b; typedef P<b,b> c; typedef P<c,c> d; typedef P<d,d> e;\n"
    "typedef P<e,e> h; void f() { g(h()); }\n",
    "operators": "struct V { int x; V operator<<(int) const; V operator()(int) const; operator int() const; };\n"
    "int f(V v, int n) { for (int i = 0; i < n; i++) v = (v << i)(i); return v; }\n",
    "lambdas": "int f(const int *a, int n) { int s = 0; auto g = [&](auto x) { s += x; }; for (int i = 0; i < n; i++) g(a[i]); return s; }\n",
    "raw text": 'const char *f() { return R"x(for (;;) { )x"; }\n',
}  # fmt: skip
PATHS = ("compile", "cycles", "why", "passes", "count", "steps", "matrix")


def requests(names: tuple[str, ...] = ()) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Name, address and body: every source (or those named) to every address that reads one."""
    for texts, language in ((TEXTS, "c"), (CPP_TEXTS, "c++")):
        for number, (name, text) in enumerate(texts.items()):
            if names and name not in names:
                continue
            body: dict[str, object] = {"source": text, "language": language}
            setting = {"compiler": ("gcc", "clang")[number % 2], "flags": "-O2"}
            for path in PATHS:
                yield name, f"/api/{path}", {**body, **setting}
            both = {"left": setting, "right": {**setting, "flags": "-O0"}}
            yield name, "/api/diff", {**body, **both}
