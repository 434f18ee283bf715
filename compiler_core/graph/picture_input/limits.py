"""What an uploaded picture may be: each limit with the words a user reads when it is passed."""

from __future__ import annotations

from dataclasses import dataclass

# By Pillow's names; each has its own decoder, and no other is ever asked.
PICTURE_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
FORMATS_TEXT = "PNG, JPEG, WebP, BMP or GIF"


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """file_bytes: of the upload. pixels: width times height; decoded, each takes up to 8 bytes.

    side: pixels of the longer side.
    """

    file_bytes: int = 12_000_000
    pixels: int = 25_000_000
    side: int = 16_384


UPLOAD_LIMITS = PictureLimits()
