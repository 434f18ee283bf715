"""How far our integer form is from ONNX Runtime on the pairs: `python -m tests.graph.quantisation.agreement`.

Compared are all int8 tensors of the pictures, element by element, in steps of the last place.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.observed_model import ObservedModel
from compiler_core.graph.quantisation.construction import QUANTISED
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.reference import reference_run
from tests.graph.quantisation.networks import GENERATED, light

LIGHT = ("resnet50", "squeezenet", "shufflenet")


@dataclass(frozen=True, slots=True)
class Agreement:
    """elements: int8 elements compared. equal, within_one: shares. largest: in steps."""

    tensors: int
    elements: int
    equal: float
    within_one: float
    largest: int


def agreement(
    model: ir.Model, batches: list[dict[str, np.ndarray]], pictures: list[dict[str, np.ndarray]]
) -> Agreement:
    """Compare the reference on the integer form with ONNX Runtime on the pairs."""
    pairs = quantise(model, calibrate(model, batches), QuantisationSettings()).model
    integers = pairs.clone()
    INTEGER_FORM.run(integers)
    names = [name for name in _int8_values(pairs) if name in set(_int8_values(integers))]
    runtime = ObservedModel(pairs, names, "nothing")
    differences = [
        difference
        for picture in pictures
        for difference in _differences(runtime.run(picture), reference_run(integers, picture))
    ]
    together = np.concatenate(differences)
    return Agreement(
        len(names),
        together.size,
        float(np.mean(together == 0)),
        float(np.mean(together <= 1)),
        int(together.max()),
    )


def _int8_values(model: ir.Model) -> list[str]:
    return [
        value.name
        for node in model.graph
        for value in node.outputs
        if value.name and value.name.endswith(QUANTISED)
    ]


def _differences(
    theirs: dict[str, np.ndarray], ours: dict[str, np.ndarray]
) -> Iterator[np.ndarray]:
    for name, values in theirs.items():
        yield np.abs(values.astype(np.int16) - ours[name].astype(np.int16)).reshape(-1)


def networks(names: list[str]) -> Iterator[tuple[str, ir.Model]]:
    for name, make in GENERATED.items():
        net, output = make()
        if not names or name in names:
            yield name, net.model(output)
    for name in LIGHT:
        if not names or name in names:
            yield name, light(name)


def pictures_for(model: ir.Model, count: int, seed: int) -> list[dict[str, np.ndarray]]:
    """Random pictures of the model's input."""
    value = model.graph.inputs[0]
    assert value.shape is not None
    random = np.random.default_rng(seed)
    shape = tuple(int(size) for size in value.shape.numpy())
    return [{value.name or "": random.normal(size=shape).astype(np.float32)} for _ in range(count)]


def main() -> None:
    for name, model in networks(sys.argv[1:]):
        found = agreement(model, pictures_for(model, 4, 1), pictures_for(model, 2, 2))
        print(
            f"{name:12} {found.tensors:3} int8 tensors, {found.elements:>10,} elements: "
            f"{found.equal:.4%} equal, {found.within_one:.4%} within one step, "
            f"largest difference {found.largest}"
        )


if __name__ == "__main__":
    main()
