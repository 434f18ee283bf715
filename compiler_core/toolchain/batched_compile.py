"""Several modules of LLVM's IR to assembly by one start of Clang.

Code generation for one loop takes a tenth of what Clang's own start takes. Its front end compiles
every file that it is handed, one after the other, each as if it were alone, and prints one text
behind the other. Each module is named by its number, and the name stands in its assembly's head.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from compiler_core.source import SourceFile
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import home_command, jailed_command, readable_paths
from compiler_core.toolchain.flags import check_flags
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.judge import judge
from compiler_core.toolchain.limits import COMPILE_LIMITS
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.toolchain.runner import run_kept
from compiler_core.toolchain.service import compile_queue, compile_with

_NAME = re.compile(r"^source_filename = .*\n", re.MULTILINE)
_NUMBERED = "lowlab_module_"
_HEAD = re.compile(rf'^(?:\t\.text\n)?\t\.file\t"{_NUMBERED}(\d+)"\n', re.MULTILINE)


def compile_modules(
    texts: Sequence[str], compiler: Compiler, flags: tuple[str, ...], own_flags: tuple[str, ...]
) -> list[Outcome]:
    """The assembly of each text, in order; Clang alone can do so.

    Where one of them fails, or they do not come apart, each is compiled by itself. Raises as
    `compile_with`.
    """
    jobs = [CompileJob(_module(at, text), compiler, flags) for at, text in enumerate(texts)]
    together = _together(jobs, own_flags) if len(jobs) > 1 else None
    return together or [compile_with(job, own_flags) for job in jobs]


def _module(number: int, text: str) -> SourceFile:
    """The same code under a name of ours; IR may say its name once more than once."""
    named = f'source_filename = "{_NUMBERED}{number}"\n'
    return SourceFile(f"{_NUMBERED}{number}.ll", named + _NAME.sub("", text, count=1))


def _together(jobs: Sequence[CompileJob], own_flags: tuple[str, ...]) -> list[Outcome] | None:
    """None where it is not as if each had been compiled alone."""
    *others, last = jobs
    checked = replace(last, flags=check_flags(last.flags, last.compiler))
    driver, *arguments = jailed_command(checked)
    handed = [word for job in others for word in ("-Xclang", job.source.name)]
    jailed = Job(
        command=(driver, *own_flags, *handed, *arguments),
        readable=readable_paths(last.compiler, last.source.language),
        files=tuple((job.source.name, job.source.text.encode("utf-8", "replace")) for job in jobs),
        limits=COMPILE_LIMITS,
    )
    with compile_queue().place():
        run = run_kept(chosen_jail(), jailed)
    whole = judge(last, COMPILE_LIMITS, run, home_command(last))
    if whole.status != "ok":
        return None
    parts = _apart(whole.output)
    if [number for number, _ in parts] != list(range(len(jobs))):
        return None
    return [
        replace(whole, output=text, command=home_command(job))
        for job, (_, text) in zip(jobs, parts, strict=True)
    ]


def _apart(output: str) -> list[tuple[int, str]]:
    """The number and the assembly of each module, as they stand in the output."""
    heads = list(_HEAD.finditer(output))
    ends = [head.start() for head in heads[1:]] + [len(output)]
    return [
        (int(head[1]), output[head.start() : end]) for head, end in zip(heads, ends, strict=True)
    ]
