"""The package gguf encodes Q4_0 and Q8_0 and decodes all four: its bytes and values are ours."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import pytest

from compiler_core.llm.block_formats.formats import (
    block_format,
    decode_tensor,
    encode_tensor,
)
from tests.llm.block_formats.traps import COLUMNS, trap_rows

TRAPS = trap_rows(80)
IN_FILES = ("Q4_0", "Q8_0", "Q4_K", "Q6_K")


@pytest.mark.parametrize("trap", list(TRAPS))
@pytest.mark.parametrize("name", ["Q4_0", "Q8_0"])
def test_bytes_are_those_of_gguf(name: str, trap: str) -> None:
    values = TRAPS[trap]
    with np.errstate(all="ignore"):
        wanted = gguf.quantize(values, gguf.GGMLQuantizationType[name])
    assert np.array_equal(block_format(name).encode(values), wanted)


def test_a_million_values_are_compared() -> None:
    assert sum(values.size for values in TRAPS.values()) >= 1_000_000


@pytest.mark.parametrize("name", IN_FILES)
def test_any_bytes_decode_as_gguf_decodes_them(name: str) -> None:
    chosen = block_format(name)
    raw = np.random.default_rng(5).integers(0, 256, (300, 4 * chosen.size), dtype=np.uint8)
    with np.errstate(all="ignore"):
        wanted = gguf.dequantize(raw, gguf.GGMLQuantizationType[name])
    found = chosen.decode(raw)
    assert found.dtype == np.float32
    assert np.array_equal(found, wanted, equal_nan=True)
    finite = np.isfinite(wanted)
    assert np.array_equal(np.signbit(found[finite]), np.signbit(wanted[finite]))


@pytest.mark.parametrize("name", IN_FILES)
def test_sizes_are_those_of_gguf(name: str) -> None:
    values, size = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType[name]]
    chosen = block_format(name)
    assert (chosen.values, chosen.size) == (values, size)


def test_a_file_with_all_types_reads_back(tmp_path: Path) -> None:
    values = TRAPS["even"][:4]
    path = tmp_path / "types.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    for name in IN_FILES:
        raw = encode_tensor(values, name)
        writer.add_tensor(name, raw, raw_dtype=gguf.GGMLQuantizationType[name])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    for tensor in gguf.GGUFReader(path).tensors:
        read = gguf.dequantize(tensor.data, tensor.tensor_type)
        raw = encode_tensor(values, tensor.name)
        assert np.array_equal(read.reshape(4, COLUMNS), decode_tensor(raw, tensor.name))
