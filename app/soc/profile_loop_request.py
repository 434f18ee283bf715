"""Where a reader is in the profiling exercise of a C loop, read from the address.

The loop is the explorer's own state: as the value `loop`, which is the query of its address, or as
the fields source, compiler, flags, language, function and n of the form on this page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import get_args
from urllib.parse import parse_qsl, urlencode

from app.addresses.chips import LONGEST_WORD, SocRequest
from app.loop.loop_request import SOURCE_IN_ADDRESS, LoopRequest, request_from, request_of_query
from app.loop.runnable import asked_experiment
from app.soc.profile_place import MOST_TRIES, TriesWalk, chosen_name, try_place, written_tries
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.soc.profiling.bottleneck import BOTTLENECKS
from compiler_core.soc.profiling.loops.binding import LOOP_BOTTLENECKS, LoopBottleneck
from compiler_core.soc.profiling.loops.comparing import GUESSES, Guess
from compiler_core.soc.profiling.loops.program import LoopProgram, changes_of
from compiler_core.source import Language

OWN_FIELDS = ("source", "compiler", "flags", "language", "function", "n")
ANSWER, GUESS = "a0", "guess"
_FORGOTTEN = {ANSWER: "", GUESS: ""}
_ANEW = {"tries": "", "at": "", "before": "", "step": "", "a1": "", "a2": "", **_FORGOTTEN}


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopExercise(TriesWalk):
    """asked: with the loop in one value. programs: the loop as given, then each try. answer: to
    what binds it; guess: what a try will do; None before.
    """

    forgotten = _FORGOTTEN
    loop: LoopRequest
    programs: tuple[LoopProgram, ...]
    answer: LoopBottleneck | None
    guess: Guess | None

    @property
    def is_full(self) -> bool:
        """Whether no further try is kept."""
        return len(self.programs) >= MOST_TRIES

    @property
    def is_to_foretell(self) -> bool:
        """Whether the numbers of the current try wait for the reader's guess."""
        return self.step == 4 and self.current != self.before and self.guess is None

    def trying(self, program: LoopProgram) -> str:
        """The address that measures this variant beside the current one."""
        changes = [variant.changes for variant in self.programs]
        known = self.programs if program.changes in changes else (*self.programs, program)
        index = [known_variant.changes for known_variant in known].index(program.changes)
        written = ",".join(added.text for added in known[1:])
        return self.measuring(f"{_key(self.asked)}~{written}", index)

    def without_tries(self) -> str:
        """The beginning."""
        return self.asked.with_values(**_ANEW).address()

    def without_loop(self) -> str:
        """The exercise with a network."""
        return self.asked.with_values(**_ANEW, loop="").address()


def with_one_loop(soc_request: SocRequest) -> SocRequest:
    """The fields of the form as one value. Raises InputError for a source that no address holds."""
    given = {name: soc_request.value(name) for name in OWN_FIELDS if soc_request.value(name)}
    if "source" not in given:
        return soc_request.with_values(**dict.fromkeys(OWN_FIELDS, ""))
    _check_language(given)
    if not given["source"].strip():
        raise InputError("The source is empty.", "Paste one function with its loop.")
    request = request_from(given)
    text = urlencode(request.query())
    if len(text) >= LONGEST_WORD or not request.fits_address:
        raise InputError(
            "This source is too long for the address of a page.",
            f"Keep the loop and what it needs, at most {SOURCE_IN_ADDRESS:,} characters; or take "
            "the command at home.",
        )
    return soc_request.with_values(**_ANEW, **dict.fromkeys(OWN_FIELDS, ""), loop=text)


def _check_language(given: Mapping[str, str]) -> None:
    language = given.get("language", "c")
    if language not in get_args(Language):
        raise InputError(f"language cannot be {language[:40]!r}.", "Known: c, c++.")


def given_loop(soc_request: SocRequest) -> LoopRequest:
    """The loop as it was given, whether it can be run or not."""
    given = {name: soc_request.value(name) for name in OWN_FIELDS if soc_request.value(name)}
    if "source" not in given:
        given = dict(parse_qsl(soc_request.value("loop")))
    try:
        return request_from(given)
    except LoweringLabError:
        return LoopRequest(source=given.get("source", ""), flags=given.get("flags", ""))


def loop_exercise(soc_request: SocRequest) -> LoopExercise:
    """Read the address; tries of another loop are forgotten. Raises InputError for nonsense."""
    text = soc_request.value("loop")
    if len(text) >= LONGEST_WORD:
        raise InputError("This loop's address is too long.", "Take a shorter source.")
    loop = request_of_query(text)
    _check_language(dict(parse_qsl(text)))
    first = _program(loop)
    written = written_tries(soc_request, _key(soc_request))
    variants = [first.with_changes(changes_of(written_try)) for written_try in written or ()]
    programs = tuple({program.changes: program for program in (first, *variants)}.values())
    position = try_place(soc_request, written, len(programs))
    return LoopExercise(
        asked=soc_request,
        loop=loop,
        programs=programs,
        current=position.current,
        before=position.before,
        step=position.step,
        answer=chosen_name(soc_request, ANSWER, LOOP_BOTTLENECKS, BOTTLENECKS),
        guess=chosen_name(soc_request, GUESS, GUESSES, BOTTLENECKS),
    )


def _program(loop: LoopRequest) -> LoopProgram:
    sources = loop.sources()
    first, *others = sources
    if others:
        raise InputError("This exercise takes one source file.", "Put the loop into one file.")
    return LoopProgram(first, loop.compiler, loop.flags, asked_experiment(loop, sources))


def _key(soc_request: SocRequest) -> str:
    """Tells this loop's tries from another's."""
    return sha256(soc_request.value("loop").encode()).hexdigest()[:8]
