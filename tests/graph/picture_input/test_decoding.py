"""Pictures that are odd but whole: their pixels against values known beforehand."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from compiler_core.graph.picture_input.decoding import DecodedPicture, decode_picture
from compiler_core.graph.picture_input.errors import PictureTooLarge
from compiler_core.graph.picture_input.limits import PictureLimits
from tests.graph.picture_input.pictures import colours, encoded

# For each orientation what a viewer does to the stored pixels, as in Exif 2.32, section 4.6.4.
UPRIGHT = {
    1: lambda stored: stored,
    2: lambda stored: stored[:, ::-1],
    3: lambda stored: stored[::-1, ::-1],
    4: lambda stored: stored[::-1],
    5: lambda stored: stored.transpose(1, 0, 2),
    6: lambda stored: stored[::-1].transpose(1, 0, 2),
    7: lambda stored: stored[::-1, ::-1].transpose(1, 0, 2),
    8: lambda stored: stored[:, ::-1].transpose(1, 0, 2),
}


def decoded(image: Image.Image, kind: str = "PNG", **options: object) -> DecodedPicture:
    return decode_picture(encoded(image, kind, **options))


@pytest.mark.parametrize("kind", ["PNG", "BMP", "GIF", "WEBP"])
def test_pixels_come_back_as_they_were(kind: str) -> None:
    options = {"lossless": True, "exact": True} if kind == "WEBP" else {}
    found = decode_picture(encoded(colours(), kind, **options))
    assert found.format == kind
    assert np.array_equal(found.pixels, colours())


def test_a_jpeg_comes_back_nearly() -> None:
    flat = np.full((16, 16, 3), (200, 60, 30), dtype=np.uint8)
    found = decode_picture(encoded(flat, "JPEG", quality=95))
    assert np.abs(found.pixels.astype(int) - flat).max() <= 4


@pytest.mark.parametrize("orientation", UPRIGHT)
def test_the_cameras_turn_is_undone(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    found = decoded(Image.fromarray(colours()), exif=exif)
    assert np.array_equal(found.pixels, UPRIGHT[orientation](colours()))
    assert any("EXIF" in note for note in found.notes) == (orientation != 1)


@pytest.mark.parametrize("exif", [b"Exif\0\0garbage", b"Exif\0\0II*\0\xff\xff\xff\xff", b"\0" * 40])
def test_broken_exif_does_not_cost_the_picture(exif: bytes) -> None:
    assert decoded(Image.fromarray(colours()), exif=exif).pixels.shape == (6, 8, 3)


def test_an_orientation_that_is_none_is_left_out() -> None:
    exif = Image.Exif()
    exif[0x0112] = 77
    assert np.array_equal(decoded(Image.fromarray(colours()), exif=exif).pixels, colours())


def test_grey_of_16_bits_keeps_the_upper_half() -> None:
    deep = np.array([[0, 255, 256, 65535], [32768, 4096, 513, 1]], dtype=np.uint16)
    found = decoded(Image.fromarray(deep))
    assert found.pixels[..., 0].tolist() == [[0, 0, 1, 255], [128, 16, 2, 0]]
    assert found.pixels[..., 0].tolist() == found.pixels[..., 2].tolist()


def test_white_paper_shows_through_transparency() -> None:
    clear = np.array([[[10, 20, 30, 0], [10, 20, 30, 255], [0, 0, 0, 128]]], dtype=np.uint8)
    found = decoded(Image.fromarray(clear))
    assert found.pixels.tolist() == [[[255, 255, 255], [10, 20, 30], [127, 127, 127]]]
    assert "white paper" in found.notes[0]


def test_a_transparent_colour_of_a_palette_is_paper_too() -> None:
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putdata([0, 1])
    found = decoded(image, transparency=0)
    assert found.pixels.tolist() == [[[255, 255, 255], [0, 0, 255]]]


def test_a_palette_becomes_its_colours() -> None:
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putdata([1, 0])
    assert decoded(image).pixels.tolist() == [[[0, 0, 255], [255, 0, 0]]]


def test_one_bit_is_black_and_white() -> None:
    image = Image.new("1", (2, 1))
    image.putdata([0, 255])
    assert decoded(image).pixels.tolist() == [[[0, 0, 0], [255, 255, 255]]]


def test_printing_colours_become_screen_colours() -> None:
    image = Image.new("CMYK", (8, 8), (0, 255, 255, 0))
    found = decoded(image, "JPEG", quality=95)
    assert found.pixels[4, 4, 0] > 240
    assert found.pixels[4, 4, 1:].max() < 15


def test_the_first_frame_of_a_moving_picture_counts() -> None:
    frames = [Image.new("RGB", (4, 4), colour) for colour in ("red", "blue", "green")]
    content = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    found = decode_picture(content)
    assert found.pixels[0, 0].tolist() == [255, 0, 0]
    assert "first frame" in found.notes[0]


def test_the_limits_themselves_are_admitted() -> None:
    content = encoded(colours())
    assert decode_picture(content, PictureLimits(len(content), 48, 8)).pixels.shape == (6, 8, 3)
    for limits in (
        PictureLimits(len(content) - 1, 48, 8),
        PictureLimits(len(content), 47, 8),
        PictureLimits(len(content), 48, 7),
    ):
        with pytest.raises(PictureTooLarge):
            decode_picture(content, limits)
