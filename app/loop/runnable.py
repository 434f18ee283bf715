"""What of a source can be run: the name under which it is, and what it is run on."""

from __future__ import annotations

from app.loop.loop_request import LoopRequest
from app.loop.views.subject import Subject
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.target import function_names
from compiler_core.source import SourceFile


def runnable_name(subject: Subject) -> str:
    """The name under which the asked function can be run; empty for the first with a loop."""
    return _name_among(subject.request.function, subject.sources)


def asked_experiment(request: LoopRequest, sources: tuple[SourceFile, ...]) -> Experiment:
    """What the function is run on. Raises InputError for what no run can have."""
    return request.run.asked(_name_among(request.function, sources))


def _name_among(function: str, sources: tuple[SourceFile, ...]) -> str:
    """A listing shows a C++ function with its types; the source defines it without them."""
    if not function:
        return ""
    names = function_names(sources)
    plain = function.partition("(")[0]
    candidates = (function, plain, plain.rpartition(" ")[2], plain.partition("<")[0])
    return next((name for name in candidates if name in names), function)
