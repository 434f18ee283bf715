"""The project's files as the architecture tests see them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "classroom", "command_line", "compiler_core")


@cache
def tracked_files() -> tuple[Path, ...]:
    """Every file that git knows and that exists, relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = (name for name in listing.stdout.split("\0") if name)
    return tuple(Path(name) for name in names if (ROOT / name).is_file())


def python_files(*folders: str) -> tuple[Path, ...]:
    """Tracked Python files below these folders, relative to the root."""
    return tuple(
        path for path in tracked_files() if path.suffix == ".py" and path.parts[0] in folders
    )


@cache
def syntax_tree(path: Path) -> ast.Module:
    """The parsed module."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


def imported_modules(path: Path) -> Iterator[str]:
    """Full names of everything a file imports, wherever in the file; `a.b.c` for from-imports."""
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def attribute_names(path: Path) -> Iterator[str]:
    """Every `name.attribute` that a file mentions."""
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"


def is_below(module: str, package: str) -> bool:
    """True for the package itself and everything in it."""
    return module == package or module.startswith(f"{package}.")
