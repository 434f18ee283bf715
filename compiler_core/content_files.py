"""Reading files of `content`: YAML that becomes records of ours, and sources beside it.

The type hints of a record are the rules of its file. Pydantic checks keys and types by them; what
is wrong is said in sentences of ours, with file, line and keys (`content_faults`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from compiler_core.content_faults import HERE, OF_OURS, fault_of, key_of
from compiler_core.errors import InputError
from compiler_core.source import SourceFile

if TYPE_CHECKING:
    from pydantic_core import SchemaValidator

CONTENT_FOLDER = Path(__file__).resolve().parent.parent / "content"
Record = TypeVar("Record")
_Rules = Mapping[str, Mapping[str, Any]]
_RULES: _Rules = {
    "str": {"strict": True, "min_length": 1, "strip_whitespace": True},
    "int": {"strict": True},
    "float": {"strict": True, "allow_inf_nan": False},
    "bool": {"strict": True},
    "dataclass-args": {"extra_behavior": "forbid"},
}
"""By pydantic's name of a type what else is asked of it. Pydantic alone takes "4" for 4; in its own
strict mode it takes neither a list for a tuple nor keys and values for a record."""
_RULES_OF_RECORDINGS: _Rules = {**_RULES, "str": {"strict": True}}


class ContentError(InputError):
    """A content file is not what its reader expects; names the file and the place."""


class Rule:
    """What a field asks beyond its type, in pydantic's names: `Annotated[int, Rule(ge=1)]`."""

    def __init__(self, **limits: Any) -> None:
        self._limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), **self._limits}


AsWritten = Annotated[str, Rule(min_length=0, strip_whitespace=False)]
"""A text that may be empty and has the spaces around it that it was written with."""


def read_file(path: Path, shape: type[Record]) -> Record:
    """A YAML file as `read_record` reads it. Raises ContentError, with the line."""
    return _read_file(path, shape, _RULES)


def read_recording(path: Path, shape: type[Record]) -> Record:
    """A YAML file that a script of ours wrote: its texts stay as they are, also empty ones.

    Raises ContentError, with the line.
    """
    return _read_file(path, shape, _RULES_OF_RECORDINGS)


def _read_file(path: Path, shape: type[Record], rules: _Rules) -> Record:
    value = read_yaml(path)
    return _read(str(path), value, shape, rules, LinesOfYaml.of_file(path))


def read_record(
    location: str, value: object, shape: type[Record], lines: LinesOfYaml | None = None
) -> Record:
    """What YAML gave as a dataclass, or as a tuple or dict of dataclasses.

    Keys are the names of the fields, `is` that of `is_`, and no others. Texts lose spaces around
    and are then not empty; a list becomes a tuple and a whole number a float, and nothing else
    becomes another thing. A record that stands otherwise in files has a class method
    `from_content(location, value)`. lines: of the value. Raises ContentError.
    """
    return _read(location, value, shape, _RULES, lines)


def _read(
    location: str, value: object, shape: type[Record], rules: _Rules, lines: LinesOfYaml | None
) -> Record:
    from pydantic import ValidationError  # as YAML, only where something is read

    def place_of(keys: tuple[str | int, ...]) -> str:
        return location if lines is None else f"{location}, line {lines.at(*keys)}"

    try:
        return _validator(shape, rules is _RULES).validate_python(value)
    except ValidationError as error:
        raise ContentError(*fault_of(error, shape, place_of)) from error


@cache
def _validator(shape: Any, of_people: bool) -> SchemaValidator:
    from pydantic import TypeAdapter
    from pydantic_core import SchemaValidator

    rules = _RULES if of_people else _RULES_OF_RECORDINGS
    return SchemaValidator(_ruled(TypeAdapter(shape).core_schema, rules))


def _ruled(schema: Any, rules: _Rules) -> Any:
    """Pydantic's description of a shape with the rules at any depth; a field's own go first."""
    if isinstance(schema, list):
        return [_ruled(part, rules) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kind = schema.get("type")
    if kind == "nullable":  # what a file leaves open it leaves out
        return _ruled(schema["schema"], rules)
    read = _given if kind == "any" else getattr(schema.get("cls"), "from_content", None)
    if read is not None and kind in ("any", "dataclass"):
        function = {"type": "no-info", "function": _read_here(read)}
        return {**schema, "type": "function-plain", "function": function}
    ruled = {key: _ruled(part, rules) for key, part in schema.items()}
    if kind == "dataclass-field":
        return {**ruled, "validation_alias": key_of(schema["name"])}
    return {**rules.get(kind, {}), **ruled} if isinstance(kind, str) else ruled


def _given(location: str, value: object) -> object:
    if value is None:
        raise ContentError(f"{location}: expected a value, found nothing.")
    return value


def _read_here(read: Callable[[str, Any], Any]) -> Callable[[Any], Any]:
    """A function of ours as pydantic calls it: without the place, which is put in afterwards."""
    from pydantic_core import PydanticCustomError

    def read_value(value: Any) -> Any:
        try:
            return read(HERE, value)
        except ContentError as error:
            context = {"message": error.message, "advice": error.advice}
            raise PydanticCustomError(OF_OURS, "{message}", context) from error

    return read_value


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
    except ValueError as error:  # YAML's of a date that is none
        raise ContentError(f"{location} cannot be read: {error}.") from error


def _said_by(error: Any) -> str:
    """Where YAML ends to make sense, and what was expected there."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return " ".join(str(error).split())
    words = " ".join(part for part in (error.context, error.problem) if part)
    return f"line {mark.line + 1}, column {mark.column + 1}, {words}"


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
        if not isinstance(node.value, list):
            return None
        if isinstance(step, int):
            return node.value[step] if step < len(node.value) else None
        return next((value for key, value in node.value if key.value == step), None)


def read_source(location: str, path: Path) -> SourceFile:
    """A source file under its own name. Raises ContentError."""
    try:
        return SourceFile(path.name, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{location}: the file {path.name} cannot be read: {error}") from error


def checked_text(location: str, value: object) -> str:
    """A text that is not empty. Raises ContentError."""
    if not isinstance(value, str) or not value.strip():
        raise ContentError(f"{location} must be text, found {str(value)[:40]!r}.")
    return value.strip()
