"""Expectations about the final program: calls across files, and what a profile did to a branch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.kinds.kind import Found, Kind, reader_of
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.profile_record import ProfileExperiment
from compiler_core.host.whole_program.record import CrossCall, WholeProgram
from compiler_core.host.whole_program.whole import link_whole


@dataclass(frozen=True, slots=True)
class CallAcross:
    """Whether a call of a function in the other file is gone from the program linked with -flto.

    lines: lines of the called function stand in the caller's code now.
    """

    callee: str
    gone: bool
    lines: bool = False


@dataclass(frozen=True, slots=True)
class ProfileTurn:
    """Whether the profile of one kind of input turns the branch round."""

    input: Literal["usual", "inverted"]
    turns: bool


def _program(case: Case) -> WholeProgram:
    program = link_whole(case.setting.sources, case.compiler.name, case.setting.flags)
    if not program.ok:
        raise NothingThere(f"It does not link: {program.message}")
    return program


def _call(case: Case, callee: str) -> CrossCall:
    for call in _program(case).calls:
        if call.callee == callee:
            return call
    raise NothingThere(f"No function of one file calls {callee} of the other.")


def _judge_call(case: Case, wanted: CallAcross) -> Found:
    call = _call(case, wanted.callee)
    gone = call.fate in ("gone", "caller gone")
    has_lines = bool(call.callee_lines) or not wanted.lines
    return Found(gone == wanted.gone and has_lines, call.sentence)


def _experiment(case: Case) -> ProfileExperiment:
    setting = case.setting
    experiment = profile_of(case.source, case.compiler.name, setting.flags, setting.function)
    if not experiment.ok:
        raise NothingThere(f"It could not be profiled: {experiment.message}")
    if not experiment.usual:
        raise NothingThere("The layout without a profile serves both inputs alike.")
    return experiment


def _judge_turn(case: Case, wanted: ProfileTurn) -> Found:
    experiment = _experiment(case)
    name = experiment.usual if wanted.input == "usual" else experiment.inverted
    layout = next(candidate for candidate in experiment.layouts if candidate.profile == name)
    return Found(layout.flipped == wanted.turns, layout.sentence)


def _describe_call(wanted: CallAcross) -> str:
    fate = "gone" if wanted.gone else "still there"
    lines = ", with its lines in the caller" if wanted.lines else ""
    return f"linked with -flto, the call of {wanted.callee} is {fate}{lines}"


def _describe_turn(wanted: ProfileTurn) -> str:
    does = "turns the branch round" if wanted.turns else "leaves the branch as it is"
    return f"the profile of the {wanted.input} input {does}"


PROGRAM_KINDS: tuple[Kind, ...] = (
    Kind("linked_call", reader_of(CallAcross), _describe_call, _judge_call),
    Kind("profile", reader_of(ProfileTurn), _describe_turn, _judge_turn),
)
