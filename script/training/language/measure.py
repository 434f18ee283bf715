"""Print what each weight type and method does to the model that ships.

    .venv/bin/python -m script.training.language.measure
    .venv/bin/python -m script.training.language.measure FILE.gguf

Perplexity of the evaluation text (windows of 512 tokens, every 384), with float activations (A16)
and with activations of 8 bits (A8); how far the predictions are from the float model's (thousandths
of a nat, Kullback-Leibler); and the bytes of weights a decoded token reads. Methods that look at
activations are calibrated on another text. Exit 1 if GPTQ or AWQ at group 64 or 128 is not better
in perplexity than rounding on the same groups.
"""

from __future__ import annotations

import sys
from pathlib import Path

from compiler_core.llm.evaluation.documents import document_tokens
from compiler_core.llm.evaluation.shipped import (
    calibration_text,
    evaluation_text,
    shipped_language_model,
)
from compiler_core.llm.evaluation.weight_methods import MethodRow, measure_method
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.quantise_model import QuantisationRequest

_CALIBRATION_ROWS = 4096
_JUDGED_GROUPS = (64, 128)
_JUDGED_METHODS = ("grouped rtn", "gptq", "awq")
REQUESTS = (
    QuantisationRequest("f16"),
    QuantisationRequest("q8_0"),
    QuantisationRequest("q4_0", "rtn"),
    QuantisationRequest("q4_0", "gptq", 32),
    QuantisationRequest("q4_0", "awq", 32),
    *(
        QuantisationRequest("q4_0", method, group)
        for group in _JUDGED_GROUPS
        for method in _JUDGED_METHODS
    ),
    QuantisationRequest("q4_k_m", "rtn"),
    QuantisationRequest("q4_k_m", "gptq"),
    QuantisationRequest("q4_k_m", "awq"),
)


def main(path: Path) -> int:
    model = load_reference(path)
    tokeniser = tokeniser_of(read_header(path).tokeniser)
    tokens = document_tokens(tokeniser, evaluation_text())
    calibration = document_tokens(tokeniser, calibration_text())
    inputs = matmul_inputs(model, calibration, _CALIBRATION_ROWS)
    print(f"{len(tokens)} tokens evaluated, calibrated on {len(calibration)} others")
    head = f"{'type':8}{'method':13}{'group':>5}{'A16':>9}{'A8':>9}"
    print(f"{head}{'changed':>9}{'bytes per token':>17}")
    rows = []
    for request in REQUESTS:
        rows.append(measure_method(model, tokens, request, inputs))
        print(_line(rows[-1]), flush=True)
    return _judge(rows)


def _line(row: MethodRow) -> str:
    request = row.request
    grouped = request.type == "q4_0"
    return (
        f"{request.type:8}{request.method:13}{request.group if grouped else '':>5}"
        f"{row.perplexity:9.4f}{row.eight_bit_perplexity:9.4f}"
        f"{1000 * row.divergence:9.3f}{row.bytes_per_token:17,}"
    )


def _judge(rows: list[MethodRow]) -> int:
    """The number of methods that are no better than rounding, with a sentence for each."""
    by_method = {(row.request.type, row.request.method, row.request.group): row for row in rows}
    missed = 0
    for group in _JUDGED_GROUPS:
        plain, *better = (by_method["q4_0", method, group] for method in _JUDGED_METHODS)
        for row in better:
            missed += row.perplexity >= plain.perplexity
            print(f"group {group}: {_verdict(row, plain)}")
    return missed


def _verdict(row: MethodRow, plain: MethodRow) -> str:
    better = "better" if row.perplexity < plain.perplexity else "NOT better"
    return (
        f"{row.request.method} {row.perplexity:.5f}, rounding {plain.perplexity:.5f}: {better}; "
        f"changed {1000 * row.divergence:.3f}, rounding {1000 * plain.divergence:.3f}"
    )


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:2]] or [shipped_language_model().path]
    sys.exit(min(1, main(given[0])))
