"""One documented view model, one template; a page, or one named block of it as a fragment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.serving.exercise_makers import maker_links
from app.serving.filters import KNOWN_FILTERS
from app.serving.queue_numbers import queue_words
from app.serving.shown_text import as_shown
from app.serving.static_files import static_files
from app.settings import PROJECT, settings
from app.site.views.layout import Door, doors_of

VARY = "HX-Request, HX-Request-Type"


class ViewModel(Protocol):
    """A frozen dataclass; the template sees it as `page`."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a handler hands to the renderer: template name, view model, blocks of the fragment."""

    template: str
    model: ViewModel
    fragment: tuple[str, ...] = ()


def _doors() -> tuple[Door, ...]:
    return doors_of(settings())


environment = Environment(
    loader=FileSystemLoader(PROJECT / "templates"),
    autoescape=select_autoescape(default_for_string=True, default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
environment.filters.update(KNOWN_FILTERS)
environment.globals["static"] = static_files.url
environment.globals["doors"] = _doors
environment.globals["queue_words"] = queue_words
environment.globals["maker_links"] = maker_links


class PageResponse(HTMLResponse):
    """HTML that remembers its page, so that tests can look at template and view model."""

    def __init__(self, page: Page, content: str, status: int, headers: dict[str, str]) -> None:
        super().__init__(content, status, {"Vary": VARY, **headers})
        self.page = page


def wants_fragment(headers: Headers) -> bool:
    """True when htmx asks for a part of the page that is already shown."""
    return headers.get("hx-request-type") == "partial"


def asks_again(headers: Headers) -> bool:
    """True when a page that is shown already asks, by htmx, for what it waits for."""
    return headers.get("hx-request") == "true"


def render(
    request: Request, page: Page, status: int = 200, headers: dict[str, str] | None = None
) -> PageResponse:
    """The whole page, or the page's named blocks when htmx asks for a part."""
    path = request.url.path
    blocks = page.fragment if wants_fragment(request.headers) else ()
    return PageResponse(page, render_text(page, path, blocks), status, headers or {})


def _section(path: str) -> str:
    """`/soc` of `/soc/roofline`: the door behind which a page lies."""
    return "/" + path.strip("/").partition("/")[0]


def render_text(page: Page, path: str = "", blocks: tuple[str, ...] = ()) -> str:
    """The page's text without a request: for the offline file and for tests."""
    template = environment.get_template(page.template)
    values: dict[str, Any] = {"page": page.model, "path": path, "section": _section(path)}
    if not blocks:
        return as_shown(template.render(values))
    context = template.new_context(values)
    return as_shown("".join(part for block in blocks for part in template.blocks[block](context)))
