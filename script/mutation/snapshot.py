"""A copy of the project in which mutmut may write: tracked files, and its own settings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from script.mutation.packages import MutatedPackage

ROOT = Path(__file__).resolve().parents[2]
# What mutmut sees as tests and sources by itself.
_KNOWN = ("compiler_core", "tests", "pyproject.toml")

SETTINGS = """
[tool.mutmut]
source_paths = ["compiler_core"]
only_mutate = ["compiler_core/{name}/*"]
also_copy = [{copied}]
pytest_add_cli_args_test_selection = [{tests}]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist"]
use_git_change_detection = false
track_dependencies = false
"""


def make_snapshot(package: MutatedPackage) -> Path:
    """The folder, made anew: no result of an earlier run counts."""
    folder = ROOT / "build" / "mutants" / package.label
    shutil.rmtree(folder, ignore_errors=True)
    for name in _tracked():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    copied = sorted({name.split("/")[0] for name in _tracked()} - set(_KNOWN))
    settings = SETTINGS.format(
        name=package.name, copied=_quoted(copied), tests=_quoted(package.tests)
    )
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(settings)
    return folder


def _tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def _quoted(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)
