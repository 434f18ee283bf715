"""What pages about a reader's own loop ask for, and how they read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from compiler_core.atlas.records import Control, Settings
from compiler_core.errors import InputError
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.lowering import main_function
from compiler_core.source import SourceFile

Translation = TypeVar("Translation")

FILE = "loop.c"
LONGEST_LOOP = 64 << 10
"""Bytes of a reader's own."""
LONGEST_IN_ADDRESS = 8 << 10
"""The same where an address holds it."""
OVERLAP = Control(
    name="overlap",
    title="Arrays",
    usual="0",
    explains="Where those of one type lie, if they are not called restrict.",
    choices=(("0", "apart"), ("1", "each one element behind the first")),
)


def loop_of_ones_own(explains: str) -> Control:
    """In place of the choice of a loop."""
    return Control(
        name="source",
        title="Loop of your own",
        usual="",
        file=FILE,
        longest=LONGEST_LOOP,
        instead_of=("loop",),
        explains=explains,
    )


@dataclass(frozen=True, slots=True)
class ShippedLoops:
    """folder: where a C file for each choice lies."""

    folder: Path

    def texts(self, settings: Settings) -> Settings:
        """Of the choice, by the control that takes one's own instead."""
        chosen = self.folder / f"{settings['loop']}.c"
        return {"source": chosen.read_text(encoding="utf-8")}

    def source(self, settings: Settings) -> SourceFile:
        """The reader's own text, or the loop chosen."""
        return SourceFile(FILE, settings["source"] or self.texts(settings)["source"])


def translated(translate: Callable[[SourceFile], Translation], source: SourceFile) -> Translation:
    """Raises InputError; the line of what does not fit is the first that it says."""
    try:
        return translate(source)
    except OutsideSubset as error:
        said = f"Line {error.location.line}: {error.message}"
        raise InputError(said, error.advice) from error


def fits(translate: Callable[[SourceFile, str], object], source: SourceFile, function: str) -> bool:
    """Whether there is a translation of this function, and it is the one that a page takes of the
    whole file. Raises nothing."""
    try:
        translate(source, function)
    except InputError:
        return False
    return is_taken(source, function)


def is_taken(source: SourceFile, function: str) -> bool:
    """Whether a page that gets this file takes this function of it. Raises nothing."""
    try:
        return main_function(source) == function
    except InputError:
        return False
