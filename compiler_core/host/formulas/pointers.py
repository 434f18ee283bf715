"""Signed pointers: which bits of an address a signature takes, and what is left without it.

A signature depends on keys that only the machine knows, so no formula tells its bits; it tells
which ones they are. Source: Arm Architecture Reference Manual, D8.10 "Pointer authentication", and
AddPAC(), Auth() and Strip() of the shared pseudocode, as Linux sets them up: addresses of 48 bits,
and a program's own ones, whose bit 55 is 0, with a free top byte.
"""

from __future__ import annotations

from collections.abc import Callable

_ADDRESS_BITS, _SIDE, _TAG_BITS = 48, 55, 56
_BELOW_SIDE = (1 << _SIDE) - (1 << _ADDRESS_BITS)
_TOP_BYTE = (1 << 64) - (1 << _TAG_BITS)
_UPPER_HALF = (1 << 64) - (1 << 32)


def _signature_bits(address: int) -> int:
    """The bits that a signature of this address takes."""
    return _BELOW_SIDE | (_TOP_BYTE if address >> _SIDE & 1 else 0)


def stripped(width: int, address: int) -> int:
    """The address with copies of bit 55 in place of a signature; `width` is not needed."""
    bits = _signature_bits(address)
    return address | bits if address >> _SIDE & 1 else address & ~bits


def checked(width: int, address: int, bound_to: int) -> int:
    """The same where the signature is right. Where it is not, the machine leaves an address that
    nothing can be read from, and no program goes on with it."""
    return stripped(width, address)


# Each gives a value, and the bits of it that no formula tells.
SIGNING: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "signed": lambda address, bound_to: (address, _signature_bits(address)),
    "signature": lambda value, bound_to: (0, _UPPER_HALF),
}
