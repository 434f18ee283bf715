"""What a pass is, and what it leaves behind.

A pass rewrites one function and writes a journal: every change with its reason, every refusal with
its reason, and the moments of its algorithm, so that a reader can step through the worklist and the
sets. Preconditions are checked before it runs.
"""

from __future__ import annotations

import inspect
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar

from compiler_core.errors import InputError
from compiler_core.loop.ir.printer import place_text
from compiler_core.loop.ir.types import VOID
from compiler_core.loop.ir.values import Block, Function, Instruction, Module, Value
from compiler_core.trace import Change, ChangeKind

MAXIMUM_MOMENTS = 1_000
MAXIMUM_MEMBERS = 60


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A worklist or set of the algorithm: its name and what is in it, as readers see it."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassMoment:
    """One moment of an algorithm.

    sentence: what happens now. focus: ids of the snapshot lines it looks at. source_line: the line
    of the pass's own source that is running, from 1. changes: how many changes and refusals the
    journal holds by now. sets: the algorithm's state.
    """

    sentence: str
    focus: tuple[str, ...]
    source_line: int
    changes: int
    sets: tuple[NamedSet, ...]


@dataclass(frozen=True, slots=True)
class PassResult:
    """What one run of a pass did. changes holds refusals too, of kind `refused`."""

    changes: tuple[Change, ...]
    moments: tuple[PassMoment, ...]

    @property
    def changed(self) -> bool:
        return any(change.kind != "refused" for change in self.changes)


Subject = Instruction | Block | str


@dataclass(slots=True)
class Journal:
    """Collects what a pass does while it does it."""

    changes: list[Change] = field(default_factory=list)
    moments: list[PassMoment] = field(default_factory=list)

    def change(
        self,
        kind: ChangeKind,
        subject: Subject,
        reason: str,
        before: Iterable[Instruction] = (),
        after: Iterable[Instruction] = (),
    ) -> None:
        """Something was changed, and why that was legal."""
        text, own = subject_text(subject), [subject.key] if isinstance(subject, Instruction) else []
        keys = tuple(dict.fromkeys(own + [old.key for old in before]))
        self.changes.append(
            Change(kind, text, f"{text} {reason}", keys, tuple(new.key for new in after))
        )

    def refuse(self, subject: Subject, reason: str) -> None:
        """Something was considered and left as it is, and why."""
        text = subject_text(subject)
        own = (subject.key,) if isinstance(subject, Instruction) else ()
        refusal = Change("refused", text, f"{text} stays: {reason}", own, own)
        if refusal not in self.changes:
            self.changes.append(refusal)

    def moment(
        self, sentence: str, focus: Iterable[Instruction] = (), **sets: Iterable[object]
    ) -> None:
        """The algorithm's state, with the line of the pass that says so."""
        if len(self.moments) >= MAXIMUM_MOMENTS:
            return
        named = tuple(
            NamedSet(name.replace("_", " "), _members(members)) for name, members in sets.items()
        )
        keys = tuple(instruction.key for instruction in focus)
        line = sys._getframe(1).f_lineno
        self.moments.append(PassMoment(sentence, keys, line, len(self.changes), named))


def subject_text(subject: Subject) -> str:
    """`%k`, `store B[i]`, or the block's name."""
    if isinstance(subject, str):
        return subject
    if isinstance(subject, Block):
        return subject.name
    if subject.type != VOID:
        return subject.text
    return f"{subject.opcode} {place_text(subject)}" if subject.place else subject.opcode


def _members(members: Iterable[object]) -> tuple[str, ...]:
    """The first members as texts; where there are more, the last text says that."""
    texts = tuple(_member_text(member) for member in islice(members, MAXIMUM_MEMBERS + 1))
    return texts if len(texts) <= MAXIMUM_MEMBERS else (*texts[:-1], "and more")


def _member_text(member: object) -> str:
    if isinstance(member, Instruction | Block):
        return subject_text(member)
    return member.text if isinstance(member, Value) else str(member)


class Pass(ABC):
    """One transformation. Subclasses stand in the registry, one file each."""

    name: ClassVar[str]
    title: ClassVar[str]
    # Key of the concept under which GCC's and LLVM's passes of the same kind are known.
    concept: ClassVar[str]
    needs_ssa: ClassVar[bool] = True

    @abstractmethod
    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        """Change the function in place and tell the journal."""

    def run(self, function: Function, module: Module) -> PassResult:
        """Run on one function. Raises InputError if the function is not in the form it needs."""
        if self.needs_ssa and function.slots:
            raise InputError(
                f"The pass {self.name} works on values, but variables are still in memory.",
                "Put the pass promotion before it.",
            )
        journal = Journal()
        self.rewrite(function, module, journal)
        return PassResult(tuple(journal.changes), tuple(journal.moments))

    @classmethod
    def idea(cls) -> str:
        """The first paragraphs of the pass's file: what it does and why that is right."""
        return inspect.getdoc(sys.modules[cls.__module__]) or ""

    @classmethod
    def source_text(cls) -> str:
        """The pass's own source file; `Moment.source_line` counts its lines."""
        return inspect.getsource(sys.modules[cls.__module__])
