"""The headers that keep a page from loading or running anything that is not ours."""

from __future__ import annotations

import re

EMBED_PATH = re.compile(r"/z/[0-9A-Za-z]+/embed")
LAB_PATH = re.compile(r"/lab(/|$)")
STATIC_PREFIX = "/static/"
# No page: it loads nothing itself, and a short policy weighs less beside two dozen files.
STATIC_POLICY = "default-src 'none'; frame-ancestors 'none'"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors {ancestors}"
)


def content_policy(ancestors: str = "'none'", style_nonce: str = "") -> str:
    """The policy's text. style_nonce admits the style element that the editor makes for itself."""
    nonce = f" 'nonce-{style_nonce}'" if style_nonce else ""
    return POLICY.format(ancestors=ancestors, nonce=nonce)


def security_headers(path: str) -> dict[str, str]:
    """The headers for an answer at this path."""
    ancestors = "*" if EMBED_PATH.fullmatch(path) else "'none'"
    is_static = path.startswith(STATIC_PREFIX)
    return {
        "Content-Security-Policy": STATIC_POLICY if is_static else content_policy(ancestors),
        "X-Content-Type-Options": "nosniff",
        # The address of a return link must not reach anybody, not even this server's own log.
        "Referrer-Policy": "no-referrer" if LAB_PATH.match(path) else "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
