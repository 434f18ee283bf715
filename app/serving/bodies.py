"""Bodies of requests, checked field by field: what is wrong is said in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from compiler_core.errors import InputError

JSON_ADVICE = "Send one JSON object, in UTF-8."
LARGEST_WHOLE = (1 << 63) - 1
_TOO_LARGE = "number_too_large"
_MOST_QUOTED = 40


class StrictBody(BaseModel):
    """A body whose fields are checked and whose unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*")
    @classmethod
    def _fits_an_answer(cls, value: Any) -> Any:
        # Answers repeat what was sent, and our JSON has 64 bits for a whole number.
        if isinstance(value, int) and not -LARGEST_WHOLE <= value <= LARGEST_WHOLE:
            raise PydanticCustomError(_TOO_LARGE, "The number has more than 64 bits")
        return value


Body = TypeVar("Body", bound=StrictBody)


def parse_body(model: type[Body], text: bytes) -> Body:
    """The body. Raises InputError in plain words."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise first_fault(error) from error


def first_fault(error: ValidationError) -> InputError:
    """In plain words."""
    fault = error.errors(include_url=False)[0]
    advice = JSON_ADVICE if fault["type"] == "json_invalid" else ""
    return InputError(fault_sentence(fault, fault["loc"]), advice)


def fault_sentence(fault: Mapping[str, Any], location: tuple[int | str, ...]) -> str:
    """A fault that pydantic found, in one plain sentence. location: within the body or query."""
    name = ".".join(map(str, location)) or "the body"
    kind = fault["type"]
    if kind == "extra_forbidden":
        return f"There is no field named {_in_short(name)}."
    if kind == "missing":
        return f"The field {name} is missing."
    if kind == "json_invalid":
        return "The body is not valid JSON."
    expected = _expected(kind, fault.get("ctx", {}))
    if not expected:
        return f"{name}: {fault['msg']}."
    return f"{name}: {expected} is expected, and {_sent(fault.get('input'))} was sent."


_KINDS = (
    ("string_", "text"), ("int_", "a whole number"), ("float_", "a number"),
    ("finite_number", "a finite number"), ("bool_", "true or false"), ("list_", "a list"),
    ("tuple_", "a list"), ("model_", "an object"), ("dict_", "an object"),
    (_TOO_LARGE, "a number of at most 18 digits"),
)  # fmt: skip
"""How names of pydantic's faults begin, and what it wanted."""


def _expected(kind: str, context: Mapping[str, Any]) -> str:
    """What a field takes, "" for a fault of another kind."""
    match kind:
        case "literal_error":
            return str(context["expected"])
        case "greater_than_equal":
            return f"a number of at least {context['ge']:,g}"
        case "less_than_equal":
            return f"a number of at most {context['le']:,g}"
        case "string_too_long" | "string_too_short" | "string_pattern_mismatch":
            return ""
    return next((words for beginning, words in _KINDS if kind.startswith(beginning)), "")


def _sent(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    names = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return names[value]
    return _in_short(repr(value))


def _in_short(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"
