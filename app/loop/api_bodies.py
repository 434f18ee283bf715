"""What the API takes: bodies checked field by field, unknown fields refused."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from app.serving.addresses import Given, Lines, Reading
from app.serving.bodies import StrictBody, first_fault
from compiler_core.host.filters import Filters
from compiler_core.source import Language, SourceFile, source_file

FilterName = Literal["directives", "comments", "unused_labels", "library_functions"]
FILTER_NAMES: tuple[FilterName, ...] = get_args(FilterName)
DEFAULT_COMPILER = "gcc"
DEFAULT_CORE = "neoverse-n1"
SECOND_STEM = "second"


class OneSource(StrictBody):
    """One file."""

    source: Lines = Field(description="The source text; at most 64 KiB.")
    language: Language = Field(default="c", description="`c` or `c++`.")

    def sources(self) -> tuple[SourceFile, ...]:
        """The checked files; raises SourceTooLarge and InputError."""
        return (source_file(self.source, self.language),)


class Sources(OneSource):
    """One or two files."""

    second: Lines = Field(
        default="", description="A second source file, for code that calls the first."
    )

    def sources(self) -> tuple[SourceFile, ...]:
        """The checked files; raises SourceTooLarge and InputError."""
        first = super().sources()
        if not self.second.strip():
            return first
        return (*first, source_file(self.second, self.language, SECOND_STEM))


class OneCompiler(StrictBody):
    """A compiler."""

    compiler: Given = Field(
        default=DEFAULT_COMPILER, description="`gcc`, `clang`, or a name of /compilers."
    )


class Setting(OneCompiler):
    """A compiler and its flags."""

    flags: str = Field(default="", description="As typed, such as `-O3 -march=armv8-a+sve`.")


def _in_order(shown: tuple[FilterName, ...]) -> tuple[FilterName, ...]:
    """Each once: the same loop has one shared link."""
    return tuple(name for name in FILTER_NAMES if name in shown)


class CompileBody(Sources, Setting):
    """A loop to compile."""

    show: Annotated[tuple[FilterName, ...], AfterValidator(_in_order)] = Field(
        default=(), description="Kinds of line that are hidden otherwise."
    )

    @property
    def filters(self) -> Filters:
        """The filters as the core knows them."""
        return Filters(**{name: name not in self.show for name in FILTER_NAMES})


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

    function: str = Field(default="", description="Symbol of the function; the first one if empty.")
    file: int = Field(0, ge=0, le=2, description="Its file, 1 or 2; 0: the first that has it.")


class OneFileBody(Sources, Setting):
    """A question about one of the files."""

    file: Annotated[int, Reading({"1": 1, "2": 2}.get)] = Field(
        default=1, ge=1, le=2, description="Which file: 1 or 2."
    )

    def chosen(self) -> SourceFile:
        """The file; the last one where there are fewer."""
        sources = self.sources()
        return sources[min(self.file, len(sources)) - 1]


class CompilersBody(OneSource):
    """A file to give to all installed compilers with the same flags."""

    flags: str = Field("", description="As typed, such as `-O3`.")


class WhyBody(OneFileBody):
    """A loop to ask why it was or was not vectorised."""


class LoopBody(OneFileBody):
    """A question about one loop of the file."""

    line: int = Field(description="The source line on which the loop starts.")
    column: int = Field(0, description="Its column, for a line with several loops; 0: not said.")


class TrialsBody(LoopBody):
    """A loop all of whose suggestions to try."""

    cpu: str = Field(DEFAULT_CORE, description="The core whose cycles to model.")


class TrialBody(TrialsBody):
    """A suggestion to try on one loop."""

    suggestion: str = Field(description="An id that /why gave for this loop.")


class CyclesBody(Sources, Setting):
    """A loop whose cycles to model."""

    cpu: str = Field(DEFAULT_CORE, description="The core, such as `neoverse-n1`.")


class BisectBody(Sources, OneCompiler):
    """Two levels of one compiler between which to find the setting that matters."""

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
