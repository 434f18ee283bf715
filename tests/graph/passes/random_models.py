"""Random small networks: every operator that a pass looks for, in any order, with dead ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx_ir as ir
from onnx import ModelProto, NodeProto, helper

from compiler_core.graph.importing.reader import import_model
from tests.graph.importing.models import model

Image = tuple[int, int, int]


class Builder:
    """A network that grows; images: values of shape 1×channels×height×width by name."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.nodes: list[NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}
        channels = int(self.random.integers(1, 4)) * 2
        self.images: dict[str, Image] = {"x": (channels, 6, 5)}
        self.made = 0

    def name(self) -> str:
        self.made += 1
        return f"v{self.made}"

    def constant(self, array: np.ndarray) -> str:
        name = f"k{self.name()}"
        self.constants[name] = array
        return name

    def numbers(self, *shape: int) -> str:
        return self.constant(self.random.standard_normal(shape).astype(np.float32))

    def integers(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def add(self, operator: str, inputs: list[str], **attributes: object) -> str:
        output = self.name()
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def choose(self) -> tuple[str, Image]:
        """Mostly the newest image, sometimes an older one, so that values fan out."""
        names = list(self.images)
        back = min(int(self.random.geometric(0.6)), len(names))
        return names[-back], self.images[names[-back]]

    def pick(self, *choices: int) -> int:
        return int(self.random.choice(choices))

    def proto(self) -> ModelProto:
        outputs = list(self.images)[-self.pick(1, 1, 2) :]
        outputs = [self.add("Neg", [name]) if name == "x" else name for name in outputs]
        shape = (1, *self.images["x"])
        return model(self.nodes, {"x": shape}, outputs, self.constants)


Grow = Callable[[Builder, str, Image], tuple[str, Image]]


def convolution(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    group = 2 if image[0] % 2 == 0 and made.pick(0, 1) else 1
    size, pad = made.pick(1, 3), made.pick(0, 1)
    if min(image[1:]) + 2 * pad < size:
        return value, image
    inputs = [value, made.numbers(4, image[0] // group, size, size)]
    if made.pick(0, 1):
        inputs.append(made.numbers(4))
    height, width = (one + 2 * pad - size + 1 for one in image[1:])
    output = made.add("Conv", inputs, pads=[pad] * 4, group=group)
    return output, (4, height, width)


def normalisation(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    parameters = [made.numbers(image[0]) for _ in range(3)]
    variance = made.random.uniform(0.5, 2, image[0]).astype(np.float32)
    inputs = [value, *parameters, made.constant(variance)]
    return made.add("BatchNormalization", inputs), image


def unary(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    operator = str(made.random.choice(["Relu", "Relu", "Identity", "Dropout", "Neg", "Abs",
                                       "Sigmoid", "Tanh", "Elu"]))  # fmt: skip
    return made.add(operator, [value]), image


def clip(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    """Bounds of any signs; a few cross, and then the upper one is what ONNX gives."""
    low, high = made.random.standard_normal(2).astype(np.float32)
    if made.pick(0, 0, 0, 1) == 0:
        low, high = sorted((low, high))
    return made.add("Clip", [value, made.constant(low), made.constant(high)]), image


def with_constant(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    operator = str(made.random.choice(["Add", "Mul", "Sub", "Div"]))
    shape = [(), (image[0], 1, 1), (1, image[0], 1, 1), (image[2],), (1, *image)][
        made.pick(*range(5))
    ]
    number = made.pick(0, 1, 2)
    array = (
        np.full(shape, number, np.float32)
        if number < 2
        else (made.random.uniform(0.5, 2, shape).astype(np.float32))
    )
    if operator == "Div":
        array = np.maximum(array, np.float32(0.5))
    inputs = [value, made.constant(np.asarray(array, np.float32))]
    if operator in ("Add", "Mul", "Sub") and made.pick(0, 1):
        inputs.reverse()
    return made.add(operator, inputs), image


def two_values(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    others = [name for name, one in made.images.items() if one == image]
    other = str(made.random.choice(others))
    operator = str(made.random.choice(["Add", "Mul", "Max", "Sum", "Sub"]))
    return made.add(operator, [value, other]), image


def concatenation(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    others = [name for name, one in made.images.items() if one[1:] == image[1:]]
    other = str(made.random.choice(others))
    if made.images[other][0] + image[0] > 16:
        return value, image
    output = made.add("Concat", [value, other], axis=made.pick(1, -3))
    return output, (image[0] + made.images[other][0], *image[1:])


def transposes(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    turned = made.add("Transpose", [value], perm=[0, 2, 3, 1])
    for _ in range(made.pick(0, 1, 2)):
        turned = made.add(str(made.random.choice(["Relu", "Neg", "Tanh"])), [turned])
    if made.pick(0, 1):
        turned = made.add("Add", [turned, made.numbers(image[0])])
    return made.add("Transpose", [turned], perm=[0, 3, 1, 2]), image


def transposed_operands(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    parts = [made.add("Transpose", [made.add("Neg", [value])], perm=[0, 3, 2, 1]) for _ in range(2)]
    joined = made.add("Add", parts)
    return made.add("Transpose", [joined], perm=[0, 3, 2, 1]), image


def reshapes(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    flat = made.add("Flatten", [value], axis=made.pick(1, 2))
    wide = made.add("Unsqueeze", [flat, made.integers(made.pick(0, 1))])
    return made.add("Reshape", [wide, made.integers(1, *image)]), image


def shape_chain(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    shape = made.add("Shape", [value])
    batch = made.add("Gather", [shape, made.integers(0)])
    wanted = made.add("Concat", [batch, made.integers(*image)], axis=0)
    return made.add("Reshape", [value, wanted]), image


def computed_constant(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    first = made.add("Mul", [made.numbers(image[0]), made.numbers(image[0])])
    second = made.add("Unsqueeze", [first, made.integers(1, 2)])
    return made.add(str(made.random.choice(["Add", "Mul"])), [value, second]), image


def padding(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    top, left = made.pick(0, 1, 2), made.pick(0, 1)
    number = made.constant(np.float32(made.pick(0, 0, 1)))
    pads = made.integers(0, 0, top, left, 0, 0, 0, 1)
    return made.add("Pad", [value, pads, number]), (image[0], image[1] + top, image[2] + left + 1)


def pooling(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    if min(image[1:]) < 3:
        return value, image
    operator = str(made.random.choice(["MaxPool", "AveragePool"]))
    pad = made.pick(0, 1)
    extra = {"count_include_pad": made.pick(0, 1)} if operator == "AveragePool" else {}
    output = made.add(operator, [value], kernel_shape=[2, 2], pads=[0, 0, pad, pad], **extra)
    return output, (image[0], image[1] - 1 + pad, image[2] - 1 + pad)


def casts(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    middle = made.add("Cast", [value], to=made.pick(11, 1))
    return made.add("Cast", [middle], to=1), image


def squeeze_and_excite(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    mean = made.add("GlobalAveragePool", [value])
    flat = made.add("Flatten", [mean])
    dense = made.add("MatMul", [flat, made.numbers(image[0], image[0])])
    biased = made.add("Add", [dense, made.numbers(image[0])])
    gate = made.add("Reshape", [made.add("Sigmoid", [biased]), made.integers(1, -1, 1, 1)])
    return made.add("Mul", [value, gate]), image


def cut(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    if image[1] < 2:
        return value, image
    end = made.pick(image[1], 99, image[1] - 1)
    inputs = [value, made.integers(0), made.integers(end), made.integers(2)]
    return made.add("Slice", inputs), (image[0], min(end, image[1]), image[2])


def halves(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    if image[0] % 2:
        return value, image
    names = [made.name(), made.name()]
    made.nodes.append(helper.make_node("Split", [value], names, axis=1))
    return made.add("Concat", names[:: made.pick(1, -1)], axis=1), image


def weighing(made: Builder, value: str, image: Image) -> tuple[str, Image]:
    operator, axis = ("Softmax", made.pick(1, -1)) if made.pick(0, 1) else ("ReduceMean", None)
    if axis is None:
        mean = made.add(operator, [value], axes=[made.pick(1, 2)], keepdims=1)
        return made.add("Sub", [value, mean]), image
    return made.add(operator, [value], axis=axis), image


GROWTH: tuple[Grow, ...] = (
    convolution, convolution, normalisation, normalisation, unary, unary, clip, with_constant,
    with_constant, two_values, concatenation, transposes, transposed_operands, reshapes,
    shape_chain, computed_constant, padding, pooling, casts, squeeze_and_excite, cut, halves,
    weighing,
)  # fmt: skip


def random_model(seed: int, steps: int = 9) -> ir.Model:
    """The network of a seed; the same seed gives the same one."""
    return import_model(random_proto(seed, steps).SerializeToString()).model


def random_proto(seed: int, steps: int = 9, growth: Sequence[Grow] = GROWTH) -> ModelProto:
    """The file that the network of a seed would have."""
    made = Builder(seed)
    for _ in range(steps):
        grow = growth[int(made.random.integers(len(growth)))]
        value, image = made.choose()
        output, shape = grow(made, value, image)
        made.images[output] = shape
    return made.proto()
