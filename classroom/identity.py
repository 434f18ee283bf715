"""Codes of classes, and tokens of return links.

A token is 128 random bits, and only its SHA-256 is stored: whoever reads the database cannot come
back as somebody else.
"""

from __future__ import annotations

import hashlib
import secrets

CODE_DIGITS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No O, I, 0 or 1: they look alike on a projector."""
CODE_LENGTH = 4
_ID_DIGITS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 8
_TOKEN_BYTES = 16


def new_code() -> str:
    """Of a class, as it is stored."""
    return "".join(secrets.choice(CODE_DIGITS) for _ in range(CODE_LENGTH))


def shown_code(code: str) -> str:
    """`K7-QX`."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def read_code(text: str) -> str:
    """A code as somebody typed it: any case, with or without the dash."""
    return "".join(text.split()).replace("-", "").upper()


def new_id() -> str:
    """Of a class, in addresses."""
    return "".join(secrets.choice(_ID_DIGITS) for _ in range(_ID_LENGTH))


def new_token() -> str:
    """The end of a return link."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def mark_of(token_hash_: str) -> str:
    """The part of a token's hash that a cookie repeats."""
    return token_hash_[:16]
