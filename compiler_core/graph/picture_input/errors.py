"""Why a picture is refused; a branch of the core's one tree.

InputError
└── PictureRefused      no picture that we read, or a broken one
    └── PictureTooLarge it passes a named limit
"""

from __future__ import annotations

from compiler_core.errors import InputError


class PictureRefused(InputError):
    """The picture cannot be read."""


class PictureTooLarge(PictureRefused):
    """The picture passes a limit."""

    status = 413
