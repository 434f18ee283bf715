"""Documents that commands write, shown as pages: what each operator's tests say."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from app.settings import PROJECT
from app.site.views.document import DocumentPage


@lru_cache(maxsize=8)
def document_page(name: str, title: str) -> DocumentPage:
    """A file of `docs`, by its name; raises FileNotFoundError, for the names are ours."""
    text = (PROJECT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    body = text.split("\n", 1)[1]
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    return DocumentPage(title, Markup(renderer.render(body)))
