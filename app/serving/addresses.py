"""What a query or a form says, read into the model that a body of JSON is checked by.

Of each field the last text counts, and of a list every one. Names that the model does not have are
left alone: anybody may have written an address. A text that a field cannot be counts as if it were
not there, unless the field says in which sentence it is refused. A field that JSON must have is
empty where a form leaves it out; one that it need not have may be empty in a form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from starlette.datastructures import FormData, QueryParams, UploadFile

from app.serving.bodies import first_fault
from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_number

Values = FormData | QueryParams | Mapping[str, str]
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Reading:
    """How the text of a field is read; it stands in the field's annotation."""

    read: Callable[[str], Any]
    """None for what the field cannot be."""
    refusal: tuple[str, str] | None = None
    """Sentence and advice for that; without them the field's default holds."""


def cut(longest: int) -> Reading:
    """No more of the text is taken than so many characters."""
    return Reading(lambda text: text[:longest])


def whole(digits: int, refusal: tuple[str, str] | None = None) -> Reading:
    """A whole number of at most so many digits."""
    return Reading(lambda text: whole_number(text, digits), refusal)


def with_line_feeds(text: str) -> str:
    """Browsers send line ends as CR LF."""
    return text.replace("\r\n", "\n")


Lines = Annotated[str, Reading(with_line_feeds)]
"""A text of several lines."""
Given = Annotated[str, Reading(lambda text: text or None)]
"""A text whose default also stands for an empty one."""


def texts_of(values: Values) -> dict[str, str]:
    """Of each field the last text; files are left out."""
    return {name: value for name, value in values.items() if isinstance(value, str)}


def read_as(model: type[Model], values: Values, **usual: Any) -> Model:
    """The model of a query or form. usual: instead of the model's own defaults. Raises InputError
    in plain words."""
    try:
        return model(**usual | read_fields(model, values))
    except ValidationError as error:
        raise first_fault(error) from error


def read_fields(model: type[BaseModel], values: Values) -> dict[str, Any]:
    """Those of the model's fields that were given and can be read, by their names in the address.
    Raises InputError for one that says so."""
    read = {
        field.alias or name: _read(field, _texts(values, field.alias or name))
        for name, field in model.model_fields.items()
    }
    return {name: value for name, value in read.items() if value is not None}


def _texts(values: Values, name: str) -> list[str]:
    given: Sequence[str | UploadFile]
    if isinstance(values, FormData | QueryParams):
        given = values.getlist(name)
    else:
        given = [values[name]] if name in values else []
    return [value for value in given if isinstance(value, str)]


def _read(field: FieldInfo, texts: list[str]) -> Any:
    """None where the default holds."""
    reading = _reading_of(field)
    if reading is None and get_origin(field.annotation) is tuple:
        part = FieldInfo.from_annotation(get_args(field.annotation)[0])
        return tuple(value for text in texts if (value := _read_one(part, text)) is not None)
    if not texts and not field.is_required():
        return None
    text = texts[-1] if texts else ""
    value = _read_one(field, text)
    is_refused = value is None and (text != "" or field.is_required())
    if is_refused and reading is not None and reading.refusal is not None:
        raise InputError(*reading.refusal)
    return value


def _reading_of(field: FieldInfo) -> Reading | None:
    return next((known for known in field.metadata if isinstance(known, Reading)), None)


def _read_one(field: FieldInfo, text: str) -> Any:
    """Without a reading, by the type alone: a text, one of some words, a box that is ticked."""
    reading, annotation = _reading_of(field), field.annotation
    if reading is not None:
        return reading.read(text)
    if get_origin(annotation) is Literal:
        return text if text in get_args(annotation) else None
    if annotation is bool:
        return bool(text) or None
    return text if annotation is str else None
