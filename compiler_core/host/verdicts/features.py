"""What is written in a loop: facts of its syntax that tell one cause from another.

The compilers name an effect ("control flow in loop") where the cause is in the text (a `break`, a
`switch`, a guarded store). Each fact has a name that the table of reasons refers to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_reading.signature import qualified_name
from compiler_core.host.source_reading.source_loops import KINDS, SourceLoop
from compiler_core.host.source_reading.syntax import column_of, declarations_and_loops, line_of
from compiler_core.host.verdicts import (
    access_rules,
    call_rules,
    float_rules,
    reduction_rules,
    statement_rules,
)
from compiler_core.host.verdicts import edit_shapes as shapes
from compiler_core.host.verdicts.canonical_loop import calculates_in_floating_point, is_canonical
from compiler_core.host.verdicts.loop_text import LoopText, read_loop
from compiler_core.host.verdicts.names import names_in
from compiler_core.source import SourceFile

Rule = Callable[[LoopText], bool]

FEATURES: tuple[tuple[str, Rule], ...] = (
    ("inner_loop", statement_rules.has_inner_loop),
    ("early_exit", statement_rules.has_early_exit),
    ("throws", statement_rules.throws),
    ("switch", statement_rules.has_switch),
    ("condition", statement_rules.has_condition),
    ("guarded_store", statement_rules.has_guarded_store),
    ("compacting_store", statement_rules.has_compacting_store),
    ("inline_assembly", statement_rules.has_inline_assembly),
    ("volatile", call_rules.touches_volatile),
    ("atomic", call_rules.is_atomic),
    ("intrinsics", call_rules.has_intrinsics),
    ("call", call_rules.has_call),
    ("indirect_call", call_rules.has_indirect_call),
    ("math_call", call_rules.has_math_call),
    ("math_call_errno", call_rules.has_errno_call),
    ("call_defined_here", call_rules.calls_function_defined_here),
    ("call_constant_function", call_rules.calls_constant_function),
    ("float_reduction", reduction_rules.has_float_reduction),
    ("float_minimum", reduction_rules.has_float_minimum),
    ("index_reduction", reduction_rules.has_index_reduction),
    ("memory_reduction", reduction_rules.has_memory_reduction),
    ("indirect_load", access_rules.has_indirect_load),
    ("indirect_store", access_rules.has_indirect_store),
    ("constant_stride", access_rules.has_constant_stride),
    ("symbolic_stride", access_rules.has_symbolic_stride),
    ("wrapping_offset", access_rules.has_wrapping_offset),
    ("pointer_chasing", reduction_rules.chases_pointers),
    ("bound_in_memory", statement_rules.has_bound_in_memory),
    ("float_counter", statement_rules.has_float_counter),
    ("constant_bound", statement_rules.has_constant_bound),
    ("vectorize_disabled", statement_rules.has_disabling_pragma),
    ("novector", statement_rules.has_novector),
    ("slowed_for_gcc", statement_rules.is_slowed_for_gcc),
    ("slowed_for_clang", statement_rules.is_slowed_for_clang),
    ("compound_condition", statement_rules.has_compound_condition),
    ("data_condition", statement_rules.has_data_condition),
    ("stores", statement_rules.stores_to_memory),
    ("wide_type", call_rules.has_wide_type),
    ("hard_operation", call_rules.has_hard_operation),
    ("result_used", statement_rules.result_is_used),
    ("pointer_parameter", shapes.has_pointer_parameter),
    ("restrictable", shapes.is_restrictable),
    ("parameter_bound", shapes.has_parameter_bound),
    ("simple_bound", shapes.has_simple_bound),
    ("simple_counter", shapes.has_simple_counter),
    ("local_array", shapes.uses_local_array),
    ("exit_first", shapes.begins_with_exit),
    ("guarded_assignment", shapes.has_guarded_assignment),
    ("pragma", shapes.has_pragma),
    ("counted_loop", is_canonical),
    ("floating", calculates_in_floating_point),
    ("float_sum", float_rules.forms_float_sum),
    ("guarded_float_operation", float_rules.guards_float_operation),
    ("in_block", shapes.stands_in_block),
    ("has_condition", shapes.has_condition),
    ("can_be_copied", shapes.can_be_copied),
    ("read_whole", shapes.is_read_whole),
    ("declared_call", shapes.calls_declared_function),
    ("interchangeable", shapes.is_interchangeable),
    ("variable_step", shapes.has_variable_step),
)


def features_of(source: SourceFile, loop: SourceLoop) -> frozenset[str]:
    """The names of all facts that hold for a loop statement."""
    return all_features(source).get((loop.line, loop.column), frozenset())


@lru_cache(maxsize=64)
def all_features(source: SourceFile) -> Mapping[tuple[int, int], frozenset[str]]:
    """The same for every loop of a source, by line and column of its keyword."""
    return {
        (line_of(text.loop), column_of(text.loop)): frozenset(
            name for name, holds in FEATURES if holds(text)
        )
        for text in loop_texts(source)
    }


# What holds for a whole function, and so for a loop that a macro or a jump makes in it.
OF_FUNCTION = (
    ("slowed_for_gcc", statement_rules.is_slowed_for_gcc),
    ("slowed_for_clang", statement_rules.is_slowed_for_clang),
)


@lru_cache(maxsize=64)
def features_of_function(source: SourceFile, name: str) -> frozenset[str]:
    """The names of the facts that hold for every loop of a function."""
    for node in declarations_and_loops(source):
        if node.type != "function_definition" or qualified_name(node) != name:
            continue
        text = read_loop(node, node, {}, source)
        return frozenset(feature for feature, holds in OF_FUNCTION if holds(text))
    return frozenset()


def loop_texts(source: SourceFile) -> Iterator[LoopText]:
    """Every loop statement with its function and the names visible there."""
    for node in declarations_and_loops(source):
        if node.type in KINDS:
            function = _function_around(node)
            names = names_in(function if function is not None else node)
            yield read_loop(node, function, names, source)


def _function_around(node: Node) -> Node | None:
    current: Node | None = node
    while current is not None and current.type != "function_definition":
        current = current.parent
    return current
