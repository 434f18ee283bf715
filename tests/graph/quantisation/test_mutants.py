"""Mistakes made on purpose: each has to fail at least one requirement that the real code meets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.graph.calibration import calibrate as calibration
from compiler_core.graph.calibration import (
    kullback_leibler,
    mean_squared_error,
    percentile,
)
from compiler_core.graph.observing import histogram
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.quantisation import (
    integer_averages,
    integer_form,
    integer_moves,
    integer_products,
    parameters,
    placement,
    quantise,
    quantise_dequantise,
    reference_operators,
    rescaling,
    sharing,
)
from compiler_core.graph.quantisation.construction import QUANTISED
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.reference import reference_run
from tests.graph.calibration.distributions import drawn, histogram_of
from tests.graph.calibration.named_methods import METHOD_NAMED
from tests.graph.quantisation.model_lines import is_close
from tests.graph.quantisation.traps import TRAPS

# Traps, and how many of their tensors are int8.
USED = {
    "residual_add_with_two_scales": 3, "concat_of_unlike_ranges": 4,
    "gemm_with_transposed_weights": 2, "dead_channel": 2, "averages": 7,
    "padding_before_a_convolution": 3, "sigmoid_keeps_its_scale": 3,
    "grouped_strided_dilated_convolution": 2, "clip_of_both_signs": 2,
    "moved_and_also_an_output": 3,
}  # fmt: skip
MOVES = ("Concat", "Pad", "Flatten")


def network_figures(name: str) -> list[bool]:
    """A trap: close to float32, and the reference equal to ONNX Runtime."""
    trap = TRAPS[name]()
    model = trap.net.model(*trap.outputs)
    ranges = calibration.calibrate(model, trap.net.images(3), (METHOD_NAMED["minmax"],))
    settings = QuantisationSettings("minmax", trap.pinned)
    pairs = quantise.quantise(model, ranges, settings).model
    integers = pairs.clone()
    integer_form.INTEGER_FORM.run(integers)
    picture = trap.net.images(1)[0]
    computed = reference_run(integers, picture)
    real = ObservedModel(model, trap.outputs).run(picture)
    names = [
        value.name
        for node in integers.graph
        for value in node.outputs
        if value.name and value.name.endswith(QUANTISED)
    ]
    theirs = ObservedModel(pairs, names, "nothing").run(picture)
    operators = [node.op_type for node in integers.graph]
    return [
        *(is_close(real[output], computed[output], 30) for output in trap.outputs),
        *(int(np.abs(computed[each].astype(int) - theirs[each]).max()) <= 1 for each in names),
        "Conv" not in operators and "Gemm" not in operators,
        "AveragePool" not in operators,
        "Relu" not in operators or name == "concat_of_unlike_ranges",
        operators.count("ConvInteger") + operators.count("MatMulInteger") >= 2,
        len(names) == USED[name],
        all(len(node.inputs) == 2 for node in integers.graph if node.op_type == "MatMulInteger"),
        all(
            value is not None and value.dtype == ir.DataType.INT8
            for node in integers.graph
            if node.op_type in MOVES
            for value in node.inputs[:1]
        ),
    ]


def calibration_figures() -> list[bool]:
    """Histograms and thresholds of data of known shape."""
    normal, outliers = drawn("normal"), drawn("normal, five outliers at 40")
    halves = histogram_of(normal[:7], 3 * normal[7:])
    whole = histogram_of(np.concatenate([normal[:7], 3 * normal[7:]]))
    zeros = np.concatenate([np.abs(normal), np.zeros(normal.size, np.float32)])
    clipped = METHOD_NAMED["kl"].choose(histogram_of(outliers))
    squared = METHOD_NAMED["mse"].choose(histogram_of(outliers))
    one_sided = METHOD_NAMED["kl"].choose(histogram_of(drawn("after Relu"))).curve
    peaked = drawn("Laplace")
    kept = METHOD_NAMED["percentile"].choose(histogram_of(normal))
    return [
        bool(np.array_equal(halves.counts, whole.counts)),
        whole.maximum == float((3 * normal[7:]).max()),
        3.5 < clipped.high < 6 and clipped.clipped < 2e-4,
        4 < squared.high < 40.1,
        METHOD_NAMED["mse"].choose(histogram_of(peaked)).high < 0.95 * float(peaked.max()),
        one_sided is not None and one_sided.thresholds.size == one_sided.bins - 254,
        abs(kept.high - float(np.quantile(normal, 0.99995))) < 0.1,
        METHOD_NAMED["kl"].choose(histogram_of(zeros)).high
        == METHOD_NAMED["kl"].choose(histogram_of(np.abs(normal))).high,
        METHOD_NAMED["kl"].choose(histogram_of(drawn("uniform"))).high > 0.99,
        _refuses_nan(),
    ]


def _refuses_nan() -> bool:
    try:
        histogram_of(np.array([1.0, np.nan], np.float32))
    except LoweringLabError:
        return True
    return False


def figures() -> list[bool]:
    return [*calibration_figures(), *(met for name in USED for met in network_figures(name))]


def test_the_real_code_meets_all() -> None:
    assert all(figures())


def _always(value: Any) -> Callable[..., Any]:
    return lambda *_arguments, **_named: value


def _without_middle(counts: np.ndarray) -> np.ndarray:
    merged = np.zeros_like(counts)
    merged[: counts.size // 2] = counts.reshape(-1, 2).sum(axis=1)
    return merged


def _without_bias(*arguments: Any) -> Any:
    found = _QUANTISE_WEIGHTS(*arguments)
    return type(found)(found.integers, found.scales, found.axis, None)


def _of_the_other_axis(node: Any) -> int:
    return 1 - _CHANNEL_AXIS(node)


def _own_scales(model: Any, where: Any) -> Any:
    return tuple((name,) for members in _CLASSES(model, where) for name in members)


def _first_of(members: tuple[str, ...], _joined: Any) -> tuple[str, ...]:
    return members[:1]


def _truncated(node: Any, operands: Any) -> Any:
    operands = [np.trunc(operands[0] / operands[1]) * operands[1], *operands[1:]]
    return _QUANTIZE(node, operands)


def _multiplied(construction: Any, node: Any, index: int, scale: float) -> None:
    _DIVIDE(construction, node, index, 1 / scale)


def _only_first(construction: Any, value: Any, scale: float) -> Any:
    node = value.producer()
    taking = rescaling._taking(node) if node.op_type != "DequantizeLinear" else []
    if len(taking) < 2:
        return _DIVIDE_VALUE(construction, value, scale)
    return _DIVIDE_VALUE(construction, taking[0], scale)


def _everything_moves(node: Any) -> Any:
    return [value for value in node.inputs if value is not None]


def _quarter_counts(node: Any, size: Any) -> Any:
    found = _WINDOWS(node, size)
    counts = np.full_like(found.counts, found.kernel[0] * found.kernel[1])
    return type(found)(found.kernel, found.strides, found.dilations, found.pads, counts)


_QUANTISE_WEIGHTS = quantise_dequantise.quantise_weights
_CHANNEL_AXIS = quantise_dequantise.channel_axis
_CLASSES = sharing.scale_classes
_QUANTIZE = reference_operators.quantize_linear
_DIVIDE = rescaling._divide_constant
_DIVIDE_VALUE = rescaling._divide
_WINDOWS = integer_averages._windows

MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "merges bins into the wrong half": (histogram, "_halved", _without_middle),
    "never grows the range": (histogram.Histogram, "_cover", _always(None)),
    "takes NaN for a number": (histogram.math, "isfinite", _always(True)),
    "gives one-sided data the levels of signed data": (
        kullback_leibler, "is_one_sided", _always(False)),
    "counts exact zeros in the divergence": (histogram.Histogram, "magnitudes",
        lambda self: self.counts[histogram.BINS:] + self.counts[histogram.BINS - 1 :: -1]),
    "forgets what it clips in the divergence": (kullback_leibler, "divergences",
        lambda counts, levels: np.arange(counts.size - levels + 1, dtype=float)),
    "keeps too many values": (percentile, "KEPT", 1.0),
    "keeps too few values": (percentile, "KEPT", 0.9),
    "weighs clipping alone": (mean_squared_error, "STEPS", 10**9),
    "quantises activations without zero": (sharing, "activation_parameters",
        lambda low, high, reason="": parameters.ActivationParameters(
            float(np.float32((high - low) / 255)), 0, low, high, reason)),
    "loses the bias": (quantise_dequantise, "quantise_weights", _without_bias),
    "scales the wrong axis of the weights": (quantise_dequantise, "channel_axis",
        _of_the_other_axis),
    "gives moved values scales of their own": (sharing, "scale_classes", _own_scales),
    "lets the first operand of a Concat decide": (sharing, "_outermost", _first_of),
    "keeps every operand in registers": (placement, "_stays_in_registers", _always(True)),
    "keeps a zero point that can be folded": (integer_products, "is_padded", _always(True)),
    "folds the zero point in spite of padding": (integer_products, "is_padded", _always(False)),
    "turns the weights of no product": (integer_products, "channel_axis", _always(1)),
    "divides by the whole window at the border": (integer_averages, "_windows", _quarter_counts),
    "pads with the integer zero": (integer_moves, "_padding", lambda rest, result: rest),
    "multiplies by the scale": (rescaling, "_divide_constant", _multiplied),
    "rescales one operand of a sum": (rescaling, "_divide", _only_first),
    "takes Sigmoid for linear": (rescaling, "_taking", _everything_moves),
    "drops every bound": (rescaling, "_saturation_does_it", _always(True)),
    "rescales what is read elsewhere": (rescaling, "_blocking", _always("")),
    "truncates instead of rounding": (reference_operators.RULES, "QuantizeLinear", _truncated),
    "rounds weights down": (parameters.np, "rint", np.floor),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("mistake", MUTANTS)
def test_a_mistake_fails_a_requirement(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, wrong = MUTANTS[mistake]
    if isinstance(place, dict):
        monkeypatch.setitem(place, name, wrong)
    else:
        monkeypatch.setattr(place, name, wrong)
    try:
        met = all(figures())
    except (
        LoweringLabError,
        KeyError,
        IndexError,
        ValueError,
        AssertionError,
        AttributeError,
        RecursionError,
    ):
        met = False
    assert not met
