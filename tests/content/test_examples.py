"""The gallery: its index is checked on reading, and what it says is true of real assembly."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from compiler_core.errors import UnknownName
from compiler_core.examples import (
    EXAMPLES_FOLDER,
    ContentError,
    Evidence,
    Example,
    find_example,
    load_examples,
    read_examples,
)
from compiler_core.host.compile import compile_source

COMPILERS = {
    ("gcc", "c"): ("aarch64-linux-gnu-gcc-12",),
    ("gcc", "c++"): ("aarch64-linux-gnu-g++-12",),
    ("clang", "c"): ("clang-19", "--target=aarch64-linux-gnu"),
    ("clang", "c++"): ("clang++-19", "--target=aarch64-linux-gnu"),
}

VALID_ENTRY = """
- group: First steps
  examples:
    - id: sum
      file: sum.c
      title: Add up an array
      teaches: A loop.
      compiler: gcc
      flags: -O2
      look_at: The loop.
      evidence: [{present: [add]}]
"""


def statements() -> list[tuple[Example, Evidence]]:
    return [(example, row) for example in load_examples() for row in example.evidence]


def assembly_of(example: Example, row: Evidence) -> str:
    """The instructions and labels of an example, single spaces, without comments."""
    command = COMPILERS[row.compiler, example.source.language]
    name = EXAMPLES_FOLDER / example.source.name
    finished = subprocess.run(
        [*command, *row.flags.split(), "-S", "-g1", "-Wall", "-Wextra", "-Werror", name, "-o", "-"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = [
        re.sub(r"\s+", " ", line.split(" //")[0].split("\t//")[0]).strip()
        for line in finished.stdout.splitlines()
    ]
    labels = set(re.findall(r"\.L\d+|\.LBB\d+_\d+", re.sub(r"(?m)^\.L\w+:", "", "\n".join(lines))))
    return "".join(f"{line}\n" for line in lines if line and _is_code(line, labels))


def _is_code(line: str, labels: set[str]) -> bool:
    if line.endswith(":"):
        return not line.startswith(".") or line[:-1] in labels
    return not line.startswith((".", "//"))


def test_the_gallery_covers_the_field() -> None:
    examples = load_examples()
    assert len(examples) >= 24
    assert len({example.group for example in examples}) >= 6
    assert {example.compiler for example in examples} == {"gcc", "clang"}
    assert {example.source.language for example in examples} == {"c", "c++"}


def test_every_source_file_is_in_the_index() -> None:
    files = {path.name for path in EXAMPLES_FOLDER.iterdir() if path.suffix in (".c", ".cpp")}
    assert files == {example.source.name for example in load_examples()}


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.id)
def test_texts_fit_a_card(example: Example) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", example.id)
    assert len(example.title) <= 40
    for sentence in (example.teaches, example.look_at):
        assert sentence.endswith(".")
        assert len(sentence) <= 120


@pytest.mark.parametrize(
    ("example", "row"), statements(), ids=lambda value: getattr(value, "id", None) or value.flags
)
def test_look_at_is_true(example: Example, row: Evidence) -> None:
    text = assembly_of(example, row)
    for pattern in row.present:
        assert re.search(pattern, text, re.MULTILINE), f"not found: {pattern}\n{text}"
    for pattern in row.absent:
        assert not re.search(pattern, text, re.MULTILINE), f"found: {pattern}\n{text}"


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.id)
def test_stays_scalar_where_it_says_so(example: Example) -> None:
    compiler = {"gcc": "gcc-12", "clang": "clang-19"}[example.compiler]
    functions = compile_source((example.source,), compiler, example.flags).functions
    loops = [
        "\n".join(line.text for line in function.lines[loop.first : loop.last + 1])
        for function in functions
        for loop in function.loops
        if loop.innermost
    ]
    in_vectors = [re.search(r"\b[vqz]\d", text) for text in loops]
    assert example.stays_scalar == (bool(loops) and not any(in_vectors))


def test_find_example() -> None:
    assert find_example("saxpy").source.name == "saxpy.c"
    with pytest.raises(UnknownName, match="no example 'nothing'"):
        find_example("nothing")


def folder_with(tmp_path: Path, index: str) -> Path:
    shutil.copy(EXAMPLES_FOLDER / "sum.c", tmp_path)
    (tmp_path / "index.yaml").write_text(index)
    return tmp_path


def test_a_valid_index_is_read(tmp_path: Path) -> None:
    (example,) = read_examples(folder_with(tmp_path, VALID_ENTRY))
    assert example.evidence == (Evidence("gcc", "-O2", ("add",), ()),)


@pytest.mark.parametrize(
    ("index", "message"),
    [
        (VALID_ENTRY.replace("sum.c", "gone.c"), "gone.c cannot be read"),
        (VALID_ENTRY.replace("compiler: gcc", "compiler: icc"), "must be gcc or clang"),
        (VALID_ENTRY.replace("[{present: [add]}]", "[{}]"), "needs present or absent"),
        (VALID_ENTRY.replace("flags: -O2", "flags: 2"), "flags must be text"),
        (VALID_ENTRY + VALID_ENTRY, "'sum' is used twice"),
        ("group: one", "expected a list"),
        ("- {", "cannot be read"),
    ],
)
def test_a_broken_index_names_the_place(tmp_path: Path, index: str, message: str) -> None:
    with pytest.raises(ContentError, match=message):
        read_examples(folder_with(tmp_path, index))
