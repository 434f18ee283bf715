"""The settings in which two levels differ, from the compiler's own tables.

GCC prints the value of every optimisation setting and parameter under given flags. Clang has no
such table; what can be said of it is which arguments its driver hands on and which passes LLVM's
optimiser runs. Only few of those have a flag of their own; the rest is listed as such.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from compiler_core.errors import RefusedFlag
from compiler_core.host.bisection.record import LevelSetting
from compiler_core.source import Language
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.settings import clang_arguments, clang_passes, gcc_settings

ENABLED = "[enabled]"
DISABLED = "[disabled]"
_UNSET = "[default]"
# A flag that stands on one side only; it is taken away by leaving it out.
NOT_GIVEN = "not given"

# Clang's driver hands the left one on; users switch it by the right ones.
_CLANG_SWITCHES: dict[str, tuple[str, str]] = {
    "-vectorize-loops": ("-fvectorize", "-fno-vectorize"),
    "-vectorize-slp": ("-fslp-vectorize", "-fno-slp-vectorize"),
    "-ffast-math": ("-ffast-math", "-fno-fast-math"),
    "-ffinite-loops": ("-ffinite-loops", "-fno-finite-loops"),
    "-relaxed-aliasing": ("-fno-strict-aliasing", "-fstrict-aliasing"),
}
# A pass with these options runs only at the high level; LLVM has an option of its own for it.
_LLVM_OPTIONS: tuple[tuple[str, str, str], ...] = (
    (
        "simple-loop-unswitch<nontrivial",
        "-enable-nontrivial-unswitch=true",
        "-enable-nontrivial-unswitch=false",
    ),
)


@dataclass(frozen=True, slots=True)
class Candidates:
    """What can be tried one by one, and the differences that cannot."""

    settings: tuple[LevelSetting, ...]
    cannot_say: tuple[str, ...]


def candidates_between(
    compiler: Compiler, low: tuple[str, ...], high: tuple[str, ...], language: Language
) -> Candidates:
    """Every difference between two lists of flags, in the order of the compiler's tables."""
    if compiler.family == "clang":
        return _clang_candidates(compiler, low, high)
    before = gcc_settings(compiler, low, language)
    after = gcc_settings(compiler, high, language)
    names = [name for name in (*after, *before) if before.get(name) != after.get(name)]
    settings: list[LevelSetting] = []
    unclear: list[str] = []
    for name in dict.fromkeys(names):
        setting = _gcc_setting(name, before.get(name, ""), after.get(name, ""))
        if setting is None or not _admitted(compiler, setting):
            unclear.append(f"{name.rstrip('=')}: {before.get(name)} to {after.get(name)}")
        else:
            settings.append(setting)
    settings = _that_obey(compiler, settings, high, language)
    settings += _given_flags(low, high, {setting.name for setting in settings})
    return Candidates(tuple(settings), tuple(unclear))


def _that_obey(
    compiler: Compiler, settings: list[LevelSetting], high: tuple[str, ...], language: Language
) -> list[LevelSetting]:
    """The same, without the way back where GCC does not take it.

    It computes some settings from the level whatever the flags say: in GCC 12, -O3 always lets
    complete unrolling grow the code.
    """
    back = tuple(flag for setting in settings for flag in setting.off)
    table = gcc_settings(compiler, (*high, *back), language)
    values = {name.rstrip("="): value for name, value in table.items()}
    return [
        setting if values.get(setting.name) == setting.low else replace(setting, off=())
        for setting in settings
    ]


def _gcc_setting(name: str, low: str, high: str) -> LevelSetting | None:
    """None where the high value has no flag that would say it."""
    on, off = _gcc_flag(name, high), _gcc_flag(name, low)
    if not on:
        return None
    return LevelSetting(name.rstrip("="), low, high, on, off)


def _gcc_flag(name: str, value: str) -> tuple[str, ...]:
    if value in ("", _UNSET):
        return ()
    if name.endswith("="):
        return (f"{name}{value}",)
    if value == ENABLED:
        return (name,)
    if value != DISABLED or not name.startswith(("-f", "-m")):
        return ()
    return (f"{name[:2]}no-{name[2:]}",)


def _admitted(compiler: Compiler, setting: LevelSetting) -> bool:
    """True if the grammar of flags takes both directions; nothing else is ever compiled with."""
    try:
        parse_flags(" ".join((*setting.on, *setting.off)), compiler)
    except RefusedFlag:
        return False
    return True


def _given_flags(
    low: tuple[str, ...], high: tuple[str, ...], named: set[str]
) -> list[LevelSetting]:
    """Flags the user gave on one side only and that no table shows: `-march=…`, macros."""
    return [
        LevelSetting(flag, NOT_GIVEN, "given", (flag,), ())
        for flag in _joined(high)
        if flag not in _joined(low)
        and not flag.startswith("-O")
        and flag.partition("=")[0] not in named
        and not any(flag in (name, name.replace("-f", "-fno-", 1)) for name in named)
    ]


def _joined(flags: tuple[str, ...]) -> tuple[str, ...]:
    """Options of LLVM with the `-mllvm` before them, as one."""
    joined: list[str] = []
    for flag in flags:
        if joined and joined[-1] == "-mllvm":
            joined[-1] = f"-mllvm {flag}"
        else:
            joined.append(flag)
    return tuple(joined)


def _clang_candidates(
    compiler: Compiler, low: tuple[str, ...], high: tuple[str, ...]
) -> Candidates:
    before, after = clang_arguments(compiler, low), clang_arguments(compiler, high)
    changed = [name for name in _CLANG_SWITCHES if (name in before) != (name in after)]
    settings = [_clang_switch(name, name in after) for name in changed]
    unclear = []
    for name, gained in _pass_differences(compiler, low, high):
        option = _llvm_option(name)
        if option is None:
            unclear.append(f"pass {name}: {'only' if gained else 'not'} in the second")
        elif gained:
            settings.append(_llvm_setting(option))
    given = _given_flags(low, high, {setting.name for setting in settings})
    split = [_split(setting) for setting in given]
    return Candidates((*dict.fromkeys(settings), *split), tuple(dict.fromkeys(unclear)))


def _clang_switch(name: str, in_high: bool) -> LevelSetting:
    on, off = _CLANG_SWITCHES[name]
    if not in_high:
        on, off = off, on
    states = ("[disabled]", "[enabled]") if in_high else ("[enabled]", "[disabled]")
    return LevelSetting(_CLANG_SWITCHES[name][0], *states, (on,), (off,))


def _pass_differences(
    compiler: Compiler, low: tuple[str, ...], high: tuple[str, ...]
) -> list[tuple[str, bool]]:
    """Passes that run more often on one side, with True if that is the high one."""
    before = Counter(clang_passes(compiler, low))
    after = Counter(clang_passes(compiler, high))
    gained = [(name, True) for name in after - before]
    lost = [(name, False) for name in before - after]
    return [*gained, *lost]


def _llvm_option(name: str) -> tuple[str, str] | None:
    for beginning, on, off in _LLVM_OPTIONS:
        if name.startswith(beginning):
            return on, off
    return None


def _llvm_setting(option: tuple[str, str]) -> LevelSetting:
    on, off = ("-mllvm", option[0]), ("-mllvm", option[1])
    name = option[0].partition("=")[0]
    return LevelSetting(name, DISABLED, ENABLED, on, off)


def _split(setting: LevelSetting) -> LevelSetting:
    on = tuple(setting.on[0].split(" "))
    return LevelSetting(setting.name, setting.low, setting.high, on, ())
