"""The atlas as a list: each page with what it can be asked and what it says."""

from __future__ import annotations

from typing import Any

from compiler_core.atlas.pages import PAGES
from compiler_core.atlas.records import AtlasPage, Control


def atlas_list() -> dict[str, Any]:
    """Plain data for JSON."""
    return {"pages": [_page(page) for page in PAGES]}


def _page(page: AtlasPage) -> dict[str, Any]:
    return {
        "page": page.name,
        "title": page.title,
        "idea": page.idea,
        "label": page.label,
        "tool": page.tool,
        "controls": [_control(control) for control in page.controls],
        "facts": [
            {"name": fact.name, "unit": fact.unit, "basis": fact.basis} for fact in page.facts
        ],
    }


def _control(control: Control) -> dict[str, Any]:
    named = {"name": control.name, "title": control.title, "usual": control.usual}
    return {**named, **_limits(control)}


def _limits(control: Control) -> dict[str, Any]:
    if control.choices:
        return {"choices": [value for value, _ in control.choices]}
    if control.longest:
        return {"longest": control.longest, "admits": dict(control.admits)}
    return {"least": control.least, "most": control.most}
