"""Bodies of requests, checked field by field: what is wrong is said in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from compiler_core.errors import InputError
from compiler_core.fault_words import TOO_LARGE, expected_words, in_short, shown_value

JSON_ADVICE = "Send one JSON object, in UTF-8."
LARGEST_WHOLE = (1 << 63) - 1


class StrictBody(BaseModel):
    """A body whose fields are checked and whose unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*")
    @classmethod
    def _fits_an_answer(cls, value: Any) -> Any:
        # Answers repeat what was sent, and our JSON has 64 bits for a whole number.
        if any(not -LARGEST_WHOLE <= number <= LARGEST_WHOLE for number in _whole_numbers(value)):
            raise PydanticCustomError(TOO_LARGE, "The number has more than 64 bits")
        return value

    def changed(self, **changes: Any) -> Self:
        """The same with other values, which are not checked anew."""
        return self.model_copy(update=changes)


def _whole_numbers(value: Any) -> Iterator[int]:
    """Itself, or those anywhere within it."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, int):
            yield part
        elif isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part


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
    name = in_short(".".join(map(str, location))) or "the body"
    kind = fault["type"]
    if kind == "extra_forbidden":
        return f"There is no field named {name}."
    if kind == "missing":
        return f"The field {name} is missing."
    if kind == "json_invalid":
        return "The body is not valid JSON."
    expected = expected_words(kind, fault.get("ctx", {}))
    if not expected:
        return f"{name}: {fault['msg']}."
    return f"{name}: {expected} is expected, and {shown_value(fault.get('input'))} was sent."
