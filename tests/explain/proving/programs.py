"""Which programs are stepped through: the gallery, the tests' functions, and drawn ones."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.source import Language, SourceFile, source_file
from tests.explain.corpus import SOURCES
from tests.explain.proving.random_functions import random_function

COMPILERS = ("gcc-12", "clang-19", "gcc-11", "clang-16", "clang-14")
SETTINGS = (
    ("-O2", 128),
    ("-O3", 128),
    ("-O0", 128),
    ("-Ofast -march=armv8.2-a+dotprod+i8mm+fp16", 128),
    ("-O3 -march=armv8-a+sve", 256),
    ("-Ofast -march=armv8.5-a+sve2", 512),
    ("-O1", 128),
    ("-O2 -march=armv8.1-a", 128),
    ("-Ofast -march=armv8-a+sve -ffp-contract=fast", 128),
    ("-O3 -ffp-contract=off -fno-math-errno", 128),
    ("-O2 -march=armv8.3-a -mbranch-protection=standard", 128),
)
_FUNCTION = re.compile(r"^[a-z][\w *]*?\b(?P<name>\w+)\([^;]*\)\s*\{", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Program:
    """A function of a source under one setting. n: what the loop's bound becomes; 0 for what suits
    the function."""

    source: SourceFile
    function: str
    compiler: str
    flags: str
    sve_bits: int
    n: int

    @property
    def name(self) -> str:
        """For messages."""
        return f"{self.source.name}:{self.function} {self.compiler} {self.flags}"


def programs(seed: int) -> Iterator[Program]:
    """Without end: what is written by hand under every setting, drawn functions in between.

    From one function to the next the setting changes, so that few programs meet all of them.
    """
    written = _written()
    draw = random.Random(seed)
    rounds = list(itertools.product(SETTINGS, COMPILERS))
    draw.shuffle(rounds)
    for number in itertools.count():
        chosen = written if number < len(rounds) else draw.sample(written, 8)
        for place, (source, function) in enumerate(chosen):
            (flags, sve_bits), compiler = rounds[(place + number) % len(rounds)]
            yield Program(source, function, compiler, flags, sve_bits, draw.choice((0, 37, 200)))
            if place % 2:
                source = source_file(random_function(draw.getrandbits(48)))
                yield Program(source, "drawn", compiler, flags, sve_bits, draw.choice((9, 40)))


def _written() -> list[tuple[SourceFile, str]]:
    paths = sorted((*(CONTENT_FOLDER / "examples").glob("*.c*"), *SOURCES.glob("*.c*")))
    return [
        (source_file(path.read_text(), _language(path), path.stem), match["name"])
        for path in paths
        for match in _FUNCTION.finditer(path.read_text())
    ]


def _language(path: Path) -> Language:
    return "c++" if path.suffix == ".cpp" else "c"
