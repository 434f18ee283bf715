"""Moves: constants, copies between registers of any file, addresses of symbols."""

from __future__ import annotations

from compiler_core.host.forms.form import Operands, form


def _clears(views: Operands) -> bool:
    return views["b"].number == 0


FORMS = (
    form("mov", "r, zr", "Clear {a}: set it to 0.", "{a.value} = 0"),
    form("mov", "r, i", "Clear {a}: set it to 0.", "{a.value} = 0", when=_clears),
    form("mov", "r, i", "Set {a} to {b}.", "{a.value} = {b}"),
    form("mov", "sp, X", "Set the stack pointer to {b}.", "{a.value} = {b}"),
    form("mov", "x, sp", "Copy the stack pointer into {a}.", "{a.value} = {b}"),
    form(
        "mov", "w, w",
        "Copy {b} into {a} (32 bits; the upper half of x{a.register.number} becomes 0).",
        "{a.value} = {b.value}",
    ),
    form("mov", "x, x", "Copy {b} into {a}.", "{a.value} = {b.value}"),
    form(
        "movz", "r, i<", "Set {a} to {b}, all other bits to 0.", "{a.value} = {b}",
    ),
    form(
        "movn", "r, i<", "Set {a} to the complement of {b}.", "{a.value} = ~{b}",
    ),
    form(
        "movk", "r, i<",
        "Put {piece} into bits {low} to {top} of {a}; its other bits stay.",
        "{a.value} = ({a.value} & ~({ones} << {low})) | ({piece} << {low})",
        keeps=True,
    ),
    form(
        "movz", "r, reloc",
        "Set {a} to bits {cut_low} to {cut_top} of {cut_value} {b.symbol.name}, at their place; "
        "all other bits become 0.",
        "{a.value} = {b_offset}",
    ),
    form(
        "movn", "r, reloc",
        "Set {a} to the complement of bits {cut_low} to {cut_top} of {cut_value} "
        "{b.symbol.name}, at their place.",
        "{a.value} = ~{b_offset}",
    ),
    form(
        "movk", "r, reloc",
        "Put bits {cut_low} to {cut_top} of {cut_value} {b.symbol.name} into {a} at their place; "
        "its other bits stay.",
        "{a.value} = ({a.value} & ~({ones} << {cut_low})) | {b_offset}",
        keeps=True,
    ),
    form(
        "adrp", "x, label",
        "Put the address of the 4 KiB page that holds {b} into {a}.",
        "{a.value} = page({b.value})",
    ),
    form(
        "adrp", "x, reloc",
        "Put into {a} the page of {symbol_kind} {b.symbol.name}.",
        "{a.value} = {b_offset}",
    ),
    form("adr", "x, label", "Put the address of {b} into {a}.", "{a.value} = address({b.value})"),
    form(
        "fmov", "f, n", "Set {a} to the {a.float_name} {b}.", "{a.value} = {b} ({a.float_name})",
    ),
    form("fmov", "f, zr", "Set {a} to 0.0 (all bits zero).", "{a.value} = 0"),
    form("fmov", "f, f", "Copy the {a.float_name} in {b} into {a}.", "{a.value} = {b.value}"),
    form(
        "fmov", "r, f",
        "Copy the bits of {b} into {a}; nothing is converted.",
        "{a.value} = {b.value}",
    ),
    form(
        "fmov", "f, r",
        "Copy the bits of {b} into {a}; nothing is converted.",
        "{a.value} = {b.value}",
    ),
    form(
        "fmov", "x, v[]",
        "Copy the bits of {b} into {a}; nothing is converted.",
        "{a.value} = {b.value}",
    ),
    form(
        "fmov", "v[], x",
        "Copy the bits of {b} into {a}; the other lanes stay.",
        "{a.value} = {b.value}", keeps=True,
    ),
    form(
        "fmov", "v, n",
        "Set all {a.floats} of {a} to {b}.",
        "{a.lane} = {b}{a.loop} ({a.float_name})",
    ),
    form(
        "fmov", "z, n",
        "Set all {a.float_names} of {a} to {b} (as many as a vector holds).",
        "{a.lane} = {b}{a.loop} ({a.float_name})",
    ),
    form("mov", "v, v", "Copy {a.bytes} bytes, the vector {b}, into {a}.", "{a.whole} = {b.whole}"),
    form(
        "mov umov", "r, v[]",
        "Copy {b} ({b.bits} bits) into {a}, zeros above.",
        "{a.value} = {b.value}",
    ),
    form(
        "smov", "r, v[]",
        "Copy {b} ({b.bits} bits, signed) into {a}, copies of its sign above.",
        "{a.value} = {b.signed}",
    ),
    form(
        "mov ins", "v[], r",
        "Put {b} into {a}; the other lanes stay.",
        "{a.value} = {b.value}", keeps=True,
    ),
    form(
        "mov ins", "v[], v[]",
        "Copy {b} into {a}; the other lanes stay.",
        "{a.value} = {b.value}", keeps=True,
    ),
    form(
        "mov dup", "e, v[]",
        "Copy {b} into {a}; the rest of the vector register becomes 0.",
        "{a.value} = {b.value}",
    ),
    form(
        "dup", "v, r",
        "Broadcast {b} to {a.all_lanes} of {a}.",
        "{a.lane} = {b.value}{a.loop}",
    ),
    form(
        "dup mov", "v, v[]",
        "Broadcast {b} to {a.all_lanes} of {a}.",
        "{a.lane} = {b.value}{a.loop}",
    ),
    form(
        "movi", "v, i", "Clear {a}: all its {a.bytes} bytes become 0.", "{a.lane} = {b}{a.loop}",
        when=_clears,
    ),
    form("movi", "d, i", "Clear {a}, and with it all of v{a.register.number}.", "{a.value} = {b}",
         when=_clears),
    form("mov dup", "z, i", "Clear {a}: every byte becomes 0.", "{a.lane} = {b}{a.loop}",
         when=_clears),
    form(
        "movi", "v, i",
        "Set {a.all_lanes} of {a} to {b}.",
        "{a.lane} = {b}{a.loop}",
    ),
    form(
        "movi", "v, i<",
        "Set {a.all_lanes} of {a} to {b}.",
        "{a.lane} = {b}{a.loop}",
    ),
    form(
        "movi", "d, i",
        "Set {a} to {b}, the upper half of v{a.register.number} to 0.",
        "{a.value} = {b}",
    ),
    form(
        "mvni", "v, i<",
        "Set {a.all_lanes} of {a} to the complement of {b}.",
        "{a.lane} = ~{b}{a.loop}",
    ),
    form(
        "mov dup", "z, r",
        "Broadcast {b} to {a.all_lanes} of {a} (as many as a vector holds).",
        "{a.lane} = {b.value}{a.loop}",
    ),
    form(
        "mov dup", "z, sp",
        "Broadcast {b} to {a.all_lanes} of {a} (as many as a vector holds).",
        "{a.lane} = {b.value}{a.loop}",
    ),
    form(
        "mov dup", "z, F",
        "Broadcast {b} to {a.all_lanes} of {a} (as many as a vector holds).",
        "{a.lane} = {b.whole}{a.loop}",
    ),
    form(
        "mov dup", "z, z[]",
        "Broadcast {b} to {a.all_lanes} of {a} (as many as a vector holds).",
        "{a.lane} = {b.value}{a.loop}",
    ),
    form(
        "mov dup", "z, i<",
        "Set {a.all_lanes} of {a} to {b} (as many as a vector holds).",
        "{a.lane} = {b}{a.loop}",
    ),
    form(
        "dupm", "z, i",
        "Set {a.all_lanes} of {a} to {b} (as many as a vector holds).",
        "{a.lane} = {b}{a.loop}",
    ),
    form(
        "fdup", "z, n",
        "Set all {a.float_names} of {a} to {b} (as many as a vector holds).",
        "{a.lane} = {b}{a.loop} ({a.float_name})",
    ),
    form("mov", "z, z", "Copy the whole SVE vector {b} into {a}.", "{a.lane} = {b.lane}{a.loop}"),
    form(
        "mov cpy", "z, pg, i<",
        "Set {a.all_lanes} of {a} to {c}{b.masked}.",
        "{a.lane} = {c}{b.where}", keeps=True,
        when=lambda views: views["b"].register.qualifier == "m",
    ),
    form(
        "mov cpy", "z, pz, i<",
        "Set {a.all_lanes} of {a} to {c}{b.masked}.",
        "{a.lane} = {c}{b.where}",
    ),
    form(
        "fmov fcpy", "z, pm, n",
        "Set all {a.float_names} of {a} to {c}{b.masked}.",
        "{a.lane} = {c}{b.where} ({a.float_name})", keeps=True,
    ),
    form(
        "mov cpy", "z, pm, r",
        "Broadcast {c} to {a.all_lanes} of {a}{b.masked}.",
        "{a.lane} = {c.value}{b.where}", keeps=True,
    ),
    form(
        "mov cpy", "z, pm, F",
        "Broadcast {c} to {a.all_lanes} of {a}{b.masked}.",
        "{a.lane} = {c.value}{b.where}", keeps=True,
    ),
    form(
        "mov", "z, pm, z",
        "Copy {a.all_lanes} of {c} into {a}{b.masked}.",
        "{a.lane} = {c.lane}{b.where}", keeps=True,
    ),
    form(
        "movprfx", "zz, zz",
        "Copy {b} into {a}: the next instruction works in place and needs a copy to overwrite.",
        "{a.value} = {b.value}",
    ),
    form(
        "movprfx", "z, pm, z",
        "Copy {a.all_lanes} of {c} into {a}{b.masked}; the next instruction then works in place.",
        "{a.lane} = {c.lane}{b.where}", keeps=True,
    ),
    form(
        "movprfx", "z, pz, z",
        "Copy {a.all_lanes} of {c} into {a}{b.masked}; the next instruction then works in place.",
        "{a.lane} = {c.lane}{b.where}",
    ),
)  # fmt: skip
