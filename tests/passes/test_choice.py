"""Which file and which function a timeline is of."""

from __future__ import annotations

import pytest

from app.loop.sections import followed_symbol
from compiler_core.errors import InputError, UnknownName
from compiler_core.host.compile import compile_source
from compiler_core.host.filters import Filters
from compiler_core.host.passes.function_choice import own_symbols, symbol_named
from compiler_core.host.passes.gcc_dumps import function_section, shown_name
from compiler_core.host.passes.llvm_dumps import parse_llvm_dumps
from compiler_core.host.passes.timeline import follow_passes, pass_timeline
from compiler_core.source import SourceFile
from tests.passes.cases import CPP_FILE

FIRST = SourceFile(
    "first.c", "int one(int x) { return x + 1; }\nint two(int x) { return x * 3; }\n"
)
SECOND = SourceFile("second.c", "int three(int x) { return x / 3; }\n")
COMPILERS = ("gcc", "clang")
SYMBOLS = (
    "_ZN1a1fEPKii",
    "_ZN1b1fEPKii",
    "_ZNK1VplERKS_",
    "_ZNK1VclEi",
    "_ZNK1VcvfEv",
    "_Z3sumIiET_PKS0_i",
)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_file_is_found_by_its_function(compiler: str) -> None:
    files = (FIRST, SECOND)
    assert follow_passes(files, compiler, "-O2").source_name == "first.c"
    assert follow_passes(files, compiler, "-O2").function == "one"
    assert follow_passes(files, compiler, "-O2", "two").source_name == "first.c"
    assert follow_passes(files, compiler, "-O2", "three").source_name == "second.c"
    assert follow_passes(files, compiler, "-O2", file="second.c").function == "three"


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(UnknownName, match="three is not in the assembly"):
        follow_passes((FIRST, SECOND), "gcc", "-O2", "three", "first.c")
    with pytest.raises(UnknownName, match=r"no file third\.c"):
        follow_passes((FIRST, SECOND), "gcc", "-O2", file="third.c")
    with pytest.raises(InputError):
        follow_passes((), "gcc", "-O2")


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("", "_ZN1a1fEPKii"),
        ("_ZNK1VclEi", "_ZNK1VclEi"),
        ("b::f", "_ZN1b1fEPKii"),
        ("b::f(int const*, int)", "_ZN1b1fEPKii"),
        ("V::operator+", "_ZNK1VplERKS_"),
        ("V::operator()", "_ZNK1VclEi"),
        ("V::operator float", "_ZNK1VcvfEv"),
        ("sum<int>", "_Z3sumIiET_PKS0_i"),
    ],
)
def test_a_cpp_function_goes_by_its_name_as_written(name: str, symbol: str) -> None:
    assert symbol_named(name, SYMBOLS) == symbol


LIBRARY = SourceFile(
    "loop.cpp",
    """#include <algorithm>
#include <vector>
namespace own {
void last_digit(std::vector<int> &v) {
    std::sort(v.begin(), v.end(), [](int a, int b) { return a % 10 < b % 10; });
}
}
template <class T> T total(const std::vector<T> &v) {
    T sum = 0;
    for (T x : v) sum += x;
    return sum;
}
template long total<long>(const std::vector<long> &);
""",
)


@pytest.mark.parametrize("flags", ["-O0", "-O2"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_reader_s_own_function_is_followed_before_a_library_s(
    compiler: str, flags: str
) -> None:
    """std::sort comes first in GCC's assembly, and at -O2 its parts have lines of the lambda."""
    timeline = pass_timeline(LIBRARY, compiler, flags)
    assert "last_digit" in timeline.function
    found = compile_source((LIBRARY,), compiler, flags, Filters(library_functions=False))
    assert len(found.functions) > 2
    own = own_symbols(LIBRARY, [function.symbol for function in found.functions])
    assert len(own) == 2
    assert followed_symbol(LIBRARY, found.functions, "") in own
    assert own_symbols(LIBRARY, ("_ZSt5totalIiEvv", "_ZN3own10last_digitEv.cold")) == ()


def test_an_ambiguous_name_lists_what_it_may_mean() -> None:
    with pytest.raises(UnknownName, match="several times"):
        symbol_named("f", ("_Z1fi", "_Z1ff"))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_functions_of_one_name_in_two_namespaces_are_kept_apart(compiler: str) -> None:
    sums, products = (pass_timeline(CPP_FILE, compiler, "-O1", name) for name in ("a::f", "b::f"))
    texts = [
        {line.text for step in timeline.steps for line in (step.dump.lines or ())}
        for timeline in (sums, products)
    ]
    multiplied = [any(" * s" in text or "= mul " in text for text in found) for found in texts]
    assert multiplied == [False, True]


def test_headers_of_operators_and_overloads() -> None:
    content = (
        b"\n;; Function V::operator() (_ZNK1VclEi, funcdef_no=3, decl_uid=4001)\n\nfirst\n"
        b"\n;; Function V::operator float (_ZNK1VcvfEv, funcdef_no=4)\n\nsecond\n"
        b"\n;; Function int f(int) (null)\n;; enabled by -tree-original\n\nthird\n"
    )
    files = {"loop.cpp.010t.lower": content}
    assert shown_name(files, "_ZNK1VclEi") == "V::operator()"
    assert function_section(content, "_ZNK1VclEi", "V::operator()").strip() == "first"
    assert function_section(content, "_ZNK1VcvfEv", "V::operator float").strip() == "second"
    assert function_section(content, "_Z1fi", "f") == ""


def test_a_quoted_name_in_llvm_ir() -> None:
    text = (
        "*** IR Dump At Start ***\n"
        "define void @other() {\n  ret void\n}\n\n"
        'define void @"a b\\22"() {\nentry:\n  ret void\n}\n'
    )
    (dump,) = parse_llvm_dumps(text, 'a b"', "loop.c")
    assert [line.text for line in dump.lines or ()][1:] == ["entry:", "  ret void", "}"]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_file_without_functions_or_with_bytecode_says_so(compiler: str) -> None:
    nothing = pass_timeline(
        SourceFile("loop.c", "static int f(void) { return 1; }"), compiler, "-O2"
    )
    bytecode = pass_timeline(FIRST, compiler, "-O2 -flto")
    for timeline in (nothing, bytecode):
        assert timeline.steps == ()
        assert timeline.message.startswith("The compiler wrote no function.")
    rejected = pass_timeline(SourceFile("loop.c", "int f( { }"), compiler, "-O2")
    assert rejected.outcome.status == "rejected"
    assert "rejects" in rejected.message
