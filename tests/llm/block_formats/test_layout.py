"""Pictures of blocks: every bit is told once, and the pieces spell the numbers that are shown."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.llm.block_formats.code_places import with_codes
from compiler_core.llm.block_formats.formats import BLOCK_FORMATS, block_format
from compiler_core.llm.block_formats.layout import BlockPicture, block_picture

NAMES = [chosen.name for chosen in BLOCK_FORMATS]


def picture(name: str) -> BlockPicture:
    chosen = block_format(name)
    values = np.random.default_rng(9).standard_normal((1, chosen.values)).astype(np.float32)
    return block_picture(chosen.encode(values)[0], values[0], name, row=3, block=2)


@pytest.mark.parametrize("name", NAMES)
def test_every_bit_of_every_byte_is_told_once(name: str) -> None:
    chosen = block_format(name)
    assert len(chosen.bits()) == chosen.size
    for groups in chosen.bits():
        told = [bit for group in groups for bit in range(group.first, group.last + 1)]
        assert told == list(range(8))


@pytest.mark.parametrize("name", NAMES)
def test_fields_follow_each_other(name: str) -> None:
    chosen = block_format(name)
    end = 0
    for field in chosen.fields:
        assert field.offset == end
        end += field.size
    assert end == chosen.size


@pytest.mark.parametrize("name", NAMES)
def test_pieces_spell_the_numbers_of_the_formula(name: str) -> None:
    shown = picture(name)
    spelt: dict[tuple[str, int], int] = {}
    for cell in shown.bytes:
        for bits in cell.bits:
            place = (bits.holds, bits.index)
            spelt[place] = spelt.get(place, 0) | bits.piece << bits.lowest
    wide = 16 if name != "Q8_K" else 32
    kind = np.uint16 if wide == 16 else np.uint32
    real = np.float16 if wide == 16 else np.float32
    assert kind(spelt["super_scale", 0]).view(real) == np.float32(shown.super_scale)
    for value in shown.values:
        assert signed(name, "code", spelt["code", value.index]) == value.stored
    for index, scale in enumerate(shown.scales):
        if ("scale", index) in spelt:
            assert signed(name, "scale", spelt["scale", index]) == scale
    for index, minimum in enumerate(shown.minimums):
        assert spelt.get(("minimum", index), 0) == minimum


def signed(name: str, what: str, number: int) -> int:
    """Eight-bit codes and Q6_K's scales are signed, the others are not."""
    is_signed = name in (("Q8_0", "Q8_K") if what == "code" else ("Q6_K",))
    return number - 256 if is_signed and number > 127 else number


@pytest.mark.parametrize("name", NAMES)
def test_values_follow_from_step_code_and_minimum(name: str) -> None:
    shown = picture(name)
    for value in shown.values:
        assert value.decoded == pytest.approx(value.step * value.code - value.minimum, abs=1e-6)
        assert value.error == value.decoded - value.original
        assert value.sub_block == value.index // block_format(name).sub_block
    errors = np.array([value.error for value in shown.values])
    assert shown.root_mean_square == pytest.approx(np.sqrt(np.mean(errors**2)))
    assert shown.largest_error == np.abs(errors).max()
    worst = int(np.abs(errors).argmax())
    assert f"at value {worst}:" in shown.sentence
    assert (shown.row, shown.block, shown.first_value) == (3, 2, 2 * block_format(name).values)


def test_a_code_of_q6_k_lies_in_two_bytes() -> None:
    shown = picture("Q6_K")
    assert shown.values[200].bytes == (72, 168)
    assert shown.values[0].bytes == (0, 128)
    texts = [bits.text for bits in shown.bytes[168].bits]
    assert [text.split(":")[0] for text in texts] == [
        f"bits 4–5 of the code of value {index}" for index in (136, 168, 200, 232)
    ]


@pytest.mark.parametrize("name", ["Q4_0", "Q8_0", "Q4_K", "Q6_K"])
def test_codes_put_into_blocks_come_out_again(name: str) -> None:
    chosen = block_format(name)
    random = np.random.default_rng(11)
    raw = chosen.encode(random.standard_normal((5, 512)).astype(np.float32))
    codes = random.integers(chosen.lowest, chosen.highest + 1, (5, 512))
    before, after = chosen.unpack(raw), chosen.unpack(with_codes(raw, codes, name))
    assert np.array_equal(after.codes.reshape(5, 512), codes)
    assert np.array_equal(after.super_scales, before.super_scales)
    assert np.array_equal(after.scales, before.scales)
    assert np.array_equal(after.minimums, before.minimums)
