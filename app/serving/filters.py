"""How templates print a value: the filters that they may use beside those of Jinja.

What is not known, None, prints as nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import inf

from app.drawing.views.chart import short_number
from app.words import count, share_text
from compiler_core.amounts import energy_text, raised, three_digits, time_text
from compiler_core.sizes import size_text


def grouped(number: float) -> str:
    """`12,345`."""
    return f"{number:,}"


def fixed(number: float, places: int) -> str:
    """So many digits behind the point; `∞` for what has no end."""
    return _endless(number) or f"{number:z.{places}f}"


def signed(number: float, places: int) -> str:
    """The same with a sign."""
    return f"{number:+.{places}f}"


def scientific(number: float) -> str:
    """`1.2·10⁻⁶`."""
    return raised(f"{number:.1e}")


def percent(share: float, places: int = 0) -> str:
    """`48%`."""
    return f"{share:.{places}%}"


def times(factor: float, places: int = 2) -> str:
    """`1.25 ×`; `∞` for any number of times."""
    return _endless(factor) or f"{factor:,.{places}f} ×"


def _endless(number: float) -> str:
    return "∞" if number == inf else ""


def figures(number: float, places: int = 3) -> str:
    """So many digits that count; `4.8·10⁻⁷` of a very small number."""
    return raised(f"{number:.{places}g}")


def size(number: float) -> str:
    """`13.2 KiB`."""
    return size_text(round(number))


def millijoules(joules: float) -> str:
    """`0.523 mJ`."""
    return f"{three_digits(joules * 1e3)} mJ"


def unbroken(text: str) -> str:
    """An amount whose unit stays on its line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _if_known(printed: Callable[..., str]) -> Callable[..., str]:
    @wraps(printed)
    def or_nothing(value: object, *arguments: object) -> str:
        return "" if value is None else printed(value, *arguments)

    return or_nothing


FILTERS = {
    "grouped": grouped, "fixed": fixed, "signed": signed, "scientific": scientific,
    "percent": percent, "share": share_text, "times": times, "size": size, "seconds": time_text,
    "joules": energy_text, "short": short_number, "figures": figures,
    "count": count, "millijoules": millijoules, "digits": three_digits, "unbroken": unbroken,
}  # fmt: skip
KNOWN_FILTERS = {name: _if_known(printed) for name, printed in FILTERS.items()}
