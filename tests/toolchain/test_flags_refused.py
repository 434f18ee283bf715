"""Flags that must be refused, each with the reason and something to do."""

from __future__ import annotations

import pytest

from compiler_core.errors import RefusedFlag
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler

WRITES = "makes the compiler write a file"
READS = "makes the compiler read a file or directory by path"
LOADS = "makes the compiler load foreign code"
RUNS = "makes the compiler run another program"
PASSES = "hands text to another tool unchecked"
PROVIDED = "is set by the Lab itself"
TARGETS = "chooses the machine"
LINKS = "is for the linker"
PRINTS = "prints about the compiler"
NOT_LISTED = "is not on the list"
CHARACTERS = "holds a character no flag needs"
NO_FLAG = "is not a flag"

REFUSED: tuple[tuple[str, str], ...] = (
    ("-wrapper /bin/sh,-c,id", RUNS),
    ("-B/tmp/tools", RUNS),
    ("-B /tmp/tools", RUNS),
    ("-fuse-ld=/tmp/ld", RUNS),
    ("-no-integrated-cpp", RUNS),
    ("-fno-integrated-as", RUNS),
    ("-fplugin=/tmp/x.so", LOADS),
    ("-fplugin=x", LOADS),
    ("-fpass-plugin=/tmp/x.so", LOADS),
    ("-load /tmp/x.so", LOADS),
    ("-specs=/tmp/x.specs", LOADS),
    ("-specs /tmp/x.specs", LOADS),
    ("--specs=x", LOADS),
    ("--config=/tmp/x.cfg", LOADS),
    ("--config /tmp/x.cfg", LOADS),
    ("-fmodule-file=x.pcm", LOADS),
    ("-Xclang -load", PASSES),
    ("-Xclang -fplugin=/tmp/x", PASSES),
    ("-Xassembler -al=/tmp/x", PASSES),
    ("-Xlinker --plugin", PASSES),
    ("-Xpreprocessor -MF", PASSES),
    ("-Wa,-al=/tmp/list", PASSES),
    ("-Wl,--plugin,x", PASSES),
    ("-Wp,-MF,/tmp/x", PASSES),
    ("-Wa,", PASSES),
    ("-mllvm -load=/tmp/x.so", PASSES),
    ("-mllvm -print-changed", PASSES),
    ("-mllvm -o=x", PASSES),
    ("-mllvm", PASSES),
    ("-z defs", PASSES),
    ("-I/etc", READS),
    ("-I /etc", READS),
    ("-I.", READS),
    ("-isystem /etc", READS),
    ("-iquote /etc", READS),
    ("-idirafter /etc", READS),
    ("-include /etc/passwd", READS),
    ("-include stdio.h", READS),
    ("-imacros /etc/passwd", READS),
    ("--include=/etc/passwd", READS),
    ("--imacros=/etc/passwd", READS),
    ("-isysroot /", READS),
    ("--sysroot=/", READS),
    ("--embed-dir=/etc", READS),
    ("-iprefix /etc", READS),
    ("@/etc/passwd", READS),
    ("@flags", READS),
    ("-fprofile-use=/etc/passwd", READS),
    ("-fprofile-instr-use=/etc/passwd", READS),
    ("-fprofile-sample-use=/etc/passwd", READS),
    ("-fauto-profile=/etc/passwd", READS),
    ("-fsanitize-ignorelist=/etc/passwd", READS),
    ("-fsanitize-blacklist=/etc/passwd", READS),
    ("-resource-dir=/tmp", READS),
    ("--gcc-toolchain=/tmp", READS),
    ("-fdebug-prefix-map=/a=/b", READS),
    ("-fbasic-block-sections=list=/etc/passwd", READS),
    ("-o /tmp/x", WRITES),
    ("-o-", WRITES),
    ("-MF /tmp/x", WRITES),
    ("-MD", WRITES),
    ("-MMD", WRITES),
    ("-save-temps", WRITES),
    ("-save-temps=obj", WRITES),
    ("--save-temps", WRITES),
    ("-fdump-tree-all", WRITES),
    ("-fdump-tree-all=/tmp/x", WRITES),
    ("-fdump-rtl-all", WRITES),
    ("-dumpbase x", WRITES),
    ("-dumpdir /tmp", WRITES),
    ("-da", WRITES),
    ("-ftime-trace=/tmp/x", WRITES),
    ("-fstack-usage", WRITES),
    ("-ftest-coverage", WRITES),
    ("--coverage", WRITES),
    ("-fcallgraph-info", WRITES),
    ("-fsave-optimization-record", WRITES),
    ("-foptimization-record-file=/tmp/x", WRITES),
    ("-fopt-info-vec=/tmp/x", WRITES),
    ("-aux-info /tmp/x", WRITES),
    ("-fprofile-generate=/tmp", WRITES),
    ("-fprofile-dir=/tmp", WRITES),
    ("-gsplit-dwarf", WRITES),
    ("-emit-llvm", WRITES),
    ("-serialize-diagnostics /tmp/x", WRITES),
    ("-fdiagnostics-format=sarif-file", WRITES),
    ("-S", PROVIDED),
    ("-c", PROVIDED),
    ("-E", PROVIDED),
    ("-g", PROVIDED),
    ("-g3", PROVIDED),
    ("-fmax-errors=0", PROVIDED),
    ("-ferror-limit=0", PROVIDED),
    ("-fmax-include-depth=99999", PROVIDED),
    ("-x assembler", PROVIDED),
    ("-fdiagnostics-color=always", PROVIDED),
    ("--target=x86_64-linux-gnu", TARGETS),
    ("-target x86_64", TARGETS),
    ("-march=native", TARGETS),
    ("-mcpu=native", TARGETS),
    ("-m32", TARGETS),
    ("-lm", LINKS),
    ("-L/tmp", LINKS),
    ("-shared", LINKS),
    ("-static", LINKS),
    ("-T script", LINKS),
    ("-r", LINKS),
    ("--help", PRINTS),
    ("--version", PRINTS),
    ("-v", PRINTS),
    ("-###", PRINTS),
    ("-print-prog-name=cc1", PRINTS),
    ("-fno-such-flag", NOT_LISTED),
    ("-Wx", NOT_LISTED),
    ("-", NOT_LISTED),
    ("-O9", NOT_LISTED),
    ("-O2;id", NOT_LISTED),
    ("-O2`id`", CHARACTERS),
    ("-DX=$(id)", CHARACTERS),
    ("-DX=/etc/passwd", CHARACTERS),
    ('-DX="a"', CHARACTERS),
    ("'-O2'", NO_FLAG),
    ("/etc/passwd", NO_FLAG),
    ("loop.c", NO_FLAG),
    ("O2", NO_FLAG),
)


def test_there_are_enough() -> None:
    assert len({flag for flag, _ in REFUSED}) >= 60


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[flag for flag, _ in REFUSED])
def test_refused_with_the_reason(text: str, reason: str, compiler: Compiler) -> None:
    with pytest.raises(RefusedFlag) as caught:
        parse_flags(text, compiler)
    other_family = f"is a flag of {'Clang' if compiler.family == 'gcc' else 'GCC'}"
    assert reason in caught.value.message or other_family in caught.value.message
    assert caught.value.advice
    assert caught.value.status == 422
    assert text.startswith(caught.value.flag)


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[flag for flag, _ in REFUSED])
def test_refused_between_good_flags(text: str, reason: str, compiler: Compiler) -> None:
    with pytest.raises(RefusedFlag):
        parse_flags(f"-O2 {text} -O3", compiler)
    with pytest.raises(RefusedFlag):
        parse_flags(f"-D {text}", compiler) if text[0] in "-@/'" else parse_flags(text, compiler)


OTHER_FAMILY = (
    ("gcc", "-fvectorize"),
    ("gcc", "-ffp-model=fast"),
    ("gcc", "-mllvm -unroll-count=4"),
    ("gcc", "-munaligned-access"),
    ("clang", "-fvect-cost-model=cheap"),
    ("clang", "-fno-tree-loop-im"),
    ("clang", "--param vect-epilogues-nomask=0"),
    ("clang", "-mlow-precision-div"),
)


@pytest.mark.parametrize(("family", "text"), OTHER_FAMILY)
def test_a_flag_of_the_other_family_is_called_so(
    family: str, text: str, request: pytest.FixtureRequest
) -> None:
    with pytest.raises(RefusedFlag, match=r"is a flag of (GCC|Clang); (GCC|Clang) \d+"):
        parse_flags(text, request.getfixturevalue(family))


def test_an_unknown_cpu_names_close_ones(gcc: Compiler) -> None:
    with pytest.raises(RefusedFlag, match="knows no CPU 'neoverse-n9'") as caught:
        parse_flags("-mcpu=neoverse-n9", gcc)
    assert "neoverse-n1" in caught.value.advice


def test_an_unknown_extension_and_architecture(compiler: Compiler) -> None:
    with pytest.raises(RefusedFlag, match="knows no extension 'svee'"):
        parse_flags("-march=armv8-a+svee", compiler)
    with pytest.raises(RefusedFlag, match=r"knows no architecture 'armv7-a'"):
        parse_flags("-march=armv7-a", compiler)


def test_a_wrong_value_names_the_right_ones(gcc: Compiler) -> None:
    with pytest.raises(RefusedFlag, match="one of fast, off, on"):
        parse_flags("-ffp-contract=yes", gcc)


def test_size_limits(gcc: Compiler) -> None:
    with pytest.raises(RefusedFlag, match="the limit is 4,000"):
        parse_flags("-O2 " * 1001, gcc)
    with pytest.raises(RefusedFlag, match="the limit is 100"):
        parse_flags("-O2 " * 101, gcc)


def test_messages_quote_no_control_characters(gcc: Compiler) -> None:
    with pytest.raises(RefusedFlag) as caught:
        parse_flags("-f\x1b[31m\u202e" + "x" * 500, gcc)
    assert "\x1b" not in caught.value.message
    assert "\u202e" not in caught.value.message
    assert len(caught.value.message) < 200
