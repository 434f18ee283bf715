"""Why a token was written: the text shaded by what was read of it, token by token and by head."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from app.site.views.setting_fields import SettingField
from compiler_core.llm.slicing.answer import HeadShare, TokenAnswer, TokenRead
from compiler_core.llm.slicing.settings import TokenSettings

_SIGNS = {"same": ("is-good", "✓"), "differs": ("is-bad", "✗")}
_LEVELS = 9


@dataclass(frozen=True, slots=True)
class TokenCell:
    """A token of the text. level: how much of it was read, 0 to 9, of the most; hidden: the mask
    keeps it out; chosen: the position that is asked about. share: percent, for a bar. address: of
    the page that asks about this position."""

    position: int
    text: str
    level: int
    share: int
    percent: str
    hidden: bool
    chosen: bool
    address: str
    title: str


@dataclass(frozen=True, slots=True)
class HeadRow:
    """A head that looks hard at one token. address: of the page about it."""

    name: str
    address: str
    token: str
    share: int
    percent: str


@dataclass(frozen=True, slots=True)
class TokenPage:
    """problem: why there is no answer; waiting: what the page waits for; again: where it looks. The
    fields of the form are as typed. whole: the address about the logit, where a head is shown."""

    title: str
    model_title: str
    run: str
    action: str
    again: str
    kept: tuple[SettingField, ...]
    text: str
    position: str
    layer: str
    head: str
    token: str
    problem: str
    waiting: str
    command: str
    heading: str = ""
    value: str = ""
    sentence: str = ""
    proof: str = ""
    proof_sign: str = ""
    proof_classes: str = ""
    tokens: tuple[TokenCell, ...] = ()
    heads: tuple[HeadRow, ...] = ()
    whole: str = ""


class AddressOf(Protocol):
    """The page about the same text, by position, layer, head and token."""

    def __call__(self, **places: int) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenShown:
    """What a page has beside the answer."""

    model_title: str
    run: str
    """Address of the run's page."""
    action: str
    again: str
    settings: TokenSettings
    """As they were asked about."""
    text: str
    """Empty where the text is that of the run."""
    address: AddressOf
    kept: tuple[SettingField, ...]
    command: str


def token_page(
    shown: TokenShown, answer: TokenAnswer | None, doing: str, problem: str
) -> TokenPage:
    """answer: None while there is none. problem: why there will be none, empty if there may be."""
    settings = shown.settings
    waiting = f"{doing}. This page looks again by itself." if doing and not problem else ""
    page = TokenPage(
        title=f"Why this token · {shown.model_title}", model_title=shown.model_title,
        run=shown.run, action=shown.action, again=shown.again, kept=shown.kept,
        text=shown.text, position=settings.position, layer=settings.layer,
        head=settings.head, token=settings.token, problem=problem, waiting=waiting,
        command=shown.command,
    )  # fmt: skip
    return page if answer is None else _answered(page, shown, answer)


def _answered(page: TokenPage, shown: TokenShown, answer: TokenAnswer) -> TokenPage:
    classes, sign = _SIGNS[answer.proof.verdict]
    is_head = answer.subject == "head"
    named = f"layer {answer.layer}, head {answer.head}" if is_head else "logit"
    most = max(one.share for one in answer.reads)
    return replace(
        page,
        position=str(answer.position),
        heading=f"{named} at token {answer.position}",
        value=f"{answer.value}; bits {answer.bits}",
        sentence=answer.sentence,
        proof=answer.proof.sentence, proof_sign=sign, proof_classes=classes,
        tokens=tuple(_cell(one, answer, most, shown) for one in answer.reads),
        heads=tuple(_head(one, answer.position, shown) for one in answer.heads),
        whole=shown.address(position=answer.position) if is_head else "",
    )  # fmt: skip


def _cell(one: TokenRead, answer: TokenAnswer, most: float, shown: TokenShown) -> TokenCell:
    percent = "hidden" if one.hidden else f"{one.share:.1%}"
    places = {"layer": answer.layer, "head": answer.head} if answer.subject == "head" else {}
    return TokenCell(
        position=one.position,
        text=one.text,
        level=round(_LEVELS * one.share / most) if most else 0,
        share=round(100 * one.share),
        percent=percent,
        hidden=one.hidden,
        chosen=one.position == answer.position,
        address=shown.address(position=one.position, **places),
        title=f"Token {one.position}, {percent}: ask about this one",
    )


def _head(one: HeadShare, position: int, shown: TokenShown) -> HeadRow:
    address = shown.address(position=position, layer=one.layer, head=one.head)
    return HeadRow(
        f"layer {one.layer}, head {one.head}", address, f"{one.text} ({one.position})",
        round(100 * one.share), f"{one.share:.1%}",
    )  # fmt: skip
