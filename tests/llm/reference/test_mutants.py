"""Mistakes made on purpose in the reference: a comparison that really runs sees each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.reference.forward import forward
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.llm.reference.plain_model import plain_logits
from tests.llm.reference.small_models import NAMES, TOKENS, small_model

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
MODELS = {name: small_model(name) for name in NAMES}
EXPECTED = {
    name: plain_logits(model.configuration, model.tensors, TOKENS) for name, model in MODELS.items()
}


def is_right(name: str) -> bool:
    """Prefill and one step of decode agree with the plain model."""
    model = MODELS[name]
    store = contiguous_store(model.configuration, len(TOKENS))
    found = [forward(model, TOKENS[:-1], store), forward(model, TOKENS[-1:], store)]
    return np.allclose(np.concatenate(found), EXPECTED[name], rtol=0, atol=1e-4)


def test_the_real_code_is_right() -> None:
    assert all(is_right(name) for name in NAMES)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_is_seen(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert not all(is_right(name) for name in NAMES)
