"""Why a token was written: the text shaded by what was read of it, token by token and by head."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from app.site.views.setting_fields import SettingField
from compiler_core.llm.slicing.answer import HeadShare, TokenAnswer, TokenRead
from compiler_core.llm.slicing.settings import TokenSettings

_LEVELS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCell:
    """A token of the text."""

    read: TokenRead
    """The token and its share, as computed."""
    level: int
    """How much of it was read, 0 to 9, of the most."""
    share: int
    """Percent, for a bar."""
    percent: str
    """How much of it was read, as `12.5%`, or `hidden`."""
    chosen: bool
    """The position that is asked about."""
    address: str
    """Page with the same question about this position."""
    title: str
    """Words for the tooltip: position, share and that it can be asked about."""


@dataclass(frozen=True, slots=True)
class HeadRow:
    """A head that looks hard at one token. address: of the page about it."""

    name: str
    address: str
    token: str
    share: int
    percent: str


class AddressOf(Protocol):
    """The page about the same text, by position, layer, head and token."""

    def __call__(self, **places: int) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenShown:
    """What a page has beside the answer."""

    model_title: str
    """Of the language model as readers see it."""
    run: str
    """Address of the run's page."""
    action: str
    """Where the form of the question is sent."""
    again: str
    """Address of this page."""
    settings: TokenSettings
    """As they were asked about."""
    text: str
    """Empty where the text is that of the run."""
    address: AddressOf
    """Makes addresses of questions about other positions, heads and tokens of the text."""
    kept: tuple[SettingField, ...]
    """Hidden fields with the settings of the run."""
    command: str
    """What prints the same answer at home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenPage:
    """The page that says why a token was written."""

    title: str
    """Of the document."""
    shown: TokenShown
    """Model, addresses and form, which do not depend on the answer."""
    problem: str
    """Why there is no answer."""
    waiting: str
    """What the page waits for."""
    position: str
    """As typed, or as answered."""
    answer: TokenAnswer | None = None
    """None while there is none; the fields after it are empty then."""
    heading: str = ""
    """What was asked, as `logit at token 5` or `layer 1, head 0 at token 5`."""
    value: str = ""
    """The number that is explained, and its bits."""
    tokens: tuple[TokenCell, ...] = ()
    """Every token of the text, in order."""
    heads: tuple[HeadRow, ...] = ()
    """Those that look hard at one token."""
    whole: str = ""
    """The address about the logit, where a head is shown."""


def token_page(
    shown: TokenShown, answer: TokenAnswer | None, doing: str, problem: str
) -> TokenPage:
    """answer: None while there is none. problem: why there will be none, empty if there may be."""
    waiting = f"{doing}. This page looks again by itself." if doing and not problem else ""
    page = TokenPage(
        title=f"Why this token · {shown.model_title}",
        shown=shown,
        problem=problem,
        waiting=waiting,
        position=shown.settings.position,
    )
    return page if answer is None else _answered(page, shown, answer)


def _answered(page: TokenPage, shown: TokenShown, answer: TokenAnswer) -> TokenPage:
    is_head = answer.subject == "head"
    named = f"layer {answer.layer}, head {answer.head}" if is_head else "logit"
    most = max(read.share for read in answer.reads)
    return replace(
        page,
        position=str(answer.position),
        answer=answer,
        heading=f"{named} at token {answer.position}",
        value=f"{answer.value}; bits {answer.bits}",
        tokens=tuple(_cell(token, answer, most, shown) for token in answer.reads),
        heads=tuple(_head(head, answer.position, shown) for head in answer.heads),
        whole=shown.address(position=answer.position) if is_head else "",
    )


def _cell(token: TokenRead, answer: TokenAnswer, most: float, shown: TokenShown) -> TokenCell:
    percent = "hidden" if token.hidden else f"{token.share:.1%}"
    places = {"layer": answer.layer, "head": answer.head} if answer.subject == "head" else {}
    return TokenCell(
        read=token,
        level=round(_LEVELS * token.share / most) if most else 0,
        share=round(100 * token.share),
        percent=percent,
        chosen=token.position == answer.position,
        address=shown.address(position=token.position, **places),
        title=f"Token {token.position}, {percent}: ask about this one",
    )


def _head(head: HeadShare, position: int, shown: TokenShown) -> HeadRow:
    address = shown.address(position=position, layer=head.layer, head=head.head)
    return HeadRow(
        f"layer {head.layer}, head {head.head}",
        address,
        f"{head.text} ({head.position})",
        round(100 * head.share),
        f"{head.share:.1%}",
    )
