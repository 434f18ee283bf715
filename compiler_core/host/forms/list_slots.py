"""Slots for register lists, lane reductions and complex products."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.host.forms.views import Views


def _list_bytes(views: Views) -> str:
    registers = views["a"].registers
    return str(sum(register.bytes or 0 for register in registers))


def _element_bytes(views: Views) -> str:
    return str(len(views["a"].registers) * views["a"].first.size)


def _consecutive(template: str) -> Callable[[Views], str]:
    def build(views: Views) -> str:
        first = views["a"].first
        size = first.bytes
        return "; ".join(
            template.format(name=register.whole, bits=8 * size, at=views.memory.plus(k * size))
            for k, register in enumerate(views["a"].registers)
        )

    return build


def _structured(template: str) -> Callable[[Views], str]:
    def build(views: Views) -> str:
        registers = views["a"].registers
        size = views.memory.unit
        return "; ".join(
            template.format(
                name=register.lane, bits=8 * size, at=views.memory.lane(k * size, len(registers))
            )
            for k, register in enumerate(registers)
        )

    return build


def _single(template: str, index: Callable[[Views], str]) -> Callable[[Views], str]:
    """One element per register, side by side in memory."""

    def build(views: Views) -> str:
        size = views["a"].first.size
        return "; ".join(
            template.format(
                name=register.at(index(views)), bits=8 * size, at=views.memory.plus(k * size)
            )
            for k, register in enumerate(views["a"].registers)
        )

    return build


def _lane_index(views: Views) -> str:
    return str(views["a"].source.lane)


def _all_lanes(views: Views) -> str:
    view = views["b"]
    return f"{view.plain}.{view.count}{view.letter}"


_TURNS = {
    0: ("{a.even} = {a.even} + {n}.{t}[2*i] * {m}.{t}[2*i]",
        "{a.odd} = {a.odd} + {n}.{t}[2*i] * {m}.{t}[2*i + 1]"),
    90: ("{a.even} = {a.even} - {n}.{t}[2*i + 1] * {m}.{t}[2*i + 1]",
         "{a.odd} = {a.odd} + {n}.{t}[2*i + 1] * {m}.{t}[2*i]"),
    180: ("{a.even} = {a.even} - {n}.{t}[2*i] * {m}.{t}[2*i]",
          "{a.odd} = {a.odd} - {n}.{t}[2*i] * {m}.{t}[2*i + 1]"),
    270: ("{a.even} = {a.even} + {n}.{t}[2*i + 1] * {m}.{t}[2*i + 1]",
          "{a.odd} = {a.odd} - {n}.{t}[2*i + 1] * {m}.{t}[2*i]"),
}  # fmt: skip


def complex_product(views: Views, first: str, second: str, turn: int) -> str:
    """The two assignments of one FCMLA rotation (Arm ARM, FCMLA)."""
    parts = {"n": views[first].plain, "m": views[second].plain, "t": views["a"].letter}
    return "; ".join(line.format(a=views["a"], **parts) for line in _TURNS.get(turn, _TURNS[0]))


def _complex_sum(views: Views) -> str:
    sign, other = ("-", "+") if int(views["d"].number) == 90 else ("+", "-")
    a, b, c = views["a"], views["b"], views["c"]
    return f"{a.even} = {b.even} {sign} {c.odd}; {a.odd} = {b.odd} {other} {c.even}"


SLOTS: dict[str, Callable[[Views], str]] = {
    "list_bytes": _list_bytes,
    "in_order": lambda views: ", one after another" if len(views["a"].registers) > 1 else "",
    "element_bytes": _element_bytes,
    "list_load": _consecutive("{name} = mem{bits}[{at}]"),
    "list_store": _consecutive("mem{bits}[{at}] = {name}"),
    "structure_load": _structured("{name} = mem{bits}[{at}]"),
    "structure_store": _structured("mem{bits}[{at}] = {name}"),
    "broadcast_load": _single("{name} = mem{bits}[{at}]", lambda views: "i"),
    "lane_load": _single("{name} = mem{bits}[{at}]", _lane_index),
    "lane_store": _single("mem{bits}[{at}] = {name}", _lane_index),
    "table_bytes": lambda views: str(16 * len(views["b"].registers)),
    "b_first": lambda views: views["b"].at("0"),
    "b_second": lambda views: views["b"].at("1"),
    "b_all": _all_lanes,
    "reversal": lambda views: str(
        int(views.instruction.mnemonic.removeprefix("rev")) // views["a"].bits - 1
    ),
    "complex_product": lambda views: complex_product(views, "b", "c", int(views["d"].number)),
    "complex_sum": _complex_sum,
}
