"""The first page: nothing on it waits for a compiler."""

from __future__ import annotations

from app.addresses.lessons import MAP_ADDRESS, lesson_link
from app.settings import Settings, settings
from app.site.miniatures import miniature_views
from app.site.views.home import HomePage, WayIn, home_page
from compiler_core.errors import LoweringLabError
from compiler_core.lessons.reading import load_lessons
from compiler_core.toolchain.discovery import installed_compilers

_PLAIN = WayIn(
    "I teach",
    "One map of all three ways, stage by stage, to stand in front of a class with.",
    "Open the map",
    MAP_ADDRESS,
)
_HOSTED = WayIn(
    "I teach",
    "Classes with exercises that grade themselves, a live board, and sheets to print.",
    "Open the lab",
    "/lab",
)


def first_page(site: Settings | None = None) -> HomePage:
    """The page; where no compiler can run it says why, and keeps its links."""
    hosts = (site or settings()).lab
    first_lesson = lesson_link(load_lessons()[0]).address
    return home_page(miniature_views(), first_lesson, _HOSTED if hosts else _PLAIN, _problem())


def _problem() -> str:
    try:
        compilers = installed_compilers()
    except LoweringLabError as error:
        return str(error)
    return "" if compilers else "No compiler for AArch64 was found on this server."
