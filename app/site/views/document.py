"""A document as a page."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """title: of the page. body: rendered, without the document's own title."""

    title: str
    body: Markup
