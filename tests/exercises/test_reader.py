"""Exercise files are read with every fault named by its place, and hostile ones cost nothing."""

from __future__ import annotations

import pytest

from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.content_files import ContentError
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.posing import all_values, draw_values, pose
from compiler_core.exercises.reader import ALLOWED, KEYS, read_exercise
from compiler_core.exercises.vocabulary import EXPECTED
from tests.conftest import ROOT

FILES = {"total.c": "void {name}(int *a, int n) { if (n) {{name2}} }\n"}
HEAD = "id: one\ntitle: One\ntask: Do {name}.\nkind: loop\nstarter: total.c\n"
CHECK = "checks:\n- {points: 2, expect: {vectorized: true}}\n"
NAMES = (
    "given: {flags: '-O3', function: '{name}'}\nvariants: {name: [f, g, '{least}'], least: [3]}\n"
)


def read(text: str, files: dict[str, str] | None = None) -> Exercise:
    """With the file of the tests, if none are given."""
    return read_exercise(text, FILES if files is None else files)


def fault(text: str) -> str:
    """The sentence with which reading ends."""
    with pytest.raises(ContentError) as error:
        read(text)
    return str(error.value)


def expecting(expect: str, rest: str = "") -> str:
    return f"{HEAD}checks:\n- {{points: 1, expect: {{vectorized: true}}}}\n- {expect}\n{rest}"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("{points: 1, expect: {vectorised: true}}",
         "checks[1]: there is no expectation `vectorised`. Did you mean `vectorized`?"),
        ("{points: 1, expect: {arena_bytes: 3}}",
         "checks[1]: the expectation `arena_bytes` belongs to exercises of kind network"),
        ("{points: 1.5, expect: {vectorized: true}}", "checks[1]: points: expected a whole number"),
        ("{points: true, expect: {vectorized: true}}", "checks[1]: points: expected a whole"),
        ("{gate: 1, points: 1, expect: {vectorized: true}}", "checks[1]: gate: expected true or"),
        ("{points: 1, expects: {vectorized: true}}", "checks[1]: there is no key `expects`. Did"),
        ("{points: 1, expect: {}}", "checks[1]: nothing is expected"),
        ("{points: 1, expect: {loop_has: '('}}", "checks[1]: loop_has: not a regular expression"),
        ("{points: 1, expect: {vector_bytes: many}}", "checks[1]: vector_bytes: 'many' is no num"),
        ("{points: 1, expect: {count: {metric: loads, is: 1, n: [2]}}}",
         "checks[1]: count: n must be a whole number, found a list."),
        ("{points: 1, expect: {same_result_as: {source: totl.c, hidden: 2}}}",
         "checks[1]: same_result_as: there is no file 'totl.c'. Did you mean `total.c`?"),
        ("{points: 1, expect: {same_result_as: {source: /etc/passwd}}}", "no file '/etc/passwd'"),
        ("{points: 1, expect: {same_result_as: {source: total.c, hidden: 4}}}", "hidden: 4 inputs"),
        ("{points: 1, expect: {predicted: true}}", "predict: the key is missing"),
    ],
)  # fmt: skip
def test_a_fault_in_a_check_is_named_with_its_place(row: str, sentence: str) -> None:
    assert sentence in fault(expecting(row))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD, "the key `checks` is missing"),
        (HEAD + CHECK + "hint: [a]\n", "there is no key `hint`. Did you mean `hints`?"),
        (HEAD + CHECK + "hints: [a, b, c, d, e, f]\n", "hints: 6 entries; there can be 0 to 5"),
        (HEAD + CHECK + "allow: [sauce]\n", "allow[0]: 'sauce' is nothing that can be changed"),
        (HEAD + CHECK + "given: {compiler: icc}\n", "given: compiler: found 'icc'"),
        (HEAD + CHECK + "given: {flags: '-O{o}'}\nvariants: {o: [2]}\n", "never goes into flags"),
        (HEAD + CHECK + "variants: {o: [2, 2]}\n", "variants: o: a value stands twice"),
        (HEAD + CHECK + "variants: {a: [1,2,3,4,5], b: [1,2,3,4,5], c: [1,2,3]}\n", "75 combinat"),
        (HEAD + CHECK + "files: {../up.c: int}\n", "files: the name '../up.c'"),
        (HEAD + CHECK + "files: {total.c: int}\n", "files: total.c stands here and beside"),
        (HEAD + CHECK + "proof: {solved: [other.c]}\n", "proof.solved[0]: there is no file"),
        (HEAD + CHECK + "proof: {solved: [{flags: -O2}]}\n", "proof.solved[0]: there is no key `f"),
        (HEAD + CHECK + "proof: {partial: [total.c]}\n", "proof.partial: total.c has no points"),
        (HEAD + CHECK + "limits: {cpu_seconds: 61}\n", "limits: cpu_seconds: expected a whole"),
        (HEAD.replace("loop", "lop") + CHECK, "kind: found 'lop'. Did you mean `loop`?"),
        (HEAD.replace("id: one", "id: One!") + CHECK, "id: 'One!' must be of small letters"),
        (HEAD + "checks: [{points: 0, expect: {vectorized: true}}]\n", "must give points"),
        (HEAD + "checks:\n" + "- {points: 1, expect: {vectorized: true}}\n" * 13, "13 entries"),
    ],
)  # fmt: skip
def test_a_fault_elsewhere_is_named_with_its_key(text: str, sentence: str) -> None:
    assert sentence in fault(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: &a [1]\nb: *a\n", "line 1: anchors and aliases"),
        ("a: !!python/object/apply:os.system [id]\n", "line 1: tags"),
        ("a: !!binary aGk=\n", "line 1: tags"),
        ("x: " + "[" * 5000 + "]" * 5000, "line 1: more than 12 levels"),
        ("x: " + "{a: " * 5000, "line 1: more than 12 levels"),
        ("- " * 8000, "more than 12 levels"),
        ("x: y\n" * 2_500_000, "the limit is 32,768"),
        ("x: " + "9" * 20000, "holds a value that is none"),
        ("x: 2026-01-01\n", "x: date is no text"),
        ("x: .inf\n", "x: inf is no text"),
        ("on: 1\n", "write the key True in quotes"),
        ("a: 1\na: 2\n", "line 2: the key 'a' stands twice"),
        ("? [a]\n: 1\n", "line 1: a key must be a word"),
        ("a: [\n", "is no YAML"),
        ("a: \x07", "is no YAML"),
        ("just text", "must hold keys and values"),
        ("", "must hold keys and values"),
    ],
)
def test_hostile_yaml_ends_with_a_sentence(text: str, sentence: str) -> None:
    assert sentence in fault(text)


def test_only_names_of_variants_are_put_in_and_each_once() -> None:
    posed = pose(read(HEAD + CHECK + NAMES), {"name": "{least}", "least": 3})
    assert posed.task == "Do {least}."
    assert posed.starter["source"] == "void {least}(int *a, int n) { if (n) {{name2}} }\n"
    assert posed.given == {"flags": "-O3", "function": "{least}"}


def test_bounds_of_checks_take_the_values() -> None:
    exercise = read(
        expecting("{points: 1, expect: {loop_size: '<= {most}'}}", "variants: {most: [4, 9]}\n")
    )
    texts = [pose(exercise, values).checks[1].text for values in all_values(exercise)]
    assert texts == [f"Expected: the loop has <= {most} instructions." for most in (4, 9)]
    assert exercise.checks[1].text == texts[0]


def test_drawing_depends_on_the_seed_alone_and_reaches_every_value() -> None:
    exercise = read(HEAD + CHECK + NAMES)
    drawn = [draw_values(exercise, bytes([seed])) for seed in range(64)]
    assert drawn == [draw_values(exercise, bytes([seed])) for seed in range(64)]
    assert {row["name"] for row in drawn} == {"f", "g", "{least}"}


def test_the_digest_is_of_values_and_files_and_not_of_comments() -> None:
    first = read(HEAD + CHECK).digest
    assert read(f"# said before\n{CHECK}{HEAD}").digest == first
    assert read(f"{HEAD}{CHECK}measured_on: {{gcc: 12.2.0}}\n").digest == first
    assert read(HEAD + CHECK.replace("2", "3")).digest != first
    assert read(HEAD + CHECK, {"total.c": "int other;"}).digest != first


def test_a_file_may_stand_in_the_exercise_file() -> None:
    inline = f"{HEAD}{CHECK}files:\n  total.c: |\n    int one;\n"
    assert read(inline, {}).starter["source"] == "int one;\n"


def test_the_guide_for_authors_names_every_key_and_every_expectation() -> None:
    guide = (ROOT / "docs" / "writing-exercises.md").read_text(encoding="utf-8")
    names = {name for rows in EXPECTED.values() for name in rows} - KIND_BY_NAME.keys()
    allowed = {name for row in ALLOWED.values() for name in row} - {"answer"}
    missing = [name for name in (*KEYS, *names, *allowed) if f"`{name}" not in guide]
    assert missing == []
