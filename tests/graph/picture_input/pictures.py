"""Pictures for the tests, made here: good ones with known pixels, and files that mean harm."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def colours(height: int = 6, width: int = 8) -> np.ndarray:
    """uint8 [height, width, 3]; every pixel differs from every other."""
    values = np.arange(height * width * 3, dtype=np.int64) * 37 % 251
    return values.astype(np.uint8).reshape(height, width, 3)


def encoded(picture: np.ndarray | Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    image = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def chunk(name: bytes, content: bytes) -> bytes:
    """A chunk of a PNG file with its checksum."""
    checked = name + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def png(width: int, height: int, body: bytes, more: bytes = b"", depth: int = 8) -> bytes:
    """A PNG of true colour with whatever header and body."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0))
    return SIGNATURE + header + more + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def gif(width: int, height: int, body: bytes) -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
    return head + b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + body + b"\x3b"


def bmp(width: int, height: int, depth: int, body: bytes, compression: int = 0) -> bytes:
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, depth, compression, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(body), 0, 0, 54) + info + body


def jpeg_of_size(width: int, height: int) -> bytes:
    """A JPEG whose header lies about its size."""
    content = bytearray(encoded(colours(), "JPEG"))
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(content)


def _webp_of_size(width: int, height: int) -> bytes:
    """An extended WebP whose canvas is larger than its picture."""
    inner = encoded(colours(), "WEBP", lossless=True)[12:]
    canvas = struct.pack("<I", 0) + (width - 1).to_bytes(3, "little")
    canvas += (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", 10) + canvas + inner
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _zeros(count: int) -> bytes:
    return zlib.compress(bytes(count), 9)


PICTURE = encoded(colours())
NOISE = np.random.default_rng(1).integers(0, 256, (60, 60, 3), dtype=np.uint8)
# Small files that unpack to much more than their picture needs, which is not read.
BOMBS: dict[str, bytes] = {
    "png of 8 x 8 with 100 MB of zeros": png(8, 8, _zeros(100_000_000)),
}
PHOTO = encoded(colours(40, 50), "JPEG")

HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "zeros": bytes(1000),
    "text": b"<script>alert(1)</script>" * 40,
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    "tiff": encoded(colours(), "TIFF"),
    "icon": encoded(colours(16, 16), "ICO"),
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n",
    "portable pixmap": encoded(colours(), "PPM"),
    "signature only": SIGNATURE,
    "png cut in its header": PICTURE[:20],
    "png cut in its pixels": encoded(NOISE)[:700],
    "png with a wrong checksum": PICTURE[:40] + b"\x00" + PICTURE[41:],
    "png with no pixels": SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 2, 0, 0, 0)),
    "png of width 0": png(0, 9, _zeros(99)),
    "png of 30,000 x 30,000": png(30_000, 30_000, _zeros(1000)),
    "png of 2^31 - 1 squared": png(2**31 - 1, 2**31 - 1, _zeros(1000)),
    "png just over the pixels": png(5001, 5000, _zeros(1000)),
    "png of one very long row": png(20_000, 1, _zeros(60_001)),
    "png with a text bomb": png(8, 8, _zeros(200), chunk(
        b"zTXt", b"a\0\0" + zlib.compress(bytes(80_000_000), 9))),
    "png of an unknown depth": png(8, 8, _zeros(200), depth=7),
    "png with garbage for pixels": png(8, 8, b"garbage" * 9),
    "jpeg cut short": PHOTO[: len(PHOTO) // 2],
    "jpeg of 65,500 squared": jpeg_of_size(65_500, 65_500),
    "jpeg with only its start": b"\xff\xd8\xff\xe0",
    "jpeg without tables": PHOTO[:2] + PHOTO[PHOTO.index(b"\xff\xc0") :],
    "gif of 65,535 squared": gif(65_535, 65_535, b"\x02\x02\x4c\x01\x00"),
    "gif without pixels": gif(9, 9, b""),
    "gif cut short": encoded(colours(90, 90), "GIF")[:300],
    "bmp of a negative width": bmp(-9, 9, 24, bytes(300)),
    "bmp of 2^30 squared": bmp(2**30, 2**30, 24, bytes(300)),
    "bmp cut short": bmp(90, 90, 24, bytes(300)),
    "bmp with unknown compression": bmp(9, 9, 24, bytes(300), 77),
    "bmp of an unknown depth": bmp(9, 9, 3, bytes(300)),
    "webp cut short": encoded(colours(40, 40), "WEBP")[:60],
    "webp with a huge canvas": _webp_of_size(16_000, 16_000),
    "webp with only its head": b"RIFF\x10\x00\x00\x00WEBPVP8 ",
    "a file of 13 MB": PICTURE + bytes(13_000_000),
}  # fmt: skip
