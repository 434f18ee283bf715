"""Rooms stay small: a file or function that has grown too large is probably two."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.architecture.project import PACKAGES, ROOT, python_files, syntax_tree, tracked_files

MAXIMUM_FILE_LINES = 400
MAXIMUM_FUNCTION_LINES = 50
VENDORED = "vendor"


def line_count(path: Path) -> int:
    return len((ROOT / path).read_text(encoding="utf-8").splitlines())


def own_sources() -> list[Path]:
    scripts = [
        path
        for path in tracked_files()
        if path.parts[0] in ("static", "templates", "script", "compiler_core")
        and path.suffix in (".js", ".mjs", ".css", ".html", ".sh", ".c", "")
        and VENDORED not in path.parts
    ]
    return [*python_files(*PACKAGES, "script", "tests"), *scripts]


def test_files_stay_below_400_lines() -> None:
    sources = own_sources()
    assert len(sources) > 20
    assert {
        str(path): line_count(path) for path in sources if line_count(path) > MAXIMUM_FILE_LINES
    } == {}


def test_functions_stay_below_50_lines() -> None:
    found = {
        f"{path}:{node.lineno} {node.name}": length
        for path in python_files(*PACKAGES, "script", "tests")
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > MAXIMUM_FUNCTION_LINES
    }
    assert found == {}
