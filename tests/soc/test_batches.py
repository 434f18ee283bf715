"""Several sequences decode no faster together than one prompt is read: the same products."""

from __future__ import annotations

import pytest

from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.first_token import prompt_time
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.reading import load_socs, soc_named


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
@pytest.mark.parametrize("stored", ["q4_0", "q8_0", "f16"])
def test_a_batch_is_no_faster_than_a_prompt(chip: str, stored: str) -> None:
    soc = soc_named(chip)
    for model in ("qwen2.5-0.5b", "llama-3.2-1b", "llama-3.1-8b"):
        header = header_of(known_language_model(model).configuration, stored)
        for batch in (2, 8, 64):
            step = decode_speed(soc, decode_work(header, 128, batch), share_for(soc))
            prompt = prompt_time(soc, header, batch)
            if not step.fits or prompt is None or prompt.waits_for_weights:
                continue
            products = prompt.busy_seconds + prompt.outside_seconds
            assert step.compute_seconds == pytest.approx(products, rel=0.1)
            assert (step.tokens_per_second or 0.0) <= 1.1 * batch / products
