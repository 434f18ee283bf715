"""What the settings form of a stage keeps."""

from __future__ import annotations

from collections.abc import Sequence

from app.model_runs.request import ModelRequest
from app.site.views.setting_fields import SettingField


def kept_fields(request: ModelRequest, shown: Sequence[SettingField]) -> tuple[SettingField, ...]:
    """What else the address says, so that a form does not forget it."""
    names = {field.name for field in shown}
    places = {"picture": request.picture, "chip": request.chip}
    values = request.settings.query() | {name: value for name, value in places.items() if value}
    return tuple(
        SettingField(name=name, label="", kind="hidden", choices=(), value=value)
        for name, value in values.items()
        if name not in names
    )
