"""What the API takes: bodies checked field by field, unknown fields refused."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from app.loop.loop_request import DEFAULT_COMPILER, DEFAULT_CORE, FILTER_NAMES, LoopRequest
from app.serving.bodies import StrictBody, first_fault
from compiler_core.source import Language, SourceFile

FilterName = Literal["directives", "comments", "unused_labels", "library_functions"]


class Sources(StrictBody):
    """One or two files."""

    source: str = Field(description="The source text; at most 64 KiB.")
    second: str = Field("", description="A second source file, for code that calls the first.")
    language: Language = Field("c", description="`c` or `c++`.")

    def sources(self) -> tuple[SourceFile, ...]:
        """The checked files; raises SourceTooLarge and InputError."""
        return LoopRequest(source=self.source, second=self.second, language=self.language).sources()


class Setting(StrictBody):
    """A compiler and its flags."""

    compiler: str = Field(DEFAULT_COMPILER, description="`gcc`, `clang`, or a name of /compilers.")
    flags: str = Field("", description="As typed, such as `-O3 -march=armv8-a+sve`.")


class CompileBody(Sources, Setting):
    """A loop to compile."""

    show: list[FilterName] = Field(
        default_factory=list, description="Kinds of line that are hidden otherwise."
    )

    def request(self) -> LoopRequest:
        """The same as the explorer's state."""
        shown = tuple(name for name in FILTER_NAMES if name in self.show)
        return LoopRequest(
            source=self.source,
            second=self.second,
            language=self.language,
            compiler=self.compiler,
            flags=self.flags,
            show=shown,
        )


class DiffBody(Sources):
    """A loop and two settings to compare."""

    left: Setting
    """The compiler and flags of the left side: what is only there counts as removed."""
    right: Setting
    """The compiler and flags of the right side: what is only there counts as added."""


class MatrixBody(Sources, Setting):
    """A loop for the flag matrix; `flags` are added to every setting."""


class PassesBody(Sources, Setting):
    """A loop whose passes to follow."""

    function: str = Field("", description="Symbol of the function; the first one if empty.")
    file: int = Field(0, ge=0, le=2, description="Its file, 1 or 2; 0: the first that has it.")


class OneFileBody(Sources, Setting):
    """A question about one of the files."""

    file: int = Field(1, ge=1, le=2, description="Which file: 1 or 2.")

    def chosen(self) -> SourceFile:
        """The file; the last one where there are fewer."""
        sources = self.sources()
        return sources[min(self.file, len(sources)) - 1]


class CompilersBody(StrictBody):
    """A file to give to all installed compilers with the same flags."""

    source: str = Field(description="The source text; at most 64 KiB.")
    language: Language = Field("c", description="`c` or `c++`.")
    flags: str = Field("", description="As typed, such as `-O3`.")

    def chosen(self) -> SourceFile:
        """The checked file; raises SourceTooLarge and InputError."""
        return LoopRequest(source=self.source, language=self.language).sources()[0]


class WhyBody(OneFileBody):
    """A loop to ask why it was or was not vectorised."""


class TrialBody(OneFileBody):
    """A suggestion to try on one loop."""

    line: int = Field(description="The source line on which the loop starts.")
    column: int = Field(0, description="Its column, for a line with several loops; 0: not said.")
    suggestion: str = Field(description="An id that /why gave for this loop.")
    cpu: str = Field(DEFAULT_CORE, description="The core whose cycles to model.")


class TrialsBody(OneFileBody):
    """A loop all of whose suggestions to try."""

    line: int = Field(description="The source line on which the loop starts.")
    column: int = Field(0, description="Its column, for a line with several loops; 0: not said.")
    cpu: str = Field(DEFAULT_CORE, description="The core whose cycles to model.")


class CyclesBody(Sources, Setting):
    """A loop whose cycles to model."""

    cpu: str = Field(DEFAULT_CORE, description="The core, such as `neoverse-n1`.")


class BisectBody(Sources):
    """Two levels of one compiler between which to find the setting that matters."""

    compiler: str = Field(DEFAULT_COMPILER, description="`gcc`, `clang`, or a name of /compilers.")
    low: str = Field("-O2", description="The flags of the lower level.")
    high: str = Field("-O3", description="The flags of the higher level.")


class ShareBody(CompileBody):
    """A loop to keep under a permanent link."""


class AtlasBody(StrictBody):
    """Settings of a page of the atlas."""

    settings: dict[str, str] = Field(
        default_factory=dict, description="By the names that /api/atlas lists; the usual if none."
    )


class Shared(BaseModel):
    """Where a shared loop is."""

    id: str
    """The end of its address, `/z/{id}`: 8 to 43 characters; the same loop and setting keep
    theirs."""
    url: str
    """The whole permanent link, with the host as it was asked: `https://host/z/{id}`."""


def parse_query(values: dict[str, str], source: str) -> CompileBody:
    """A body from a query and a source sent as it is. Raises InputError."""
    try:
        return CompileBody.model_validate({**values, "source": source})
    except ValidationError as error:
        raise first_fault(error) from error
