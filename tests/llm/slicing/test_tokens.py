"""What a head or a logit read: shares, what the mask hides, and a mask with a hole found out."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.reference import attention
from compiler_core.llm.slicing.explained_token import (
    AskedPrompt,
    explain_asked,
    explain_head,
    explain_logit,
)
from compiler_core.llm.slicing.settings import MOST_TOKENS, settings_of
from tests.llm.reference.small_models import TOKENS, small_model

NAMES = ("llama", "gemma2", "gemma3-two-rotary-bases", "window-of-one")
WINDOW_OF_ONE = "window-of-one"


def asked(name: str, tokens: list[int] = TOKENS) -> AskedPrompt:
    return AskedPrompt(small_model(name), tuple(tokens), tuple(f"t{token}" for token in tokens))


@pytest.mark.parametrize("name", NAMES)
def test_a_head_reads_what_its_mask_lets_through(name: str) -> None:
    prompt = asked(name)
    for layer, head, position in ((0, 0, 3), (1, 3, -1), (0, 2, 0)):
        answer = explain_head(prompt, layer, head, position)
        assert answer.proof.verdict == "same"
        assert answer.proof.changed == answer.proof.tried > 0
        assert sum(one.share for one in answer.reads) == pytest.approx(1, abs=1e-5)
        assert all(one.hidden for one in answer.reads if one.position > answer.position)
        assert all(one.share == 0 for one in answer.reads if one.hidden)
        assert not answer.reads[answer.position].hidden


def test_a_window_hides_earlier_tokens_too() -> None:
    answer = explain_head(asked(WINDOW_OF_ONE), 0, 0, 5)
    assert [one.position for one in answer.reads if not one.hidden] == [5]
    assert "5 before its window" in answer.sentence


@pytest.mark.parametrize("name", ["llama", "gemma3-two-rotary-bases"])
def test_a_logit_reads_no_later_token(name: str) -> None:
    answer = explain_logit(asked(name), 4)
    assert answer.proof.verdict == "same"
    assert answer.proof.changed == answer.proof.tried == 5
    assert answer.heads[0].share == max(head.share for head in answer.heads)


def test_a_mask_with_a_hole_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(_: object, __: int, start: int, end: int) -> np.ndarray:
        return np.ones((end - start, end), bool)

    monkeypatch.setattr(attention, "seen", everything)
    assert explain_head(asked("llama"), 1, 0, 4).proof.verdict == "differs"
    assert explain_logit(asked("llama"), 4).proof.verdict == "differs"


@pytest.mark.parametrize(
    ("layer", "head", "position", "words"),
    [(9, 0, 0, "no layer 9"), (0, 9, 0, "no head 9"), (0, 0, 99, "no token 99"),
     (0, 0, -11, "no token -11")],
)  # fmt: skip
def test_what_is_not_there_is_one_plain_line(
    layer: int, head: int, position: int, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        explain_head(asked("llama"), layer, head, position)


def test_a_long_prompt_and_a_strange_token_are_refused() -> None:
    with pytest.raises(InputError, match="are followed"):
        explain_head(asked("llama", [1] * (MOST_TOKENS + 1)), 0, 0, 0)
    with pytest.raises(InputError, match="no token 5000"):
        explain_logit(asked("llama"), 0, 5000)


def test_a_question_as_text_is_the_same_question() -> None:
    prompt = asked("llama")
    assert explain_asked(prompt, settings_of({})) == explain_logit(prompt, -1)
    one = settings_of({"head": "2", "position": "-3"})
    assert explain_asked(prompt, one) == explain_head(prompt, 0, 2, -3)
    other = settings_of({"position": "4", "token": "7", "written": "1,2"})
    assert other.tokens == (1, 2)
    assert explain_asked(prompt, other) == explain_logit(prompt, 4, 7)


@pytest.mark.parametrize(
    "values",
    [{"layer": "one"}, {"position": "1.5"}, {"token": "9" * 9}, {"written": "1,x"},
     {"written": "-1"}, {"head": "٣"}, {"text": "a" * 3000}],
)  # fmt: skip
def test_what_is_no_question_is_refused(values: dict[str, str]) -> None:
    with pytest.raises(InputError):
        settings_of(values)
