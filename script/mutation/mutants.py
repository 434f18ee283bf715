"""The mistakes: mutmut's, in the functions of one package, each as the code that runs instead."""

from __future__ import annotations

import ast
import difflib
import gc
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ROOT / "compiler_core"


@dataclass(frozen=True, slots=True)
class Mutant:
    """path: the file, below compiler_core. number: of this mutation in its file. function: its
    qualified name. lines: those of the statement that is changed, first and last.
    """

    path: str
    number: int
    function: str
    lines: tuple[int, int]

    @property
    def name(self) -> str:
        """What it is called on the page of survivors."""
        return f"{self.path}:{self.lines[0]} {self.function} #{self.number}"


def mutants_of(package: str) -> list[Mutant]:
    """All mutants of the functions below a package; mutmut leaves decorated functions alone."""
    files = sorted((PRODUCT / package).rglob("*.py"))
    return [mutant for file in files for mutant in _mutants_of_file(file)]


def drawn(mutants: Sequence[Mutant], sample: int, seed: int) -> list[Mutant]:
    """So many of them, the same for the same seed, in an order drawn too: a run that ends early
    has tried a fair part.
    """
    return random.Random(seed).sample(list(mutants), min(sample, len(mutants)))


def mutated_texts(mutants: Sequence[Mutant]) -> dict[Mutant, str]:
    """The whole file of each with the mistake in it."""
    ordered = sorted(mutants, key=lambda mutant: (mutant.path, mutant.number))
    return {mutant: _mutated_text(mutant) for mutant in ordered}


def difference(mutant: Mutant, text: str) -> list[str]:
    """The lines that the mutated file takes away and puts in."""
    before = (PRODUCT / mutant.path).read_text(encoding="utf-8").splitlines()
    changed = list(difflib.unified_diff(before, text.splitlines(), lineterm="", n=0))
    return [line for line in changed[2:] if not line.startswith("@@")]


def _mutated_text(mutant: Mutant) -> str:
    module, mutations = _mutations(PRODUCT / mutant.path)
    mutation = mutations[mutant.number]
    changed = deep_replace(module, mutation.original_node, mutation.mutated_node)
    assert isinstance(changed, libcst.Module)
    return changed.code


def put_in(mutant: Mutant, text: str) -> None:
    """Let this process run the mutant: its code takes the function's place, wherever that is held,
    and the place of inner functions that it has made already, in a table of the module say.

    Raises LookupError when no such function has been loaded.
    """
    file = str(PRODUCT / mutant.path)
    codes = _codes(compile(text, file, "exec"))
    code = next(code for code in codes if code.co_qualname == mutant.function)
    node = next(node for name, node in _functions(ast.parse(text)) if name == mutant.function)
    # What was set apart from garbage collection is not listed.
    gc.unfreeze()
    loaded = [
        held
        for held in gc.get_objects()
        if isinstance(held, FunctionType) and held.__code__.co_filename == file
    ]
    functions = [held for held in loaded if held.__code__.co_qualname == mutant.function]
    if not functions:
        raise LookupError(mutant.name)
    for function in functions:
        replace_code(loaded, function.__code__, code)
        if function.__defaults__:
            function.__defaults__ = tuple(
                eval(compile(ast.Expression(default), file, "eval"), function.__globals__)
                for default in node.args.defaults
            )


def replace_code(loaded: list[FunctionType], before: CodeType, after: CodeType) -> None:
    """The function's own code and, in their order, that of the functions within it."""
    old, new = list(_codes(before)), list(_codes(after))
    if len(old) != len(new):
        old, new = [before], [after]
    for function in loaded:
        at = next((at for at, code in enumerate(old) if code is function.__code__), None)
        if at is not None and new[at].co_freevars == function.__code__.co_freevars:
            function.__code__ = new[at]


def _mutants_of_file(file: Path) -> Iterator[Mutant]:
    module, mutations = _mutations(file)
    text = file.read_text(encoding="utf-8")
    positions = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    tree = ast.parse(text)
    functions = list(_functions(tree))
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    for number, mutation in enumerate(mutations):
        span = positions.get(mutation.original_node)
        if mutation.contained_by_top_level_function is None or span is None:
            continue
        line: int = getattr(span, "start").line  # noqa: B009  (a CodeRange)
        names = [name for name, node in functions if _holds(node, line)]
        if names:
            path = str(file.relative_to(PRODUCT))
            yield Mutant(path, number, names[0], _span(statements, line))


@lru_cache(maxsize=1)
def _mutations(file: Path) -> tuple[libcst.Module, list[Mutation]]:
    module, mutations, _, _ = create_mutations(str(file), file.read_text(encoding="utf-8"))
    return module, mutations


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _functions(tree: ast.Module) -> Iterator[tuple[str, Any]]:
    """Functions of the module and methods of its classes, which mutmut changes; no inner ones."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    for node in tree.body:
        if isinstance(node, kinds):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, kinds):
                    yield f"{node.name}.{inner.name}", inner


def _holds(node: Any, line: int) -> bool:
    return node.lineno <= line <= node.end_lineno


def _span(statements: list[ast.stmt], line: int) -> tuple[int, int]:
    """The lines of the smallest statement there; of a compound one its head only."""
    around = [node for node in statements if _holds(node, line)]
    node: Any = min(around, key=lambda node: (node.end_lineno or 0) - node.lineno)
    body = getattr(node, "body", None)
    last = max(body[0].lineno - 1, node.lineno) if body else node.end_lineno
    return node.lineno, last
