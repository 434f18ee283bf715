"""Where arguments are passed, against what gcc and clang make of more than two hundred functions.

What our reading of a source cannot tell is refused with its reason, and every rule broken on
purpose is noticed by the compilers' code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from compiler_core.host.compile import compile_source
from compiler_core.host.register_map import argument_passing
from compiler_core.host.register_map.argument_passing import Places, arguments_of
from compiler_core.host.source_reading import copying, layout_reading, layouts
from compiler_core.host.source_reading.layouts import Layout, UnknownLayout
from compiler_core.host.source_reading.signature import Signature, signatures_of, under_flags
from compiler_core.source import Language, source_file
from tests.analysis.passing import CASES, SETTINGS, Case, own_mistakes, wrong_places, wrong_results

pytestmark = pytest.mark.usefixtures("emulator")

Patch = pytest.MonkeyPatch


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_compilers_take_each_part_from_where_we_say(case: Case, setting: tuple[str, str]) -> None:
    assert wrong_places(case, setting) == []


@pytest.mark.parametrize("setting", SETTINGS, ids=" ".join)
def test_compilers_hand_results_back_where_we_say(setting: tuple[str, str]) -> None:
    assert wrong_results(setting) == []


def signature(text: str, language: Language = "c") -> Signature:
    return signatures_of(source_file(text, language))[-1]


def places(text: str, language: Language = "c") -> list[tuple[str, str]]:
    return [(one.register, one.holds) for one in arguments_of(signature(text, language)).arguments]


def test_places_are_said_in_words() -> None:
    text = (
        "struct point { int x, y; }; struct wide { int x; long y; }; struct big { long a[9]; };"
        "struct vec { float v[2]; }; struct bytes { char c[12]; };"
        "void f(struct point p, struct wide w, struct big b, struct vec v, struct bytes s,"
        " __int128 i, int *q) {}"
    )
    assert places(text) == [
        ("x0", "all of p (p.x, p.y)"),
        ("x1", "w.x"),
        ("x2", "w.y"),
        ("x3", "address of a copy of b"),
        ("v0", "v.v[0]"),
        ("v1", "v.v[1]"),
        ("x4", "first 8 bytes of s"),
        ("x5", "last 8 bytes of s (s.c[8], s.c[9], s.c[10], s.c[11])"),
        ("x6", "first 8 bytes of i"),
        ("x7", "last 8 bytes of i"),
        ("stack", "q"),
    ]


def test_scalable_vectors_and_predicates_have_banks_of_their_own() -> None:
    """AAPCS64, C.7 and C.8: beyond eight vectors or four predicates, the address of a copy."""
    vectors = ", ".join(f"svfloat32_t v{number}" for number in range(9))
    predicates = ", ".join(f"svbool_t p{number}" for number in range(5))
    found = places(f"void f({vectors}, {predicates}, int n) {{}}")
    assert found[7:10] == [("v7", "v7"), ("x0", "address of a copy of v8"), ("p0", "p0")]
    assert found[12:] == [("p3", "p3"), ("x1", "address of a copy of p4"), ("x2", "n")]


REFUSED = {
    "struct s { int a : 3; int b; };": "it has bit-fields",
    "struct s { char a; int b; } __attribute__((packed));": "changed by an attribute or pragma",
    "#pragma pack(1)\nstruct s { char a; int b; };": "changed by an attribute or pragma",
    "struct s;": "struct s is not defined in this source",
    "struct s { struct other o; };": "struct other is not defined in this source",
    "#ifdef A\nstruct s { int a; };\n#else\nstruct s { float a; };\n#endif": "more than once",
    "struct s {\n#ifdef A\nint a;\n#endif\nint b; };": "depends on the preprocessor",
    "#ifndef N\n#define N 4\n#endif\nstruct s { float v[N]; };": "the length of v is not certain",
    "#define N 4\n#undef N\n#define N 2\nstruct s { float v[N]; };": "the length of v",
    "struct s { int n; float v[]; };": "the length of v is not certain",
    "struct s { float v[0]; };": "the length of v is not certain",
    "struct s { int b __attribute__((aligned(8))), c; };": "cannot be read",
    "struct s { unknown a; };": "the type unknown is not defined in this source",
    "enum e { A = 1l << 40 }; struct s { enum e a; };": "may need 8 bytes",
    "struct s { float _Complex z; };": "cannot be read",
    "typedef int many __attribute__((vector_size(32))); struct s { many a; };": "of 32 bytes",
}
REFUSED_CLASSES = {
    "struct base { int a; }; struct s : base { int b; };": "inherits from another class",
    "template <class T> struct v { T a; }; struct s { v<int> a; };": "v<int> is a template",
    "struct s { std::string name; };": "the type string is not defined in this source",
    "struct none {}; struct s { none n; int a; };": "has an empty member",
    "struct s { int a; int other::*m; };": "cannot be read",
    "struct other { [[no_unique_address]] int a; }; struct s { other a; };": "an attribute",
    "struct s { MEMBERS(int); };": "a member cannot be read",
}


@pytest.mark.parametrize(
    ("text", "reason", "language"),
    [
        *((text, reason, "c") for text, reason in REFUSED.items()),
        *((text, reason, "c++") for text, reason in REFUSED_CLASSES.items()),
    ],
)
def test_a_layout_that_is_not_certain_is_refused(
    text: str, reason: str, language: Language
) -> None:
    listed = arguments_of(signature(f"{text}\nvoid f(int a, struct s p, int b) {{}}", language))
    assert [one.name for one in listed.arguments] == ["a"]
    assert listed.stopped_at is not None
    assert isinstance(listed.stopped_at.layout, UnknownLayout)
    assert reason in listed.stopped_at.layout.reason


def test_a_complex_number_ends_the_certainty() -> None:
    listed = arguments_of(signature("void f(int a, float _Complex z, float b) {}"))
    assert [one.name for one in listed.arguments] == ["a"]


def test_flags_that_change_layouts_end_the_certainty() -> None:
    found = signature("struct s { char a; int b; }; void f(struct s p, int b) {}")
    assert len(arguments_of(under_flags(found, ("-O2",))).arguments) == 2
    assert arguments_of(under_flags(found, ("-O2", "-fpack-struct"))).arguments == ()


@pytest.mark.parametrize("text", ["struct s { struct s p; };", "typedef b a; typedef a b;"])
def test_types_that_contain_themselves_are_no_trap(text: str) -> None:
    assert arguments_of(signature(f"{text}\nvoid f(struct s p, a q) {{}}")).stopped_at is not None


def test_hostile_types_cost_little() -> None:
    doubled = "struct s0 { int a; };" + "".join(
        f"struct s{number + 1} {{ struct s{number} a, b; }};" for number in range(40)
    )
    deep = "int a" + "[2]" * 3000
    sums = "+".join(["1"] * 3000)
    nested = "struct {" * 900 + "int a;" + "};" * 900
    for text in (
        f"{doubled} void f(struct s40 p, int n) {{}}",
        f"struct s {{ {deep}; }}; void f(struct s p, int n) {{}}",
        f"struct s {{ int a[{sums}]; }}; void f(struct s p, int n) {{}}",
        f"struct s {{ {nested} }}; void f(struct s p, int n) {{}}",
        "struct s { char a[99999999999999999999]; }; void f(struct s p, int n) {}",
        "struct e {}; struct s { struct e a[1000000000]; }; void f(struct s p, int n) {}",
    ):
        assert arguments_of(signature(text)).arguments is not None


def test_the_register_map_names_the_members() -> None:
    source = source_file(
        "struct vec { float x, y; };\nstruct big { double m[16]; };\n"
        "float f(struct vec a, const float *p, struct big b, int n) {\n"
        "    float s = 0;\n"
        "    for (int i = 0; i < n; i++) s += p[i] * a.y + b.m[3];\n"
        "    return s;\n}\n"
    )
    for compiler in ("gcc-12", "clang-19"):
        (function,) = compile_source((source,), compiler, "-O2").functions
        held = {use.register: use.holds for use in reversed(function.registers)}
        assert held["v1"].startswith("a.y: argument 1, struct vec")
        assert held["x1"].startswith("address of a copy of b: argument 3, struct big")
        assert held["x2"].startswith("n: argument 4")


def test_a_member_read_from_its_stack_slot_is_named() -> None:
    source = source_file(
        "struct point { int x, y; };\nint f(int a, struct point p) { return a * p.y; }\n"
    )
    (function,) = compile_source((source,), "gcc-12", "-O0").functions
    assert any("copy of p.y, read from its stack slot" in use.holds for use in function.registers)


# Each mutant breaks one rule; the compilers' code must show it.


def structures_are_never_alike(patch: Patch) -> None:
    patch.setattr(argument_passing, "homogeneous_count", lambda layout: 0)


def five_alike_still_count(patch: Patch) -> None:
    patch.setattr(argument_passing, "_MOST_ALIKE", 5)


def three_alike_at_most(patch: Patch) -> None:
    patch.setattr(argument_passing, "_MOST_ALIKE", 3)


def padding_does_not_matter(patch: Patch) -> None:
    """Takes alike members for homogeneous whatever lies between them and after."""
    original = layouts._closed

    def wrong(members: list, end: int, *rest: object) -> Layout:
        found = original(members, end, *rest)  # type: ignore[arg-type]
        bases = {one.layout.base for one in members} - {None}
        return replace(found, base=bases.pop(), count=rest[1]) if bases else found  # type: ignore[arg-type]

    patch.setattr(layouts, "_closed", wrong)


def large_structures_go_in_registers(patch: Patch) -> None:
    patch.setattr(argument_passing, "_LARGEST_DIRECT", 24)


def copies_begin_at_eight_bytes(patch: Patch) -> None:
    patch.setattr(argument_passing, "is_passed_by_address", lambda layout: layout.size > 8)


def no_even_register(patch: Patch) -> None:
    original = layouts.scalar
    patch.setattr(
        layout_reading,
        "named_scalar",
        lambda name: (
            replace(original("integer", 16), natural_alignment=8)
            if name == "__int128"
            else layouts.named_scalar(name)
        ),
    )


def alignment_of_the_whole_counts(patch: Patch) -> None:
    """Takes what `aligned` asks for the whole structure for its natural alignment."""
    original = layouts._closed

    def wrong(*asked: object) -> Layout:
        found = original(*asked)  # type: ignore[arg-type]
        return replace(found, natural_alignment=found.alignment)

    patch.setattr(layouts, "_closed", wrong)


class Reopened(Places):
    """Places whose banks are never closed: later arguments go back to a free register."""

    def __setattr__(self, name: str, value: int) -> None:
        closing = name in ("general", "vector") and value == 8 and getattr(self, name, 8) < 7
        if not closing:
            super().__setattr__(name, value)


def banks_stay_open(patch: Patch) -> None:
    patch.setattr(argument_passing, "Places", Reopened)


def the_stack_has_no_alignment(patch: Patch) -> None:
    original = argument_passing._stacked
    patch.setattr(
        argument_passing, "_stacked", lambda places, size, alignment: original(places, size, 8)
    )


def the_stack_is_packed(patch: Patch) -> None:
    def wrong(places: Places, size: int, alignment: int) -> int:
        offset = layouts.round_up(places.stack, alignment)
        places.stack = offset + size
        return offset

    patch.setattr(argument_passing, "_stacked", wrong)


def an_address_takes_no_register(patch: Patch) -> None:
    original = argument_passing._address_of_copy

    def wrong(passed: object, places: Places) -> object:
        before = places.general
        found = original(passed, places)  # type: ignore[arg-type]
        places.general = before
        return found

    patch.setattr(argument_passing, "_address_of_copy", wrong)


def every_class_is_bytes(patch: Patch) -> None:
    patch.setattr(layout_reading, "is_nontrivial", lambda record: False)


def every_class_has_an_address(patch: Patch) -> None:
    patch.setattr(layout_reading, "is_nontrivial", lambda record: True)


def defaulted_functions_are_own(patch: Patch) -> None:
    patch.setattr(copying, "_maker", lambda node: "own")


def deleted_functions_do_not_matter(patch: Patch) -> None:
    patch.setattr(copying, "_cannot_be_copied", lambda found: False)


def virtual_functions_do_not_matter(patch: Patch) -> None:
    patch.setattr(copying, "_is_virtual", lambda node: False)


def unions_are_structures(patch: Patch) -> None:
    patch.setattr(layout_reading, "union_of", layouts.record_of)


def members_are_packed(patch: Patch) -> None:
    original = layouts.record_of

    def wrong(members: list, alignment: int = 0) -> Layout:
        flat = [replace(one, layout=replace(one.layout, alignment=1)) for one in members]
        return original(flat, alignment)

    patch.setattr(layout_reading, "record_of", wrong)


def arrays_count_once(patch: Patch) -> None:
    patch.setattr(layout_reading, "repeated", lambda element, length: element)


def empty_classes_take_nothing(patch: Patch) -> None:
    original = argument_passing._in_generals

    def wrong(passed: argument_passing._Passed, places: Places) -> object:
        return original(passed, places) if passed.layout.members else []

    patch.setattr(argument_passing, "_in_generals", wrong)


def vector_types_must_be_the_same(patch: Patch) -> None:
    original = layouts.named_scalar

    def wrong(name: str) -> Layout | None:
        found = original(name)
        if found is None or found.kind != "vector":
            return found
        return replace(found, base=(name, found.size))

    patch.setattr(layout_reading, "named_scalar", wrong)


MUTANTS = (
    structures_are_never_alike,
    five_alike_still_count,
    three_alike_at_most,
    padding_does_not_matter,
    large_structures_go_in_registers,
    copies_begin_at_eight_bytes,
    no_even_register,
    alignment_of_the_whole_counts,
    banks_stay_open,
    the_stack_has_no_alignment,
    the_stack_is_packed,
    an_address_takes_no_register,
    every_class_is_bytes,
    every_class_has_an_address,
    defaulted_functions_are_own,
    deleted_functions_do_not_matter,
    virtual_functions_do_not_matter,
    unions_are_structures,
    members_are_packed,
    arrays_count_once,
    empty_classes_take_nothing,
    vector_types_must_be_the_same,
)


@pytest.mark.parametrize("mutate", MUTANTS, ids=lambda mutate: mutate.__name__)
def test_a_broken_rule_is_noticed(mutate: Callable[[Patch], None], monkeypatch: Patch) -> None:
    """One setting is enough: all four agree with the unbroken rules."""
    one = SETTINGS[1:2]
    assert own_mistakes(one) == []
    mutate(monkeypatch)
    signatures_of.cache_clear()
    try:
        assert own_mistakes(one) != []
    finally:
        monkeypatch.undo()
        signatures_of.cache_clear()
