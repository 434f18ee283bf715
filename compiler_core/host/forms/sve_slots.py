"""Slots for SVE, where the width of lanes differs between source, destination and memory."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.host.forms.list_slots import complex_product
from compiler_core.host.forms.register_view import RegisterView
from compiler_core.host.forms.views import Views
from compiler_core.host.instruction import ELEMENT_BITS

_PATTERN_WORDS = {
    "all": "all lanes",
    "pow2": "as many lanes as the largest power of two that a vector holds",
    "mul4": "as many lanes as the largest multiple of 4 that a vector holds",
    "mul3": "as many lanes as the largest multiple of 3 that a vector holds",
}


def _pattern_words(views: Views) -> str:
    word = str(views["b"])
    if word.startswith("vl"):
        return f"the first {word[2:]} {views['a'].bits}-bit lanes (none if a vector holds fewer)"
    return _PATTERN_WORDS.get(word, word)


def _widened(views: Views) -> str:
    first = views["a"].first
    return ", widened with zeros" if first.size > views.memory.unit else ""


def _widened_signed(views: Views) -> str:
    first = views["a"].first
    return ", extended as signed numbers" if first.size > views.memory.unit else ""


def _narrowed(views: Views) -> str:
    bits = 8 * views.memory.unit
    return f" (the low {bits} bits of each)" if views["a"].first.bits > bits else ""


def _container(views: Views) -> int:
    return max(views["a"].bits, views["c"].bits)


def _in_container(view: RegisterView, container: int) -> str:
    ratio = container // view.bits
    return view.lane if ratio == 1 else view.at(f"{ratio}*i")


def _rest(views: Views) -> str:
    """A narrow result leaves zeros in the upper part of its wide lane."""
    view, container = views["a"], _container(views)
    ratio = container // view.bits
    return "".join(f"; {view.at(f'{ratio}*i + {k}')} = 0" for k in range(1, ratio))


def _wide_target(views: Views) -> str:
    """Integer results are extended to the whole wide lane."""
    return views["a"].plain + f".{_letter(_container(views))}[i]"


def _letter(bits: int) -> str:
    return next(letter for letter, width in ELEMENT_BITS.items() if width == bits)


def _wide_where(views: Views) -> str:
    predicate = views["b"]
    return f" for each lane i where {predicate.plain}.{_letter(_container(views))}[i]"


def _wide_second(views: Views) -> str:
    second, first = views["d"], views["c"]
    ratio = second.bits // first.bits
    return second.lane if ratio == 1 else second.at(f"i/{ratio}")


def _segment_index(views: Views) -> str:
    per_segment = 128 // views["c"].bits
    lane = views["c"].register.lane
    return f"i/{per_segment}*{per_segment} + {lane}"


def _segment_match(views: Views) -> str:
    """Whether a lane's value is among those of its own 128 bits of the other vector."""
    per_segment = 128 // views["c"].bits
    at = views["d"].at(f"i/{per_segment}*{per_segment} + k")
    return f"any({at} == {views['c'].lane} over k = 0…{per_segment - 1})"


def _predicate_address(views: Views) -> str:
    """A predicate has one bit for each byte of a vector."""
    return views["b"].address.replace("*lanes", "*lanes/8")


def _vectors(views: Views) -> str:
    count = abs(int(views["c"].number))
    return "one vector register" if count == 1 else f"{count} vector registers"


_NUMBER_NAMES = {1: "bytes", 2: "16-bit numbers", 4: "32-bit numbers", 8: "64-bit numbers"}


def _amount(views: Views) -> str:
    """How many numbers a contiguous load or store moves: the vector length decides."""
    first, unit = views["a"].first, views.memory.unit
    lanes = "" if first.size == unit else f" {first.bits}-bit lanes"
    return f"as many {_NUMBER_NAMES[unit]} as a vector holds{lanes}"


def _quad_lane(views: Views) -> str:
    """The first 128 bits of the predicate govern every 128 bits of the vector."""
    per_quad = 128 // views["a"].first.bits
    return views["b"].at(f"i % {per_quad}")


def _sve_complex(views: Views) -> str:
    predicate, letter = views["b"].plain, views["a"].letter
    product = complex_product(views, "c", "d", int(views["e"].number))
    even, odd = product.split("; ")
    return (
        "; ".join(
            f"{line} where {predicate}.{letter}[{index}]"
            for line, index in ((even, "2*i"), (odd, "2*i + 1"))
        )
        + " for i = 0…lanes/2 - 1"
    )


def _structure(template: str) -> Callable[[Views], str]:
    def build(views: Views) -> str:
        registers = views["a"].registers
        memory, size = views.memory, views.memory.unit
        return "; ".join(
            template.format(
                name=register.lane, bits=8 * size, at=memory.lane(k * size, len(registers))
            )
            for k, register in enumerate(registers)
        )

    return build


SLOTS: dict[str, Callable[[Views], str]] = {
    "pattern_words": _pattern_words,
    "widened": _widened,
    "widened_signed": _widened_signed,
    "narrowed": _narrowed,
    "container": lambda views: str(_container(views)),
    "source": lambda views: _in_container(views["c"], _container(views)),
    "target": lambda views: _in_container(views["a"], _container(views)),
    "rest": _rest,
    "wide_target": _wide_target,
    "wide_where": _wide_where,
    "wide_second": _wide_second,
    "wide_ratio": lambda views: str(64 // views["a"].bits),
    "table_lanes": lambda views: "*".join(("lanes", str(len(views["b"].registers)))),
    "table_vectors": lambda views: ", ".join(
        f"{register.plain}.{register.letter}" for register in views["b"].registers
    ),
    "vectors": _vectors,
    "amount": _amount,
    "quad_lane": _quad_lane,
    "segment_index": _segment_index,
    "segment_match": _segment_match,
    "predicate_address": _predicate_address,
    "sve_complex": _sve_complex,
    "sve_structure_load": _structure("{name} = mem{bits}[{at}]"),
    "sve_structure_store": _structure("mem{bits}[{at}] = {name}"),
}
