"""The attention half of a block as C: once with a kernel for each node, once fused.

The text lies in `program/`; the shape is a header of definitions, weights and inputs are a file of
float32 numbers that the program reads. Kernels have the names of the graph's kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.llm.block_graph.kernels import Tiles, kernel_groups, tiles_of
from compiler_core.llm.block_graph.positions import window_of
from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.records import ModelConfiguration

_FOLDER = Path(__file__).with_name("program")
KERNEL_PREFIX = "kernel_"
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class HalfProgram:
    """Text of a program, what stands beside it, and the numbers that it reads.

    scratch: bytes near the core that each kernel holds beside its tensors, by kernel.
    """

    name: str
    source: str
    headers: tuple[tuple[str, bytes], ...]
    inputs: bytes
    scratch: dict[str, int]


def plain_program(
    configuration: ModelConfiguration, regime: Regime, model: ir.Model, given: Arrays
) -> HalfProgram:
    """One kernel for each node of the attention half. Raises InputError for a kind of model that
    the text does not cover."""
    _check(configuration)
    constants = _constants(model)
    masked = "mask" in constants
    lines = _shape_lines(configuration, regime, {"MASKED": int(masked)})
    names = ("attn_norm", "attn_q", "attn_k", "attn_v")
    weights = [_stored(constants[f"blk.0.{name}.weight"]) for name in names]
    rest = [*weights, *([constants["mask"]] if masked else [])]
    return _program("plain", lines, _common(constants, given), rest, {})


def fused_program(
    configuration: ModelConfiguration, regime: Regime, model: ir.Model, given: Arrays
) -> HalfProgram:
    """The kernels that all fusions left. Raises InputError if some of them did not run."""
    _check(configuration)
    constants, tiles = _constants(model), _tiles(model)
    joined = len(kernel_groups(model)) == 2
    packed = constants.get("attn_qkv_attn_norm.weight")
    if packed is None or tiles is None or len(kernel_groups(model)) > 3:
        raise InputError("The fused program needs all fusions.", "Run them in their order.")
    lines = _shape_lines(
        configuration,
        regime,
        {"QUERY_TILE": tiles.queries, "KEY_TILE": tiles.keys, "JOINED": int(joined)},
    )
    shape = configuration
    rows = shape.heads if joined else shape.group
    tile = tiles.keys + tiles.queries * (2 * shape.group + rows * shape.head_size)
    scratch = {"attn_qkv": 4 * shape.head_size, "attention": 4 * tile}
    return _program("fused", lines, _common(constants, given), [_stored(packed)], scratch)


def _check(configuration: ModelConfiguration) -> None:
    shape = configuration
    extras = (
        shape.query_key_norm,
        shape.query_key_value_bias,
        shape.post_norms,
        shape.attention_softcap,
        shape.attention_output_bias,
    )
    turned = (shape.rotary_size or shape.head_size) == shape.head_size
    if any(extras) or not turned or shape.size_of_values != shape.head_size:
        raise InputError(
            "The counted programs cover attention as in Llama and Mistral: no biases, no norms by "
            "head or behind a half, no cap, whole heads rotated."
        )


def _constants(model: ir.Model) -> Arrays:
    return {
        name: value.const_value.numpy()
        for name, value in model.graph.initializers.items()
        if value.const_value is not None
    }


def _tiles(model: ir.Model) -> Tiles | None:
    return next((tiles for node in model.graph if (tiles := tiles_of(node))), None)


def _stored(array: np.ndarray) -> np.ndarray:
    """A matrix [in, out] as GGUF and the programs have it: [out, in]."""
    return array.T if array.ndim == 2 else array


def _shape_lines(
    configuration: ModelConfiguration, regime: Regime, more: dict[str, int]
) -> dict[str, str]:
    shape = configuration
    scale = shape.attention_scale or 1 / sqrt(shape.head_size)
    numbers = {
        "HIDDEN": shape.hidden,
        "HEADS": shape.heads,
        "SHARED": shape.key_value_heads,
        "GROUP": shape.group,
        "HEAD": shape.head_size,
        "TOKENS": regime.tokens,
        "POSITION": regime.position,
        "TOTAL": regime.total,
        "WINDOW": window_of(shape, 0),
        "ADJACENT": int(shape.rotary_pairing == "adjacent"),
        **more,
    }
    reals = {"SCALE": f"{scale:.9e}f", "EPSILON": f"{shape.norm_epsilon:.9e}f"}
    return {name: str(value) for name, value in numbers.items()} | reals


def _common(constants: Arrays, given: Arrays) -> list[np.ndarray]:
    """What both programs read first, in their order."""
    tables = [constants["rope_cosines"], constants["rope_sines"]]
    past = [given[name] for name in ("past_key", "past_value") if name in given]
    return [given["x"], *tables, *past, _stored(constants["blk.0.attn_output.weight"])]


def _program(
    name: str,
    shape: dict[str, str],
    first: list[np.ndarray],
    rest: list[np.ndarray],
    scratch: dict[str, int],
) -> HalfProgram:
    header = "".join(f"#define {word} {value}\n" for word, value in shape.items())
    common = (_FOLDER / "common.h").read_bytes()
    numbers = b"".join(
        np.asarray(array, np.float32, order="C").tobytes() for array in (*first, *rest)
    )
    headers = (("shape.h", header.encode()), ("common.h", common))
    return HalfProgram(name, (_FOLDER / f"{name}.c").read_text(), headers, numbers, scratch)
