"""A piece of program in its parts, each a link to what is said of it."""

from __future__ import annotations

from app.atlas.views.atlas import DissectionView, PartRow, PieceLink
from compiler_core.atlas.records import Dissection


def dissection_view(dissection: Dissection) -> DissectionView:
    """Parts keep their order; pieces of one part have its colour."""
    order = {part.name: at for at, part in enumerate(dissection.parts)}
    return DissectionView(
        title=dissection.title,
        pieces=tuple(
            PieceLink(
                text=text,
                part=name,
                address=f"#part-{name}" if name in order else "",
                classes=f"is-part-{order.get(name, 0)}",
            )
            for text, name in dissection.pieces
        ),
        parts=tuple(
            PartRow(part=part, classes=f"is-part-{order[part.name]}") for part in dissection.parts
        ),
    )
