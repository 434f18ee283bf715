"""What the playground of the textbook compiler is asked for: one record, kept in the address.

The passes stand in the field `passes` in their order, with commas; a pass that is switched off
keeps its place and has a minus before its name. Buttons of the list arrive as one edit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated
from urllib.parse import urlencode

from pydantic import Field

from app.serving.addresses import Lines, Reading, Values, cut, read_as, whole
from app.serving.bodies import StrictBody
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError, SourceTooLarge
from compiler_core.examples import find_example
from compiler_core.loop.front_end.lowering import lower_source
from compiler_core.loop.passes.registry import USUAL_PASSES
from compiler_core.loop.pipeline import MAXIMUM_PASSES
from compiler_core.loop.samples import load_samples
from compiler_core.source import SourceFile, source_file
from compiler_core.typed_numbers import whole_number

PATH = "/loop/textbook"
ADDRESS_LIMIT = 60_000
NAME_LIMIT = 60
NUMBER_DIGITS = 4
OFF = "-"


@dataclass(frozen=True, slots=True)
class PassChoice:
    """One place of the list: the pass's name, and whether it runs."""

    name: str
    on: bool = True

    @property
    def text(self) -> str:
        """As in the address."""
        return self.name if self.on else f"{OFF}{self.name}"


Name = Annotated[str, cut(NAME_LIMIT)]
USUAL = tuple(PassChoice(name) for name in USUAL_PASSES)


def choices(text: str) -> tuple[PassChoice, ...]:
    """The list of passes from its field."""
    names = [name.strip()[: NAME_LIMIT + 1] for name in text.split(",")]
    chosen = [PassChoice(name.removeprefix(OFF), not name.startswith(OFF)) for name in names]
    return tuple(choice for choice in chosen if choice.name)[:MAXIMUM_PASSES]


class OneFunction(StrictBody):
    """A function for the textbook compiler."""

    source: Lines = Field(description="C in the textbook's subset; at most 64 KiB.")
    function: Annotated[str, Reading(lambda text: text.strip()[:NAME_LIMIT])] = Field(
        "", description="Its name; the first one with a loop if empty."
    )


class TextbookRequest(OneFunction):
    """What the playground of the textbook compiler is asked for."""

    passes: Annotated[tuple[PassChoice, ...], Reading(choices)] = USUAL
    """At most 40, in order."""
    step: Annotated[int, whole(NUMBER_DIGITS)] = -1
    """Place in the list, from 1; 0 the front end, -1 chosen for the reader."""
    moment: Annotated[int, whole(NUMBER_DIGITS)] = 0
    """Place in the step's algorithm, from 1; 0 for none."""
    compare: Annotated[bool, Reading(lambda text: text == "1")] = False
    """Whether GCC and Clang are asked too."""

    def file(self) -> SourceFile:
        """The checked source. Raises SourceTooLarge, InputError."""
        return source_file(self.source)

    @property
    def running(self) -> tuple[str, ...]:
        """Names of the passes that are on, in order."""
        return tuple(pass_.name for pass_ in self.passes if pass_.on)

    @property
    def passes_text(self) -> str:
        """The field `passes`."""
        return ",".join(pass_.text for pass_ in self.passes)

    def address(self, anchor: str = "") -> str:
        """The page's address for this state; what is as by default is left out."""
        pairs: list[tuple[str, str]] = []
        if self.source != example_source():
            pairs.append(("source", self.source))
        if self.function:
            pairs.append(("function", self.function))
        if self.passes != USUAL:
            pairs.append(("passes", self.passes_text))
        if self.step >= 0:
            pairs.append(("step", str(self.step)))
        if self.moment:
            pairs.append(("moment", str(self.moment)))
        if self.compare:
            pairs.append(("compare", "1"))
        query = f"?{urlencode(pairs)}" if pairs else ""
        return f"{PATH}{query}{f'#{anchor}' if anchor else ''}"


@lru_cache(maxsize=1)
def example_source() -> str:
    """The loop that stands in the editor at first: the one of the lesson on hoisting."""
    return (CONTENT_FOLDER / "lessons" / "licm" / "three.c").read_text(encoding="utf-8")


def checked_address(request: TextbookRequest, anchor: str) -> str:
    """The address if a server takes one of this length. Raises SourceTooLarge, InputError."""
    request.file()
    address = request.address(anchor)
    if len(address) > ADDRESS_LIMIT:
        raise SourceTooLarge(
            f"Written into an address the source takes {len(address):,} characters; "
            f"the limit is {ADDRESS_LIMIT:,}.",
            "Leave out comments and what the loop does not need.",
        )
    return address


def textbook_address(source: SourceFile, function: str) -> str:
    """The playground with this function; empty if it is outside the subset, or too long."""
    try:
        lower_source(source, function)
        return checked_address(TextbookRequest(source=source.text, function=function), "")
    except InputError:
        return ""


class Pressed(StrictBody):
    """What the playground's form or address says beside its state."""

    example: Name = ""
    """An example of the gallery or a sample of the textbook that stands for its source."""
    edit: str = ""
    """What the pressed button does: `up-3`, `down-3`, `off-3`, `on-3`, `remove-3`, or `add`."""
    added: Name = ""
    """The pass to add."""


def textbook_request(values: Values) -> TextbookRequest:
    """The record of a query. Numbers and places that make no sense fall back to the defaults.

    Raises UnknownName for an example that is none.
    """
    named = read_as(Pressed, values).example
    example = _named_source(named) if named else example_source()
    request = read_as(TextbookRequest, values)
    if "source" not in values:
        request = request.changed(source=example)
    return request if request.step <= len(request.passes) else request.changed(step=-1, moment=0)


def _named_source(name: str) -> str:
    sample = next((candidate for candidate in load_samples() if candidate.id == name), None)
    return sample.source.text if sample is not None else find_example(name).source.text


def edited(request: TextbookRequest, pressed: Pressed) -> tuple[TextbookRequest, int]:
    """The state after a button of the list, and the place where the reader's eye should be. An edit
    that is none changes nothing."""
    action, _, number = pressed.edit.partition("-")
    position = whole_number(number, NUMBER_DIGITS) or 0
    passes = list(request.passes)
    if action == "add" and pressed.added and len(passes) < MAXIMUM_PASSES:
        passes.append(PassChoice(pressed.added))
        return request.changed(passes=tuple(passes), step=len(passes), moment=0), len(passes)
    if not 1 <= position <= len(passes):
        return request, 0
    if action in ("up", "down"):
        return _moved(request, position, position - 1 if action == "up" else position + 1)
    if action in ("on", "off"):
        passes[position - 1] = replace(passes[position - 1], on=action == "on")
        return request.changed(passes=tuple(passes), moment=0), position
    if action == "remove":
        del passes[position - 1]
        step = -1 if request.step == position else request.step - (request.step > position)
        return request.changed(passes=tuple(passes), step=step, moment=0), min(
            position, len(passes)
        )
    return request, 0


def _moved(request: TextbookRequest, position: int, to: int) -> tuple[TextbookRequest, int]:
    """Two neighbours change places; the chosen step stays the same pass."""
    if not 1 <= to <= len(request.passes):
        return request, position
    passes = list(request.passes)
    passes[position - 1], passes[to - 1] = passes[to - 1], passes[position - 1]
    step = {position: to, to: position}.get(request.step, request.step)
    return request.changed(passes=tuple(passes), step=step, moment=0), to
