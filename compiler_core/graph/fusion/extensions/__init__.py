"""Fusions beyond the usual rules, each by name, with its own legality and cost."""

from compiler_core.graph.fusion.extensions.apply import apply_extension
from compiler_core.graph.fusion.extensions.extension import Candidate, Extension, Pair
from compiler_core.graph.fusion.extensions.registry import EXTENSIONS

__all__ = ["EXTENSIONS", "Candidate", "Extension", "Pair", "apply_extension"]
