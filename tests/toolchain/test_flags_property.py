"""10,000 random token lists: nothing the grammar lets through can name a file or run anything.

The oracle knows nothing of the grammar: it looks at what comes out as text, against its own list of
option beginnings (from the GCC and Clang manuals) that take paths, write, load or run.
"""

from __future__ import annotations

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler_core.errors import RefusedFlag
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import check_flags, parse_flags
from compiler_core.toolchain.outcome import Compiler

GCC, CLANG = find_compiler("gcc"), find_compiler("clang")

DANGEROUS = (
    "-o", "-I", "-L", "-l", "-B", "-X", "-M", "-T", "-S", "-E", "-c", "-x", "-z", "-F", "-g",
    "-d", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot",
    "-specs", "--specs", "--config", "-wrapper", "-fplugin", "-fpass-plugin", "-load",
    "-save-temps", "-fdump", "-dump", "-ftime-trace", "-fopt-info", "-fsave-optimization",
    "-foptimization-record", "-fstack-usage", "-fcallgraph-info", "-ftest-coverage", "-coverage",
    "--coverage", "-aux-info", "-emit", "-serialize", "-fuse-ld", "-fprofile-dir",
    "-fauto-profile", "-fprofile-use=", "-fprofile-generate=", "-fprofile-instr-use",
    "-fsanitize-ignorelist", "-fsanitize-blacklist", "-fmodule", "-resource-dir",
    "--gcc-toolchain", "-target", "--target", "-fdebug-prefix", "-ffile-prefix", "-fmacro-prefix",
    "-fbasic-block-sections=", "--embed-dir", "-Wa,", "-Wl,", "-Wp,", "@", "-no-integrated",
    "-fno-integrated", "-working", "-print", "--print", "-fmax-errors", "-ferror-limit",
    "-fmax-include-depth", "-fdiagnostics-format", "-v", "-#", "-march=native", "-mcpu=native",
    "-mtune=native", "-fdisable-", "-fenable-", "-fdbg-cnt", "-frandom-seed", "-foffload",
    "-mllvm=", "-Rpass", "-index", "-fxray",
)  # fmt: skip
LLVM_DANGEROUS = re.compile(
    r"-(?:load|o|print|debug|stats|info-output|dot|view|write|import|pass-)"
)
# Everything a token may consist of, whatever it means. No slash, quote, backslash or control.
HARMLESS = re.compile(r"-[\w.+,:;=()<>!&|^%~?*\[\]{}-]*", re.ASCII)

PIECES = (
    "-O", "-O2", "-O3", "-Ofast", "-f", "-fno-", "-m", "-W", "-Wno-", "-D", "-U", "-std=",
    "--param", "--param=", "-mllvm", "-march=", "-mcpu=", "-mtune=", "-I", "-include", "-isystem",
    "-o", "-MF", "-B", "-Wl,", "-Wa,", "-Wp,", "-Xclang", "-fplugin=", "-fpass-plugin=",
    "-specs=", "-wrapper", "-save-temps", "-fdump-tree-all", "-load", "@", "--config",
    "--sysroot=", "-fprofile-use", "-fprofile-generate", "vectorize", "tree-vectorize",
    "unroll-loops", "fast-math", "lto", "plugin", "pack-struct", "visibility", "sanitize",
    "openmp-simd", "builtin", "no-builtin-", "integrated-as", "armv8-a", "native", "neoverse-n1",
    "cortex-a72", "+sve", "+nosve", "+dotprod", "c99", "c++20", "all", "error", "error=",
    "unused", "a", "l", "p", "X", "NAME", "x", "=", "=1", "=fast", "=auto", "-unroll-count",
    "-force-vector-width", "max-unroll-times", "1", "16", "99999", "/", "/etc/passwd", "../", ".",
    "..", "/tmp/x.so", "~", "$HOME", "`id`", "$(id)", ";", "|", "&", ">", "<", "\"", "'", "\\",
    ",", ":", "-", "--", "%", "*", "?", "[", "{", "#", "!", "\x00", "\x1b", "\u202e", "é", "０",
    " ",
)  # fmt: skip
REAL = (
    "-O2", "-O3", "-ffast-math", "-fno-inline", "-march=armv8-a+sve", "-mcpu=neoverse-n1",
    "-DN=4", "-std=c99", "-Wall", "-funroll-loops", "--param=max-unroll-times=4",
    "-fvect-cost-model=cheap", "-fvectorize", "-flto", "-mllvm", "-force-vector-width=4",
    "--param", "max-unroll-times=4", "-D", "-U", "X", "-fopenmp-simd", "-msve-vector-bits=256",
)  # fmt: skip

composed = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
mutated = st.builds(
    lambda flag, at, piece: flag[:at] + piece + flag[at:],
    st.sampled_from(REAL),
    st.integers(0, 12),
    st.sampled_from(PIECES),
)
wild = st.text(min_size=1, max_size=12)
real = st.lists(st.sampled_from(REAL), max_size=3)
inserted = st.builds(
    lambda flag, at, letter: flag[:at] + letter + flag[at:],
    st.sampled_from(REAL),
    st.integers(1, 12),
    st.sampled_from("aox019-+=."),
)
# Mostly real flags with one bad thing among them: a list of bad things only is refused at once.
token_lists = st.one_of(
    st.lists(st.sampled_from(REAL), max_size=4),
    st.lists(inserted, min_size=1, max_size=2),
    st.builds(lambda head, one, tail: [*head, one, *tail], real, mutated, real),
    st.builds(lambda head, one, tail: [*head, one, *tail], real, composed, real),
    st.builds(lambda head, one: [*head, one], real, wild),
    st.lists(composed, max_size=5),
    st.lists(st.one_of(mutated, st.sampled_from(REAL)), max_size=5),
)


def _danger(tokens: tuple[str, ...]) -> str | None:
    """What is wrong with tokens that would reach a compiler; None if nothing."""
    after_llvm = False
    for token in tokens:
        if not HARMLESS.fullmatch(token):
            return f"{token!r} holds a character of paths, shells or quotes"
        if after_llvm and LLVM_DANGEROUS.match(token):
            return f"{token!r} makes LLVM read, write or print"
        if not after_llvm and (token.startswith(DANGEROUS) or token in ("-Wa", "-Wl", "-Wp")):
            return f"{token!r} begins like a dangerous option"
        after_llvm = token == "-mllvm"
    return "a -mllvm without its option" if after_llvm else None


def _both_ways(tokens: list[str], compiler: Compiler) -> tuple[str, ...] | None:
    try:
        checked = check_flags(tuple(tokens), compiler)
    except RefusedFlag:
        return None
    assert check_flags(checked, compiler) == checked, "the normal form is stable"
    return checked


def test_nothing_dangerous_gets_through() -> None:
    counts = {"admitted": 0, "refused": 0}

    @settings(
        max_examples=10_000,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(tokens=token_lists, compiler=st.sampled_from((GCC, CLANG)))
    def check(tokens: list[str], compiler: Compiler) -> None:
        admitted = _both_ways(tokens, compiler)
        counts["refused" if admitted is None else "admitted"] += 1
        if admitted is not None:
            assert _danger(admitted) is None, (tokens, admitted)
        assert _danger(_parsed(" ".join(tokens), compiler)) is None, tokens

    check()
    # A grammar that refused everything would pass for nothing.
    assert counts["admitted"] >= 500, counts
    assert counts["refused"] >= 5_000, counts


def _parsed(text: str, compiler: Compiler) -> tuple[str, ...]:
    """What the grammar makes of a text; nothing when it refuses."""
    try:
        return parse_flags(text, compiler)
    except RefusedFlag:
        return ()


def test_the_oracle_sees_danger() -> None:
    for flag in ("-o", "-I/etc", "-fplugin=x", "-Wl,-x", "@x", "-DX=/etc", "-DX='a'", "-mllvm"):
        assert _danger((flag,)) is not None
    assert _danger(("-mllvm", "-load=x")) is not None
    assert _danger(("-O2", "-march=armv8-a+sve", "-mllvm", "-unroll-count=4")) is None
