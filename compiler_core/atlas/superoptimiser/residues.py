"""Tensors of residues: programs are compared on random integers modulo two primes, exactly.

Floating-point results of equal programs differ by rounding; residues do not. A value is known
modulo p, and modulo q = (p − 1)/2 as long as nothing was exponentiated: 4 has the order q modulo p,
so 4 to a power known modulo q is e^x's stand-in, with e^(a+b) = e^a·e^b. Source: Wu et al., Mirage,
section 5. Square roots and the sigmoid are random functions: the same argument gives the same
value, and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

_BASE = 4
_MIXERS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


@dataclass(frozen=True, slots=True)
class Field:
    """Two primes, prime = 2·half + 1."""

    prime: int
    half: int


FIELDS: tuple[Field, ...] = (Field(2147483579, 1073741789), Field(227, 113), Field(7, 3))


class NoInverse(Exception):
    """A residue that is divided by is zero: this draw of inputs says nothing of this program."""


@dataclass(frozen=True, slots=True)
class Residues:
    """A matrix modulo the field's prime and modulo its half; below an exponent only the former."""

    field: Field
    of_prime: np.ndarray
    of_half: np.ndarray | None

    @property
    def shape(self) -> tuple[int, ...]:
        return self.of_prime.shape

    @property
    def key(self) -> tuple[tuple[int, ...], bytes]:
        """Equal for equal matrices."""
        return self.shape, self.of_prime.tobytes()


Arithmetic = Callable[..., np.ndarray]


def drawn(generator: np.random.Generator, field: Field, shape: tuple[int, int]) -> Residues:
    """Random residues, none of them zero."""
    return Residues(
        field, generator.integers(1, field.prime, shape), generator.integers(1, field.half, shape)
    )


def each_modulus(compute: Arithmetic, *operands: Residues) -> Residues:
    """compute(arrays…, modulus) modulo both primes; modulo half only if all operands are."""
    field = operands[0].field
    of_prime = compute(*(operand.of_prime for operand in operands), field.prime)
    halves = [operand.of_half for operand in operands]
    if any(half is None for half in halves):
        return Residues(field, of_prime, None)
    return Residues(field, of_prime, compute(*halves, field.half))


def product(left: np.ndarray, right: np.ndarray, modulus: int) -> np.ndarray:
    return left * right % modulus


def total(left: np.ndarray, right: np.ndarray, modulus: int) -> np.ndarray:
    return (left + right) % modulus


def row_sums(matrix: np.ndarray, modulus: int) -> np.ndarray:
    return matrix.sum(axis=1, keepdims=True) % modulus


def quotient(left: np.ndarray, right: np.ndarray, modulus: int) -> np.ndarray:
    """Raises NoInverse."""
    if (right % modulus == 0).any():
        raise NoInverse
    inverses = [pow(int(value), modulus - 2, modulus) for value in right.ravel()]
    return left * np.array(inverses, np.int64).reshape(right.shape) % modulus


def matrix_product(left: np.ndarray, right: np.ndarray, modulus: int) -> np.ndarray:
    """One term of the sum at a time: two residues' product fits in 63 bits, a sum of them not."""
    product = np.zeros((left.shape[0], right.shape[1]), np.int64)
    for at in range(left.shape[1]):
        product = (product + left[:, at : at + 1] * right[at : at + 1, :] % modulus) % modulus
    return product


def exponential(exponents: Residues) -> Residues:
    """4 to each residue; the exponents must be known modulo half."""
    if exponents.of_half is None:
        raise ValueError("An exponent is known modulo half only.")
    prime = exponents.field.prime
    powers = [pow(_BASE, int(value), prime) for value in exponents.of_half.ravel()]
    return Residues(exponents.field, np.array(powers, np.int64).reshape(exponents.shape), None)


def unknown_function(key: int) -> Arithmetic:
    """A random function without zeros: an integer hash with a key (splitmix64)."""

    def value(matrix: np.ndarray, modulus: int) -> np.ndarray:
        state = matrix.astype(np.uint64) + np.uint64(key & 0xFFFFFFFFFFFFFFFF)
        state = (state ^ (state >> np.uint64(30))) * _MIXERS[0]
        state = (state ^ (state >> np.uint64(27))) * _MIXERS[1]
        mixed = state ^ (state >> np.uint64(31))
        return (mixed % np.uint64(modulus - 1)).astype(np.int64) + 1

    return value
