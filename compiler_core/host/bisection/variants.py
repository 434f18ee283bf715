"""Compiles of one source under slightly different flags; each distinct code is analysed once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from compiler_core.asker import WorkPool
from compiler_core.following import Progress, Steps, unfollowed
from compiler_core.host.assembly import Assembly, AssemblyLine, read_assembly
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import list_assembly
from compiler_core.host.filters import HIDE_ALL
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler, Outcome
from compiler_core.toolchain.service import compile_assembly

_AT_ONCE = 4
Flags = tuple[str, ...]


class BudgetSpent(Exception):
    """The limit on compiles is reached; what was found so far stands."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One setting's code: its digest, equal for equal code, and its analysis; None if it failed."""

    digest: str
    compilation: Compilation | None


class Variants:
    """Compiles on demand; safe for threads. The same flags are never compiled twice."""

    def __init__(
        self,
        source: SourceFile,
        compiler: Compiler,
        limit: int,
        progress: Progress = unfollowed,
    ) -> None:
        self.source = source
        self.compiler = compiler
        self.steps = Steps(0, "settings compiled", progress)
        self._limit = limit
        self._lock = Lock()
        self._asked: set[Flags] = set()
        self._known: dict[Flags, Variant] = {}
        self._analysed: dict[str, Compilation] = {}

    @property
    def compiles(self) -> int:
        """How many different flags were compiled so far."""
        return len(self._asked)

    def variant(self, flags: Flags) -> Variant:
        """Raises BudgetSpent, and what `compile_assembly` raises."""
        with self._lock:
            known = self._known.get(flags)
            if known is None and len(self._asked | {flags}) > self._limit:
                raise BudgetSpent
            self._asked.add(flags)
        if known is not None:
            return known
        outcome = compile_assembly(self.source, self.compiler, flags)
        variant = self._variant(flags, outcome)
        self.steps.done()
        with self._lock:
            return self._known.setdefault(flags, variant)

    def all(self, wanted: Iterable[Flags]) -> list[Variant]:
        """Several at once; the toolchain's queue limits how many really run."""
        with WorkPool(max_workers=_AT_ONCE) as pool:
            return list(pool.map(self.variant, wanted))

    def analysed(self, flags: Flags, output: str) -> Compilation:
        """The analysis of assembly that came by another way than a plain compile."""
        assembly = read_assembly(output)
        return self._analysis(flags, output, digest_of(assembly))

    def _variant(self, flags: Flags, outcome: Outcome) -> Variant:
        if outcome.status != "ok":
            return Variant("", None)
        digest = digest_of(read_assembly(outcome.output))
        return Variant(digest, self._analysis(flags, outcome.output, digest))

    def _analysis(self, flags: Flags, output: str, digest: str) -> Compilation:
        with self._lock:
            known = self._analysed.get(digest)
        if known is not None:
            return known
        functions, data = list_assembly(self.source, (self.source,), output, HIDE_ALL, flags)
        compilation = Compilation(
            compiler=self.compiler.name,
            compiler_title=self.compiler.title,
            version=self.compiler.version,
            flags=flags,
            ok=True,
            status="ok",
            message="",
            limit="",
            diagnostics=(),
            notes=(),
            functions=tuple(functions),
            data=tuple(data),
            command="",
            seconds=0.0,
            cached=False,
        )
        with self._lock:
            return self._analysed.setdefault(digest, compilation)


def digest_of(assembly: Assembly) -> str:
    """The same for equal instructions, labels and data, whatever the directives between them."""
    lines = [
        line.text for function in assembly.functions for line in function.lines if _counts(line)
    ]
    data = [line.text for line in assembly.data if _counts(line)]
    return sha256("\n".join((*lines, "--", *data)).encode()).hexdigest()


def _counts(line: AssemblyLine) -> bool:
    return line.kind in ("instruction", "data") or (line.kind == "label" and ".LV" not in line.text)
