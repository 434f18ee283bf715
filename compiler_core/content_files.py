"""Reading files of `content`: YAML whose keys are checked, and sources beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from compiler_core.errors import InputError
from compiler_core.source import SourceFile

CONTENT_FOLDER = Path(__file__).resolve().parent.parent / "content"


class ContentError(InputError):
    """A content file is not what its reader expects; names the file and the place."""


def read_yaml(path: Path) -> object:
    """A YAML file's value. Raises ContentError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} cannot be read: {' '.join(str(error).split())}") from error
    return parse_yaml(str(path), text)


def parse_yaml(location: str, text: str) -> object:
    """The value of YAML. Empty lines above a part of a file make its lines those of the file.

    Raises ContentError.
    """
    import yaml  # only where it is used: the command line starts without it

    try:
        return yaml.load(text, yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise ContentError(f"{location} cannot be read: {_said_by(error)}.") from error


def _said_by(error: Any) -> str:
    """Where YAML ends to make sense, and what was expected there."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return " ".join(str(error).split())
    words = " ".join(part for part in (error.context, error.problem) if part)
    return f"line {mark.line + 1}, column {mark.column + 1}, {words}"


def read_list(path: Path) -> list[Any]:
    """A YAML file that holds a list. Raises ContentError."""
    content = read_yaml(path)
    if not isinstance(content, list):
        raise ContentError(f"{path}, line 1: expected a list, found {type(content).__name__}.")
    return content


class LinesOfYaml:
    """On which line of a YAML file a value begins, for what is said of it."""

    def __init__(self, text: str) -> None:
        self._text = text

    @classmethod
    def of_file(cls, path: Path) -> LinesOfYaml:
        """Of a file that was read before."""
        return cls(path.read_text(encoding="utf-8"))

    @cached_property
    def _root(self) -> Any:
        import yaml

        return yaml.compose(self._text, yaml.CSafeLoader)

    def at(self, *path: str | int) -> int:
        """The line, from 1, of what lies at these keys and numbers, as far as they lead."""
        node = self._root
        for step in path:
            inner = self._inside(node, step)
            if inner is None:
                break
            node = inner
        return node.start_mark.line + 1 if node is not None else 1

    @staticmethod
    def _inside(node: Any, step: str | int) -> Any:
        if isinstance(step, int):
            return node.value[step] if step < len(node.value) else None
        return next((value for key, value in node.value if key.value == step), None)


def read_source(location: str, path: Path) -> SourceFile:
    """A source file under its own name. Raises ContentError."""
    try:
        return SourceFile(path.name, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{location}: the file {path.name} cannot be read: {error}") from error


def checked_mapping(
    location: str, value: object, known: set[str], needed: set[str]
) -> Mapping[str, Any]:
    """The mapping, its keys among `known` and all of `needed` there. Raises ContentError."""
    if not isinstance(value, dict):
        raise ContentError(f"{location}: expected keys and values, found {type(value).__name__}.")
    unknown = sorted(str(key) for key in set(value) - known)
    if unknown:
        raise ContentError(f"{location}: unknown key {unknown[0]!r}; known: {sorted(known)}.")
    missing = sorted(needed - set(value))
    if missing:
        raise ContentError(f"{location}: the key {missing[0]!r} is missing.")
    return value


def checked_text(location: str, value: object) -> str:
    """A text that is not empty. Raises ContentError."""
    if not isinstance(value, str) or not value.strip():
        raise ContentError(f"{location} must be text, found {str(value)[:40]!r}.")
    return value.strip()
