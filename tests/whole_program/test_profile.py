"""Profiles: the inverted input turns the branch round, the usual one does not, as measured."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.profile_record import Distribution, Layout, ProfileExperiment
from compiler_core.host.whole_program.taking_profiles import counting_program, take_profile
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Program, Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.profiles import profiled_unit
from tests.whole_program.programs import COMPILERS, source

# File, function with the branch, its line, the line only one side of it has; by compiler the input
# that the layout without a profile suits.
FLIPS = (
    (
        "post.c",
        "record",
        2,
        "mostly entries >= 0",
        "mostly entries < 0",
        {"gcc-12": "mostly entries >= 0", "clang-19": "mostly entries >= 0"},
    ),
    (
        "total.c",
        "price",
        2,
        "mostly a > 0",
        "mostly a <= 0",
        {"gcc-12": "mostly a <= 0", "clang-19": "mostly a > 0"},
    ),
)
CASES = [
    pytest.param(*flip, compiler, id=f"{flip[1]}-{compiler}")
    for flip in FLIPS
    for compiler in COMPILERS
]


def layout(experiment: ProfileExperiment, profile: str) -> Layout:
    return next(one for one in experiment.layouts if one.profile == profile)


@pytest.mark.parametrize(
    ("file", "function", "line", "above", "below", "usual_of", "compiler"), CASES
)
def test_only_the_inverted_input_turns_the_branch_round(
    file: str,
    function: str,
    line: int,
    above: str,
    below: str,
    usual_of: dict[str, str],
    compiler: str,
) -> None:
    experiment = profile_of(source(file), compiler, "-O2")
    assert experiment.ok, experiment.message
    assert experiment.function == function
    assert [distribution.name for distribution in experiment.distributions] == [above, below]
    usual = usual_of[compiler]
    inverted = below if usual == above else above
    assert (experiment.usual, experiment.inverted) == (usual, inverted)
    base, kept, turned = (layout(experiment, name) for name in ("", usual, inverted))
    assert [base.flipped, kept.flipped, turned.flipped] == [False, False, True]
    directions = [one.direction for one in (base, kept, turned)]
    assert all(direction is not None and direction.source_line == line for direction in directions)
    assert [one.falls for one in directions if one] == [usual, usual, inverted]
    assert experiment.outputs_agree


@pytest.mark.parametrize(
    ("file", "function", "line", "above", "below", "usual_of", "compiler"), CASES
)
def test_a_profile_pays_on_its_own_input_and_costs_on_the_other(
    file: str,
    function: str,
    line: int,
    above: str,
    below: str,
    usual_of: dict[str, str],
    compiler: str,
) -> None:
    experiment = profile_of(source(file), compiler, "-O2")
    base, turned = layout(experiment, ""), layout(experiment, experiment.inverted)
    for name, better in ((experiment.inverted, True), (experiment.usual, False)):
        before, after = base.costs[name].taken_per_element, turned.costs[name].taken_per_element
        assert before is not None
        assert after is not None
        assert (after < 0.1 < 0.9 < before) is better
        assert (before < 0.1 < 0.9 < after) is not better


@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_layout_runs_both_sides_equally_often(compiler: str) -> None:
    """Blocks move; how often the lines of each side run is the input's alone."""
    experiment = profile_of(source("post.c"), compiler, "-O2")
    for name in (distribution.name for distribution in experiment.distributions):
        seen = set()
        for layout in experiment.layouts:
            sides = {
                block.source_lines[0]: block.flows[name].executions
                for block in layout.blocks
                if {3, 7} & set(block.source_lines)
            }
            seen.add(tuple(sorted(sides.items())))
        assert len(seen) == 1, seen
        ((first, second),) = seen
        assert first[1] + second[1] == experiment.elements


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_loop_that_serves_both_inputs_alike_is_said_to(compiler: str) -> None:
    experiment = profile_of(source("settle.c"), compiler, "-O2")
    assert experiment.ok, experiment.message
    if compiler == "clang-19":
        assert experiment.usual == ""
        assert "serves both inputs alike" in experiment.summary[0]
    else:
        assert experiment.usual == "mostly x <= limit"


def test_given_distributions_are_taken() -> None:
    inputs = (
        Distribution("nearly all negative", ("entries.above=-1:0.01",)),
        Distribution("half and half", ("entries.above=-1:0.5",)),
    )
    experiment = profile_of(source("post.c"), "gcc-12", "-O2", "post", inputs, n=500)
    assert experiment.ok, experiment.message
    assert experiment.elements == 500
    assert experiment.distributions == inputs
    first = experiment.layouts[0].blocks[0].flows
    assert first["half and half"].executions == 500
    taken = first["half and half"].taken
    assert taken is not None
    assert 200 < taken < 300


def test_one_distribution_is_refused() -> None:
    with pytest.raises(InputError, match="two kinds of input"):
        profile_of(source("post.c"), "gcc", "-O2", "", [Distribution("only", ())])


def test_a_setting_that_names_nothing_is_refused() -> None:
    inputs = [Distribution("a", ("nothing.above=1:0.5",)), Distribution("b", ())]
    with pytest.raises(InputError, match="nothing"):
        profile_of(source("post.c"), "gcc", "-O2", "", inputs)


def rebuilt(compiler: str, text: str, profile: bytes) -> Program:
    found = find_compiler(compiler)
    unit = Unit(SourceFile("post.c", text), ("-O2", "-w"))
    main = Unit(SourceFile("start.c", "int main(void) { return 0; }"), ())
    return build_program((profiled_unit(unit, found, profile), main), found)


CALLER = """
void post(const int *entries, int *results, int *book, int n);
static int entries[64], results[64], book[8];
int main(void) {
    post(entries, results, book, 64);
    return 0;
}
"""


def taken(compiler: str, text: str) -> bytes:
    """A profile of the source, from a small program."""
    found = find_compiler(compiler)
    unit = Unit(SourceFile("post.c", text), ("-O2",))
    program = counting_program(unit, (Unit(SourceFile("start.c", CALLER), ()),), found, ())
    assert program.ok, program.diagnostics
    return take_profile(program, unit, found, ()).content


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("profile", [b"", b"no profile" * 20, b"adcg" + bytes(400)])
def test_a_missing_or_broken_profile_is_an_error(compiler: str, profile: bytes) -> None:
    """Even with -w in the flags, which silences GCC's own warning."""
    program = rebuilt(compiler, source("post.c").text, profile)
    assert not program.ok
    assert program.status in ("rejected", "crashed")
    assert program.message


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("change", ["other condition", "one more function"])
def test_a_profile_of_other_code_is_an_error(compiler: str, change: str) -> None:
    text = source("post.c").text
    profile = taken(compiler, text)
    assert rebuilt(compiler, text, profile).ok
    changed = {
        "other condition": text.replace("if (value < 0)", "if (value < 0 && book[3])"),
        "one more function": text + "int other(int a) { return a > 2 ? a : 5 / a; }",
    }[change]
    program = rebuilt(compiler, changed, profile)
    assert program.status == "rejected"
    assert "profile" in program.diagnostics
