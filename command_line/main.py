"""The `lowlab` command: its sub-commands, and how errors reach the shell.

Exit status: 0 done; 1 a check failed or the compiler refused the source; 2 bad input. An error is
one line on standard error. Commands import the core when they run, so that `--help` is quick.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence

import typer

from command_line.atlas_list import atlas_list_command
from command_line.atlas_questions import atlas_questions_command
from command_line.atlas_run import atlas_run_command
from command_line.bisect import bisect_command
from command_line.board import board_command
from command_line.break_claim import break_command
from command_line.bundle import bundle_command
from command_line.cfg import cfg_command
from command_line.claims import claims_command
from command_line.compile import compile_command
from command_line.compilers import compilers_command
from command_line.count import count_command
from command_line.cycles import cycles_command
from command_line.deadline import PROCESSOR_SECONDS, begin_deadline, deadlines_obeyed
from command_line.diff import diff_command
from command_line.doctor import doctor_command
from command_line.ending import INTERRUPTED, ended_by_signal
from command_line.exercise_check import exercise_check_command
from command_line.exercise_show import exercise_show_command, exercise_try_command
from command_line.graph_compare import graph_compare_command
from command_line.graph_compile import graph_compile_command
from command_line.graph_export import graph_export_command
from command_line.graph_run import graph_run_command
from command_line.graph_slice import graph_slice_command
from command_line.lab_add import lab_add_command
from command_line.lab_classes import lab_classes_command
from command_line.lab_copy import lab_copy_command
from command_line.lab_delete import lab_delete_command
from command_line.lab_grades import lab_grades_command
from command_line.lab_inventory import lab_inventory_command
from command_line.lab_keep import lab_backup_command, lab_restore_command, lab_upgrade_command
from command_line.lab_link import lab_link_command
from command_line.lab_new import lab_new_command
from command_line.lab_sheet import lab_sheet_command
from command_line.lab_worker import lab_worker_command
from command_line.ledger import ledger_command
from command_line.lessons import lessons_command
from command_line.llm_bench import llm_bench_command
from command_line.llm_bundle import llm_bundle_command
from command_line.llm_compile import llm_compile_command
from command_line.llm_convert import llm_convert_command
from command_line.llm_inspect import llm_inspect_command
from command_line.llm_run import llm_run_command
from command_line.llm_slice import llm_slice_command
from command_line.matrix import matrix_command
from command_line.mcp import mcp_command
from command_line.named import NamedCommand
from command_line.output import print_error
from command_line.passes import passes_command
from command_line.profile import profile_command
from command_line.serve import serve_command
from command_line.slice import slice_command
from command_line.soc_cnn import soc_cnn_command
from command_line.soc_decode import soc_decode_command
from command_line.soc_energy import soc_energy_command
from command_line.soc_ladder import soc_ladder_command
from command_line.soc_list import soc_list_command
from command_line.soc_map import soc_map_command
from command_line.soc_profile import soc_profile_command
from command_line.soc_roofline import soc_roofline_command
from command_line.soc_tile import soc_tile_command
from command_line.step import step_command
from command_line.verify import verify_command
from command_line.whole import whole_command
from command_line.why import why_command
from compiler_core.errors import InputError, LoweringLabError, SourceRejected
from compiler_core.fault_words import expected_words, shown_value

COMMANDS = (
    ("doctor", doctor_command),
    ("compile", compile_command),
    ("diff", diff_command),
    ("passes", passes_command),
    ("why", why_command),
    ("cycles", cycles_command),
    ("count", count_command),
    ("cfg", cfg_command),
    ("matrix", matrix_command),
    ("compilers", compilers_command),
    ("bisect", bisect_command),
    ("ledger", ledger_command),
    ("lessons", lessons_command),
    ("claims", claims_command),
    ("break", break_command),
    ("whole", whole_command),
    ("profile", profile_command),
    ("step", step_command),
    ("slice", slice_command),
    ("bundle", bundle_command),
    ("verify", verify_command),
    ("board", board_command),
    ("serve", serve_command),
    ("mcp", mcp_command),
)

GRAPH_COMMANDS = (
    ("export", graph_export_command),
    ("compile", graph_compile_command),
    ("run", graph_run_command),
    ("compare", graph_compare_command),
    ("slice", graph_slice_command),
)

LANGUAGE_MODEL_COMMANDS = (
    ("inspect", llm_inspect_command),
    ("convert", llm_convert_command),
    ("compile", llm_compile_command),
    ("run", llm_run_command),
    ("bench", llm_bench_command),
    ("bundle", llm_bundle_command),
    ("slice", llm_slice_command),
)

SOC_COMMANDS = (
    ("list", soc_list_command),
    ("roofline", soc_roofline_command),
    ("decode", soc_decode_command),
    ("cnn", soc_cnn_command),
    ("energy", soc_energy_command),
    ("map", soc_map_command),
    ("tile", soc_tile_command),
    ("ladder", soc_ladder_command),
    ("profile", soc_profile_command),
)

ATLAS_COMMANDS = (
    ("list", atlas_list_command),
    ("run", atlas_run_command),
    ("questions", atlas_questions_command),
)

EXERCISE_COMMANDS = (
    ("show", exercise_show_command),
    ("try", exercise_try_command),
    ("check", exercise_check_command),
)

LAB_COMMANDS = (
    ("classes", lab_classes_command),
    ("new", lab_new_command),
    ("copy", lab_copy_command),
    ("instructor-link", lab_link_command),
    ("add", lab_add_command),
    ("sheet", lab_sheet_command),
    ("grades", lab_grades_command),
    ("inventory", lab_inventory_command),
    ("delete", lab_delete_command),
    ("backup", lab_backup_command),
    ("restore", lab_restore_command),
    ("upgrade", lab_upgrade_command),
    ("worker", lab_worker_command),
)

ABOUT_A_SOURCE = frozenset(
    (
        "compile",
        "diff",
        "passes",
        "why",
        "cycles",
        "count",
        "cfg",
        "matrix",
        "compilers",
        "bisect",
        "ledger",
        "whole",
        "profile",
        "step",
        "slice",
        "bundle",
    )
)
"""Commands that read what compilers make of a user's source: their processor time is limited."""

NO_ARGUMENTS = "NoArgsIsHelpError"
"""What the framework raises, and does not export, for a group without a command: its help."""
BAD_INPUT = 2
FAILED = 1

# Rich would double the time that --help takes.
application = typer.Typer(
    name="lowlab",
    help="Watch what compilers really do to your C loop and to your model, down to AArch64.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)
for name, command in COMMANDS:
    application.command(name, cls=NamedCommand)(command)


def _add_group(name: str, about: str, commands: Sequence[tuple[str, Callable[..., int]]]) -> None:
    """Commands below a word of their own."""
    group = typer.Typer(
        help=about, add_completion=False, rich_markup_mode=None, no_args_is_help=True
    )
    for own_name, command in commands:
        group.command(own_name, cls=NamedCommand)(command)
    application.add_typer(group, name=name)


_OWN_FILES = (
    "\n\nModel files are read by this process, with your own rights and not in the jail; to look "
    "at one from a stranger, give it to a page of `lowlab serve`."
)
GROUPS = (
    ("graph", f"Compile a neural network to a program for AArch64.{_OWN_FILES}", GRAPH_COMMANDS),
    ("llm", f"Look at, convert and compile a language model.{_OWN_FILES}", LANGUAGE_MODEL_COMMANDS),
    ("atlas", "Open the compilers that the industry uses, page by page.", ATLAS_COMMANDS),
    ("exercise", "Read and check exercises, and try answers.", EXERCISE_COMMANDS),
    ("lab", "Classes that `lowlab serve --lab` hosts, for whoever runs it.", LAB_COMMANDS),
    ("soc", "Model what programs cost on an edge SoC.", SOC_COMMANDS),
)
for name, about, commands in GROUPS:
    _add_group(name, about, commands)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(f"lowlab {version('lowering-lab')}")
        raise typer.Exit


@application.callback()
def _options(
    context: typer.Context,
    processor_seconds: float = typer.Option(
        PROCESSOR_SECONDS,
        min=0,
        help="A command about a source computes no longer; 0 lifts the limit.",
    ),
    show_version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Takes the options that stand before a command."""
    if context.invoked_subcommand in ABOUT_A_SOURCE:
        begin_deadline(processor_seconds)


def run() -> None:
    """Entry point of the `lowlab` program."""
    sys.exit(ended_by_signal(lambda: run_arguments(sys.argv[1:])))


def run_arguments(arguments: list[str]) -> int:
    """Run one command; returns the exit status and prints errors as one line."""
    try:
        with deadlines_obeyed():
            status = application(args=arguments, prog_name="lowlab", standalone_mode=False)
    except typer.TyperException as error:
        if type(error).__name__ == NO_ARGUMENTS:
            sys.stderr.write(f"{error.format_message()}\n")
            return error.exit_code
        return _report(_describe_usage_error(error), error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        return _report("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        sys.stderr.close()
        return FAILED
    except OSError as error:
        return _report(_describe_system_error(error), BAD_INPUT)
    except LoweringLabError as error:
        return _report(str(error), _status_of(error))
    if status == INTERRUPTED:
        return _report("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else 0


def _status_of(error: LoweringLabError) -> int:
    refused = isinstance(error, InputError) and not isinstance(error, SourceRejected)
    return BAD_INPUT if refused else FAILED


def _describe_usage_error(error: typer.TyperException) -> str:
    """With what was given, which the framework's own words leave out."""
    faults = getattr(error.__cause__, "errors", None)
    if faults is None or not isinstance(error, typer.BadParameter) or error.param is None:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "lowlab"
        return f"{error.format_message().rstrip('.')}. See `{command} --help`."
    fault = faults()[0]
    expected = expected_words(fault["type"], fault.get("ctx", {}))
    if not expected:
        return error.format_message()
    name = error.param.get_error_hint().strip("'")
    return f"{name}: {expected} is expected, and {shown_value(fault['input'])} was given."


_FILE_ADVICE = {
    errno.ENOENT: "Check the path.",
    errno.ENOTDIR: "Check the path: a part of it is a file.",
    errno.EISDIR: "Name a file in it.",
    errno.EEXIST: "Choose another name.",
    errno.EACCES: "Choose another, or change its rights.",
    errno.EROFS: "Choose another folder: nothing can be written there.",
    errno.ENAMETOOLONG: "Shorten the name.",
}


def _describe_system_error(error: OSError) -> str:
    reason = error.strerror or str(error)
    if not error.filename:
        return reason
    named = f"{error.filename}: {reason}"
    advice = _FILE_ADVICE.get(error.errno or 0, "")
    return f"{named}. {advice}" if advice else named


def _report(message: str, status: int) -> int:
    if message:
        print_error(message)
    return status
