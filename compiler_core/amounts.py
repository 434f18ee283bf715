"""Times and energies in words, with the digits that a modelled number can be good for."""

from __future__ import annotations

# What is shown with all its digits; from 999.5 on, three digits are rounded to 1,000.
_READABLE, _ROUNDED_UP, _TOO_LONG = 1e-4, 999.5, 1e15
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_ENERGIES = ((1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"), (1e-9, "nJ"), (1e-12, "pJ"))


def three_digits(value: float) -> str:
    """`0.168`, `8.53`, `1,080`: at least three digits; `3.84·10⁻¹⁴` far beyond what one reads."""
    size = abs(value)
    if not size or _READABLE <= size < _ROUNDED_UP:
        return f"{value:.3g}"
    if _ROUNDED_UP <= size < _TOO_LONG:
        return f"{value:,.0f}"
    return raised(f"{value:.2e}")


def raised(number: str) -> str:
    """`3.84·10⁻¹⁴` in place of `3.84e-14`; a number without a power of ten as it is, and 0."""
    digits, letter, power = number.partition("e")
    if not letter:
        return number
    if not float(digits):
        return "0"
    return f"{float(digits):g}·10{str(int(power)).translate(_RAISED)}"


def time_text(seconds: float) -> str:
    """`12.3 ms`, `0 s`."""
    return _scaled(seconds, _TIMES)


def energy_text(joules: float) -> str:
    """`1.32 mJ`, `−63.5 µJ`."""
    return _scaled(joules, _ENERGIES).replace("-", "−")


def _scaled(value: float, units: tuple[tuple[float, str], ...]) -> str:
    for size, name in units:
        if abs(value) >= size * 0.9995:
            return f"{three_digits(value / size)} {name}"
    size, name = units[-1] if value else units[0]
    return f"{three_digits(value / size)} {name}"


def plural(noun: str, number: int, many: str = "") -> str:
    """`loop` or `loops`; many: the plural where it is not made by an s."""
    return noun if number == 1 else many or f"{noun}s"


def count(number: int, noun: str, many: str = "") -> str:
    """`1 loop`, `12 instructions`, with thousands set apart."""
    return f"{number:,} {plural(noun, number, many)}"
