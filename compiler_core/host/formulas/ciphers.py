"""Steps of ciphers and checksums that one instruction makes, on lanes of whole vectors.

Arm Architecture Reference Manual, the shared pseudocode of AESSubBytes(), SHA256hash() and its
like; FIPS 180-4 and 197, GB/T 32905 and 32907.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

_WORD, _LONG = (1 << 32) - 1, (1 << 64) - 1
_AES_POLYNOMIAL, _SM4_POLYNOMIAL = 0x11B, 0x1F5
Lanes = Sequence[int]


def _left(value: int, by: int) -> int:
    value &= _WORD
    return (value << by | value >> (32 - by)) & _WORD


def _right(value: int, by: int) -> int:
    return _left(value, 32 - by)


def _right_long(value: int, by: int) -> int:
    return (value >> by | value << (64 - by)) & _LONG


def _choose(x: int, y: int, z: int) -> int:
    return (y ^ z) & x ^ z


def _majority(x: int, y: int, z: int) -> int:
    return x & y | (x | y) & z


def _parity(x: int, y: int, z: int) -> int:
    return x ^ y ^ z


def polynomial_product(left: int, right: int) -> int:
    """The product without carries."""
    result = 0
    while right:
        result ^= left if right & 1 else 0
        left, right = left << 1, right >> 1
    return result


def _in_field(value: int, polynomial: int) -> int:
    for bit in range(value.bit_length() - 1, 7, -1):
        value ^= polynomial << (bit - 8) if value >> bit & 1 else 0
    return value


def _inverse(value: int, polynomial: int) -> int:
    """To the power of 254, which is the inverse of all but 0."""
    result = 1
    for _ in range(254):
        result = _in_field(polynomial_product(result, value), polynomial)
    return result


def _turned(value: int, by: int) -> int:
    return (value << by | value >> (8 - by)) & 0xFF


@lru_cache(maxsize=1)
def _aes_box() -> tuple[int, ...]:
    box = []
    for value in range(256):
        inverse = _inverse(value, _AES_POLYNOMIAL)
        box.append(0x63)
        for by in range(5):
            box[-1] ^= _turned(inverse, by)
    return tuple(box)


@lru_cache(maxsize=1)
def _sm4_box() -> tuple[int, ...]:
    return tuple(_sm4_affine(_inverse(_sm4_affine(value), _SM4_POLYNOMIAL)) for value in range(256))


def _sm4_affine(value: int) -> int:
    result = 0xD3
    for by in (0, 1, 3, 6, 7):
        result ^= _turned(value, by)
    return result


def _in_blocks(step: Callable[..., list[int]], length: int) -> Callable[..., list[int]]:
    """The step on every 128 bits of vectors."""

    def of(width: int, *vectors: Lanes) -> list[int]:
        return [
            lane
            for start in range(0, len(vectors[0]), length)
            for lane in step(*(vector[start : start + length] for vector in vectors))
        ]

    return of


def _aes_encrypt(state: Lanes, key: Lanes) -> list[int]:
    mixed = [a ^ b for a, b in zip(state, key, strict=True)]
    return [_aes_box()[mixed[(lane + 4 * (lane % 4)) % 16]] for lane in range(16)]


def _aes_decrypt(state: Lanes, key: Lanes) -> list[int]:
    mixed = [a ^ b for a, b in zip(state, key, strict=True)]
    return [_aes_box().index(mixed[(lane - 4 * (lane % 4)) % 16]) for lane in range(16)]


def _mix(state: Lanes, factors: tuple[int, int, int, int]) -> list[int]:
    result = []
    for lane in range(16):
        column, row = lane - lane % 4, lane % 4
        value = 0
        for k, factor in enumerate(factors):
            value ^= polynomial_product(state[column + (row + k) % 4], factor)
        result.append(_in_field(value, _AES_POLYNOMIAL))
    return result


def _sha1_rounds(
    mix: Callable[[int, int, int], int],
) -> Callable[[int, Lanes, int, Lanes], list[int]]:
    def rounds(width: int, state: Lanes, last: int, words: Lanes) -> list[int]:
        a, b, c, d = state
        for word in words:
            total = last + _left(a, 5) + mix(b, c, d) + word
            a, b, c, d, last = total & _WORD, a, _left(b, 30), c, d
        return [a, b, c, d]

    return rounds


def _sha1_schedule(words: Lanes, second: Lanes, third: Lanes) -> list[int]:
    later = (words[2], words[3], second[0], second[1])
    return [a ^ b ^ c for a, b, c in zip(later, words, third, strict=True)]


def _sha1_schedule_end(words: Lanes, second: Lanes) -> list[int]:
    mixed = [a ^ b for a, b in zip(words, (*second[1:], 0), strict=True)]
    return [*(_left(word, 1) for word in mixed[:3]), _left(mixed[3], 1) ^ _left(mixed[0], 2)]


def _sha256_rounds(first: Lanes, second: Lanes, words: Lanes) -> tuple[list[int], list[int]]:
    x, y = list(first), list(second)
    for word in words:
        total = y[3] + _choose(*y[:3]) + word
        total += _right(y[0], 6) ^ _right(y[0], 11) ^ _right(y[0], 25)
        low = _right(x[0], 2) ^ _right(x[0], 13) ^ _right(x[0], 22)
        new = total + low + _majority(*x[:3])
        x, y = [new & _WORD, *x[:3]], [(total + x[3]) & _WORD, *y[:3]]
    return x, y


def _sha256_schedule(words: Lanes, second: Lanes) -> list[int]:
    later = (*words[1:], second[0])
    return [
        word + (_right(other, 7) ^ _right(other, 18) ^ other >> 3) & _WORD
        for word, other in zip(words, later, strict=True)
    ]


def _sha256_schedule_end(words: Lanes, second: Lanes, third: Lanes) -> list[int]:
    added = (*second[1:], third[0])
    result: list[int] = []
    for lane in range(4):
        word = third[lane + 2] if lane < 2 else result[lane - 2]
        mixed = _right(word, 17) ^ _right(word, 19) ^ word >> 10
        result.append(mixed + words[lane] + added[lane] & _WORD)
    return result


def _sha512_sum(value: int, *turns: int) -> int:
    result = 0
    for by in turns:
        result ^= _right_long(value, by)
    return result


def _sha512_first(words: Lanes, x: Lanes, y: Lanes) -> list[int]:
    high = _choose(y[1], x[0], x[1]) + _sha512_sum(y[1], 14, 18, 41) + words[1] & _LONG
    turned = high + y[0] & _LONG
    low = _choose(turned, y[1], x[0]) + _sha512_sum(turned, 14, 18, 41) + words[0] & _LONG
    return [low, high]


def _sha512_second(words: Lanes, x: Lanes, y: Lanes) -> list[int]:
    high = _majority(x[0], y[1], y[0]) + _sha512_sum(y[0], 28, 34, 39) + words[1] & _LONG
    low = _majority(high, y[0], y[1]) + _sha512_sum(high, 28, 34, 39) + words[0] & _LONG
    return [low, high]


def _sha512_schedule(words: Lanes, second: Lanes) -> list[int]:
    later = (words[1], second[0])
    return [
        word + (_sha512_sum(other, 1, 8) ^ other >> 7) & _LONG
        for word, other in zip(words, later, strict=True)
    ]


def _sha512_schedule_end(words: Lanes, second: Lanes, third: Lanes) -> list[int]:
    return [
        word + (_sha512_sum(other, 19, 61) ^ other >> 6) + added & _LONG
        for word, other, added in zip(words, second, third, strict=True)
    ]


def _sm3_first(words: Lanes, second: Lanes, third: Lanes) -> list[int]:
    mixed = [a ^ b for a, b in zip(words, second, strict=True)]
    mixed[:3] = [word ^ _left(other, 15) for word, other in zip(mixed, third[1:], strict=False)]
    result: list[int] = []
    for lane, word in enumerate(mixed):
        word ^= _left(result[0], 15) if lane == 3 else 0
        result.append(word ^ _left(word, 15) ^ _left(word, 23))
    return result


def _sm3_second(words: Lanes, second: Lanes, third: Lanes) -> list[int]:
    mixed = [a ^ _left(b, 7) for a, b in zip(second, third, strict=True)]
    turned = _left(mixed[0], 15)
    result = [word ^ other for word, other in zip(words, mixed, strict=True)]
    return [*result[:3], result[3] ^ turned ^ _left(turned, 15) ^ _left(turned, 23)]


def _sm3_start(width: int, first: int, second: int, third: int) -> int:
    return _left(_left(first, 12) + second + third, 7)


def _sm3_round(
    mix: Callable[[int, int, int], int], first: bool
) -> Callable[[int, Lanes, int, int], list[int]]:
    def step(width: int, state: Lanes, turned: int, word: int) -> list[int]:
        other = turned ^ _left(state[3], 12) if first else turned
        total = mix(state[3], state[2], state[1]) + state[0] + other + word & _WORD
        if first:
            return [state[1], _left(state[2], 9), state[3], total]
        return [state[1], _left(state[2], 19), state[3], total ^ _left(total, 9) ^ _left(total, 17)]

    return step


def _sm4(*turns: int) -> Callable[[Lanes, Lanes], list[int]]:
    def rounds(state: Lanes, keys: Lanes) -> list[int]:
        words = list(state)
        for key in keys:
            mixed = words[1] ^ words[2] ^ words[3] ^ key
            box = _sm4_box()
            swapped = sum(box[mixed >> by & 0xFF] << by for by in range(0, 32, 8))
            new = words[0] ^ swapped
            for by in turns:
                new ^= _left(swapped, by)
            words = [*words[1:], new]
        return words

    return rounds


CIPHERS: dict[str, Callable[..., list[int] | int]] = {
    "polynomial_product": lambda width, left, right: polynomial_product(left, right),
    "aes_encrypt": _in_blocks(_aes_encrypt, 16),
    "aes_decrypt": _in_blocks(_aes_decrypt, 16),
    "aes_mix": _in_blocks(lambda state: _mix(state, (2, 3, 1, 1)), 16),
    "aes_unmix": _in_blocks(lambda state: _mix(state, (14, 11, 13, 9)), 16),
    "sha1_choose": _sha1_rounds(_choose),
    "sha1_parity": _sha1_rounds(_parity),
    "sha1_majority": _sha1_rounds(_majority),
    "sha1_schedule": _in_blocks(_sha1_schedule, 4),
    "sha1_schedule_end": _in_blocks(_sha1_schedule_end, 4),
    "sha256_first": lambda width, *lanes: _sha256_rounds(*lanes)[0],
    "sha256_second": lambda width, *lanes: _sha256_rounds(*lanes)[1],
    "sha256_schedule": _in_blocks(_sha256_schedule, 4),
    "sha256_schedule_end": _in_blocks(_sha256_schedule_end, 4),
    "sha512_first": _in_blocks(_sha512_first, 2),
    "sha512_second": _in_blocks(_sha512_second, 2),
    "sha512_schedule": _in_blocks(_sha512_schedule, 2),
    "sha512_schedule_end": _in_blocks(_sha512_schedule_end, 2),
    "sm3_start": _sm3_start,
    "sm3_schedule": _in_blocks(_sm3_first, 4),
    "sm3_schedule_end": _in_blocks(_sm3_second, 4),
    "sm3_parity_first": _sm3_round(_parity, True),
    "sm3_majority_first": _sm3_round(_majority, True),
    "sm3_parity_second": _sm3_round(_parity, False),
    "sm3_choose_second": _sm3_round(_choose, False),
    "sm4_rounds": _in_blocks(_sm4(2, 10, 18, 24), 4),
    "sm4_keys": _in_blocks(_sm4(13, 23), 4),
}
