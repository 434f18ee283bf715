"""Which requests may be told to come back for their turn, and by what they are known then."""

from __future__ import annotations

from starlette.requests import Request

from app.serving.templating import wants_fragment

PLACE_HEADER = "lowlab-place"
_NAME_LIMIT = 40
EXPLORER = "/loop"
API = "/api/"


def can_come_back(request: Request) -> bool:
    """A page that is read in a browser, or the explorer's form when scripts send it.

    Others wait with their connection open: a form that would have to be sent again, a part of a
    page that shows by itself that it waits, and whatever asks for JSON.
    """
    if wants_fragment(request.headers):
        return request.method == "POST" and request.url.path == EXPLORER
    is_page = "text/html" in request.headers.get("accept", "")
    return request.method == "GET" and is_page and not request.url.path.startswith(API)


def kept_name(request: Request) -> str:
    """The name of the place that this request may have; empty if it has none yet."""
    name = request.headers.get(PLACE_HEADER, "")[:_NAME_LIMIT]
    if name or request.method != "GET":
        return name
    return f"{request.url.path}?{request.url.query}"
