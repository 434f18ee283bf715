"""Example lines for every form, written from its operand classes into `samples.txt`.

Many combinations are tried; the assembler says which of them are instructions. Run
`python -m tests.explain.samples` after a change of the forms.
"""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import tempfile
from pathlib import Path

from compiler_core.host.forms.form import Form
from compiler_core.host.forms.matching import match
from compiler_core.host.forms.registry import FORMS
from compiler_core.host.instruction import parse_instruction
from tests.explain.execution import MARCH

_UNIFORM_TRIED = 120
_OTHERS_TRIED = 150
# Register numbers by position; some instructions want their first source to be the destination.
_NUMBERINGS = ((2, 3, 4, 5, 6), (2, 2, 4, 5, 6), (2, 3, 2, 5, 6), (2, 3, 4, 2, 6))
_KEPT_PER_FORM = 2
SAMPLES = Path(__file__).parent / "samples.txt"
_NEON = ("8b", "16b", "4h", "8h", "2s", "4s", "2d")
_SVE = ("b", "h", "s", "d")
# Idioms whose operands no pattern of classes would meet.
_IDIOMS = (
    "stp x29, x30, [sp, -32]!",
    "stp x29, x30, [sp, 16]",
    "ldp x29, x30, [sp], 32",
    "str x30, [sp, -16]!",
    "ldr x30, [sp], 16",
    "movi d0, 0xff00ff00ff00ff00",
    "adrp x0, :got:known_symbol",
    "mrs x0, tpidr_el0",
    "and w0, w1, 255",
    "addvl sp, sp, #-2",
    "addvl sp, sp, #2",
    "add sp, sp, 48",
    "sub sp, sp, 48",
    "add sp, sp, 3, lsl 12",
    "sub sp, sp, 3, lsl 12",
    "adcs xzr, x2, x3",
    "sbcs wzr, w2, w3",
    "sbcs xzr, x2, x3",
    "ldr x2, [x3, :got_lo12:known_symbol]",
    "subs w2, w3, w2",
    "ldadd x2, x2, [x3]",
    "casal w2, w3, [x4]",
    "ldp x2, x3, [x2]",
    "uzp2 v2.4s, v3.4s, v2.4s",
    "mul v2.4s, v2.4s, v2.s[1]",
    # Of the large and the tiny code model, and of Armv9.4.
    "movz x2, #:abs_g0_nc:known_symbol",
    "movk x2, #:abs_g3:known_symbol",
    "movn x2, #:tprel_g1:known_symbol",
    "ldr x2, :got:known_symbol",
    "ldr x2, =known_symbol",
    "ldr w2, =100000",
    "ldr x2, =0x123456789",
    "ldr d2, =5",
    "aesmc z2.b, z2.b",
    "aesimc z2.b, z2.b",
    "pmull v2.1q, v3.1d, v4.1d",
    "pmull2 v2.1q, v3.2d, v4.2d",
    "smax w2, w3, w4",
    "smax x2, x3, 9",
    "smin x2, x3, x4",
    "smin w2, w3, -9",
    "umax w2, w3, w4",
    "umax w2, w3, 9",
    "umin x2, x3, x4",
    "umin w2, w3, 9",
    "abs w2, w3",
    "cnt x2, x3",
    "ctz x2, x3",
    "add x2, x3, :tprel_hi12:known_symbol",
    "ldr x2, [x3, :lo12:known_symbol+16]",
    # Copies, tags, and what only a system does.
    "cpyfp [x2]!, [x3]!, x4!",
    "cpyfm [x2]!, [x3]!, x4!",
    "cpyfe [x2]!, [x3]!, x4!",
    "cpyp [x2]!, [x3]!, x4!",
    "cpym [x2]!, [x3]!, x4!",
    "cpye [x2]!, [x3]!, x4!",
    "setp [x2]!, x3!, x4",
    "setm [x2]!, x3!, x4",
    "sete [x2]!, x3!, x4",
    "setgp [x2]!, x3!, x4",
    "setgm [x2]!, x3!, x4",
    "setge [x2]!, x3!, x4",
    "psb csync",
    "bti c",
    "isb sy",
    "dc zva, x2",
    "dc cvau, x2",
    "ic ivau, x2",
    "ic iallu",
    "at s1e1r, x2",
    "tlbi vae1, x2",
    "tlbi vmalle1",
    "msr daifset, 2",
    "addg x2, x3, 16, 1",
    "subg x2, x3, 16, 1",
    "bfdot v2.4s, v3.8h, v4.2h[1]",
    "bfdot v2.2s, v3.4h, v4.2h[3]",
)
_TEXTS: dict[str, tuple[str, ...]] = {
    "w": ("w{n}",),
    "x": ("x{n}",),
    "r": ("w{n}", "x{n}"),
    "zr": ("wzr", "xzr"),
    "sp": ("sp",),
    "R": ("x{n}", "w{n}", "sp"),
    "X": ("x{n}", "sp"),
    "r<": ("x{n}, lsl 3", "w{n}, lsr 5", "x{n}, asr 7", "w{n}, ror 9", "w{n}, lsl 2"),
    "r~": ("w{n}, sxtw 2", "w{n}, uxtb", "w{n}, uxth 1", "x{n}, sxtx 1", "w{n}, sxtb"),
    "b": ("b{n}",),
    "h": ("h{n}",),
    "s": ("s{n}",),
    "d": ("d{n}",),
    "q": ("q{n}",),
    "f": ("s{n}", "d{n}", "h{n}"),
    "e": ("s{n}", "d{n}", "h{n}", "b{n}"),
    "F": ("s{n}", "d{n}", "h{n}", "b{n}", "q{n}"),
    "v": tuple(f"v{{n}}.{name}" for name in _NEON),
    "V": (*(f"v{{n}}.{name}" for name in _NEON), "d{n}", "s{n}", "h{n}", "b{n}"),
    "v[]": ("v{n}.s[1]", "v{n}.d[1]", "v{n}.h[2]", "v{n}.b[3]", "v{n}.4b[1]"),
    "z": tuple(f"z{{n}}.{name}" for name in _SVE),
    "zz": ("z{n}",),
    "zl": tuple(f"{{z{{n}}.{name}}}" for name in _SVE),
    "z[]": ("z{n}.s[1]", "z{n}.d[0]", "z{n}.h[1]", "z{n}.b[3]"),
    "p": (*(f"p{{n}}.{name}" for name in _SVE), "p{n}"),
    "pm": ("p1/m",),
    "pz": ("p1/z",),
    "pg": ("p1", "p1/z", "p1/m"),
    "i": ("1", "3", "5", "8", "0", "16", "90", "240"),
    "fi": ("0.5", "2.0", "0.0"),
    "n": ("0.5", "2.0", "0.0"),
    "i<": ("3", "7, lsl 8", "5, lsl 12", "6, msl 8", "2, lsl 16"),
    "m": ("[x{n}]", "[x{n}, 16]", "[x{n}, 16]!", "[x{n}], 16", "[x{n}, x8]", "[x{n}], 8",
          "[x{n}], 32", "[x{n}], 4", "[x{n}], 48", "[x{n}], 2", "[x{n}], 1", "[x{n}], x9"),
    "m.": ("[x{n}]", "[x{n}, x8]", "[x{n}, 1, mul vl]", "[x{n}, x8, lsl 1]", "[x{n}, x8, lsl 2]",
           "[x{n}, x8, lsl 3]", "[x{n}, 2, mul vl]", "[x{n}, 3, mul vl]", "[x{n}, 4, mul vl]"),
    "mz": ("[x{n}, z8.d]", "[x{n}, z8.s, sxtw 2]", "[x{n}, z8.d, lsl 3]", "[x{n}, z8.s, uxtw]",
           "[x{n}, z8.d, lsl 1]", "[x{n}, z8.d, sxtw]", "[x{n}, z8.s, sxtw 1]"),
    "zm": ("[z{n}.s, 8]", "[z{n}.d]", "[z{n}.s, z8.s]", "[z{n}.d, z8.d, lsl 2]",
           "[z{n}.d, z8.d, sxtw 1]"),
    "{v}": tuple(
        f"{{{', '.join(f'v{number}.{name}' for number in range(20, 20 + count))}}}"
        for count in (1, 2, 3, 4) for name in _NEON
    ),
    "{v}[]": tuple(
        f"{{{', '.join(f'v{number}.{name}' for number in range(20, 20 + count))}}}[1]"
        for count in (1, 2, 3, 4) for name in "bhsd"
    ),
    "{z}": tuple(
        f"{{{', '.join(f'z{number}.{name}' for number in range(20, 20 + count))}}}"
        for count in (1, 2, 3, 4) for name in _SVE
    ),
    "label": ("known_target", "known_symbol"),
    "reloc": (":lo12:known_symbol",),
    "cond": ("ne", "lo", "gt", "ls", "mi"),
    "key": ("vl3", "pow2", "mul3", "all", "ish", "pldl1keep"),
    "mul": ("mul 3",),
}  # fmt: skip


def sample_lines(forms: tuple[Form, ...], folder: Path) -> list[str]:
    """Lines that the assembler takes and that reach their form, up to two per form."""
    # Drawn for each form by its name: a form added changes no other form's lines.
    tried = [(form, line) for form in forms for line in _candidates(form, random.Random(form.name))]
    tried = [(form, line) for form, line in tried if _sensible(line)]
    accepted = _assembled([line for _, line in tried], folder)
    kept: dict[int, list[str]] = {}
    for (form, line), good in zip(tried, accepted, strict=True):
        lines = kept.setdefault(id(form), [])
        if good and line not in lines and _wanted(line, lines) and _reaches(form, line):
            lines.append(line)
    return [*_IDIOMS, *(line for lines in kept.values() for line in lines)]


def _wanted(line: str, lines: list[str]) -> bool:
    """The first of each mnemonic, and a second one for the form."""
    mnemonic = line.split()[0]
    return len(lines) < _KEPT_PER_FORM or all(other.split()[0] != mnemonic for other in lines)


def _reaches(form: Form, line: str) -> bool:
    found = match(parse_instruction(line))
    return found is not None and found[0] is form


def _candidates(form: Form, source: random.Random) -> list[str]:
    lines = []
    for numbers in _NUMBERINGS[: 1 if len(form.operands) < 3 else 4]:
        choices = [
            tuple(text.replace("{n}", str(number)) for text in _TEXTS[name])
            for number, name in zip(numbers, form.operands, strict=False)
        ]
        combinations = list(itertools.product(*choices))
        source.shuffle(combinations)
        combinations.sort(key=_uniform)
        tried = combinations[:_UNIFORM_TRIED]
        tried += source.sample(combinations, min(len(combinations), _OTHERS_TRIED))
        lines += [
            f"{mnemonic} {', '.join(parts)}".strip()
            for mnemonic in form.mnemonics
            for parts in tried
        ]
    return lines


def _sensible(line: str) -> bool:
    """False for gathers of mixed lane sizes, which the assembler takes though they do not exist.

    A scatter of its own addresses is left out too: it cannot be moved to another memory area.
    """
    scattered = re.search(r"\{z(\d+)\.\w\}.*\[z(\d+)", line)
    if scattered and scattered[1] == scattered[2]:
        return False
    # The assembler takes these without the shift that they always have.
    if re.match(r"ldff1s?[hwd] .*\[x\d+, x\d+\]$", line):
        return False
    if re.match(r"ext z.*, (90|240)$", line):
        return False
    lanes = re.match(r"\S+ \{z\d+\.(\w)\}.*\bz\d+\.(\w)", line)
    return lanes is None or lanes[1] == lanes[2]


def _uniform(parts: tuple[str, ...]) -> int:
    """Combinations of one width come first: most instructions are such."""
    endings = [re.sub(r"\d+(?=[.\[ ,]|$)", "", part) for part in parts]
    return len(set(endings))


def _assembled(lines: list[str], folder: Path) -> list[bool]:
    """For each line whether the assembler takes it."""
    good = [True] * len(lines)
    start = 0
    while start < len(lines):
        refused, stopped = _refused(lines[start:], folder)
        for index in refused:
            good[start + index] = False
        if stopped is None:
            return good
        # Some combinations make the assembler itself stop: go on after that line.
        good[start + stopped] = False
        start += stopped + 1
    return good


def _refused(lines: list[str], folder: Path) -> tuple[set[int], int | None]:
    (folder / "samples.s").write_text("known_target:\n" + "\n".join(lines) + "\n")
    done = subprocess.run(
        ["aarch64-linux-gnu-as", MARCH, "-o", "samples.o", "samples.s"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    refused = {int(n) - 2 for n in re.findall(r"samples\.s:(\d+): Error", done.stderr)}
    stopped = re.search(r"samples\.s:(\d+): Internal error", done.stderr)
    return refused, int(stopped[1]) - 2 if stopped else None


def read_samples() -> list[str]:
    """The lines of `samples.txt`."""
    return SAMPLES.read_text().splitlines()


def main() -> None:
    """Write `samples.txt`."""
    with tempfile.TemporaryDirectory() as folder:
        lines = sample_lines(FORMS, Path(folder))
    SAMPLES.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} lines for {len(FORMS)} forms")


if __name__ == "__main__":
    main()
