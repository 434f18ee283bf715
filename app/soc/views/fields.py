"""Fields above a view: what can be chosen or moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.site.views.setting_fields import SettingChoice, choices_of

FieldKind = Literal["select", "stepped", "number", "hidden", "text", "line", "file"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A menu, a menu that becomes a slider, a number, a text, a value that is kept, or a
    file to choose, whose value is the ending of its name."""

    name: str
    """In the form and in addresses."""
    label: str
    """What readers see, empty for a hidden field."""
    kind: FieldKind
    """Which of these it is: `stepped` is a menu shown as a slider, `line` a text of one line."""
    value: str
    """As text; of `file` the ending of the file's name."""
    choices: tuple[SettingChoice, ...] = ()
    """Of `select` and `stepped`; empty for all others."""
    least: str = ""
    """Smallest value of a number, empty for all others."""
    most: str = ""
    """Largest value of a number, empty for all others."""
    step: str = ""
    """Of a number, `any` where every number is taken; else empty."""
    unit: str = ""
    """Shown behind the value, empty for none."""
    reloads: bool = False
    """Whether other fields or the whole page depend on it, so that the page is loaded anew."""


_SUBJECTS = frozenset(("chip", "model", "kernel"))
_FEW = 2


def in_sight(fields: Sequence[Field], control: str) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """Those that say what the page is about, with the control of its picture at their end, and all
    others. All are in sight where the page has no control, or hardly any others.
    """
    others = [field for field in fields if not _is_subject(field) and field.name != control]
    if not control or len(others) <= _FEW:
        return tuple(fields), ()
    subjects = [subject for subject in fields if _is_subject(subject)]
    return (*subjects, *(dial for dial in fields if dial.name == control)), tuple(others)


def _is_subject(field: Field) -> bool:
    """A layer of the reader's own is told by numbers."""
    return field.name in _SUBJECTS or field.kind == "number"


def menu(
    name: str, label: str, value: str, choices: Sequence[tuple[str, str]], *, reloads: bool = False
) -> Field:
    """A menu of (value, title)."""
    made = choices_of(choices, value)
    return Field(name=name, label=label, kind="select", value=value, choices=made, reloads=reloads)


def stepped(name: str, label: str, value: str, choices: Sequence[tuple[str, str]]) -> Field:
    """A menu of (value, title) in rising order; static/js/soc.js shows it as a slider."""
    made = choices_of(choices, value)
    return Field(name=name, label=label, kind="stepped", value=value, choices=made)


def number(
    name: str, label: str, value: str, least: str, most: str, unit: str = "", step: str = "any"
) -> Field:
    """A number to type."""
    return Field(
        name=name,
        label=label,
        kind="number",
        value=value,
        least=least,
        most=most,
        step=step,
        unit=unit,
    )


def kept(name: str, value: str) -> Field:
    """A value that the form does not forget."""
    return Field(name=name, label="", kind="hidden", value=value)


def line(name: str, label: str, value: str) -> Field:
    """A text of one line."""
    return Field(name=name, label=label, kind="line", value=value)


def lines(name: str, label: str, value: str) -> Field:
    """A text of several lines."""
    return Field(name=name, label=label, kind="text", value=value)


def file_to_choose(name: str, label: str, ending: str) -> Field:
    """A file; no page can choose it again for its reader."""
    return Field(name=name, label=label, kind="file", value=ending)
