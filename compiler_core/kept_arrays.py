"""Arrays as `.npy` and back: numbers only, and never more of them than the content holds.

The form is NumPy's own, version 1.0 (numpy/lib/_format_impl.py). NumPy's reader evaluates a header
as Python and allocates what it claims; this one admits only what the writer writes, and sees that
the claim and the content agree.
"""

from __future__ import annotations

import io
import math
import re
import struct

import numpy as np

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER_LENGTH = struct.Struct("<H")
# Truth values, whole numbers with and without sign, floats: no objects, records or texts.
_HEADER = re.compile(
    rb"\{'descr': '(?P<type>[<>|][biuf][0-9]{1,2})', 'fortran_order': (?P<by_columns>False|True), "
    rb"'shape': \((?P<shape>(?:[0-9]{1,15}, ){0,15}(?:[0-9]{1,15},?)?)\), \} *\n"
)


def array_bytes(array: np.ndarray) -> bytes:
    """The array as a `.npy` file. Raises ValueError for an array of objects."""
    content = io.BytesIO()
    np.lib.format.write_array(content, array, version=(1, 0), allow_pickle=False)
    return content.getvalue()


def array_of(content: bytes) -> np.ndarray:
    """The array of a `.npy` file.

    Raises ValueError, TypeError or struct.error for anything but one whole array of numbers.
    """
    if not content.startswith(_MAGIC):
        raise ValueError("no array of this version of the form")
    (length,) = _HEADER_LENGTH.unpack_from(content, len(_MAGIC))
    begin = len(_MAGIC) + _HEADER_LENGTH.size
    header = _HEADER.fullmatch(content, begin, begin + length)
    if header is None:
        raise ValueError("no header of an array of numbers")
    kind = np.dtype(header["type"].decode())
    shape = tuple(int(size) for size in header["shape"].decode().split(",") if size.strip())
    if math.prod(shape) * kind.itemsize != len(content) - header.end():
        raise ValueError("the header and the content differ in size")
    values = np.frombuffer(content, kind, offset=header.end())
    by_columns = header["by_columns"] == b"True"
    return values.reshape(shape, order="F" if by_columns else "C").copy(order="K")
