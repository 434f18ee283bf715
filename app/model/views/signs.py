"""Sixteen signs, and how likely a net finds each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True, kw_only=True)
class SignView:
    """A sign."""

    name: str
    """As in addresses and as readers see it."""
    picture: str
    """Data address of the sign's drawing."""
    address: str
    """Page on which a net is asked about this sign."""
    percent: int
    """In whole percent, as the bar shows it."""
    words: str
    """How likely the net finds it, as `97%` or `< 1%`; empty where nothing was asked."""
    likeliest: bool
    """Whether no sign has a larger share; False where nothing was asked."""


@dataclass(frozen=True, slots=True)
class SignBoard:
    """says: what the net takes the picture for, in a sentence, "" where there is none."""

    signs: tuple[SignView, ...]
    says: str


def sign_board(
    names: Sequence[str], pictures: Sequence[str], shown: str, shares: Sequence[float]
) -> SignBoard:
    """shown: the sign whose picture was asked about. shares: of each sign, or none at all."""
    best = max(shares, default=0.0)
    signs = tuple(
        SignView(
            name=name,
            picture=picture,
            address=f"/model?{urlencode({'sign': name})}#signs",
            percent=round(100 * share),
            words=_words(share) if shares else "",
            likeliest=bool(shares) and share == best,
        )
        for name, picture, share in zip(names, pictures, shares or (0.0,) * len(names), strict=True)
    )
    return SignBoard(signs, _says(signs, shown))


def _says(signs: Sequence[SignView], shown: str) -> str:
    likeliest = next((sign for sign in signs if sign.likeliest), None)
    if likeliest is None:
        return ""
    what = f"The picture of “{shown}”" if shown else "Your drawing"
    return f"{what}: the network says {likeliest.name}, {likeliest.words}."


def _words(share: float) -> str:
    if 0 < share < 0.01:
        return "< 1%"
    return "> 99%" if 0.99 < share < 1 else f"{share:.0%}"
