"""What the documents say is true: commands run, named files exist, links lead somewhere."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.architecture.project import ROOT

DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/recipes.md")
# Servers, whole test runs and container builds have tests of their own.
TRIED_ELSEWHERE = ("script/server", "script/test", "docker ", "git diff", ".venv/bin/pytest")


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def commands() -> list[str]:
    fence = re.compile(r"```sh\n(.*?)```", re.DOTALL)
    blocks = [block for document in DOCUMENTS for block in fence.findall(text_of(document))]
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def named_paths(text: str) -> set[str]:
    """Everything in back quotes that looks like a path of the project."""
    quoted = re.findall(r"`([\w.-]+/[\w./-]*|[A-Z]+\.md)`", text)
    return {name for name in quoted if not name.startswith((".venv", "--"))}


@pytest.mark.parametrize(
    "command", [line for line in commands() if not line.startswith(TRIED_ELSEWHERE)]
)
def test_the_command_runs(emulator: None, command: str) -> None:
    finished = subprocess.run(
        shlex.split(command), cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert finished.stdout


def test_the_other_commands_name_scripts_that_exist() -> None:
    words = [command.split()[0] for command in commands() if command.startswith("script/")]
    assert {"script/server", "script/test"} <= set(words)
    assert [word for word in words if not (ROOT / word).is_file()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_files_it_names_exist(document: str) -> None:
    found = named_paths(text_of(document))
    assert found
    assert [name for name in sorted(found) if not (ROOT / name).exists() | is_made(name)] == []


def is_made(name: str) -> bool:
    """Whether a script makes it: nobody who has just cloned the project has it."""
    scripts = [path for path in (ROOT / "script").iterdir() if path.is_file()]
    return name.startswith("build/") and any(name in path.read_text() for path in scripts)


def tracks() -> dict[str, str]:
    """The parts of the code map, each with its table and the sentence that says where to start."""
    code_map = text_of("ARCHITECTURE.md").partition("## Where things are")[2].partition("\n## ")[0]
    parts = (part.partition("\n") for part in code_map.split("\n### ")[1:])
    return {title: text for title, _, text in parts}


def rows() -> list[str]:
    """What the code map says, a row of its tables each."""
    return [line for text in tracks().values() for line in text.splitlines() if line[:3] == "| `"]


def folders_of(row: str) -> list[Path]:
    """Those that the row names, and those in which its files stand."""
    paths = [ROOT / name for name in named_paths(row)]
    return [path if path.is_dir() else path.parent for path in paths]


def defined_in(path: Path) -> set[str]:
    """Functions and classes of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


@pytest.mark.parametrize("title", tracks())
def test_each_track_says_in_which_modules_one_starts_reading(title: str) -> None:
    starts = re.findall(r"^Start reading at (.+)$", tracks()[title], re.MULTILINE)
    assert len(starts) == 1
    modules = [ROOT / name for name in re.findall(r"`([^`]+)`", starts[0])]
    assert modules
    assert [path for path in modules if path.suffix != ".py" or not path.is_file()] == []
    assert [path for path in modules if not defined_in(path)] == []


def test_files_named_without_a_folder_stand_in_those_of_their_row() -> None:
    """Such as `facts.py` after `compiler_core/host/verdicts/loop_ir/`."""
    named = [(name, row) for row in rows() for name in re.findall(r"`([\w-]+\.\w{1,4})`", row)]
    assert len(named) > 40
    assert [
        name
        for name, row in named
        if not any(next(folder.rglob(name), None) for folder in folders_of(row))
    ] == []


def test_functions_that_the_code_map_names_are_in_files_of_their_row() -> None:
    """Such as `page_stamp` in `compiler_core/atlas/run.py`."""
    named = [(name, row) for row in rows() for name in re.findall(r"`([a-z]+(?:_[a-z]+)+)`", row)]
    assert named
    for name, row in named:
        modules = [ROOT / path for path in named_paths(row) if path.endswith(".py")]
        assert name in set().union(*map(defined_in, modules)), row


def test_the_code_map_names_every_part() -> None:
    table = text_of("ARCHITECTURE.md")
    parts = [f"{path.name}/" for path in ROOT.iterdir() if (path / "__init__.py").exists()]
    assert len(parts) >= 3
    assert [
        part
        for part in [*parts, "content/", "templates/", "static/", "script/"]
        if f"`{part}" not in table
    ] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_its_links_lead_somewhere(document: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", text_of(document))
    local = [target for target in targets if "://" not in target]
    folder = (ROOT / document).parent
    assert [target for target in local if not (folder / target).exists()] == []


def test_the_picture_is_a_picture() -> None:
    content = Path(ROOT / "docs" / "images" / "explorer.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width = int.from_bytes(content[16:20])
    assert width >= 1200


def test_the_licence_is_apache() -> None:
    assert "Version 2.0, January 2004" in text_of("LICENSE")
    assert 'license = "Apache-2.0"' in text_of("pyproject.toml")
