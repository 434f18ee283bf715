"""NEON permutes: zip, unzip, transpose, extract, table look-up, reversals."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form


def _weaves() -> tuple[Form, ...]:
    return (
        form("zip1", "v, v, v",
             "Interleave the lower halves of {b} and {c}: first lane of {b}, first of {c}, "
             "second of {b}, and so on, into {a}.",
             "{a.even} = {b.lane}; {a.odd} = {c.lane}{a.halves}"),
        form("zip2", "v, v, v", "Interleave the upper halves of {b} and {c} lane by lane into {a}.",
             "{a.even} = {b.high}; {a.odd} = {c.high}{a.halves}"),
        form("uzp1", "v, v, v",
             "Take the even-numbered lanes of {b}, then those of {c}, into {a}.",
             "{a.lane} = {b.even}; {a.high} = {c.even}{a.halves}"),
        form("uzp2", "v, v, v",
             "Take the odd-numbered lanes of {b}, then those of {c}, into {a}.",
             "{a.lane} = {b.odd}; {a.high} = {c.odd}{a.halves}"),
        form("trn1", "v, v, v",
             "Pair up the even-numbered lanes of {b} and {c} (one half of a transposition) in {a}.",
             "{a.even} = {b.even}; {a.odd} = {c.even}{a.halves}"),
        form("trn2", "v, v, v",
             "Pair up the odd-numbered lanes of {b} and {c} (one half of a transposition) in {a}.",
             "{a.even} = {b.odd}; {a.odd} = {c.odd}{a.halves}"),
        form("ext", "v, v, v, i",
             "Put {b} and {c} side by side and take {a.bytes} bytes from byte {d} on into {a}.",
             "{a.lane} = i + {d} < {a.count} ? {b.plain}.b[i + {d}] : "
             "{c.plain}.b[i + {d} - {a.count}]{a.loop}"),
        form("tbl", "v, {v}, v",
             "For each byte of {c} look up the byte of that number in {b}; a number that is too "
             "large gives 0. The bytes found go to {a}.",
             "{a.lane} = {c.lane} < {table_bytes} ? table({b.value})[{c.lane}] : 0{a.loop}"),
        form("tbx", "v, {v}, v",
             "For each byte of {c} look up the byte of that number in {b}; where the number is too "
             "large {a} keeps its byte.",
             "{a.lane} = {c.lane} < {table_bytes} ? table({b.value})[{c.lane}] : {a.lane}{a.loop}",
             keeps=True),
    )  # fmt: skip


def _reversals() -> tuple[Form, ...]:
    return tuple(
        form(f"rev{bits}", "v, v",
             f"Reverse the order of the {{a.bits}}-bit lanes inside every {bits} bits of {{b}}, "
             "into {a}.",
             "{a.lane} = {b.plain}.{b.letter}[i ^ {reversal}]{a.loop}")
        for bits in (16, 32, 64)
    )  # fmt: skip


FORMS = (*_weaves(), *_reversals())
