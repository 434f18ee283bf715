"""Bodies of requests, checked field by field: what is wrong is said in plain words."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from compiler_core.errors import InputError


class StrictBody(BaseModel):
    """A body whose fields are checked and whose unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


Body = TypeVar("Body", bound=StrictBody)


def parse_body(model: type[Body], text: bytes) -> Body:
    """The body. Raises InputError in plain words."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise first_fault(error) from error


def first_fault(error: ValidationError) -> InputError:
    """In plain words."""
    fault = error.errors(include_url=False, include_input=False)[0]
    return InputError(fault_sentence(fault["type"], fault["loc"], fault["msg"]))


def fault_sentence(kind: str, location: tuple[int | str, ...], message: str) -> str:
    """A fault that pydantic found, in one plain sentence. location: within the body or query."""
    name = ".".join(map(str, location)) or "the body"
    if kind == "extra_forbidden":
        return f"There is no field named {name}."
    if kind == "missing":
        return f"The field {name} is missing."
    if kind == "json_invalid":
        return "The body is not valid JSON."
    return f"{name}: {message}."
