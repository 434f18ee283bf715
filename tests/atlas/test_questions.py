"""Questions about the atlas: every answer is one sentence that a claim of the linked page bears."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command_line.main import run_arguments
from compiler_core.claims.check import check_claims
from compiler_core.claims.claim import Claim
from compiler_core.content_files import ContentError
from compiler_core.lessons.atlas_articles import article_of
from compiler_core.lessons.atlas_questions import (
    QUESTIONS_FILE,
    AnswerOption,
    atlas_questions,
    questions_record,
    read_questions,
)
from compiler_core.lessons.reading import find_lesson

SUBJECTS = 6
OPTIONS = tuple(option for question in atlas_questions() for option in question.options)
QUICK = {"dark-silicon", "hiding", "atlas/mirage", "atlas/mega-kernel"}
SENTENCE = re.compile(r"[A-Z][^.?!]*(?:\d\.\d[^.?!]*)*\.")


def claim_of(option: AnswerOption) -> Claim:
    name = option.article
    article = article_of(name[6:]) if name.startswith("atlas/") else find_lesson(name)
    return next(claim for claim in article.claims if claim.id == option.claim)


def test_six_subjects_and_one_question_a_page() -> None:
    pages = [question.page for question in atlas_questions() if question.page]
    assert len(atlas_questions()) - len(pages) == SUBJECTS
    assert len(pages) == len(set(pages))
    for question in atlas_questions():
        if question.page:
            assert {option.article for option in question.options} == {f"atlas/{question.page}"}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda one: f"{one.article}#{one.claim}")
def test_an_option_is_one_sentence_about_one_fact(option: AnswerOption) -> None:
    assert SENTENCE.fullmatch(option.says)
    assert SENTENCE.fullmatch(option.because)
    assert option.address.startswith(f"/learn/{option.article}")
    assert claim_of(option).is_of_core


def test_what_answers_rest_on_holds() -> None:
    # Claims of other lessons and pages are checked with them; these need no compiler.
    claims = {option.claim: claim_of(option) for option in OPTIONS if option.article in QUICK}
    assert len(claims) >= 10
    report = check_claims(tuple(claims.values()))
    assert [(claim.id, claim.found) for claim in report.claims if not claim.holds] == []


def test_the_command_keeps_the_answers_until_asked(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["atlas", "questions"]) == 0
    asked = capfd.readouterr().out
    assert run_arguments(["atlas", "questions", "--answers"]) == 0
    answered = capfd.readouterr().out
    assert run_arguments(["atlas", "questions", "--json"]) == 0
    record = json.loads(capfd.readouterr().out)
    assert record == json.loads(json.dumps(questions_record()))
    for option in OPTIONS:
        assert option.says in asked
        assert option.because not in asked
        assert option.because in answered


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dark-silicon#floats", "dark-silicon#none-"), ("dark-silicon#", "no-such-lesson#"),
        ("page: mirage", "page: none"),
        ("id: heterogeneity", "id: faster-processor"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "questions.yaml"
    file.write_text(QUESTIONS_FILE.read_text("utf-8").replace(old, new, 1))
    with pytest.raises(ContentError):
        read_questions(file)
