"""Why a token was written, through the real application: a text, a run's own, and bad questions."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.model.views.model_token import TokenShown, token_page
from app.serving.templating import Page, render_text
from compiler_core.llm.slicing.answer import HeadShare, MaskProof, TokenAnswer, TokenRead
from compiler_core.llm.slicing.settings import TokenSettings
from tests.web.pages import Answer
from tests.web.test_model_element import waited

Get = Callable[..., Answer]
HOSTILE = "<script>alert(1)</script>"


def answered(**changes: object) -> TokenAnswer:
    reads = (TokenRead(0, HOSTILE, 0.75, False), TokenRead(1, " door", 0.25, False),
             TokenRead(2, " red", 0.0, True))  # fmt: skip
    fields: dict[str, object] = {
        "subject": "logit", "layer": -1, "head": -1, "key_head": -1, "position": 1,
        "token": " door", "value": "7.5 for token 3", "bits": "0x40f00000", "sentence": "It reads.",
        "reads": reads, "heads": (HeadShare(2, 1, 0, HOSTILE, 0.75),),
        "proof": MaskProof("same", "The logit has the same bits.", 2, 2),
    }  # fmt: skip
    return TokenAnswer(**(fields | changes))  # pyright: ignore[reportArgumentType]


def shown(text: str = "") -> TokenShown:
    return TokenShown(
        model_title=HOSTILE,
        run="/run",
        action="/model/made/why",
        again="/again",
        settings=TokenSettings(text=text, position="1"),
        text=text,
        address=lambda **places: f"/why?{urlencode(places)}",
        kept=(),
        command="lowlab llm slice x",
    )


def page_of(answer: TokenAnswer | None, doing: str = "", problem: str = "") -> Answer:
    page = token_page(shown(HOSTILE), answer, doing, problem)
    text = render_text(Page("model_token.html", page), "/model", ())
    return Answer(SimpleNamespace(status_code=200, headers={}, text=text))


def test_tokens_are_shaded_by_their_share_and_lead_on() -> None:
    page = page_of(answered())
    cells = page.one("p", "read-tokens")
    links = [one for one in page.all("a") if one.attributes.get("title", "").startswith("Token ")]
    assert [next(iter(link.classes & {f"level-{n}" for n in range(10)})) for link in links] == [
        "level-9",
        "level-3",
        "level-0",
    ]
    assert [one.text for one in links if "is-hidden" in one.classes] == [" red"]
    assert [one.attributes["href"] for one in links if "chosen" in one.classes] == [
        "/why?position=1"
    ]
    assert HOSTILE in cells.text
    assert not [one for one in page.all("script") if "alert" in one.text]
    assert "same bits" in page.text
    heads = [one.attributes["href"] for one in page.all("a") if "layer" in one.text]
    assert heads == ["/why?position=1&layer=2&head=1"]


def test_a_head_leads_back_to_the_logit() -> None:
    page = page_of(answered(subject="head", layer=2, head=1, key_head=0, heads=()))
    links = [one.attributes["href"] for one in page.all("a") if "All heads" in one.text]
    assert links == ["/why?position=1"]
    cell = next(one for one in page.all("a") if one.text == " door")
    assert cell.attributes["href"] == "/why?position=1&layer=2&head=1"


def test_waiting_and_problems_are_said() -> None:
    waiting = page_of(None, "The program is being made")
    assert waiting.one("div", "pending").attributes["hx-target"] == "#stage"
    assert waiting.one("meta", http_equiv="refresh")
    problem = page_of(None, "", "There is no layer 9.")
    assert "There is no layer 9." in problem.one("div", "alert").text
    assert not problem.all("meta", http_equiv="refresh")


@pytest.mark.slow
def test_a_text_is_answered_by_page_and_json_alike(client: TestClient, get: Get) -> None:
    asked = {"text": "The fox went to the", "layer": "0", "head": "1"}
    page = waited(get, f"/model/workshop/why?{urlencode(asked)}")
    assert page.status == 200, page.text
    found = client.get("/api/models/workshop/slice", params=asked).json()
    assert page.one("p", id="sentence").text == found["sentence"]
    assert found["proof"]["sentence"] in page.one("p", "is-good").text
    assert found["proof"]["verdict"] == "same"
    assert sum(one["share"] for one in found["reads"]) == pytest.approx(1, abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "words"),
    [("text=The+fox&position=99", "no token 99"), ("text=The+fox&layer=9", "no layer 9"),
     ("text=The+fox&token=99999", "no token 99999"), ("layer=one", "whole number"),
     (f"text={'a' * 3000}", "characters"), ("text=a&written=99999", "vocabulary")],
)  # fmt: skip
def test_what_cannot_be_asked_is_one_plain_line(
    client: TestClient, get: Get, query: str, words: str
) -> None:
    page = waited(get, f"/model/workshop/why?{query}")
    assert page.status == 422
    assert words in page.text
    refused = client.get(f"/api/models/workshop/slice?{query}")
    assert refused.status_code == 422
    assert words in refused.text


@pytest.mark.slow
def test_a_run_leads_to_each_token_that_it_wrote(client: TestClient, get: Get) -> None:
    settings = {"prompt": "The fox", "tokens": "3"}
    page = waited(get, f"/model/workshop/why?{urlencode(settings)}")
    assert page.status == 200, page.text
    found = client.get("/api/models/workshop/slice", params=settings).json()
    stage = client.get("/api/models/workshop/stages/decode", params=settings).json()
    details = stage["details"]
    assert len(found["reads"]) == details["prompt_tokens"] + 3
    assert found["position"] == len(found["reads"]) - 2
    assert f"for token {details['tokens'][-1]}" in found["value"]
    decode = get(f"/model/workshop/decode?{urlencode(settings)}")
    leads = [one for one in decode.all("a") if one.attributes.get("title") == "Why this token"]
    assert [lead.text for lead in leads] == [one["text"] for one in details["written"]]
    first = get(leads[0].attributes["href"])
    assert first.status == 200
    assert decode.all("a", "button", href=f"/model/workshop/why?{urlencode(settings)}")
