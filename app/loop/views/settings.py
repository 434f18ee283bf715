"""The settings row of the explorer: compilers, flags and their menus, as one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.loop.loop_request import LoopRequest
from app.site.views.setting_fields import SettingChoice, choices_of
from compiler_core.toolchain.flags import MENUS, FlagChoice, FlagGroup
from compiler_core.toolchain.outcome import Compiler


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One flag of a menu, as a toggle button.

    id: of its element. pressed: it is among the flags now.
    """

    id: str
    choice: FlagChoice
    pressed: bool


@dataclass(frozen=True, slots=True)
class MenuView:
    """One group of flags: title, a hint (`one of these`), its choices."""

    title: str
    hint: str
    choices: tuple[ChoiceView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsView:
    """The row of settings of the explorer."""

    sentence: str
    """The setting as one reads it, for small screens, where it unfolds."""
    compilers: tuple[SettingChoice, ...]
    """All installed ones, with the chosen one marked."""
    flags: str
    """As typed."""
    menus: tuple[MenuView, ...]
    """Flags to toggle, group by group."""
    cpus: tuple[SettingChoice, ...]
    """What this compiler's -mcpu takes."""
    menu_open: bool
    """True after a flag was toggled, so that the menu stays where it is."""
    languages: tuple[SettingChoice, ...]
    """C and C++, with the chosen one marked."""
    right_compilers: tuple[SettingChoice, ...]
    """The diff's other side. language: options C and C++. pane: the current one. filters: what is
    hidden, as toggles."""
    right_flags: str
    """Flags of the diff's other side."""


def settings_view(
    request: LoopRequest, compilers: Sequence[Compiler], compiler: Compiler | None, toggled: str
) -> SettingsView:
    """The row for a request; `compiler` is the one its name resolves to, None if none does."""
    right_compiler, right_flags = request.right()
    chosen = request.flags.split()
    family = compiler.family if compiler else ""
    language = "C++" if request.language == "c++" else "C"
    return SettingsView(
        sentence=sentence(compiler.title if compiler else request.compiler, (*chosen, language)),
        compilers=compiler_options(compilers, compiler.name if compiler else request.compiler),
        flags=request.flags,
        menus=tuple(_menu(group, chosen, family) for group in MENUS),
        cpus=_cpu_options(compiler, chosen),
        menu_open=bool(toggled),
        languages=choices_of((("c", "C"), ("c++", "C++")), request.language),
        right_compilers=compiler_options(compilers, right_compiler),
        right_flags=right_flags,
    )


def _resolved(compilers: Sequence[Compiler], name: str) -> str:
    """`gcc` and `clang` stand for the first installed one of the family."""
    return next((c.name for c in compilers if name in (c.name, c.family)), name)


def compiler_options(compilers: Sequence[Compiler], chosen: str) -> tuple[SettingChoice, ...]:
    """All compilers; `gcc` and `clang` choose the first installed one of the family."""
    chosen = _resolved(compilers, chosen)
    return choices_of(((c.name, c.title) for c in compilers), chosen)


def _cpu_options(compiler: Compiler | None, chosen: Sequence[str]) -> tuple[SettingChoice, ...]:
    current = next((flag[6:] for flag in chosen if flag.startswith("-mcpu=")), "")
    names = compiler.cpus if compiler else ()
    return choices_of((("", "any AArch64"), *((name, name) for name in names)), current)


def _menu(group: FlagGroup, chosen: Sequence[str], family: str) -> MenuView:
    choices = tuple(
        ChoiceView(f"flag{choice.flag.replace(' ', '')}", choice, is_pressed(choice.flag, chosen))
        for choice in group.choices
        if not family or family in choice.families
    )
    return MenuView(group.title, "one of these" if group.kind == "one" else "any of these", choices)


def is_pressed(flag: str, chosen: Sequence[str]) -> bool:
    """True when every word of a menu's flag is among the chosen ones."""
    return bool(flag) and all(word in chosen for word in flag.split())


def toggle_flag(flags: str, flag: str) -> str:
    """The flags with one menu choice switched: off if it is on, else on.

    In a menu of which one holds, the choice takes the place of the others.
    """
    words = flags.split()
    if is_pressed(flag, words):
        return " ".join(word for word in words if word not in flag.split())
    group = next((g for g in MENUS if any(c.flag == flag for c in g.choices)), None)
    dropped = _rivals(group) if group is not None and group.kind == "one" else frozenset()
    rest = [word for word in words if word not in dropped]
    return " ".join([*rest, *flag.split()])


def _rivals(group: FlagGroup) -> frozenset[str]:
    return frozenset(word for choice in group.choices for word in choice.flag.split())


def set_cpu(flags: str, cpu: str) -> str:
    """The flags with this -mcpu, or without any for an empty name."""
    rest = [word for word in flags.split() if not word.startswith("-mcpu=")]
    return " ".join([*rest, *([f"-mcpu={cpu}"] if cpu else [])])


def sentence(title: str, flags: Iterable[str]) -> str:
    """`GCC 12.2.0 · -O3 · armv8-a+sve`: a setting as one reads it."""
    words = (
        flag.partition("=")[2] if flag.startswith(("-march=", "-mcpu=")) else flag for flag in flags
    )
    return " · ".join((title, *words))
