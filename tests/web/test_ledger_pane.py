"""The passes priced on their page, and one left out by the button beside it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from tests.web.conftest import SAXPY
from tests.web.pages import Answer

Get = Callable[..., Answer]
ASKED = {"source": SAXPY, "compiler": "clang-19", "flags": "-O3", "pane": "passes", "ledger": "1!"}


def test_a_pass_is_left_out_at_a_click_and_later_ones_show_what_they_do_then(get: Get) -> None:
    priced = get(f"/loop?{urlencode(ASKED)}")
    buttons = priced.all("button", name="skip")
    assert buttons
    assert "Loads per element" in priced.text
    named = [button for button in buttons if "SROAPass" in button.text]
    left_out = get(f"/loop?{urlencode({**ASKED, 'skip': named[0].attributes['value']})}")
    assert "Without SROAPass" in left_out.one("h2", id="skip-title").text
    section = left_out.text
    assert "Later passes save" in section
    assert "more without it than with it" in section
    assert "PromotePass" in section
    assert f"--without={named[0].attributes['value']}" in section


def test_gcc_has_no_pipeline_to_leave_a_pass_out_of(get: Get) -> None:
    priced = get(f"/loop?{urlencode({**ASKED, 'compiler': 'gcc-12', 'skip': '9'})}")
    assert priced.all("button", name="skip") == []
    assert "bars are the whole without one pass already" in priced.text
