"""Compile once with the optimisation record switched on: assembly and record together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from compiler_core.host.verdicts import clang_record, gcc_messages, gcc_record
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.loop_ir import read_form
from compiler_core.source import SourceFile
from compiler_core.toolchain.dumps import RECORD_LIMITS, DumpRun, compile_with_dumps
from compiler_core.toolchain.outcome import CompileJob, Compiler, Outcome
from compiler_core.trace import Remark

# Passes that report numbers about a function, not decisions.
_STATISTICS = ("asm-printer", "prologepilog", "regalloc", "tailcallelim", "select-optimize")


@dataclass(frozen=True, slots=True)
class _Format:
    """How one family writes its record."""

    flags: tuple[str, ...]
    read: Callable[[Mapping[str, bytes], SourceFile], tuple[Account, ...]]


_GCC_RECORD = _Format(gcc_record.FLAGS, gcc_record.read_gcc_files)
_GCC_MESSAGES = _Format(gcc_messages.FLAGS, gcc_messages.read_gcc_messages)
_CLANG_RECORD = _Format(clang_record.FLAGS, clang_record.read_clang_files)


@dataclass(frozen=True, slots=True)
class Record:
    """One compile: its outcome (the assembly) and everything the compiler said about its passes.

    form: the dump of its loops as the vectoriser sees them, empty where the compiler gave none.
    """

    outcome: Outcome
    accounts: tuple[Account, ...]
    form: str = ""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Every remark of the record, in the compiler's order."""
        return tuple(account.remark for account in self.accounts)

    @property
    def shown(self) -> tuple[Account, ...]:
        """What is worth showing over the source: no notes on the way, no counts of the back end."""
        decisions = (
            _without_arguments(account)
            for account in self.accounts
            if (account.name or account.remark.severity != "analysis")
            and account.message
            and account.pass_name not in _STATISTICS
        )
        return tuple(dict.fromkeys(decisions))


def _without_arguments(account: Account) -> Account:
    """Equal remarks about copies of one loop are shown once."""
    return replace(account, arguments=(), call=None)


def record_of(source: SourceFile, compiler: Compiler, flags: tuple[str, ...]) -> Record:
    """Compile with the record on; flags come from `parse_flags`. Raises as the toolchain does.

    A compile that fails, and a level at which the compiler writes no record, give no accounts.
    """
    run = compile_recorded(source, compiler, flags)
    dumps = [run.files[name] for name in sorted(run.files) if name.endswith(read_form.SUFFIX)]
    dump = b"\n".join(dumps).decode("utf-8", "replace") or _printed(run.messages)
    accounts = tuple(
        account
        for form in _formats(source, compiler)
        for account in form.read(run.files, source)
        if run.outcome.status == "ok"
    )
    return Record(run.outcome, accounts, dump)


def compile_recorded(source: SourceFile, compiler: Compiler, flags: tuple[str, ...]) -> DumpRun:
    """The compile of `record_of` alone, kept until somebody reads its record. GCC's code is that of
    a plain compile."""
    job = CompileJob(source, compiler, flags)
    first, *others = (
        (*form.flags, *read_form.FLAGS[compiler.family]) for form in _formats(source, compiler)
    )
    run = compile_with_dumps(job, first, RECORD_LIMITS)
    for extra in others:
        if run.outcome.limit != "memory":
            break
        run = compile_with_dumps(job, extra, RECORD_LIMITS)
    return run


def _formats(source: SourceFile, compiler: Compiler) -> tuple[_Format, ...]:
    """Those that are tried, a later one where GCC has no memory for the earlier. Only the record
    says which of several calls a library's code came from: in C there is none of that."""
    if compiler.family == "clang":
        return (_CLANG_RECORD,)
    return (_GCC_RECORD, _GCC_MESSAGES) if source.language == "c++" else (_GCC_MESSAGES,)


def _printed(messages: str) -> str:
    """What LLVM printed between its messages; until version 16 its title was no comment."""
    _, _, printed = messages.partition("*** IR Dump After")
    return printed
