"""A reader's values against a page's controls: names, choices and ranges, nothing else gets in."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from compiler_core.atlas.records import AtlasPage, Control, Settings
from compiler_core.errors import InputError
from compiler_core.near_names import did_you_mean
from compiler_core.typed_numbers import whole_number

_LONGEST_NUMBER = 9


def read_settings(page: AtlasPage, given: Mapping[str, str]) -> Settings:
    """The value of every control, the usual one where none is given. Raises InputError."""
    known = {control.name: control for control in page.controls}
    for name in given:
        if name not in known:
            raise InputError(
                f"{page.title} has no setting {name[:40]!r}.", did_you_mean(name, known, "'")
            )
    return {name: _read(control, given.get(name, "")) for name, control in known.items()}


def _read(control: Control, text: str) -> str:
    if control.longest:
        return _text(control, text)
    value = text.strip() or control.usual
    if control.choices:
        return _one_of(control, value)
    number = whole_number(value, _LONGEST_NUMBER)
    if number is None or not control.least <= number <= control.most:
        raise InputError(
            f"{control.title} cannot be {value[:40]!r}.",
            f"Give a whole number, {control.least:,} to {control.most:,}.",
        )
    return str(number)


def _one_of(control: Control, value: str) -> str:
    words = [word for word, _ in control.choices]
    if value not in words:
        raise InputError(
            f"{control.title} cannot be {value[:40]!r}.", f"There are: {', '.join(words)}."
        )
    return value


def _bytes(control: Control, text: str) -> str:
    try:
        content = base64.b64decode("".join(text.split()), validate=True)
    except ValueError as error:
        raise InputError(f"{control.title}: this is not base 64.", "Send a file.") from error
    _check_size(control, len(content))
    return base64.b64encode(content).decode() or control.usual


def _check_size(control: Control, size: int) -> None:
    if size > control.longest:
        raise InputError(
            f"{control.title}: {size:,} bytes; the limit is {control.longest:,}.", "Leave some out."
        )


def _text(control: Control, text: str) -> str:
    if control.is_bytes:
        return _bytes(control, text)
    size = len(text.encode("utf-8", "surrogatepass"))
    _check_size(control, size)
    if "\0" in text:
        raise InputError(f"{control.title}: there is a NUL character.", "Give plain text.")
    lines = text.encode("utf-8", "replace").decode().replace("\r\n", "\n")
    # Messages about a program name lines and columns of what its reader sees.
    return (lines if control.file and lines.strip() else lines.strip()) or control.usual
