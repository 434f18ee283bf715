"""An uploaded file to pixels. The file is hostile until it is decoded.

Its size is looked at first, then its header, and only a picture whose header keeps the limits is
decoded, by the one decoder its format has. Of moving pictures the first frame counts.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from dataclasses import dataclass

import numpy as np
from PIL import Image

from compiler_core.graph.picture_input.errors import PictureRefused, PictureTooLarge
from compiler_core.graph.picture_input.limits import (
    FORMATS_TEXT,
    PICTURE_FORMATS,
    UPLOAD_LIMITS,
    PictureLimits,
)

# What the decoders, which are partly plain Python, raise on broken files.
_BROKEN = (
    OSError, SyntaxError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError,
    RuntimeError, EOFError, MemoryError, struct.error, zlib.error,
)  # fmt: skip
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
_ORIENTATION = 0x0112
# Values 1 to 8 of the tag, Exif 2.32 section 4.6.4 A.
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_PAPER = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class DecodedPicture:
    """pixels: uint8 [height, width, 3], RGB, the right way up. notes: what had to be decided."""

    pixels: np.ndarray
    format: str
    notes: tuple[str, ...]


def decode_picture(content: bytes, limits: PictureLimits = UPLOAD_LIMITS) -> DecodedPicture:
    """Raises PictureRefused for what is no picture or a broken one, and PictureTooLarge."""
    _check_bytes(content, limits)
    with warnings.catch_warnings():
        # Between the library's two limits it only warns; ours is below both.
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(content), formats=PICTURE_FORMATS) as picture:
                _check_size(picture.size, limits)
                return _decoded(picture)
        except _BOMBS as error:
            raise _too_many_pixels("The picture has too many pixels.", limits) from error
        except _BROKEN as error:
            raise PictureRefused(
                "The file is no picture that can be read, or it is broken or cut short.",
                f"Send a whole {FORMATS_TEXT} file.",
            ) from error


def _check_bytes(content: bytes, limits: PictureLimits) -> None:
    if not content:
        raise PictureRefused("The file is empty.", f"Send a {FORMATS_TEXT} file.")
    if len(content) > limits.file_bytes:
        raise PictureTooLarge(
            f"The file has {len(content):,} bytes; at most {limits.file_bytes:,} are read.",
            "Save the picture smaller: the network sees few pixels of it anyway.",
        )


def _check_size(size: tuple[int, int], limits: PictureLimits) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise PictureRefused("The picture has no pixels.")
    if width * height > limits.pixels or max(size) > limits.side:
        raise _too_many_pixels(f"The picture has {width:,} x {height:,} pixels.", limits)


def _too_many_pixels(message: str, limits: PictureLimits) -> PictureTooLarge:
    return PictureTooLarge(
        f"{message} At most {limits.pixels:,} are decoded, no side longer than {limits.side:,}.",
        "Save the picture smaller: the network sees few pixels of it anyway.",
    )


def _decoded(picture: Image.Image) -> DecodedPicture:
    name, notes = picture.format or "", []
    if getattr(picture, "is_animated", False):
        notes.append("It moves: the first frame is taken.")
    picture.load()
    turn = _turn(picture)
    flat, how = _flat(picture)
    if how:
        notes.append(how)
    if turn is not None:
        flat = flat.transpose(turn)
        notes.append("The camera was turned: its EXIF orientation is undone.")
    return DecodedPicture(np.asarray(flat), name, tuple(notes))


def _turn(picture: Image.Image) -> Image.Transpose | None:
    """How the camera was held. Broken EXIF data counts as none: the pixels are whole."""
    try:
        return _TURNS.get(picture.getexif().get(_ORIENTATION, 1))
    except _BROKEN:
        return None


def _flat(picture: Image.Image) -> tuple[Image.Image, str]:
    """The picture as RGB with 8 bits a channel, and what that took."""
    if picture.mode == "RGB" and "transparency" not in picture.info:
        return picture, ""
    if picture.mode.startswith("I"):
        return _from_16_bits(picture), "16 bits a pixel become 8: the upper half."
    if picture.has_transparency_data:
        return _on_paper(picture), "Where it is transparent, white paper shows through."
    return picture.convert("RGB"), f"Its colours ({picture.mode}) become red, green and blue."


def _from_16_bits(picture: Image.Image) -> Image.Image:
    high = np.asarray(picture) >> 8
    return Image.fromarray(np.clip(high, 0, 255).astype(np.uint8)).convert("RGB")


def _on_paper(picture: Image.Image) -> Image.Image:
    picture = picture.convert("RGBA")
    paper = Image.new("RGB", picture.size, _PAPER)
    paper.paste(picture, mask=picture.getchannel("A"))
    return paper
