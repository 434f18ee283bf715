"""Each key of config.json switched: the same logits as transformers', or a sentence naming it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.llm.switches.cases import all_cases
from tests.llm.switches.models import CLOSE, converted, recorded, reference_logits

CASES = all_cases()


@pytest.mark.parametrize("name", CASES)
def test_a_switched_key_gives_the_logits_of_transformers(name: str, tmp_path: Path) -> None:
    model, conversion = converted(tmp_path, CASES[name])
    found, expected = reference_logits(model), recorded()[name]
    assert float(np.abs(found - expected).max()) < CLOSE
    assert conversion.warnings[:1] == ("There is no tokenizer.json: the file carries no tokens.",)


# Switched to what is so anyway, or a key that this kind does not read.
STILL = {
    "llama: swish",
    "gemma: tied",
    "gemma: gelu",
    "gemma: gelu_pytorch_tanh",
    "gemma2: tied",
    "gemma2: other key of the activation",
    "gemma3_text: tied",
    "gemma3_text: no final cap",
    "gemma3_text: no cap",
    "gemma3_text: cap",
    "gemma3_text: other key of the activation",
    *(
        f"{kind}: window {what}"
        for kind in ("qwen2", "qwen3")
        for what in ("in no layer", "by usual layers", "switched off")
    ),
}


def test_each_switch_changes_something_but_those_that_are_meant_to_stay() -> None:
    still = {
        name
        for name, logits in recorded().items()
        if np.array_equal(logits, recorded()[f"{name.split(':')[0]}: base"])
        and not name.endswith(": base")
    }
    assert still == STILL
