"""What is said of a register, worked out as it stands: `w11 = 0x5 & 0x3 = 0x1`."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("jail", "emulator")

CHECKSUM = """unsigned crc(const unsigned char *p, int n) {
    unsigned c = ~0u;
    for (int i = 0; i < n; i++) {
        c ^= p[i];
        for (int k = 0; k < 8; k++) c = (c >> 1) ^ (0xEDB88320u & -(c & 1));
    }
    return ~c; }"""
CAPITALS = """void upper(char *text, int n) {
    for (int i = 0; i < n; i++)
        if (text[i] >= 'a' && text[i] <= 'z') text[i] -= 32; }"""
DISTANCES = """void shift(int *y, const int *x, const int *k, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] >> (k[i] & 31); }"""
JOINED = """void join(unsigned *y, const unsigned *x, int n) {
    for (int i = 1; i < n; i++) y[i] = (unsigned)(((unsigned long)(x[i] << 28) << 32
                                                   | (x[i - 1] | 0xf0000000u)) >> 9); }"""
PAIRS = """void mask(int *y, const int *x) {
    for (int i = 0; i < 64; i += 2) { y[i] = x[i] ^ 0x5555; y[i + 1] = x[i + 1] ^ 0x3333; } }"""
SIGNS = """double sum(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 0.5 + __builtin_copysign(a[i], b[i]);
    return sum; }"""

HALVES = """void halve(int *y, const int *x, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] / 2; }"""
SIGN_BITS = """int count(const float *x, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) count += __builtin_signbit(x[i]) != 0;
    return count; }"""

# A register, what it is worked out from, and its value; lanes never follow from one expression.
_EQUATION = re.compile(
    r"(?P<name>[wx]\d+|v\d+\.\w+) = (?P<right>.*[^=<>!]) = (?P<value>[^=;]+?)"
    r"(?:, as before|, because .*)?(?:;.*)?\."
)
_WORKED_OUT = re.compile(r"(?:u?int\d+|[-+*&|^~() ]|<<|>>|%|\b0x[0-9a-f]+\b|\b\d+\b)+")


def _wrapped(signed: bool, bits: int) -> Callable[[int], int]:
    def cast(value: int) -> int:
        value &= (1 << bits) - 1
        return value - (1 << bits) if signed and value >> (bits - 1) else value

    return cast


_CASTS = {
    f"{'' if signed else 'u'}int{bits}": _wrapped(signed, bits)
    for bits in range(1, 65)
    for signed in (True, False)
}


@pytest.mark.parametrize(("compiler", "flags"), [("gcc", "-O2"), ("clang", "-O3")])
@pytest.mark.parametrize("text", [CHECKSUM, CAPITALS, DISTANCES, JOINED, PAIRS, SIGNS, HALVES])
def test_an_equation_is_true_as_a_reader_works_it_out(compiler: str, flags: str, text: str) -> None:
    """A remainder as C has it, hexadecimal as a number without a sign, one value on each side."""
    recording = record_steps((source_file(text),), compiler, flags, experiment_of("", 32), steps=90)
    for step in recording.steps:
        told = _EQUATION.fullmatch(step.sentence)
        if told is None or ("&" in told["right"] and re.search(r"&[a-z]", told["right"])):
            continue
        assert told["name"][0] != "v", step.sentence
        if not _WORKED_OUT.fullmatch(told["right"]):
            continue
        assert not re.search(r"\(-\d+\) %", told["right"]), step.sentence
        result = eval(told["right"], {"__builtins__": {}}, dict(_CASTS))
        bits = 32 if told["name"][0] == "w" else 64
        assert (result - int(told["value"], 0)) % (1 << bits) == 0, step.sentence


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_bits_of_a_float_are_moved_as_an_integer(compiler: str) -> None:
    recording = record_steps(
        (source_file(SIGN_BITS),), compiler, "-O3", experiment_of("", 32), steps=60
    )
    moved = [step.sentence for step in recording.steps if " >> " in step.sentence]
    assert moved
    assert not any(re.search(r"\d\.\d+\)? >> ", sentence) for sentence in moved), moved
