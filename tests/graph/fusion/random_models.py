"""Random models for the fuser: diamonds, fan-outs, several outputs, kernels of all kinds."""

from __future__ import annotations

import random

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fusion.model_builder import ModelBuilder

Shape = tuple[int, ...]
IMAGE: Shape = (1, 4, 8, 8)
UNARY = ("Relu", "Sigmoid", "Exp", "Neg")
BINARY = ("Add", "Mul", "Sub", "Div")


class RandomModel:
    """Grows a model node by node; later values are read more often, so that chains form."""

    def __init__(self, seed: int, opaque: str = "CumSum") -> None:
        self._draw = random.Random(seed)
        self._builder = ModelBuilder(f"random-{seed}")
        self._opaque = opaque
        self._shapes: dict[str, Shape] = {self._builder.input("image", IMAGE): IMAGE}
        self._unread: list[str] = []
        self._count = 0
        # How far back a node reads: near values give chains, far ones fan-outs and diamonds.
        self._window = self._draw.choice((1, 2, 3, 5))

    def build(self) -> ir.Model:
        """The model; every value that nobody reads is an output, and sometimes one more is."""
        for _ in range(self._draw.randint(3, 18)):
            self._grow()
        outputs = list(dict.fromkeys(self._unread))
        if self._draw.random() < 0.3:
            outputs.append(self._draw.choice([name for name in self._shapes if name != "image"]))
        return self._builder.build(*dict.fromkeys(outputs))

    def _grow(self) -> None:
        steps = (self._unary, self._unary, self._unary, self._binary, self._binary, self._binary,
                 self._convolution, self._convolution, self._pooling, self._turn, self._turn,
                 self._concat, self._reduction, self._opaque_node)  # fmt: skip
        self._draw.choice(steps)()

    def _pick(self, shape: Shape | None = None) -> str:
        names = [name for name, found in self._shapes.items() if shape in (None, found)]
        return self._draw.choice(names[-self._window :])

    def _image(self) -> str:
        names = [name for name, shape in self._shapes.items() if shape[2:] == IMAGE[2:]]
        return self._draw.choice(names[-self._window :])

    def _add(self, operator: str, shape: Shape, *inputs: str, **attributes: object) -> None:
        self._count += 1
        made = self._builder.node(operator, f"n{self._count}", *inputs, **attributes)
        self._shapes[made] = shape
        self._unread = [name for name in self._unread if name not in inputs] + [made]

    def _unary(self) -> None:
        value = self._pick()
        self._add(self._draw.choice(UNARY), self._shapes[value], value)

    def _binary(self) -> None:
        one, other = self._pick(), self._pick()
        shapes = self._shapes[one], self._shapes[other]
        if any(a != b and 1 not in (a, b) for a, b in zip(*shapes, strict=True)):
            other, shapes = one, (shapes[0], shapes[0])
        shape = tuple(max(sizes) for sizes in zip(*shapes, strict=True))
        self._add(self._draw.choice(BINARY), shape, one, other)

    def _convolution(self) -> None:
        value = self._image()
        weights = self._builder.weights((4, self._shapes[value][1], 1, 1))
        self._add("Conv", IMAGE, value, weights, kernel_shape=[1, 1])

    def _pooling(self) -> None:
        value = self._image()
        attributes = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
        self._add("MaxPool", self._shapes[value], value, **attributes)

    def _turn(self) -> None:
        value = self._image()
        self._add("Transpose", self._shapes[value], value, perm=[0, 1, 3, 2])

    def _concat(self) -> None:
        one, other = self._image(), self._image()
        channels = self._shapes[one][1] + self._shapes[other][1]
        if channels <= 16:
            self._add("Concat", (1, channels, 8, 8), one, other, axis=1)

    def _reduction(self) -> None:
        value = self._image()
        axes = self._draw.choice(((2, 3), (1,)))
        shape = tuple(1 if axis in axes else size for axis, size in enumerate(self._shapes[value]))
        constant = self._builder.constant(np.array(axes, np.int64))
        self._add("ReduceSum", shape, value, constant, keepdims=1)

    def _opaque_node(self) -> None:
        if not self._opaque or self._draw.random() < 0.6:
            return
        value = self._image()
        axis = self._builder.constant(np.array(2, np.int64))
        self._add(self._opaque, self._shapes[value], value, axis)


def random_model(seed: int) -> ir.Model:
    """A model by its seed: the same on every machine."""
    return RandomModel(seed).build()
