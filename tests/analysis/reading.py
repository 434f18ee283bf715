"""Recorded assembly, read and analysed, for the tests of this folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from compiler_core.host.assembly import AssemblyFunction, read_assembly
from compiler_core.host.compilation import BasicBlock, Loop, RegisterUse
from compiler_core.host.loop_analysis.blocks import find_blocks
from compiler_core.host.loop_analysis.loops import find_loops
from compiler_core.host.register_map.registers import register_uses
from compiler_core.host.source_reading.signature import Signature, signatures_of
from compiler_core.host.source_reading.source_loops import SourceLoop, source_loops
from compiler_core.source import SourceFile

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Recorded:
    """One recorded function with its blocks and the syntax of its source."""

    function: AssemblyFunction
    blocks: tuple[BasicBlock, ...]
    statements: tuple[SourceLoop, ...]
    signature: Signature | None

    def loops(self) -> tuple[Loop, ...]:
        """Find the loops anew, so that a test may change what finds them."""
        return find_loops(self.function, self.fresh_blocks(), self.statements)

    def fresh_blocks(self) -> tuple[BasicBlock, ...]:
        """The blocks as another tuple: what was worked out for the same tuple is remembered."""
        return (*self.blocks,)

    def registers(self) -> tuple[RegisterUse, ...]:
        """Map the registers anew."""
        return register_uses(self.function, self.blocks, self.loops(), self.signature)

    def label_of(self, position: int) -> str:
        """The label at a position."""
        return self.function.lines[position].label


@cache
def source_of(recording: str) -> SourceFile:
    """The source a recording was made of."""
    stem = recording.partition(".")[0]
    path = next((HERE / "sources").glob(f"{stem}.*"))
    return SourceFile(path.name, path.read_text())


@cache
def recorded(recording: str) -> dict[str, Recorded]:
    """All functions of a recording by symbol."""
    assembly = read_assembly((HERE / "assembly" / f"{recording}.s").read_text())
    source = source_of(recording)
    return {
        function.symbol: Recorded(
            function,
            find_blocks(function, assembly.tables),
            source_loops(source),
            signature_named(source.name, function.symbol),
        )
        for function in assembly.functions
    }


def signature_named(source: str, symbol: str) -> Signature | None:
    """The signature of a symbol; a mangled one is looked up by the name the labels give it."""
    name = labels("registers.yaml")[source].get(symbol, {}).get("name", symbol)
    found = {signature.name: signature for signature in signatures_of(source_of(source))}
    return found.get(name)


def every_recording() -> tuple[str, ...]:
    """Names of all recordings."""
    return tuple(sorted(path.stem for path in (HERE / "assembly").glob("*.s")))


@cache
def labels(name: str) -> dict:
    """A file of labels."""
    return yaml.safe_load((HERE / name).read_text())
