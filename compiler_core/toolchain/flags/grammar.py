"""The allow-list grammar: one token (or pair) to an admitted flag, or a refusal that says why.

level       -O -O0 … -Ofast
switch      -f[no-]NAME, -m[no-]NAME     NAME on the family's list (switches)
valued      -fNAME=VALUE, -mNAME=VALUE   VALUE a listed word or a number (values)
target      -march= -mcpu= -mtune=       names the compiler itself takes, then +[no]extension
language    -std=NAME -ansi              listed names
macro       -DNAME[=VALUE] -UNAME        VALUE of harmless characters, no path, no quote
warning     -W[no-]NAME[=NUMBER] -w -pedantic
parameter   --param NAME=NUMBER          GCC
llvm        -mllvm -OPTION[=VALUE]       Clang, listed options
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from compiler_core.errors import RefusedFlag
from compiler_core.toolchain.flags.refusals import refusal, shown
from compiler_core.toolchain.flags.switches import (
    ALIASES,
    machine_switch_known,
    switch_subject,
)
from compiler_core.toolchain.flags.values import (
    LLVM_OPTIONS,
    SAME_STANDARD,
    STANDARDS,
    value_rule,
)
from compiler_core.toolchain.outcome import Compiler, Family

Group = Literal[
    "level",
    "target",
    "language",
    "macro",
    "code",
    "parameter",
    "llvm",
    "check",
    "floating point",
    "warning",
]


@dataclass(frozen=True, slots=True)
class AdmittedFlag:
    """One flag in its one spelling. Of two flags with the same key the later one counts."""

    key: str
    tokens: tuple[str, ...]
    group: Group


_LEVELS = frozenset(("-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-Og", "-Ofast"))
_SWITCH = re.compile(r"-f(?P<no>no-)?(?P<name>[A-Za-z][A-Za-z0-9_-]*)")
_MACHINE_SWITCH = re.compile(r"-m(?P<name>[a-z0-9-]+)")
_VALUED = re.compile(r"(?P<flag>-[fm][a-z0-9-]+)=(?P<value>[A-Za-z0-9_:+,-]+)")
_BUILTIN = re.compile(r"-fno-builtin-[a-z_][a-z0-9_]*")
_TARGET = re.compile(
    r"(?P<flag>-m(?:arch|cpu|tune))=(?P<name>[a-z0-9.-]+)(?P<extensions>(?:\+[a-z0-9.-]+)*)"
)
_MACRO = re.compile(
    r"-D(?P<name>[A-Za-z_]\w*)(?:=(?P<value>[\w+\-*.()<>!&|^%~,:?\[\]{};=]*))?", re.ASCII
)
_UNDEFINE = re.compile(r"-U(?P<name>[A-Za-z_]\w*)", re.ASCII)
# Two letters at least: -Wa, -Wl and -Wp speak to other tools.
_WARNING = re.compile(r"-W(?P<no>no-)?(?P<name>[a-z][a-z0-9+]+(?:-[a-z0-9+]+)*(?:=[a-z0-9-]+)?)")
_WARNING_VALUE = re.compile(r"[^=]+|(?:error|no-error)=[a-z][a-z0-9+-]*|[^=]+=\d{1,7}")
_PARAMETER = re.compile(r"--param=(?P<name>[a-z0-9]+(?:[-_][a-z0-9]+)*)=(?P<value>\d{1,10})")
_MACRO_VALUE_LENGTH = 200


def admit(token: str, following: str, compiler: Compiler) -> tuple[AdmittedFlag, int]:
    """The flag that starts at this token, and how many tokens it takes (1 or 2).

    following is the next token, or empty. Raises RefusedFlag.
    """
    joined, taken = _join(token, following)
    for rule in _RULES:
        flag = rule(joined, compiler)
        if flag is not None:
            return flag, taken
    raise _explained(joined, compiler)


def _join(token: str, following: str) -> tuple[str, int]:
    """Flags whose value may stand in the next token, brought into their one-token form."""
    if token in ("-D", "-U") and following:
        return token + following, 2
    if token == "-W":
        return "-Wextra", 1
    if token == "--param" and following:
        return f"--param={following}", 2
    if token == "-mllvm" and following:
        return f"-mllvm {following}", 2
    return token, 1


def _level(token: str, compiler: Compiler) -> AdmittedFlag | None:
    spelled = "-O1" if token == "-O" else token
    if spelled not in _LEVELS:
        return None
    # -Ofast includes -ffast-math, so its place among the floating-point flags counts.
    return AdmittedFlag("-O", (spelled,), "floating point" if spelled == "-Ofast" else "level")


def _switch(token: str, compiler: Compiler) -> AdmittedFlag | None:
    match = _SWITCH.fullmatch(token)
    if match is None:
        return None
    name = ALIASES[compiler.family].get(match["name"], match["name"])
    subject = switch_subject(compiler.family, name)
    if subject is None:
        return _no_builtin(token)
    return AdmittedFlag(f"-f{name}", (f"-f{match['no'] or ''}{name}",), subject)


def _no_builtin(token: str) -> AdmittedFlag | None:
    return AdmittedFlag(token, (token,), "code") if _BUILTIN.fullmatch(token) else None


def _machine_switch(token: str, compiler: Compiler) -> AdmittedFlag | None:
    match = _MACHINE_SWITCH.fullmatch(token)
    if match is None or not machine_switch_known(compiler.family, match["name"]):
        return None
    return AdmittedFlag(f"-m{match['name'].removeprefix('no-')}", (token,), "code")


def _valued(token: str, compiler: Compiler) -> AdmittedFlag | None:
    match = _VALUED.fullmatch(token)
    rule = value_rule(compiler.family, match["flag"]) if match else None
    if match is None or rule is None:
        return None
    if not rule.admits(match["value"]):
        raise RefusedFlag(token, f"{shown(token)}: the value must be {rule.description}.")
    if rule.adds_up:
        return AdmittedFlag(token, (token,), "check")
    is_floating = match["flag"].startswith(("-ffp-", "-fexcess", "-fdenormal"))
    return AdmittedFlag(match["flag"], (token,), "floating point" if is_floating else "code")


def _target(token: str, compiler: Compiler) -> AdmittedFlag | None:
    match = _TARGET.fullmatch(token)
    if match is None or match["name"] == "native":
        return None
    is_architecture = match["flag"] == "-march"
    known = compiler.architectures if is_architecture else compiler.cpus
    if match["name"] not in known:
        kind = "architecture" if is_architecture else "CPU"
        raise _unknown_name(token, f"{compiler.title} knows no {kind}", match["name"], known)
    if match["flag"] == "-mtune" and match["extensions"]:
        raise RefusedFlag(token, f"{shown(token)}: -mtune takes a CPU name without extensions.")
    for extension in match["extensions"].split("+")[1:]:
        _check_extension(token, extension, compiler)
    return AdmittedFlag(match["flag"], (token,), "target")


def _check_extension(token: str, extension: str, compiler: Compiler) -> None:
    name = extension.removeprefix("no")
    known = compiler.extensions
    if known and extension not in known and name not in known:
        raise _unknown_name(token, f"{compiler.title} knows no extension", extension, known)


def _unknown_name(token: str, what: str, name: str, known: Sequence[str]) -> RefusedFlag:
    close = get_close_matches(name, known, n=4, cutoff=0.5)
    advice = f"Close names it knows: {', '.join(close)}." if close else "Pick one from the menu."
    return RefusedFlag(token, f"{what} {shown(name)!r}.", advice)


def _language(token: str, compiler: Compiler) -> AdmittedFlag | None:
    if token == "-ansi":
        return AdmittedFlag("-std", (token,), "language")
    name = token.removeprefix("-std=")
    if name == token:
        return None
    if name not in STANDARDS:
        raise _unknown_name(token, "There is no language standard", name, sorted(STANDARDS))
    return AdmittedFlag("-std", (f"-std={SAME_STANDARD.get(name, name)}",), "language")


def _macro(token: str, compiler: Compiler) -> AdmittedFlag | None:
    undefined = _UNDEFINE.fullmatch(token)
    if undefined:
        return AdmittedFlag(f"-D{undefined['name']}", (token,), "macro")
    match = _MACRO.fullmatch(token)
    if match is None or len(match["value"] or "") > _MACRO_VALUE_LENGTH:
        return None
    value = "1" if match["value"] is None else match["value"]
    return AdmittedFlag(f"-D{match['name']}", (f"-D{match['name']}={value}",), "macro")


def _warning(token: str, compiler: Compiler) -> AdmittedFlag | None:
    if token in ("-w", "-pedantic", "-pedantic-errors"):
        return AdmittedFlag(token, (token,), "warning")
    match = _WARNING.fullmatch(token)
    if match is None or not _WARNING_VALUE.fullmatch(match["name"]):
        return None
    return AdmittedFlag(f"-W{match['name']}", (token,), "warning")


def _parameter(token: str, compiler: Compiler) -> AdmittedFlag | None:
    match = _PARAMETER.fullmatch(token)
    if match is None or compiler.family != "gcc":
        return None
    return AdmittedFlag(f"--param={match['name']}", (token,), "parameter")


def _llvm(token: str, compiler: Compiler) -> AdmittedFlag | None:
    option = token.removeprefix("-mllvm ")
    if option == token or compiler.family != "clang":
        return None
    name, equals, value = option.partition("=")
    rule = LLVM_OPTIONS.get(name)
    if rule is None or (equals and not value) or not rule.admits(value):
        return None
    return AdmittedFlag(f"-mllvm {name}", ("-mllvm", option), "llvm")


_RULES: tuple[Callable[[str, Compiler], AdmittedFlag | None], ...] = (
    _level, _valued, _switch, _machine_switch, _target, _language, _macro, _warning, _parameter,
    _llvm,
)  # fmt: skip


_FAMILY_RULES = (_switch, _valued, _machine_switch, _parameter, _llvm)


def _explained(token: str, compiler: Compiler) -> RefusedFlag:
    """The refusal; when the other family would take the flag, that is the reason to give."""
    other: Family = "clang" if compiler.family == "gcc" else "gcc"
    stranger = Compiler(
        name=other, family=other, version=compiler.version, build_id="", c_path="", cpp_path=""
    )
    known_there = any(_admits(rule, token, stranger) for rule in _FAMILY_RULES)
    if not known_there:
        return refusal(token)
    family = "Clang" if other == "clang" else "GCC"
    message = f"{shown(token)} is a flag of {family}; {compiler.title} does not know it."
    return RefusedFlag(token, message, f"Leave it out, or choose {family}.")


def _admits(
    rule: Callable[[str, Compiler], AdmittedFlag | None], token: str, compiler: Compiler
) -> bool:
    try:
        return rule(token, compiler) is not None
    except RefusedFlag:
        return True
