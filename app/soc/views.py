"""The views of a chip, in the order of their tabs."""

from __future__ import annotations

from app.soc.context import SocContext, SocView, ViewAnswer
from compiler_core.errors import UnknownName


def _chip(context: SocContext) -> ViewAnswer:
    from app.soc.chip import chip_answer

    return chip_answer(context)


VIEWS: tuple[SocView, ...] = (
    SocView(
        "chip",
        "Chip",
        "What the chip consists of. Choose a part to see its numbers, where each comes from, and "
        "to try others.",
        _chip,
    ),
)


def view_named(name: str) -> SocView:
    """The view of this name. Raises UnknownName."""
    found = next((one for one in VIEWS if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in VIEWS)
        raise UnknownName(f"There is no view {name[:40]!r} of a chip.", f"Views: {names}.")
    return found
