"""How far is our integer form from ONNX Runtime on the pairs?

`python -m tests.graph.quantisation.agreement`

Compared are all int8 tensors of the pictures, element by element, in steps of the last place.
Where ONNX Runtime fuses a kernel of the pairs, its sums are exact and ours are equal. A convolution
that it does not fuse (one behind which a residual sum follows) it sums in float32: about two
elements in a million lie so near a half that they round the other way. In deep networks with random
weights such a step grows from layer to layer, between any two ways of computing the same pairs: so
ONNX Runtime is compared with itself, too, with its optimisations and without.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.evaluation.shipped import ShippedModel, shipped_models
from compiler_core.graph.evaluation.splits import split
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.quantisation.construction import QUANTISED
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.placement import int8_candidates
from compiler_core.graph.quantisation.quantise import DEFAULTS, quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.reference import reference_run
from tests.graph.quantisation.networks import GENERATED, light

Pictures = list[dict[str, np.ndarray]]
LIGHT = ("resnet50", "squeezenet", "shufflenet")


@dataclass(frozen=True, slots=True)
class Agreement:
    """elements: int8 elements compared. equal, within_one: shares. largest: in steps."""

    tensors: int
    elements: int
    equal: float
    within_one: float
    largest: int

    def __str__(self) -> str:
        return (
            f"{self.equal:9.4%} equal, {self.within_one:9.4%} within one step, "
            f"at most {self.largest}"
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """whole: rounding differences carried from kernel to kernel. alone: every kernel reads ONNX
    Runtime's own int8 tensors. integers: ONNX Runtime on the integer form, too. runtimes: ONNX
    Runtime on the pairs with optimisations and without, which is how far the pairs alone decide.
    """

    whole: Agreement
    alone: Agreement
    integers: Agreement
    runtimes: Agreement


def compare(
    model: ir.Model,
    batches: Pictures,
    pictures: Pictures,
    settings: QuantisationSettings = DEFAULTS,
) -> Comparison:
    """The reference on the integer form against ONNX Runtime on the pairs."""
    calibration = calibrate(model, batches, tensors=int8_candidates(model, settings.sums))
    pairs = quantise(model, calibration, settings).model
    integers = pairs.clone()
    INTEGER_FORM.run(integers)
    names = [name for name in _int8_values(pairs) if name in set(_int8_values(integers))]
    runtime, same = ObservedModel(pairs, names), ObservedModel(integers, names, "nothing")
    plain = ObservedModel(pairs, names, "nothing")
    whole, alone, form, twice = [], [], [], []
    for picture in pictures:
        theirs = runtime.run(picture)
        ours = reference_run(integers, picture)
        whole.extend(_differences(theirs, ours))
        alone.extend(_differences(theirs, reference_run(integers, picture, theirs)))
        form.extend(_differences(same.run(picture), ours))
        twice.extend(_differences(theirs, plain.run(picture)))
    return Comparison(*(_summary(len(names), each) for each in (whole, alone, form, twice)))


def _summary(tensors: int, differences: list[np.ndarray]) -> Agreement:
    together = np.concatenate(differences)
    equal, within = float(np.mean(together == 0)), float(np.mean(together <= 1))
    return Agreement(tensors, together.size, equal, within, int(together.max()))


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


@dataclass(frozen=True, slots=True)
class Case:
    """A folded float32 model, what it is calibrated with, and what is compared."""

    name: str
    model: ir.Model
    batches: Pictures
    pictures: Pictures


def cases(names: list[str]) -> Iterator[Case]:
    """The networks that ship, small generated ones, and real topologies with random weights."""
    for shipped in shipped_models():
        if not names or shipped.id in names:
            yield shipped_case(shipped)
    for name, make in GENERATED.items():
        if not names or f"generated-{name}" in names:
            net, output = make()
            title = f"generated-{name}"
            yield Case(title, net.model(output), net.images(4), net.images(2, seed=5))
    for name in LIGHT:
        if not names or name in names:
            model = light(name)
            yield Case(name, model, pictures_for(model, 4, 1), pictures_for(model, 2, 2))


def shipped_case(shipped: ShippedModel) -> Case:
    """A network that ships, through import and the graph passes, on its own pictures."""
    model = run_passes(import_model(shipped.content()).model).model
    name = model.graph.inputs[0].name or ""
    calibration, test = (
        [{name: picture[None]} for picture in split(part).tensors(shipped.settings)[:64]]
        for part in ("calibration", "test")
    )
    return Case(shipped.id, model, calibration, test[:16])


def pictures_for(model: ir.Model, count: int, seed: int) -> Pictures:
    """Random pictures of the model's input."""
    value = model.graph.inputs[0]
    assert value.shape is not None
    random = np.random.default_rng(seed)
    shape = tuple(int(size) for size in value.shape.numpy())
    return [{value.name or "": random.normal(size=shape).astype(np.float32)} for _ in range(count)]


def main() -> None:
    for case in cases(sys.argv[1:]):
        found = compare(case.model, case.batches, case.pictures)
        print(f"{case.name}: {found.whole.tensors} int8 tensors, {found.whole.elements:,} elements")
        print(f"  whole network            {found.whole}")
        print(f"  each kernel alone        {found.alone}")
        print(f"  integer form in ORT too  {found.integers}")
        print(f"  ORT optimised or not     {found.runtimes}")


if __name__ == "__main__":
    main()
