"""Every option of every command can be given: what it is declared to take, it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from command_line.main import application


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Those that do something, with the words that lead to them."""
    inner = getattr(command, "commands", None)
    if not inner:
        yield words, command
        return
    for name, one in inner.items():
        yield from commands(one, (*words, name))


COMMANDS = list(commands(typer.main.get_command(application)))


def given(option: Any) -> list[str]:
    """The option with a value, twice if it may be repeated."""
    name = option.opts[0]
    if option.is_flag:
        return [name]
    text = "a" if option.bare_type() == "str" else str(option.min or 1)
    return [name, text] * (2 if option.multiple else 1)


@pytest.mark.parametrize(("words", "command"), COMMANDS, ids=[" ".join(one) for one, _ in COMMANDS])
def test_every_option_is_taken(words: tuple[str, ...], command: Any) -> None:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    needed = ["a" for argument in arguments if argument.required]
    options = [one for one in command.params if one.param_type_name == "option"]
    told = [option for option in options if not option.is_eager]
    required = [word for one in told if one.required for word in given(one)]
    for one in told:
        asked = given(one) + ([] if one.required else required) + needed
        context = command.make_context(words[-1], asked)
        assert one.name in context.params
