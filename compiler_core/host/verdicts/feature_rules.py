"""The rules behind the facts about a loop's text, one small function each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.syntax import text_of
from compiler_core.host.verdicts.loop_text import Assignment, LoopText, is_loop, walk

_LEAVES = ("return_statement", "throw_statement")
_BREAKABLE = ("switch_statement", "for_statement", "while_statement", "do_statement",
              "for_range_loop")  # fmt: skip
# Functions of math.h that set errno unless -fno-math-errno, and have an instruction otherwise.
_ERRNO = re.compile(r"(?:std::|__builtin_)?(sqrt)[fl]?")
_MATH = re.compile(
    r"(?:std::|__builtin_)?(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|expm1"
    r"|log|log2|log10|log1p|pow|cbrt|hypot|fmod|remainder|erf|erfc|tgamma|lgamma)[fl]?"
)
_INSTRUCTIONS = re.compile(
    r"(?:std::|__builtin_)?(fabs|floor|ceil|trunc|round|rint|nearbyint|fmax|fmin|copysign|fma)[fl]?"
    r"|(?:std::)?abs|__builtin_(popcount|clz|ctz|bswap|expect|assume\w*|unreachable|prefetch)\w*"
)
_INTRINSIC = re.compile(
    r"\b(v(ld|st|add|mul|mla|fma|dup|get|max|min|sub)\w*_[fsup]\d+|sv\w+_[a-z])\b"
)
_ATOMIC = re.compile(r"(?:__)?atomic_\w+|__sync_\w+|__c11_atomic_\w+")
_DISABLED = re.compile(r"#pragma\s+clang\s+loop\s+.*vectorize\(disable\)|#pragma\s+GCC\s+novector")
_CONSTANT = re.compile(r"\d+[uUlL]*|[A-Z_][A-Z0-9_]*|0[xX][0-9a-fA-F]+[uUlL]*")


def has_inner_loop(text: LoopText) -> bool:
    return any(is_loop(node) for node in walk(text.body))


def has_early_exit(text: LoopText) -> bool:
    """`return`, a `break` of this loop, or a `goto` out of it."""
    return any(_leaves(text, node) for node in walk(text.body))


def _leaves(text: LoopText, node: Node) -> bool:
    if node.type in _LEAVES:
        return True
    if node.type == "goto_statement":
        label = text_of(node.child_by_field_name("label"))
        labels = (text_of(found.child_by_field_name("label")) for found in walk(text.body)
                  if found.type == "labeled_statement")  # fmt: skip
        return label not in labels
    return node.type == "break_statement" and _broken(node) == text.loop


def _broken(node: Node) -> Node | None:
    current = node.parent
    while current is not None and current.type not in _BREAKABLE:
        current = current.parent
    return current


def throws(text: LoopText) -> bool:
    return any(text.nodes("throw_statement", "throw_expression"))


def has_switch(text: LoopText) -> bool:
    return any(text.nodes("switch_statement"))


def has_condition(text: LoopText) -> bool:
    return any(node.type in ("if_statement", "conditional_expression") for node in walk(text.body))


def stores_to_memory(text: LoopText) -> bool:
    return any(_is_memory(found.target) for found in text.assignments())


def has_guarded_store(text: LoopText) -> bool:
    return any(found.guarded and _is_memory(found.target) for found in text.assignments())


def _is_memory(target: Node) -> bool:
    return target.type in ("subscript_expression", "pointer_expression", "field_expression")


def has_compacting_store(text: LoopText) -> bool:
    """`out[k++] = …` under a condition: where an element goes depends on all earlier ones."""
    return any(
        found.guarded
        and found.target.type == "subscript_expression"
        and any(part.type == "update_expression" for part in walk(found.target))
        for found in text.assignments()
    )


def has_inline_assembly(text: LoopText) -> bool:
    return any(text.nodes("gnu_asm_expression", "asm_expression"))


def touches_volatile(text: LoopText) -> bool:
    return any(
        name is not None and name.volatile
        for node in text.nodes("identifier")
        if (name := text.names.get(text_of(node)))
    )


def is_atomic(text: LoopText) -> bool:
    if any(_ATOMIC.fullmatch(name) for name in _called(text)):
        return True
    return any(
        "atomic" in name.type_text.lower()
        for node in text.nodes("identifier")
        if (name := text.names.get(text_of(node)))
    )


def has_intrinsics(text: LoopText) -> bool:
    return _INTRINSIC.search(text_of(text.loop)) is not None


def _called(text: LoopText) -> Iterator[str]:
    for node in text.nodes("call_expression"):
        yield text_of(node.child_by_field_name("function"))


def has_call(text: LoopText) -> bool:
    """A call that is neither a single instruction nor a cast."""
    return any(not _INSTRUCTIONS.fullmatch(name) for name in _called(text))


def has_math_call(text: LoopText) -> bool:
    return any(_MATH.fullmatch(name) for name in _called(text))


def has_errno_call(text: LoopText) -> bool:
    return any(_ERRNO.fullmatch(name) for name in _called(text))


def has_indirect_call(text: LoopText) -> bool:
    """Through a function pointer, or a member reached by a pointer (a virtual function)."""
    for node in text.nodes("call_expression"):
        called = node.child_by_field_name("function")
        known = text.names.get(text_of(called))
        if called is not None and called.type == "field_expression":
            return True
        if known is not None and text.function is not None and _is_local(text, known.start_byte):
            return True
    return False


def _is_local(text: LoopText, position: int) -> bool:
    function = text.function
    return function is not None and function.start_byte <= position < function.end_byte


def calls_function_defined_here(text: LoopText) -> bool:
    called = set(_called(text))
    return any(
        name in called
        and re.search(rf"\b{re.escape(name)}\s*\([^;{{}}]*\)\s*\{{", text.source.text)
        for name in called
        if re.fullmatch(r"\w+", name)
    )


def calls_constant_function(text: LoopText) -> bool:
    """A function declared `__attribute__((const))` or `pure`: it only computes from its input."""
    attribute = r"__attribute__\s*\(\(\s*_*(?:const|pure)_*\s*\)\)[^;{}]*"
    return any(
        re.search(rf"{attribute}\b{re.escape(name)}\s*\(", text.source.text)
        or re.search(rf"\b{re.escape(name)}\s*\([^;{{}}]*\)\s*{attribute};", text.source.text)
        for name in set(_called(text))
        if re.fullmatch(r"\w+", name)
    )


def _accumulates(text: LoopText, found: Assignment) -> bool:
    """`s += …`, `s = s + …` with s from outside the loop."""
    if found.operator in ("+=", "-=", "*="):
        return True
    if found.operator != "=" or found.value is None:
        return False
    own = text_of(found.target)
    value = text_of(found.value)
    return re.match(rf"{re.escape(own)}\s*[-+*]", value) is not None or (
        re.search(rf"[+*]\s*{re.escape(own)}$", value) is not None
    )


def has_float_reduction(text: LoopText) -> bool:
    """One floating-point value collects something from every iteration, in order."""
    return any(
        _accumulates(text, found) and _is_float_outside(text, found.target)
        for found in text.assignments()
    )


def _is_float_outside(text: LoopText, target: Node) -> bool:
    if target.type == "identifier":
        name = text.names.get(text_of(target))
        outside = not text.declared_inside(text_of(target))
        return name is not None and name.floating and not name.pointer and outside
    return _is_memory(target) and not text.varies(target) and _element_is_float(text, target)


def _element_is_float(text: LoopText, target: Node) -> bool:
    base = next((node for node in walk(target) if node.type == "identifier"), None)
    name = text.names.get(text_of(base))
    return name is not None and name.floating


def has_memory_reduction(text: LoopText) -> bool:
    """`*total += …`, `this->total += …`, a global: the sum lives in memory, not in a variable."""
    return any(
        found.operator not in ("=", "") and _is_fixed_memory(text, found.target)
        for found in text.assignments()
    )


def _is_fixed_memory(text: LoopText, target: Node) -> bool:
    if _is_memory(target):
        return not text.varies(target)
    name = text.names.get(text_of(target))
    if target.type != "identifier":
        return False
    return name is None or not _is_local(text, name.start_byte)


def has_float_minimum(text: LoopText) -> bool:
    """`if (x > best) best = x;` on floating-point numbers."""
    return any(
        found.operator == "="
        and found.target.type == "identifier"
        and _is_float_outside(text, found.target)
        and (
            found.guarded
            or (found.value is not None and found.value.type == "conditional_expression")
        )
        for found in text.assignments()
    )


def has_index_reduction(text: LoopText) -> bool:
    """`if (…) best = i;`: the place of the extreme value is kept, not only the value."""
    return bool(text.variable) and any(
        found.guarded
        and found.operator == "="
        and found.target.type == "identifier"
        and found.value is not None
        and text_of(found.value) == text.variable
        for found in text.assignments()
    )


def _subscripts(text: LoopText) -> Iterator[tuple[Node, bool]]:
    """Subscripts with whether they are assigned to."""
    targets = {found.target.id for found in text.assignments()}
    for node in text.nodes("subscript_expression"):
        yield node, node.id in targets


def _index(node: Node) -> Node:
    return node.child_by_field_name("index") or next(
        (child for child in node.named_children if child.type == "subscript_argument_list"), node
    )


def _is_indirect(node: Node) -> bool:
    return any(
        part.type in ("subscript_expression", "pointer_expression")
        for part in walk(_index(node))
        if part != node
    )


def has_indirect_load(text: LoopText) -> bool:
    """`table[index[i]]`, or an element through a pointer from an array."""
    return any(_is_indirect(node) for node, assigned in _subscripts(text) if not assigned)


def has_indirect_store(text: LoopText) -> bool:
    if any(_is_indirect(node) for node, assigned in _subscripts(text) if assigned):
        return True
    return any(
        found.target.type == "pointer_expression"
        and any(part.type == "subscript_expression" for part in walk(found.target))
        for found in text.assignments()
    )


def _products(text: LoopText) -> Iterator[tuple[str, str]]:
    """Products inside subscripts that the loop's variable takes part in: (variable, factor)."""
    for node, _ in _subscripts(text):
        for part in walk(_index(node)):
            if part.type == "binary_expression" and text_of(
                part.child_by_field_name("operator")
            ) == "*":  # fmt: skip
                left = text_of(part.child_by_field_name("left"))
                right = text_of(part.child_by_field_name("right"))
                yield left, right
                yield right, left


def has_constant_stride(text: LoopText) -> bool:
    """`a[3 * i]`, a step above one, or one field of an array of structures."""
    if any(name == text.variable and _CONSTANT.fullmatch(by) for name, by in _products(text)):
        return True
    if any(node.child_by_field_name("argument").type == "subscript_expression"  # type: ignore[union-attr]
           for node in text.nodes("field_expression")):  # fmt: skip
        return True
    update = text_of(text.loop.child_by_field_name("update"))
    return re.search(r"[-+]=\s*(?!1\b)\d+", update) is not None


def has_symbolic_stride(text: LoopText) -> bool:
    """`a[i * stride]`: the distance between elements is known only at run time."""
    if any(
        name == text.variable and re.fullmatch(r"[a-z_]\w*", by) for name, by in _products(text)
    ):
        return True
    update = text_of(text.loop.child_by_field_name("update"))
    return re.search(r"[-+]=\s*[a-z_]\w*", update) is not None


def has_wrapping_offset(text: LoopText) -> bool:
    """An unsigned 32-bit sum as index may wrap to 0, so that elements need not be neighbours."""
    for node, _ in _subscripts(text):
        names = [text_of(part) for part in walk(_index(node)) if part.type == "identifier"]
        known = [text.names[name] for name in names if name in text.names]
        if len(known) > 1 and all(name.unsigned for name in known):
            return True
    return False


def chases_pointers(text: LoopText) -> bool:
    """`p = p->next`: where the next element is stands in the element before."""
    assigned = list(text.assignments())
    update = text.loop.child_by_field_name("update")
    texts = [f"{text_of(found.target)}={text_of(found.value)}" for found in assigned]
    texts.append(text_of(update).replace(" ", ""))
    return any(re.match(r"(\w+)=(\1->|\*\1\b)", found) for found in texts)


def has_bound_in_memory(text: LoopText) -> bool:
    """`i < *n`, `i < b->length`, a member: a store of the loop might change it."""
    condition = text.condition
    if condition is None:
        return False
    kinds = ("pointer_expression", "field_expression", "subscript_expression")
    if any(part.type in kinds for part in walk(condition)):
        return True
    names = [text_of(part) for part in walk(condition) if part.type == "identifier"]
    return any(name not in text.names for name in names)


def has_float_counter(text: LoopText) -> bool:
    name = text.names.get(text.variable)
    return name is not None and name.floating and not name.pointer


def has_constant_bound(text: LoopText) -> bool:
    """`i = 0; i < 17`: the number of iterations stands in the source."""
    right = text.condition.child_by_field_name("right") if text.condition is not None else None
    start = text_of(text.loop.child_by_field_name("initializer"))
    fixed_start = re.search(r"=\s*-?\d+\s*;?$", start) is not None
    return fixed_start and right is not None and _CONSTANT.fullmatch(text_of(right)) is not None


def has_wide_type(text: LoopText) -> bool:
    """`long double` and `__int128` have no vector arithmetic on AArch64."""
    return any(
        re.search(r"long\s+double|__int128|_Float128", name.type_text)
        for node in text.nodes("identifier")
        if (name := text.names.get(text_of(node)))
    )


def has_hard_operation(text: LoopText) -> bool:
    """Division, remainder, multiplication, or a bit count: not all have a vector instruction."""
    operators = (text_of(node.child_by_field_name("operator"))
                 for node in text.nodes("binary_expression", "assignment_expression"))  # fmt: skip
    counts = any("popcount" in name or "__builtin_c" in name for name in _called(text))
    return counts or any(found.rstrip("=") in ("*", "/", "%") for found in operators)


def result_is_used(text: LoopText) -> bool:
    """A variable that the loop changes is named again after it."""
    if text.function is None:
        return False
    changed = {name for name in text.changed_names() if not text.declared_inside(name)}
    changed.discard(text.variable)
    return any(
        node.type == "identifier" and text_of(node) in changed
        for node in walk(text.function)
        if node.start_byte >= text.loop.end_byte
    )


def has_disabling_pragma(text: LoopText) -> bool:
    """A pragma directly above the loop says not to vectorise."""
    return any(_DISABLED.search(line) for line in pragmas_above(text))


def pragmas_above(text: LoopText) -> list[str]:
    """The `#pragma` lines directly above a loop, nearest first."""
    lines = text.source.text.split("\n")[: text.loop.start_point[0]]
    found: list[str] = []
    for line in reversed(lines):
        if not line.strip().startswith("#pragma"):
            break
        found.append(line.strip())
    return found
