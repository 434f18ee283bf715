"""The files that are measured: what git knows, and the parsed Python modules among them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

PRODUCT = ("app", "classroom", "command_line", "compiler_core", "script", "static", "templates")
SUFFIXES = (".py", ".c", ".h", ".html", ".js", ".mjs", ".css", "")
VENDORED = "vendor"


@dataclass(frozen=True)
class Module:
    """One Python file: its path below the root, its full name, and its syntax."""

    path: Path
    name: str
    syntax: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"


def tracked_files(root: Path) -> tuple[Path, ...]:
    """Every file of ours that git knows and that exists, relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    )
    paths = (Path(name) for name in listing.stdout.split("\0") if name)
    return tuple(path for path in paths if VENDORED not in path.parts and (root / path).is_file())


def module_name(path: Path) -> str:
    """The name by which a file is imported: `a/b/__init__.py` is `a.b`."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_modules(root: Path, paths: Iterable[Path], *folders: str) -> dict[str, Module]:
    """The Python files among these paths that lie in these top folders, by name."""
    modules = (
        Module(path, module_name(path), ast.parse((root / path).read_text(encoding="utf-8")))
        for path in paths
        if path.suffix == ".py" and path.parts[0] in folders
    )
    return {module.name: module for module in modules}


def package_of(path: Path) -> str:
    """What the lines of a file count for: a track of the core, or else its top folder."""
    is_track = path.parts[0] == "compiler_core" and len(path.parts) > 2
    return "/".join(path.parts[: 2 if is_track else 1])


def lines_by_package(root: Path, paths: Iterable[Path]) -> Mapping[str, int]:
    """Physical lines of sources, blank ones too; content, prose and vendored files do not count."""
    counts: dict[str, int] = {}
    for path in paths:
        if path.suffix in SUFFIXES and path.parts[0] in (*PRODUCT, "tests"):
            text = (root / path).read_text(encoding="utf-8")
            counts[package_of(path)] = counts.get(package_of(path), 0) + len(text.splitlines())
    return counts
