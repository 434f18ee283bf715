"""Run by the oracles' Python: a .tflite file of one int8 layer, with weights that do not compress.

Weights are uniform in -127 to 127, so that an encoder finds nothing to leave out. Schema:
tensorflow/lite/schema/schema.fbs, through the packages `tflite` and `flatbuffers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flatbuffers
import numpy as np
import tflite

_SCHEMA_VERSION = 3
_INPUT, _WEIGHTS, _BIAS, _OUTPUT, _FIRST, _LAST = range(6)


@dataclass(frozen=True)
class Shapes:
    """Of the four tensors, rows before channels as TensorFlow has them."""

    input: tuple[int, ...]
    weights: tuple[int, ...]
    output: tuple[int, ...]


def layer_file(kind: str, sizes: Sequence[int], seed: int, around: str = "alone") -> bytes:
    """A model of one layer, or of one between two others. kind: convolution, depthwise, dense.
    sizes: of the picture, channels in and out, side of the window, stride. around: "alone", or
    "between" two operators without weights, so that the layer has neither the network's input nor
    its result."""
    shapes = shapes_of(kind, sizes)
    numbers = np.random.default_rng(seed)
    weights = numbers.integers(-127, 128, size=shapes.weights, dtype=np.int8)
    bias = numbers.integers(-1000, 1000, size=shapes.output[-1:], dtype=np.int32)
    builder = flatbuffers.Builder(weights.nbytes + 4096)
    buffers = [_buffer(builder, data) for data in (b"", weights.tobytes(), bias.tobytes())]
    options = _OPTIONS[kind](builder, sizes[4])
    given = [_INPUT, _WEIGHTS, _BIAS]
    operators = [_operator(builder, 0, given, _OUTPUT, options, _OPTION_TYPES[kind])]
    if around == "between":
        operators = [
            _magnitude(builder, _FIRST, _INPUT),
            *operators,
            _magnitude(builder, _OUTPUT, _LAST),
        ]
    graph = _graph(builder, shapes, operators)
    return _model(builder, graph, buffers, (_CODES[kind], tflite.BuiltinOperator.ABS))


def shapes_of(kind: str, sizes: Sequence[int]) -> Shapes:
    """Padding keeps the picture's size, before the stride."""
    size, given, out, window, stride = sizes
    if kind == "dense":
        return Shapes((1, given), (out, given), (1, out))
    made = -(-size // stride)
    first = 1 if kind == "depthwise" else out
    return Shapes((1, size, size, given), (first, window, window, given), (1, made, made, out))


def _buffer(builder: flatbuffers.Builder, data: bytes) -> int:
    content = builder.CreateByteVector(data) if data else None
    tflite.BufferStart(builder)
    if content is not None:
        tflite.BufferAddData(builder, content)
    return tflite.BufferEnd(builder)


def _convolution(builder: flatbuffers.Builder, stride: int) -> int:
    tflite.Conv2DOptionsStart(builder)
    tflite.Conv2DOptionsAddPadding(builder, tflite.Padding.SAME)
    tflite.Conv2DOptionsAddStrideH(builder, stride)
    tflite.Conv2DOptionsAddStrideW(builder, stride)
    tflite.Conv2DOptionsAddDilationHFactor(builder, 1)
    tflite.Conv2DOptionsAddDilationWFactor(builder, 1)
    return tflite.Conv2DOptionsEnd(builder)


def _depthwise(builder: flatbuffers.Builder, stride: int) -> int:
    tflite.DepthwiseConv2DOptionsStart(builder)
    tflite.DepthwiseConv2DOptionsAddPadding(builder, tflite.Padding.SAME)
    tflite.DepthwiseConv2DOptionsAddStrideH(builder, stride)
    tflite.DepthwiseConv2DOptionsAddStrideW(builder, stride)
    tflite.DepthwiseConv2DOptionsAddDepthMultiplier(builder, 1)
    tflite.DepthwiseConv2DOptionsAddDilationHFactor(builder, 1)
    tflite.DepthwiseConv2DOptionsAddDilationWFactor(builder, 1)
    return tflite.DepthwiseConv2DOptionsEnd(builder)


def _dense(builder: flatbuffers.Builder, stride: int) -> int:
    tflite.FullyConnectedOptionsStart(builder)
    return tflite.FullyConnectedOptionsEnd(builder)


_OPTIONS = {"convolution": _convolution, "depthwise": _depthwise, "dense": _dense}
_OPTION_TYPES = {
    "convolution": tflite.BuiltinOptions.Conv2DOptions,
    "depthwise": tflite.BuiltinOptions.DepthwiseConv2DOptions,
    "dense": tflite.BuiltinOptions.FullyConnectedOptions,
}
_CODES = {
    "convolution": tflite.BuiltinOperator.CONV_2D,
    "depthwise": tflite.BuiltinOperator.DEPTHWISE_CONV_2D,
    "dense": tflite.BuiltinOperator.FULLY_CONNECTED,
}


def _magnitude(builder: flatbuffers.Builder, given: int, made: int) -> int:
    """Vela fuses it with nothing."""
    return _operator(builder, 1, [given], made, 0, tflite.BuiltinOptions.NONE)


def _graph(builder: flatbuffers.Builder, shapes: Shapes, operators: Sequence[int]) -> int:
    int8, int32 = tflite.TensorType.INT8, tflite.TensorType.INT32
    tensors = [
        _tensor(builder, "input", shapes.input, int8, 0, 0.05),
        _tensor(builder, "weights", shapes.weights, int8, 1, 0.01),
        _tensor(builder, "bias", shapes.output[-1:], int32, 2, 0.0005),
        _tensor(builder, "output", shapes.output, int8, 0, 0.5),
    ]
    ends = _INPUT, _OUTPUT
    if len(operators) > 1:
        tensors += [
            _tensor(builder, "first", shapes.input, int8, 0, 0.05),
            _tensor(builder, "last", shapes.output, int8, 0, 0.5),
        ]
        ends = _FIRST, _LAST
    listed = _offsets(builder, tflite.SubGraphStartTensorsVector, tensors)
    run = _offsets(builder, tflite.SubGraphStartOperatorsVector, operators)
    inputs = _integers(builder, tflite.SubGraphStartInputsVector, ends[:1])
    outputs = _integers(builder, tflite.SubGraphStartOutputsVector, ends[1:])
    tflite.SubGraphStart(builder)
    tflite.SubGraphAddTensors(builder, listed)
    tflite.SubGraphAddOperators(builder, run)
    tflite.SubGraphAddInputs(builder, inputs)
    tflite.SubGraphAddOutputs(builder, outputs)
    return tflite.SubGraphEnd(builder)


def _tensor(
    builder: flatbuffers.Builder,
    name: str,
    shape: Sequence[int],
    element: int,
    buffer: int,
    scale: float,
) -> int:
    title = builder.CreateString(name)
    tflite.QuantizationParametersStartScaleVector(builder, 1)
    builder.PrependFloat32(scale)
    scales = builder.EndVector()
    tflite.QuantizationParametersStartZeroPointVector(builder, 1)
    builder.PrependInt64(0)
    zeros = builder.EndVector()
    tflite.QuantizationParametersStart(builder)
    tflite.QuantizationParametersAddScale(builder, scales)
    tflite.QuantizationParametersAddZeroPoint(builder, zeros)
    quantisation = tflite.QuantizationParametersEnd(builder)
    sizes = _integers(builder, tflite.TensorStartShapeVector, shape)
    tflite.TensorStart(builder)
    tflite.TensorAddShape(builder, sizes)
    tflite.TensorAddType(builder, element)
    tflite.TensorAddBuffer(builder, buffer)
    tflite.TensorAddName(builder, title)
    tflite.TensorAddQuantization(builder, quantisation)
    return tflite.TensorEnd(builder)


def _operator(
    builder: flatbuffers.Builder,
    code: int,
    given: Sequence[int],
    made: int,
    options: int,
    options_type: int,
) -> int:
    """code: its place among the model's. options_type: NONE where it has none."""
    inputs = _integers(builder, tflite.OperatorStartInputsVector, given)
    outputs = _integers(builder, tflite.OperatorStartOutputsVector, [made])
    tflite.OperatorStart(builder)
    tflite.OperatorAddOpcodeIndex(builder, code)
    tflite.OperatorAddInputs(builder, inputs)
    tflite.OperatorAddOutputs(builder, outputs)
    if options_type != tflite.BuiltinOptions.NONE:
        tflite.OperatorAddBuiltinOptionsType(builder, options_type)
        tflite.OperatorAddBuiltinOptions(builder, options)
    return tflite.OperatorEnd(builder)


def _code(builder: flatbuffers.Builder, code: int) -> int:
    tflite.OperatorCodeStart(builder)
    tflite.OperatorCodeAddDeprecatedBuiltinCode(builder, code)
    tflite.OperatorCodeAddBuiltinCode(builder, code)
    tflite.OperatorCodeAddVersion(builder, 3)
    return tflite.OperatorCodeEnd(builder)


def _model(
    builder: flatbuffers.Builder, graph: int, buffers: Sequence[int], operators: Sequence[int]
) -> bytes:
    codes = [_code(builder, operator) for operator in operators]
    graphs = _offsets(builder, tflite.ModelStartSubgraphsVector, [graph])
    listed = _offsets(builder, tflite.ModelStartOperatorCodesVector, codes)
    contents = _offsets(builder, tflite.ModelStartBuffersVector, buffers)
    tflite.ModelStart(builder)
    tflite.ModelAddVersion(builder, _SCHEMA_VERSION)
    tflite.ModelAddSubgraphs(builder, graphs)
    tflite.ModelAddOperatorCodes(builder, listed)
    tflite.ModelAddBuffers(builder, contents)
    builder.Finish(tflite.ModelEnd(builder), b"TFL3")
    return bytes(builder.Output())


def _integers(
    builder: flatbuffers.Builder,
    start: Callable[[flatbuffers.Builder, int], int],
    values: Sequence[int],
) -> int:
    start(builder, len(values))
    for value in reversed(values):
        builder.PrependInt32(value)
    return builder.EndVector()


def _offsets(
    builder: flatbuffers.Builder,
    start: Callable[[flatbuffers.Builder, int], int],
    values: Sequence[int],
) -> int:
    start(builder, len(values))
    for value in reversed(values):
        builder.PrependUOffsetTRelative(value)
    return builder.EndVector()
