"""What is written in a loop: facts of its syntax that tell one cause from another.

The compilers name an effect ("control flow in loop") where the cause is in the text (a `break`, a
`switch`, a guarded store). Each fact has a name that the table of reasons refers to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_loops import KINDS, SourceLoop
from compiler_core.host.syntax import column_of, declarations_and_loops, line_of, text_of
from compiler_core.host.verdicts import edit_shapes as shapes
from compiler_core.host.verdicts import feature_rules as rules
from compiler_core.host.verdicts.loop_text import LoopText
from compiler_core.host.verdicts.names import names_in
from compiler_core.source import SourceFile

Rule = Callable[[LoopText], bool]

FEATURES: tuple[tuple[str, Rule], ...] = (
    ("inner_loop", rules.has_inner_loop),
    ("early_exit", rules.has_early_exit),
    ("throws", rules.throws),
    ("switch", rules.has_switch),
    ("condition", rules.has_condition),
    ("guarded_store", rules.has_guarded_store),
    ("compacting_store", rules.has_compacting_store),
    ("inline_assembly", rules.has_inline_assembly),
    ("volatile", rules.touches_volatile),
    ("atomic", rules.is_atomic),
    ("intrinsics", rules.has_intrinsics),
    ("call", rules.has_call),
    ("indirect_call", rules.has_indirect_call),
    ("math_call", rules.has_math_call),
    ("math_call_errno", rules.has_errno_call),
    ("call_defined_here", rules.calls_function_defined_here),
    ("call_constant_function", rules.calls_constant_function),
    ("float_reduction", rules.has_float_reduction),
    ("float_minimum", rules.has_float_minimum),
    ("index_reduction", rules.has_index_reduction),
    ("memory_reduction", rules.has_memory_reduction),
    ("indirect_load", rules.has_indirect_load),
    ("indirect_store", rules.has_indirect_store),
    ("constant_stride", rules.has_constant_stride),
    ("symbolic_stride", rules.has_symbolic_stride),
    ("wrapping_offset", rules.has_wrapping_offset),
    ("pointer_chasing", rules.chases_pointers),
    ("bound_in_memory", rules.has_bound_in_memory),
    ("float_counter", rules.has_float_counter),
    ("constant_bound", rules.has_constant_bound),
    ("vectorize_disabled", rules.has_disabling_pragma),
    ("stores", rules.stores_to_memory),
    ("wide_type", rules.has_wide_type),
    ("hard_operation", rules.has_hard_operation),
    ("result_used", rules.result_is_used),
    ("pointer_parameter", shapes.has_pointer_parameter),
    ("restrictable", shapes.is_restrictable),
    ("parameter_bound", shapes.has_parameter_bound),
    ("simple_bound", shapes.has_simple_bound),
    ("simple_counter", shapes.has_simple_counter),
    ("local_array", shapes.uses_local_array),
    ("exit_first", shapes.begins_with_exit),
    ("guarded_assignment", shapes.has_guarded_assignment),
    ("separable_call", shapes.has_separable_call),
)


def features_of(source: SourceFile, loop: SourceLoop) -> frozenset[str]:
    """The names of all facts that hold for a loop statement."""
    return _all_features(source).get((loop.line, loop.column), frozenset())


@lru_cache(maxsize=64)
def _all_features(source: SourceFile) -> Mapping[tuple[int, int], frozenset[str]]:
    return {
        (line_of(text.loop), column_of(text.loop)): frozenset(
            name for name, holds in FEATURES if holds(text)
        )
        for text in loop_texts(source)
    }


def loop_texts(source: SourceFile) -> Iterator[LoopText]:
    """Every loop statement with its function and the names visible there."""
    for node in declarations_and_loops(source):
        if node.type in KINDS:
            function = _function_around(node)
            names = names_in(function if function is not None else node)
            yield LoopText(node, function, names, source)


def loop_text(source: SourceFile, loop: SourceLoop) -> LoopText | None:
    """The syntax of one loop statement; None if the source has none there."""
    place = (loop.line, loop.column)
    return next(
        (
            text
            for text in loop_texts(source)
            if (line_of(text.loop), column_of(text.loop)) == place
        ),
        None,
    )


def _function_around(node: Node) -> Node | None:
    current: Node | None = node
    while current is not None and current.type != "function_definition":
        current = current.parent
    return current


def text_lines(source: SourceFile, node: Node) -> str:
    """The whole lines a node stands on."""
    lines = source.text.split("\n")
    return "\n".join(lines[node.start_point[0] : node.end_point[0] + 1]) or text_of(node)
