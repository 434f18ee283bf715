"""The command that gives a pane's answer at home; compilers alone do for the listing."""

from __future__ import annotations

import shlex

from app.loop.loop_request import LEDGER_OPENED, WAITS
from app.loop.run_settings import DEFAULTS, USUAL, RunSettings
from app.loop.views.subject import Subject
from compiler_core.host.stepping.record_steps import DEFAULT_STEPS


def home_command(subject: Subject, function: str) -> str:
    """`lowlab count loop.c --compiler gcc --flags -O3 --n=1000`; empty for panes without one.

    function: the name under which it can be run, empty for the first with a loop.
    """
    request = subject.request
    named = [f"--function={function}"] if function else []
    words: dict[str, list[str]] = {
        "run": ["count", *_files(subject), *_setting(subject), *named, *_run(request.run)],
        "step": _step(subject, named),
        "whole": ["whole", *_files(subject), *_setting(subject)],
        "profile": ["profile", subject.source.name, *_setting(subject), *named],
        "passes": _passes(subject, named),
        "why": ["why", subject.source.name, *_setting(subject)],
        "diff": ["diff", *_files(subject), *_sides(subject)],
        "compilers": ["compilers", subject.source.name, "--flags", request.flags],
        "cycles": ["cycles", *_files(subject), *_setting(subject), f"--cpu={request.core}"],
    }
    if len(subject.sources) == 1:
        words["matrix"] = ["matrix", *_files(subject), "--compiler", request.compiler]
    chosen = words.get(request.pane)
    return shlex.join(["lowlab", *chosen]) if chosen is not None else ""


def flow_command(subject: Subject, function: str) -> str:
    """The command of the run's control-flow graph; function as for `home_command`."""
    named = [f"--function={function}"] if function else []
    inputs = _inputs(subject.request.run)
    return shlex.join(["lowlab", "cfg", *_files(subject), *_setting(subject), *named, *inputs])


def _files(subject: Subject) -> list[str]:
    return [source.name for source in subject.sources]


def _setting(subject: Subject) -> list[str]:
    return ["--compiler", subject.request.compiler, "--flags", subject.request.flags]


def _sides(subject: Subject) -> list[str]:
    request = subject.request
    left, right = (request.compiler, request.flags), request.right()
    return ["--left", " ".join(left).strip(), "--right", " ".join(right).strip()]


def _passes(subject: Subject, named: list[str]) -> list[str]:
    request = subject.request
    if not request.ledger:
        return ["passes", subject.source.name, *_setting(subject)]
    skip = [f"--without={request.skip}"] if request.skip >= 0 else []
    opened = request.ledger.removesuffix(WAITS) == LEDGER_OPENED
    parts = ["--parts"] if opened and not skip else []
    inputs = _inputs(request.run)
    return ["ledger", *_files(subject), *_setting(subject), *named, *inputs, *skip, *parts]


def _inputs(settings: RunSettings) -> list[str]:
    options = [f"--set={text}" for text in settings.values.split()]
    if settings.n:
        options.append(f"--n={settings.n}")
    if settings.seed != DEFAULTS.seed:
        options.append(f"--seed={settings.seed}")
    if settings.sve != DEFAULTS.sve:
        options.append(f"--sve-bits={settings.sve}")
    return options


def _run(settings: RunSettings) -> list[str]:
    cache = (settings.line_bytes, settings.sets, settings.ways)
    default = (DEFAULTS.line_bytes, DEFAULTS.sets, DEFAULTS.ways)
    return [*_inputs(settings), *([f"--cache={'x'.join(cache)}"] if cache != default else [])]


def _step(subject: Subject, named: list[str]) -> list[str]:
    """The steps, or where a value is asked about its slice."""
    settings = subject.request.run
    setting = [*_files(subject), *_setting(subject), *named, *_inputs(settings)]
    if settings.element:
        element = settings.element.removesuffix(WAITS)
        return ["slice", *setting, *([] if element == USUAL else [f"--element={element}"])]
    loop = [f"--line={settings.loop}"] if settings.loop else []
    rounds = [f"--arrival={settings.round}"] if settings.round != DEFAULTS.round else []
    return ["step", *setting, *loop, *rounds, f"--steps={DEFAULT_STEPS}"]
