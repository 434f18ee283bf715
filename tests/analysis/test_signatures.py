"""Signatures and loop statements read from C and C++."""

from __future__ import annotations

import pytest

from compiler_core.host.register_map.argument_passing import arguments_of, result_registers
from compiler_core.host.source_reading.signature import Signature, signatures_of
from compiler_core.host.source_reading.source_loops import SourceLoop, source_loops
from compiler_core.source import SourceFile


def signature(text: str, name: str = "f.c") -> Signature:
    """The last function of a source."""
    return signatures_of(SourceFile(name, text))[-1]


def loops(text: str, name: str = "f.c") -> tuple[SourceLoop, ...]:
    return source_loops(SourceFile(name, text))


@pytest.mark.parametrize(
    ("declared", "name", "type_class", "pointee"),
    [
        ("int n", "n", "integer", ""),
        ("unsigned long long n", "n", "integer", ""),
        ("size_t n", "n", "integer", ""),
        ("uint_least16_t n", "n", "integer", ""),
        ("enum color c", "c", "integer", ""),
        ("double d", "d", "float", ""),
        ("long double d", "d", "float", ""),
        ("float16_t h", "h", "float", ""),
        ("const float *restrict x", "x", "pointer", "float"),
        ("char **argv", "argv", "pointer", "char *"),
        ("float a[static 4][3]", "a", "pointer", "float [3]"),
        ("int (*compare)(int, int)", "compare", "pointer", "function"),
        ("void *p", "p", "pointer", "void"),
        ("float32x4_t v", "v", "vector", ""),
        ("svfloat32_t v", "v", "vector", ""),
        ("float32x4x2_t v", "v", "unknown", ""),
        ("struct point p", "p", "aggregate", ""),
        ("mystery_t q", "q", "unknown", ""),
        ("int", "", "integer", ""),
    ],
)
def test_parameters_of_c(declared: str, name: str, type_class: str, pointee: str) -> None:
    parameter = signature(f"void f({declared}) {{}}").parameters[0]
    assert (parameter.name, parameter.type_class, parameter.pointee) == (name, type_class, pointee)


@pytest.mark.parametrize(
    ("definition", "used", "type_class"),
    [
        ("typedef float real;", "real r", "float"),
        ("typedef real_t *p; typedef float real_t;", "p r", "pointer"),
        ("typedef struct { int a; } S;", "S r", "aggregate"),
        ("typedef int (*callback)(int);", "callback r", "pointer"),
        ("typedef float v4 __attribute__((vector_size(16)));", "v4 r", "vector"),
        ("typedef float v8 __attribute__((vector_size(32)));", "v8 r", "aggregate"),
        ("typedef enum { A, B } kind;", "kind r", "integer"),
        ("typedef float first; typedef first second;", "second r", "float"),
    ],
)
def test_typedefs_of_the_source_are_resolved(definition: str, used: str, type_class: str) -> None:
    assert signature(f"{definition} void f({used}) {{}}").parameters[0].type_class == type_class


def test_const_is_that_of_what_a_pointer_leads_to() -> None:
    found = signature("void f(const int *a, int *const b) {}").parameters
    assert found[0].is_const
    assert found[0].type_text == "const int *"
    assert not found[1].is_const


@pytest.mark.parametrize(
    ("source", "type_class", "registers"),
    [
        ("void f(void) {}", "void", ()),
        ("int f(void) { return 1; }", "integer", ("x0",)),
        ("static inline float *f(int a) { return 0; }", "pointer", ("x0",)),
        ("double f(void) { return 1; }", "float", ("v0",)),
        ("float (*f(int x))(int) { return 0; }", "pointer", ("x0",)),
        ("strange f(void) { return 1; }", "unknown", ("x0", "v0")),
    ],
)
def test_results(source: str, type_class: str, registers: tuple[str, ...]) -> None:
    found = signature(source)
    assert found.return_class == type_class
    assert result_registers(found) == registers


def test_methods_get_this_and_static_ones_do_not() -> None:
    text = """
    namespace shapes {
    class Circle { public: float area() const { return r; } static int count(int x);
                   void grow(float by); float r; };
    }
    int shapes::Circle::count(int x) { return x; }
    void shapes::Circle::grow(float by) { r += by; }
    """
    found = {entry.name: entry for entry in signatures_of(SourceFile("f.cpp", text))}
    names = {name: [part.name for part in entry.parameters] for name, entry in found.items()}
    assert names == {
        "shapes::Circle::area": ["this"],
        "shapes::Circle::count": ["x"],
        "shapes::Circle::grow": ["this", "by"],
    }
    assert found["shapes::Circle::grow"].parameters[0].pointee == "Circle"


def test_references_and_trailing_results_of_c_plus_plus() -> None:
    found = signature(
        "template <class T> auto f(const std::vector<T> &v, T (&a)[4], std::int32_t n = 3)"
        " -> double { return 0; }",
        "f.cpp",
    )
    classes = [parameter.type_class for parameter in found.parameters]
    assert classes == ["pointer", "pointer", "integer"]
    assert found.parameters[2].type_text == "std::int32_t"
    assert found.return_class == "float"


def test_errors_in_the_source_cost_only_what_they_hide() -> None:
    good, bad = "int good(int a) { return a; }", "int bad(int a) { return a +; }"
    text = f"{good}\n{bad}\nfloat also(float b) {{ return b; }}\n"
    assert {found.name for found in signatures_of(SourceFile("f.c", text))} >= {"good", "also"}


def test_registers_run_out_bank_by_bank() -> None:
    parameters = ", ".join(f"int i{number}, float f{number}" for number in range(9))
    listed = arguments_of(signature(f"void f({parameters}) {{}}"))
    places = {argument.parameter.name: argument.register for argument in listed.arguments}
    assert places["i7"] == "x7"
    assert places["f7"] == "v7"
    assert places["i8"] == places["f8"] == "stack"


def test_naming_stops_at_a_parameter_of_unknown_size() -> None:
    listed = arguments_of(signature("void f(int a, struct big s, int b) {}"))
    assert [argument.parameter.name for argument in listed.arguments] == ["a"]
    assert listed.stopped_at is not None
    assert listed.stopped_at.name == "s"


def test_extent_of_a_function() -> None:
    found = signature("\nint f(int a)\n{\n  return a;\n}\n")
    assert (found.line, found.end_line) == (2, 5)


def test_loop_statements_with_extent_depth_and_variable() -> None:
    text = (
        "void f(int n) {\n"
        "  for (int i = 0; i < n; ++i) {\n"
        "    int j = 0;\n"
        "    while (j < i)\n"
        "      j += 2;\n"
        "  }\n"
        "  do { n--; } while (n);\n"
        "}\n"
    )
    outer, inner, last = loops(text)
    assert (outer.kind, outer.line, outer.column, outer.end_line) == ("for", 2, 3, 6)
    assert (outer.depth, outer.variable, outer.function) == (1, "i", "f")
    assert (inner.kind, inner.line, inner.depth, inner.variable) == ("while", 4, 2, "")
    assert (last.kind, last.line, last.depth) == ("do", 7, 1)


def test_two_loops_on_one_line_are_told_apart_by_column() -> None:
    first, second = loops("void f(int n) { while (n) n--; for (;;) ; }")
    assert first.contains(1, 20)
    assert not second.contains(1, 20)
    assert second.contains(1, second.column)
    assert second.contains(1, 0)


def test_condition_and_step_belong_to_the_loop_and_the_body_does_not() -> None:
    (loop,) = loops(
        "void f(int n) {\n  for (int i = 0;\n       i < n;\n       i++)\n    g(i);\n}\n"
    )
    assert loop.controls(3, 8)
    assert loop.controls(4, 8)
    assert not loop.controls(5, 5)


def test_range_for_names_its_variable() -> None:
    (loop,) = loops("void f(V v) { for (int x : v) g(x); }", "f.cpp")
    assert (loop.kind, loop.variable) == ("range for", "x")


def test_goto_is_no_loop_statement() -> None:
    assert loops("void f(int n) { again: if (n--) goto again; }") == ()
