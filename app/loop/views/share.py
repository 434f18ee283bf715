"""A shared loop's addresses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShareView:
    """path: of the permanent link. link: the same with the server's name. frame: HTML to paste
    into slides. offline: path of the file to save. curl: the same result as text.
    """

    path: str
    link: str
    frame: str
    offline: str
    curl: str


@dataclass(frozen=True, slots=True)
class SharePage:
    """What the explorer shows after Share was pressed."""

    share: ShareView


def share_view(name: str, base: str) -> ShareView:
    """Addresses for an id. base: `http://host:port`, without a slash at the end."""
    path = f"/z/{name}"
    frame = (
        f'<iframe src="{base}{path}/embed" title="Loop and its assembly" '
        'width="100%" height="480" loading="lazy"></iframe>'
    )
    curl = f"curl -H 'Accept: text/plain' {base}{path}"
    return ShareView(path, f"{base}{path}", frame, f"{path}/offline.html", curl)
