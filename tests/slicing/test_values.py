"""Values of real runs explained: four loops as a reader sees them, the gallery, and what cannot be
asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line.main import run_arguments
from command_line.slice import slice_lines
from compiler_core.examples import Example, load_examples
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.slicing.explained_value import explain_value
from compiler_core.host.slicing.sliced_run import MOST_STEPS, Advance, ended_early
from compiler_core.host.stepping.record import Ending, EndReason
from compiler_core.source import source_file
from tests.conftest import ROOT
from tests.golden_file import assert_golden
from tests.slicing.simulated import simulated

pytestmark = pytest.mark.usefixtures("emulator")

GOLDEN = Path(__file__).parent / "golden"
SAXPY = str(ROOT / "content/examples/saxpy.c")
DOT = """\
float dot(const float *x, const float *y, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
"""
PREFIX = """\
void prefix(int *restrict y, const int *restrict x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}
"""
GATHER = """\
void gather(double *restrict y, const double *restrict x, const int *restrict k, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[k[i] & 15];
}
"""


FACTORIAL = "unsigned f(unsigned n) { return n < 2 ? 1 : n * f(n - 1) + f(n / 2); }"


@pytest.mark.parametrize(("n", "recorded"), [(9, 1), (1, 2)])
def test_what_calls_itself_is_refused_before_it_is_recorded_whole(n: int, recorded: int) -> None:
    """And recorded where this run does not come to the call."""
    told: list[Advance] = []
    source = source_file(FACTORIAL)
    experiment = experiment_of("", None, 1, (f"n={n}",), 128)
    answer = explain_value((source,), "gcc-12", "-O0", "return", experiment, told.append)
    assert answer.ok == (n == 1)
    assert ("calls itself" in answer.message) == (n == 9)
    assert sum(one.words.startswith("Reading") for one in told) == recorded


@pytest.mark.parametrize(
    ("name", "text", "flags", "element"),
    [
        ("saxpy", Path(SAXPY).read_text(encoding="utf-8"), "-O3", "y[5]"),
        ("dot", DOT, "-O2", "return"),
        ("prefix", PREFIX, "-O2", "y[5]"),
        ("gather", GATHER, "-O2", "y[5]"),
    ],
)
def test_four_loops(
    name: str, text: str, flags: str, element: str, request: pytest.FixtureRequest
) -> None:
    source = source_file(text)
    answer = explain_value((source,), "gcc-12", flags, element, Experiment(n=16))
    assert answer.ok
    assert answer.replay.verdict == "same"
    assert_golden(GOLDEN / f"{name}.txt", "\n".join(slice_lines(answer)) + "\n", request)


def test_a_register_that_nobody_asked_for_is_no_result() -> None:
    text = (
        "union u { int a; float b; };\n"
        "void f(union u *p, int n) { for (int i = 0; i < n; i++) p++->a *= 3; }"
    )
    usual = explain_value((source_file(text),), "gcc-12", "-O2", "", Experiment(n=8))
    assert usual.element == "x0"
    assert any("happens to hold" in note for note in usual.notes)
    asked = explain_value((source_file(text),), "gcc-12", "-O2", "x0", Experiment(n=8))
    assert not any("happens to hold" in note for note in asked.notes)


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_where_nothing_named_is_written_no_register_is_told(compiler: str) -> None:
    """The loop becomes a jump to memset, whose stores are not of this function."""
    text = "void clear(int *x, int n) { for (int i = 0; i < n; i++) x[i] = 0; }"
    answer = explain_value((source_file(text),), compiler, "-O3", "", Experiment(n=8))
    assert not answer.ok
    told = " ".join((answer.message, *answer.notes))
    assert "returns no number, and no array known by name was written" in told
    assert "went on to a function of a library, by the linker's stubs (.plt), without" in told
    assert "happens to hold" not in told
    assert "x0" not in told


@pytest.mark.parametrize(
    ("parameters", "place", "element"),
    [
        ("int n, float y[n]", "y[i]", "y[3]"),
        ("int n, float y[static 2 * n]", "y[i + n]", "y[11]"),
        ("int n, float y[64]", "y[i]", "y[3]"),
        ("int n, float y[n][n]", "y[i][2]", "y[3][2]"),
        ("int n, int m, float y[restrict n][m]", "y[i][m - 1]", "y[3][4]"),
        ("int n, float y[][3]", "y[i][1]", "y[3][1]"),
        ("int n, float y[][2][3]", "y[i][1][2]", "y[3][1][2]"),
        ("int n, float y[n][2][2][n]", "y[i][1][0][5]", "y[3][1][0][5]"),
    ],
)
def test_a_length_that_is_an_argument_gives_elements_their_names(
    parameters: str, place: str, element: str
) -> None:
    """What is written there is found under the name that the source has for it, and no other."""
    text = f"void f({parameters}) {{ for (int i = 0; i < n; i++) {place} = 100.0f + i; }}"
    sizes = {"m": 5} if "int m" in parameters else {}
    asked = experiment_of("f", 8, settings=[f"{name}={size}" for name, size in sizes.items()])
    answer = explain_value((source_file(text),), "gcc-12", "-O2", element, asked)
    assert answer.ok, answer.message
    assert answer.value == "103"
    usual = explain_value((source_file(text),), "gcc-12", "-O2", "", asked)
    assert usual.element.startswith("y[")


def test_a_call_that_leaves_bytes_of_an_element_is_followed_by_its_value() -> None:
    """Adding 1 to an int changes one of its four bytes: the others are as they were before."""
    text = """__attribute__((noinline)) static void raise(int *place) { *place += 1; }
    void each(int *x, int n) { for (int i = 0; i < n; i++) raise(x + i); }"""
    asked = experiment_of("each", 4, settings=["x=7"])
    answer = explain_value((source_file(text),), "gcc-12", "-O1", "x[2]", asked)
    assert answer.ok, answer.message
    assert answer.value == "8"
    assert answer.arrays[0].written == (0, 1, 2, 3)
    usual = explain_value((source_file(text),), "gcc-12", "-O1", "", asked)
    assert usual.element == "x[2]"


@pytest.mark.slow
@pytest.mark.parametrize("example", load_examples(), ids=lambda one: one.id)
def test_the_gallery_is_proven_or_says_why_not(example: Example) -> None:
    """An example ends the proof only at a call, or at an instruction without a formula."""
    answer = explain_value((example.source,), example.compiler, example.flags)
    assert answer.ok, answer.message
    assert answer.replay.verdict in ("same", "ended"), answer.replay.sentence
    if answer.replay.verdict == "ended":
        assert "call" in answer.replay.sentence or "formula" in answer.replay.sentence


def test_recording_tells_how_far_it_is() -> None:
    told: list[Advance] = []
    source = source_file(DOT)
    answer = explain_value((source,), "gcc-12", "-O2", "return", Experiment(n=900), told.append)
    assert answer.ok
    counted = [one.done for one in told if one.most]
    assert counted == sorted(counted)
    assert len(set(counted)) > 5
    assert all(one.done <= one.most == MOST_STEPS for one in told if one.most)
    assert answer.executed - counted[-1] < answer.executed / 5


@pytest.mark.parametrize(
    ("reason", "words"),
    [("steps", "as many as it can hold"), ("time", "its time was over"), ("too much", "its text")],
)
def test_a_recording_that_ends_early_says_how_far_it_came(reason: EndReason, words: str) -> None:
    run, _ = simulated(("mov x1, x0", "ret"), {}, (BasicBlock(0, 0, 1, ()),), {"x0": 1}, {})
    said = ended_early(run, Ending(reason, ""))
    assert said.startswith("The recording ends after 2 instructions")
    assert words in said
    assert not ended_early(run, Ending("returned", ""))


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--element", "x[3]"), 1, "x[3] was never written in this run"),
        (("--element", "q[3]"), 2, "The arrays are y, x."),
        (("--element", "y[16]"), 2, "Its last element is y[15]."),
        (("--element", "y[1][2]"), 2, "no element with 2 indices"),
        (("--element", "return"), 2, "returns no number"),
        (("--element", "y[" * 40), 2, "too long"),
        (("--element", "`;rm"), 2, "is no element"),
        (("--element", "v1.s[4]"), 2, "beyond the register"),
    ],
)
def test_what_cannot_be_asked(
    capfdbinary: pytest.CaptureFixture[bytes], arguments: tuple[str, ...], status: int, words: str
) -> None:
    assert run_arguments(["slice", SAXPY, "--n", "16", *arguments]) == status
    captured = capfdbinary.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert words in captured.err.decode()
    assert not captured.out


PARTICLES = """\
struct particle { float x, y; char alive; double mass[2]; };
void push(struct particle *p, const struct particle *q, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x = q[i].x + q[i].y * 2;
    p[i].mass[1] = q[i].mass[0];
  }
}
"""


@pytest.mark.parametrize(
    ("element", "given"),
    [("p[5].x", {"q[5].x", "q[5].y"}), ("p[5].mass[1]", {"q[5].mass[0]"})],
)
@pytest.mark.parametrize("flags", ["-O0", "-O3"])
def test_elements_of_structures_are_told_by_field(
    element: str, given: set[str], flags: str
) -> None:
    answer = explain_value((source_file(PARTICLES),), "gcc", flags, element)
    assert answer.ok, answer.message
    data = {one.name for one in answer.inputs if one.kind == "data"}
    assert data >= given
    assert not any(name.startswith("memory at") and flags != "-O0" for name in data)


def test_fields_of_a_layout_that_is_not_certain_are_not_named() -> None:
    packed = PARTICLES.replace("};", "} __attribute__((packed));")
    answer = explain_value((source_file(packed),), "gcc", "-O2", "x0")
    assert not any("]." in one.name for one in answer.inputs)
