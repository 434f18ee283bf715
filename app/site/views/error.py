"""The error page: what happened, where, what to try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The page of a request that failed."""

    status: int
    """The HTTP status as a number."""
    title: str
    """It in plain words."""
    message: str
    """What happened, in a sentence."""
    place: str
    """The path asked for."""
    advice: str
    """What the reader can try, in a sentence."""
    again: str
    """Address to ask once more, empty where that cannot help or would send again."""
    way_out: str
    """Where to go on from here."""
    way_out_title: str
    """Words of the link to `way_out`."""


TITLES = {
    404: "Not found",
    405: "Not possible here",
    413: "Too large",
    422: "Cannot use this input",
    424: "A tool is missing",
    429: "Too many requests",
    500: "Our mistake",
    503: "Not ready",
}
ADVICE = {
    404: "Check the address, or go on from here.",
    405: "The documentation says which method this address takes.",
    422: "Correct the field named above and send it again.",
    429: "Wait a moment and try again.",
    500: "Try again; if it stays, tell whoever runs this server what you did.",
    503: "Try again in a moment.",
}

_PASSING = (429, 503)
# Where a reader goes on, by the beginning of the address; the explorer otherwise. Never the page
# that has just failed.
WAYS_OUT = (
    ("/model", "Choose a model"), ("/learn", "Open the contents"), ("/lab", "Open your classes"),
    ("/soc", "Open the chips"), ("/textbook", "Open the textbook compiler"),
)  # fmt: skip


def error_page(status: int, message: str, path: str, advice: str, address: str = "") -> ErrorPage:
    """The page for a status; `advice` falls back to the status's usual one. address: what was
    asked for, with its query; "" where asking again would send something again.
    """
    title = TITLES.get(status, "Something is wrong")
    fallback = ADVICE.get(status, "Go back and try again.")
    outer = (way for way in WAYS_OUT if path.startswith(way[0]) and path != way[0])
    elsewhere = ("/loop", "Open the explorer") if path != "/loop" else ("/", "Open the first page")
    way_out = next(outer, elsewhere)
    again = address if status in _PASSING else ""
    return ErrorPage(status, title, message or title, path, advice or fallback, again, *way_out)
