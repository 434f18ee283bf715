"""Pages of the atlas refuse what they do not know, in one line, on page, API and command line."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from command_line.main import run_arguments
from compiler_core.atlas.pages import PAGES
from compiler_core.atlas.records import AtlasPage
from tests.web.pages import Answer

EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda one: one.name)
NONSENSE = ("", " ", "-1", "1e9", "٣", "9" * 400, "0x10", "nan", "<script>", "a=b&c", "\x00", "1.5")


@EACH_PAGE
def test_nonsense_is_refused_in_one_line(
    get: Callable[..., Answer], capfd: pytest.CaptureFixture[str], page: AtlasPage
) -> None:
    # What is nonsense in a program of one's own its tool says: tests/atlas/test_own_programs.py.
    controls = [control for control in page.controls if not control.file]
    asked = [{control.name: text} for control in controls for text in NONSENSE]
    for settings in (
        *asked,
        {"no such setting": "1"},
        {"pruning": "off", "operators": "7"},
        {"budget": "65"},
    ):
        query = urlencode(settings)
        for address in (f"/learn/atlas/{page.name}?{query}", f"/api/atlas/{page.name}?{query}"):
            assert get(address).status in (200, 422), address
        words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        if "\x00" not in query and "%00" not in query:
            status = run_arguments(["atlas", "run", page.name, *words])
            said = capfd.readouterr()
            assert status in (0, 2)
            assert status == 0 or said.err.count("\n") == 1


def test_a_page_that_is_none(get: Callable[..., Answer]) -> None:
    assert get("/learn/atlas/none").status == 404
    assert get("/api/atlas/none").status == 404
    assert run_arguments(["atlas", "run", "none"]) == 2
