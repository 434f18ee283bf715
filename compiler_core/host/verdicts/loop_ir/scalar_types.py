"""Types of GIMPLE's names: as declared, as values flow, and through the source's own type names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_DECLARATION = re.compile(r"^  (?:static |const |register )*([\w ]+?[\w*\[\] ]*?[ *])([\w.$]+);$")
_HEAD = re.compile(r"^[A-Za-z_].* \((.*)\)$")
_PARAMETER = re.compile(r"([^()]*[ *&])([A-Za-z_]\w*)")
_KNOWN = {
    "float": "f32", "double": "f64", "long double": "f128", "_Float16": "f16", "__fp16": "f16",
    "char": "i8", "signed char": "i8", "unsigned char": "i8", "_Bool": "i1", "bool": "i1",
    "short int": "i16", "short": "i16", "unsigned short": "i16", "short unsigned int": "i16",
    "int": "i32", "unsigned int": "i32", "unsigned": "i32", "long int": "i64", "long": "i64",
    "long unsigned int": "i64", "unsigned long": "i64", "sizetype": "i64", "ssizetype": "i64",
    "long long int": "i64", "long long": "i64", "long long unsigned int": "i64",
    "unsigned long long": "i64", "size_t": "i64", "ptrdiff_t": "i64", "__int128": "i128",
    "__int128 unsigned": "i128", "unsigned __int128": "i128", "int8_t": "i8", "uint8_t": "i8",
    "int16_t": "i16", "uint16_t": "i16", "int32_t": "i32", "uint32_t": "i32", "int64_t": "i64",
    "uint64_t": "i64", "float_t": "f32", "double_t": "f64", "_Float32": "f32", "_Float64": "f64",
    "float32_t": "f32", "float64_t": "f64", "float16_t": "f16", "_Float128": "f128",
}  # fmt: skip
_TYPEDEF = re.compile(
    r"\b(?:typedef\s+(?P<old>[\w ]+?)\s+(?P<name>\w+)\s*;"
    r"|using\s+(?P<alias>\w+)\s*=\s*(?P<meaning>[\w ]+?)\s*;)"
)
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([\w ]+?)[ \t]*$", re.MULTILINE)


def type_names(text: str) -> dict[str, str]:
    """What a source's simple typedefs, aliases and macros stand for, one step each."""
    names = {match[1]: match[2] for match in _MACRO.finditer(text)}
    for match in _TYPEDEF.finditer(text):
        names[match["name"] or match["alias"]] = match["old"] or match["meaning"]
    return names


def resolved(name: str, names: Mapping[str, str]) -> str:
    """A type's name with the source's own names replaced, as far as they go."""
    for _ in range(8):
        words = [word for word in name.split() if word not in ("const", "volatile", "restrict")]
        name = " ".join(words)
        if name not in names:
            break
        name = names[name]
    return " ".join(names.get(word, word) for word in name.split())


def scalar_type(name: str, names: Mapping[str, str]) -> str:
    """`f32`, `i64`, `ptr`…; empty if the name is not known."""
    if name.rstrip().endswith(("*", "&", "]")):
        return "ptr"
    return _KNOWN.get(resolved(name, names), "")


def declared_types(lines: Iterable[str]) -> dict[str, str]:
    """The parameters and declarations at a dumped function's start, by variable or value."""
    types: dict[str, str] = {}
    for line in lines:
        head = _HEAD.match(line)
        if head is not None:
            parameters = map(_PARAMETER.fullmatch, head[1].split(","))
            types |= {match[2]: match[1].strip() for match in parameters if match is not None}
        match = _DECLARATION.match(line)
        if match is not None:
            types[match[2]] = match[1].strip()
    return types


class GimpleTypes:
    """Types of one function's values; what an addition joins has one type."""

    def __init__(self, declared: Mapping[str, str], names: Mapping[str, str]) -> None:
        self._declared = declared
        self._names = names
        self._parents: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def later(self, name: str) -> str:
        """The type of a name as far as it is known by now."""
        root = self._root(name)
        return self._known.get(root) or self._own(name)

    def pointed_to(self, target: str) -> str:
        """The type of what `*_3` or `*p_1` names, by the pointer's declaration."""
        match = re.match(r"\*((?:[A-Za-z_][\w.$]*)?_\d+)", target)
        if match is None:
            return ""
        name = match[1]
        text = self._declared.get(name) or self._declared.get(name.rpartition("_")[0], "")
        return scalar_type(text.rstrip().removesuffix("*"), self._names) if text else ""

    def same(self, first: str, *others: str) -> None:
        """These values have one type."""
        for other in others:
            if re.match(r"-?[\d.]", other):
                if "." in other and not self.later(first):
                    self._known[self._root(first)] = "f"
                continue
            kind = self.later(first) or self.later(other)
            self._parents[self._root(other)] = self._root(first)
            if kind:
                self._known[self._root(first)] = kind

    def cast(self, name: str, type_text: str) -> None:
        """A conversion names its type."""
        kind = scalar_type(type_text, self._names)
        if kind:
            self._known[self._root(name)] = kind

    def _own(self, name: str) -> str:
        text = self._declared.get(name) or self._declared.get(name.rpartition("_")[0], "")
        return scalar_type(text, self._names) if text else ""

    def _root(self, name: str) -> str:
        while name in self._parents and self._parents[name] != name:
            name = self._parents[name]
        return name
