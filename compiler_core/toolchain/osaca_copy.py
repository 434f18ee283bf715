"""A copy of OSACA where the jail can read it: the package, what it imports, AArch64 models only.

The jail hides the checkout (its own work directory may lie over it, and its user may not enter a
home directory), so the virtual environment's packages cannot be used in place.
"""

from __future__ import annotations

import os
import re
import shutil
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from compiler_core.kept_folders import incoming_folder
from compiler_core.toolchain.state import reachable_directory

# OSACA's own requirements; all are plain Python.
PACKAGES = ("osaca", "networkx", "pyparsing", "ruamel")
MODELS = ("a64fx", "a72", "m1", "n1", "tsv110", "tx2", "v2")
_VERSION = re.compile(r"^Version: (\S+)", re.MULTILINE)
_MODEL_FILE = re.compile(r"\.?(?P<model>[a-z0-9]+)(?:_[0-9a-f]+\.pickle|\.yml)")


@lru_cache(maxsize=1)
def osaca_directory() -> Path | None:
    """The directory that holds all packages; None when OSACA is not installed here."""
    spec = find_spec("osaca")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent.parent


def osaca_version(packages: Path) -> str:
    """As its metadata says; empty when there is none."""
    for path in packages.glob("osaca-*.dist-info/METADATA"):
        match = _VERSION.search(path.read_text(encoding="utf-8", errors="replace"))
        if match:
            return match[1]
    return ""


def readable_copy(packages: Path, version: str) -> Path:
    """The copy for this version, made now if it is not there. Raises OSError."""
    target = reachable_directory() / f"osaca-{version}"
    if target.exists():
        return target
    with incoming_folder(target.parent) as incoming:
        fresh = incoming / "packages"
        for name in PACKAGES:
            shutil.copytree(packages / name, fresh / name, ignore=_unwanted)
        _open_to_all(fresh)
        try:
            os.replace(fresh, target)
        except OSError:
            # Another process may have put its own copy there first.
            if not target.exists():
                raise
    return target


def _unwanted(directory: str, names: list[str]) -> list[str]:
    """Tests and the models of other architectures: most of the size."""
    unwanted = [name for name in names if name == "tests"]
    if Path(directory).parts[-2:] == ("osaca", "data"):
        unwanted += [name for name in names if _is_other_model(name)]
    return unwanted


def _is_other_model(name: str) -> bool:
    match = _MODEL_FILE.fullmatch(name)
    return match is not None and match["model"] not in MODELS


def _open_to_all(directory: Path) -> None:
    directory.chmod(0o755)
    for path in directory.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
