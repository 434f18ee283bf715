"""Small networks for the mapping's tests: written by hand, and random ones."""

from __future__ import annotations

from hypothesis import strategies as st

from compiler_core.graph.layers.layer import Layer, convolution, dense, depthwise, pooling
from compiler_core.soc.mapping.graph import FROM_OUTSIDE, GraphKernel, GraphTensor, KernelGraph

SOFTMAX = ("Softmax",)


def elementwise(name: str, elements: int) -> Layer:
    """Something that reads as much as it writes."""
    return Layer(
        name=name,
        kind="elementwise",
        rows=1,
        columns=1,
        channels_in=1,
        channels_out=elements,
        taps=1,
        groups=elements,
        input_elements=elements,
        weight_elements=0,
    )


def chain(*kernels: GraphKernel) -> KernelGraph:
    """One after another; the last gives the result."""
    layers = [kernel.layer for kernel in kernels]
    end = len(kernels) - 1
    given = GraphTensor("input", layers[0].input_elements, FROM_OUTSIDE, (0,), False)
    made = [
        GraphTensor(
            layer.name,
            layer.output_elements,
            number,
            (number + 1,) if number < end else (),
            number == end,
        )
        for number, layer in enumerate(layers)
    ]
    return KernelGraph("chain", kernels, (given, *made))


def with_softmax_between(lacking: str = "Softmax") -> KernelGraph:
    """Two convolutions that an array runs well, and between them what it does not run."""
    return chain(
        GraphKernel(convolution("first", 28, (64, 256), 3), ("Conv", "Relu")),
        GraphKernel(elementwise("middle", 28 * 28 * 256), (lacking,)),
        GraphKernel(convolution("second", 28, (256, 32), 3), ("Conv",)),
    )


@st.composite
def graphs(draw: st.DrawFn) -> KernelGraph:
    """Up to seven kernels that read one or two tensors each; some are nothing for an array."""
    count = draw(st.integers(1, 7))
    readers: list[list[int]] = [[0]]
    for kernel in range(1, count):
        wanted = draw(st.sets(st.integers(0, kernel), min_size=1, max_size=2))
        readers.append([])
        for tensor in wanted:
            readers[tensor].append(kernel)
    readers.append([])
    layers = [draw(_layers(number)) for number in range(count)]
    tensors = tuple(
        GraphTensor(f"t{number}", draw(st.integers(1, 400_000)), number - 1, tuple(read), not read)
        for number, read in enumerate(readers)
    )
    kernels = tuple(
        GraphKernel(layer, draw(st.sampled_from((("Conv", "Relu"), ("Gemm",), SOFTMAX))))
        for layer in layers
    )
    return KernelGraph("random", kernels, tensors)


def _layers(number: int) -> st.SearchStrategy[Layer]:
    name = f"k{number}"
    sizes, channels = st.integers(1, 56), st.sampled_from((3, 16, 48, 128, 512))
    return st.one_of(
        st.builds(lambda size, given, out: convolution(name, size, (given, out), 3),
                  sizes, channels, channels),
        st.builds(lambda size, given: depthwise(name, size, given), sizes, channels),
        st.builds(lambda given, out: dense(name, given, out), channels, channels),
        st.builds(lambda size, given: pooling(name, size, 1, given), sizes, channels),
        st.builds(lambda given: elementwise(name, given), st.integers(1, 300_000)),
    )  # fmt: skip
