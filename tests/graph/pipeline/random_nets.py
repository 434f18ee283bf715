"""Random small networks through stages 2 to 6, without building: none may raise an exception.

    python -m tests.graph.pipeline.random_nets [COUNT] [FIRST_SEED]

Each is written to a file, read as anyone's, and compiled in fp32 or int8 as its seed says. A
refusal in plain words (InputError) counts as one; anything else is a failure, named by its seed.
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.graph.undoing import undone_changes
from tests.graph.passes.random_models import GROWTH, Builder, Grow, Image, random_proto

STAGES = FUNCTIONS[1:6]
assert [name for name, _ in STAGES] == ["export", "passes", "quantise", "fusion", "engine"]


def constant_part(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    """A constant among the parts of a Concat, in front or behind, of a transposed value or not."""
    if image[0] > 12:
        return value, image
    parts = [value, made.numbers(1, 2, *image[1:])]
    return made.add("Concat", parts[:: made.pick(1, -1)], axis=1), (image[0] + 2, *image[1:])


def constant_chain(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    """Constants of rank 0, and the rounding idiom."""
    first, second = made.random.choice([2.0, 0.5, 3.0, 12582912.0, -12582912.0], 2)
    operator = (
        str(made.random.choice(["Add", "Mul"])) if max(abs(first), abs(second)) < 9 else "Add"
    )
    for number in (first, second):
        value = made.add(operator, [value, made.constant(np.array(number, np.float32))])
    return value, image


def constant_first(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    operator = str(made.random.choice(["MatMul", "Sub", "Div"]))
    if operator == "MatMul":
        return made.add("MatMul", [made.numbers(image[1], image[1]), value]), image
    ones = made.add("Add", [made.add("Abs", [value]), made.constant(np.array(1, np.float32))])
    return made.add(operator, [made.numbers(1, image[0], 1, 1), ones]), image


def doubling(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    return made.add("Add", [value, value]), image


def groups(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    if image[0] % 2:
        return value, image
    flat = made.add("Reshape", [value, made.integers(1, 2, -1)])
    normal = made.add("InstanceNormalization", [flat, made.numbers(2), made.numbers(2)])
    return made.add("Reshape", [normal, made.integers(1, *image)]), image


def upwards(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    if max(image[1:]) > 12:
        return value, image
    scales = made.constant(np.array([1, 1, 2, 2], np.float32))
    output = made.add(
        "Resize", [value, "", scales], mode=str(made.random.choice(["nearest", "linear"]))
    )
    return output, (image[0], image[1] * 2, image[2] * 2)


def transposed_convolution(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    if max(image[1:]) > 12:
        return value, image
    output = made.add("ConvTranspose", [value, made.numbers(image[0], 2, 2, 2)], strides=[2, 2])
    return output, (2, image[1] * 2, image[2] * 2)


def memory(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    """Rows of the picture as steps of an LSTM or a GRU, in some direction."""
    kind, gates = (("LSTM", 4), ("GRU", 3))[made.pick(0, 1)]
    channels, height, width = image
    steps = made.add("Reshape", [value, made.integers(channels * height, 1, width)])
    if channels * height > 40:
        return value, image
    weights = [made.numbers(1, gates * width, width), made.numbers(1, gates * width, width)]
    direction = str(made.random.choice(["forward", "reverse"]))
    outputs = made.add(kind, [steps, *weights], hidden_size=width, direction=direction)
    return made.add("Reshape", [outputs, made.integers(1, *image)]), image


def pixels(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    """There and back through numbers of eight bits."""
    scale = made.constant(np.array(0.05, np.float32))
    zero = made.constant(np.array(3, np.int8))
    small = made.add("QuantizeLinear", [value, scale, zero])
    return made.add("DequantizeLinear", [small, scale, zero]), image


def switching(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    condition = made.add("Greater", [value, made.numbers(image[0], 1, 1)])
    return made.add("Where", [condition, value, made.add("Neg", [value])]), image


MORE: tuple[Grow, ...] = (
    *GROWTH,
    constant_part,
    constant_chain,
    constant_first,
    doubling,
    groups,
    upwards,
    transposed_convolution,
    memory,
    pixels,
    switching,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """refused: in plain words, "" for none. failed: the exception's last lines, "" for none."""

    seed: int
    precision: str
    nodes: int
    undone: int
    refused: str = ""
    failed: str = ""


def outcomes(count: int, first: int = 0) -> Iterator[Outcome]:
    """One for each seed."""
    with tempfile.TemporaryDirectory() as name:
        for seed in range(first, first + count):
            yield _outcome(seed, Path(name) / "net.onnx")


def _outcome(seed: int, path: Path) -> Outcome:
    precision = "int8" if seed % 2 else "fp32"
    nodes = undone = 0
    try:
        proto = random_proto(seed, 4 + seed % 9, MORE)
        nodes = len(proto.graph.node)
        path.write_bytes(proto.SerializeToString())
        settings = CompileSettings(precision=precision)
        source = source_model(str(path), settings)
        state = PipelineState(
            source=source,
            settings=settings,
            inputs=inputs_of(source),
            model=source.imported.model,
            float_model=source.imported.model,
        )
        for _, stage in STAGES:
            end = stage(state, lambda *_: None)
            undone += len(undone_changes(end.result.steps))
            state = end.state
    except InputError as error:
        return Outcome(seed, precision, nodes, undone, refused=str(error))
    except Exception:  # noqa: BLE001  # What it finds is what is looked for.
        return Outcome(seed, precision, nodes, undone, failed=traceback.format_exc(limit=-3))
    return Outcome(seed, precision, nodes, undone)


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    kinds: Counter[str] = Counter()
    for one in outcomes(count, first):
        kinds["nodes"] += one.nodes
        kinds["undone"] += one.undone
        kinds["refused" if one.refused else "failed" if one.failed else "compiled"] += 1
        if one.refused or one.failed:
            print(f"seed {one.seed} ({one.precision}): {one.refused or one.failed}", flush=True)
    print(
        f"{count} networks of {kinds['nodes']} nodes: {kinds['compiled']} compiled, "
        f"{kinds['refused']} refused in words, {kinds['failed']} failed; "
        f"{kinds['undone']} changes undone."
    )
    return 1 if kinds["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
