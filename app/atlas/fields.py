"""Fields of an atlas page: choices in its address, and texts of a reader's own, which are sent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from app.addresses.atlas import atlas_address
from app.atlas.views.atlas import OwnTexts, SettingsForm
from app.soc.views.fields import Field, file_to_choose, line, lines, menu
from compiler_core.atlas.records import AtlasPage, Control, Settings
from compiler_core.atlas.run import changed_settings

_KEPT_NOWHERE = "it is sent with the button, shown to you, and kept nowhere."
_TEXTS_SAY = f"Here is what the settings stand for. Change it, or paste your own: {_KEPT_NOWHERE}"
_FILE_SAYS = "The file is sent with the button, computed with in a jail, and kept nowhere."
_ONE_LINE = 120
"""Bytes of a text that is written into one line."""


def settings_form(page: AtlasPage, settings: Settings, given: Mapping[str, str]) -> SettingsForm:
    """The page's form as it was sent. settings: those that were answered."""
    holds_texts = bool(page.own_texts(given))
    return SettingsForm(
        fields=_shown_fields(page, given),
        method="post" if holds_texts else "get",
        sends=_how_sent(page),
        own=None if holds_texts else _own_texts(page, settings),
        explains=tuple((control.title, control.explains) for control in page.controls),
        admits=tuple(word for control in page.controls for word in control.admits),
    )


def _shown_fields(page: AtlasPage, given: Mapping[str, str]) -> tuple[Field, ...]:
    """Choices; behind a text of the reader's own, all texts and the choices that still count."""
    own = page.own_texts(given)
    replaced = {name for control in own for name in control.instead_of}
    return tuple(
        _field(control, given.get(control.name, ""))
        for control in page.controls
        if (own or not control.file) and control.name not in replaced
    )


def _field(control: Control, given: str) -> Field:
    if control.is_bytes:
        return _file(control)
    if control.longest:
        text = given if control.file else given.strip()
        field = line if control.longest <= _ONE_LINE else lines
        return field(control.name, control.title, text[: control.longest] or control.usual)
    value = given.strip()[:40] or control.usual
    if control.choices:
        return menu(control.name, control.title, value, control.choices)
    return Field(
        name=control.name,
        label=control.title,
        kind="number",
        value=value,
        least=str(control.least),
        most=str(control.most),
        step="1",
    )


def _own_texts(page: AtlasPage, settings: Settings) -> OwnTexts | None:
    """A form with what the choices stand for, to be changed; None where there is none, and where
    the fields have them already."""
    controls = [control for control in page.controls if control.file]
    if not controls or page.own_texts(settings):
        return None
    chosen = page.chosen_texts(settings)
    only_files = all(control.is_bytes for control in controls)
    return OwnTexts(
        address=atlas_address(page.name, changed_settings(page, settings)),
        fields=tuple(
            _file(field) if field.is_bytes else lines(field.name, field.title, chosen[field.name])
            for field in controls
        ),
        sends=_how_sent(page),
        title="Give your own" if only_files else "Write your own",
        says=_FILE_SAYS if only_files else _TEXTS_SAY,
        button="Run your file" if only_files else "Run your texts",
    )


def _how_sent(page: AtlasPage) -> str:
    """The encoding of a form with the page's texts."""
    has_file = any(control.is_bytes for control in page.controls)
    return "multipart/form-data" if has_file else "application/x-www-form-urlencoded"


def _file(control: Control) -> Field:
    return file_to_choose(control.name, control.title, PurePath(control.file).suffix)
