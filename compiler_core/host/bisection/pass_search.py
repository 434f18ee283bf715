"""Which pass of LLVM brings a property: LLVM's own counter of pass executions, searched by halves.

`-mllvm -opt-bisect-limit=N` lets the first N executions of optional passes run and skips the rest
(LLVM documentation, "Using -opt-bisect-limit to debug optimization errors"). The code with N passes
either has the property or not; the search finds a number where it does and with one less does not.
If the property comes and goes in between, that is one such place, not necessarily the only one.
"""

from __future__ import annotations

import re

from compiler_core.host.bisection.observations import Observation
from compiler_core.host.bisection.record import PassFinding
from compiler_core.host.bisection.variants import Variant, Variants
from compiler_core.toolchain.dumps import DumpRun, compile_with_dumps
from compiler_core.toolchain.outcome import CompileJob

_RAN = re.compile(
    r"^BISECT: running pass \((?P<number>\d+)\) (?P<name>.+?) on (?P<subject>.+)$", re.MULTILINE
)
_UNLIMITED = -1


class PassSearch:
    """Compiles with a limit on passes; counts its compiles."""

    def __init__(
        self, variants: Variants, flags: tuple[str, ...], observation: Observation
    ) -> None:
        self._variants = variants
        self._flags = flags
        self._observation = observation
        self._high = variants.variant(flags)
        self._lines: dict[int, tuple[str, str]] = {}
        self.compiles = 0

    def find(self) -> PassFinding | None:
        """The pass execution; None if all passes together do not bring it, or none is needed."""
        everything = self._run(_UNLIMITED)
        for match in _RAN.finditer(everything.messages):
            self._lines[int(match["number"])] = (match["name"], match["subject"])
        total = max(self._lines, default=0)
        if not total or self._has(0) or not self._has(total):
            return None
        return self._narrowed(total)

    def _narrowed(self, total: int) -> PassFinding:
        without, with_it = 0, total
        while with_it - without > 1:
            middle = (without + with_it) // 2
            if self._has(middle):
                with_it = middle
            else:
                without = middle
        name, subject = self._lines.get(with_it, ("", ""))
        return PassFinding(with_it, name, _plain(subject), total, self._observation.title)

    def _has(self, limit: int) -> bool:
        run = self._run(limit)
        if run.outcome.status != "ok":
            return False
        compilation = self._variants.analysed(self._flags, run.outcome.output)
        return self._observation.holds(Variant(f"limit {limit}", compilation), self._high)

    def _run(self, limit: int) -> DumpRun:
        self.compiles += 1
        job = CompileJob(self._variants.source, self._variants.compiler, self._flags)
        run = compile_with_dumps(job, ("-mllvm", f"-opt-bisect-limit={limit}"))
        self._variants.steps.done()
        return run


def _plain(subject: str) -> str:
    """`loop %for.body in function axpy`; the file's name is ours and says nothing."""
    return "the file" if subject == "[module]" else subject.strip()
