"""The page of questions tells each answer without scripts, and every link leads to its fact."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from compiler_core.lessons.atlas_questions import atlas_questions, questions_record
from tests.web.pages import Answer, complete

ADDRESSES = sorted(
    {option.address for question in atlas_questions() for option in question.options}
)


def test_every_answer_is_on_the_page(get: Callable[..., Answer]) -> None:
    shown = get("/learn/atlas/questions")
    assert shown.status == 200
    boxes = [element for element in shown.elements if element.attributes.get("type") == "checkbox"]
    options = [option for question in atlas_questions() for option in question.options]
    assert len(boxes) == len(options) + len(atlas_questions())
    links = [one.attributes.get("href") for one in shown.elements if one.tag == "a"]
    for option in options:
        assert option.because in shown.text.replace("&#39;", "'")
        assert option.address in links


def test_the_api_says_what_the_command_says(get: Callable[..., Answer]) -> None:
    record = json.loads(json.dumps(questions_record()))
    assert json.loads(get("/api/atlas/questions").text) == record


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_leads_to_its_fact(jail: None, get: Callable[..., Answer], address: str) -> None:
    page, _, anchor = address.partition("#")
    shown = complete(get, page)
    assert shown.status == 200
    assert not anchor or anchor in {element.attributes.get("id") for element in shown.elements}
