"""From one level to the next: every single setting that makes the difference, or that none does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from compiler_core.following import Progress, unfollowed
from compiler_core.host.bisection.candidates import NOT_GIVEN, Candidates, candidates_between
from compiler_core.host.bisection.minimal import smallest_sufficient
from compiler_core.host.bisection.observations import (
    Observation,
    SameCode,
    SameLoops,
    SameWork,
)
from compiler_core.host.bisection.pass_search import PassSearch
from compiler_core.host.bisection.record import Bisection, LevelSetting, PassFinding
from compiler_core.host.bisection.sentences import bisection_sentences
from compiler_core.host.bisection.variants import BudgetSpent, Variant, Variants
from compiler_core.host.compile import compile_source
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler

MOST_COMPILES = 160
# Without a wish, the loops are looked at; if they are the same, all the code.
_BY_DEFAULT: tuple[Observation, ...] = (SameLoops(), SameCode())


def bisect(
    source: SourceFile,
    compiler_name: str,
    low: str = "-O2",
    high: str = "-O3",
    observe: Observation | None = None,
    progress: Progress = unfollowed,
) -> Bisection:
    """Try every difference between two settings by itself, both added to low and taken from high.

    observe: the property looked for; None takes the loops, or all the code if these are the same.

    Raises UnknownCompiler, RefusedFlag; JailBroken, Overloaded and ToolMissing from the toolchain.
    A source that does not compile is a Bisection whose sentence says so.
    """
    compiler = find_compiler(compiler_name)
    search = _Search(
        compiler=compiler,
        low=parse_flags(low, compiler),
        high=parse_flags(high, compiler),
        observations=_BY_DEFAULT if observe is None else (observe,),
        variants=Variants(source, compiler, MOST_COMPILES, progress),
    )
    search.run()
    return search.result(low, high)


@dataclass(slots=True, kw_only=True)
class _Search:
    """One bisection as it goes on: what is known so far."""

    compiler: Compiler
    """The one that compiles both settings and all between them."""
    low: tuple[str, ...]
    """The first setting's flags, parsed; its code lacks the property."""
    high: tuple[str, ...]
    """The second setting's flags, parsed; its code has the property."""
    observations: tuple[Observation, ...]
    """Properties to look for, in order; the first that only the high code has is chosen."""
    variants: Variants
    """Compiles the source with any flags, each once, up to the limit on compiles."""
    candidates: Candidates = field(default_factory=lambda: Candidates((), ()))
    """Differences between the two settings that flags can give; empty until asked for."""
    sufficient: tuple[LevelSetting, ...] = ()
    """Settings each of which alone, added to low, brings the property."""
    preventing: tuple[LevelSetting, ...] = ()
    """Settings each of which alone, taken from high, loses the property."""
    minimal: tuple[LevelSetting, ...] = ()
    """A smallest set found that brings the property where no setting alone does; else empty."""
    together: bool | None = None
    """Whether all settings together bring it; None where that was not tried."""
    status: str = "none suffices"
    """As in `Bisection.status`."""
    pass_finding: PassFinding | None = None
    """The pass after which the property holds; None for GCC and where none was found."""
    extra_compiles: int = 0
    """Compiles that the search among passes took, which variants does not count."""
    complete: bool = True
    """False once the limit on compiles ended the search."""

    def run(self) -> None:
        """All steps; stops early when there is nothing to find or the limit is reached."""
        if self._failed():
            self.status = "no code"
            return
        if not self._differs():
            self.status = "nothing to find"
            return
        language = self.variants.source.language
        self.candidates = candidates_between(self.compiler, self.low, self.high, language)
        try:
            self._try_each()
            if not self.sufficient:
                self._try_together()
        except BudgetSpent:
            self.complete = False
        if self.compiler.family == "clang":
            self._search_passes()
        self.status = self._judge()

    @property
    def observation(self) -> Observation:
        """The first property that only the high level's code has; the last if none is."""
        low, high = self.variants.all((self.low, self.high))
        for observation in self.observations:
            if observation.holds(high, high) and not observation.holds(low, high):
                return observation
        return self.observations[-1]

    def _differs(self) -> bool:
        low, high = self.variants.all((self.low, self.high))
        return self._holds(high) and not self._holds(low)

    def _holds(self, variant: Variant) -> bool:
        return self.observation.holds(variant, self.variants.variant(self.high))

    def _hold(self, wanted: Sequence[tuple[str, ...]]) -> list[bool]:
        return [self._holds(variant) for variant in self.variants.all(wanted)]

    def _try_each(self) -> None:
        settings = self.candidates.settings
        with_each = self._hold([self._added((setting,)) for setting in settings])
        self.sufficient = tuple(
            setting for setting, holds in zip(settings, with_each, strict=True) if holds
        )
        removable = [setting for setting in settings if setting.off or setting.low == NOT_GIVEN]
        without_each = self._hold([self._removed(setting) for setting in removable])
        self.preventing = tuple(
            setting for setting, holds in zip(removable, without_each, strict=True) if not holds
        )

    def _try_together(self) -> None:
        """The settings as a whole, then ever smaller sets of them."""
        if not self.candidates.settings:
            return
        self.together = self._suffice(self.candidates.settings)
        if not self.together:
            return
        # What the high level cannot do without is the likeliest set.
        likely = len(self.preventing) > 1 and self._suffice(self.preventing)
        start = self.preventing if likely else self.candidates.settings
        self.minimal = start
        self.minimal = smallest_sufficient(start, self._suffice)

    def _suffice(self, settings: tuple[LevelSetting, ...]) -> bool:
        return self._holds(self.variants.variant(self._added(settings)))

    def _added(self, settings: tuple[LevelSetting, ...]) -> tuple[str, ...]:
        return (*self.low, *(flag for setting in settings for flag in setting.on))

    def _removed(self, setting: LevelSetting) -> tuple[str, ...]:
        if setting.off:
            return (*self.high, *setting.off)
        text = " ".join(self.high).replace(setting.title, "", 1)
        return tuple(text.split())

    def _search_passes(self) -> None:
        """Where all the loop's instructions matter, the last machine pass would always be the
        answer, so the loop's step and kind of registers are looked for first."""
        exact = isinstance(self.observation, SameLoops | SameCode)
        wanted = (SameWork(), self.observation) if exact else (self.observation,)
        for observation in wanted:
            search = PassSearch(self.variants, self.high, observation)
            self.pass_finding = search.find()
            self.extra_compiles += search.compiles
            if self.pass_finding is not None:
                return

    def _judge(self) -> str:
        if self.sufficient:
            return "found"
        if self.together is False:
            return "level itself"
        if self.candidates.settings:
            return "none suffices"
        return "level itself" if self.compiler.family == "gcc" else "not possible"

    def result(self, low: str, high: str) -> Bisection:
        """The record, with its sentences."""
        bisection = Bisection(
            compiler=self.compiler.name,
            compiler_title=self.compiler.title,
            low=low,
            high=high,
            property=self.observation.title,
            status=self.status,
            settings=self.candidates.settings,
            sufficient=self.sufficient,
            preventing=self.preventing,
            minimal=self.minimal,
            cannot_say=self.candidates.cannot_say,
            pass_finding=self.pass_finding,
            compiles=self.variants.compiles + self.extra_compiles,
            complete=self.complete,
            sentences=(),
        )
        return bisection_sentences(bisection, self._held_before(), self._complaint())

    def _failed(self) -> bool:
        """One of the two settings gives no assembly."""
        both = self.variants.all((self.low, self.high))
        return any(variant.compilation is None for variant in both)

    def _complaint(self) -> str:
        """What the compiler says of the first setting without assembly, "" if both have some."""
        for flags in (self.low, self.high):
            if self.variants.variant(flags).compilation is None:
                text = " ".join(flags)
                return compile_source((self.variants.source,), self.compiler.name, text).message
        return ""

    def _held_before(self) -> bool:
        return self._holds(self.variants.variant(self.low))
