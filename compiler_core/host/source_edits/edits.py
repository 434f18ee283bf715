"""Every edit by the name the table of suggestions uses."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.host.source_edits import loop_edits, pointer_edits, pragma_edits
from compiler_core.host.source_edits.edit import Edit, EditRequest

EditRule = Callable[[EditRequest], tuple[Edit, ...]]

EDITS: tuple[tuple[str, EditRule], ...] = (
    ("restrict", pointer_edits.restrict),
    ("assume_aligned", pointer_edits.assume_aligned),
    ("align_arrays", pointer_edits.align_arrays),
    ("multiple_of_eight", pointer_edits.multiple_of_eight),
    ("positive_step", pointer_edits.positive_step),
    ("plain_access", pointer_edits.plain_access),
    ("omp_simd", pragma_edits.omp_simd),
    ("omp_simd_reduction", pragma_edits.omp_simd_reduction),
    ("clang_vectorize", pragma_edits.clang_vectorize),
    ("ivdep", pragma_edits.ivdep),
    ("unroll", pragma_edits.unroll),
    ("remove_pragma", pragma_edits.remove_pragma),
    ("declare_simd", pragma_edits.declare_simd),
    ("version_multiple", loop_edits.version_multiple),
    ("interchange", loop_edits.interchange),
    ("split_early_exit", loop_edits.split_early_exit),
    ("local_sum", loop_edits.local_sum),
    ("hoist_bound", loop_edits.hoist_bound),
    ("store_always", loop_edits.store_always),
    ("wide_index", loop_edits.wide_index),
    ("inline_callee", loop_edits.inline_callee),
)


def edit_named(name: str) -> EditRule:
    """The edit of this name; the table of suggestions names no other."""
    return dict(EDITS)[name]
