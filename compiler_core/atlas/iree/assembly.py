"""AArch64 assembly that IREE wrote: the instructions of its kernels, without what it links in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

_FUNCTION = re.compile(
    r"^(?P<name>[\w$.]*dispatch_\d+[\w$.]*):\n(?P<body>.*?)^\.Lfunc_end", re.MULTILINE | re.DOTALL
)
_INSTRUCTION = re.compile(r"^\t(?P<name>[a-z][\w.]*)", re.MULTILINE)
PRODUCTS = ("fmla", "fmlal", "fmlal2", "fmadd", "smlal", "smlal2", "mla", "madd", "sdot", "smmla")
"""Instructions that multiply and add, those of matrices among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCode:
    """One kernel. text: its lines without directives; counts: of its instructions by name."""

    name: str
    text: str
    counts: Mapping[str, int]

    @property
    def instructions(self) -> int:
        """All of them, each once, wherever loops go."""
        return sum(self.counts.values())

    @property
    def products(self) -> dict[str, int]:
        """Those that multiply and add, by name."""
        return {name: self.counts[name] for name in PRODUCTS if self.counts.get(name)}


def read_kernels(files: Mapping[str, bytes]) -> tuple[KernelCode, ...]:
    """Of all files of assembly, in the order of their names."""
    texts = (
        files[name].decode("utf-8", "replace") for name in sorted(files) if name.endswith(".s")
    )
    return tuple(_kernel(match) for text in texts for match in _FUNCTION.finditer(text))


def _kernel(function: re.Match[str]) -> KernelCode:
    lines = [line.partition("//")[0].rstrip() for line in function["body"].splitlines()]
    code = [
        line for line in lines if line and (_INSTRUCTION.match(line) or line.startswith(".LBB"))
    ]
    text = "\n".join([f"{function['name']}:", *code])
    names = Counter(name.partition(".")[0] for name in _INSTRUCTION.findall("\n".join(code)))
    return KernelCode(name=function["name"], text=text, counts=names)


def products_said(kernels: tuple[KernelCode, ...]) -> str:
    """`sdot 16, madd 2`; "none" where there is none."""
    total: Counter[str] = Counter()
    for kernel in kernels:
        total.update(kernel.products)
    return ", ".join(f"{name} {number}" for name, number in total.most_common()) or "none"
