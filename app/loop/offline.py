"""The offline file: one HTML document with its styles and font inside, without any script."""

from __future__ import annotations

import base64
from datetime import UTC, datetime

from markupsafe import Markup

from app.loop.views.embed import OfflinePage
from app.loop.views.figure import FigureView
from app.serving.link_styles import link_rules
from app.serving.static_files import static_files
from app.serving.templating import Page, render_text

SHEETS = ("css/tokens.css", "css/base.css", "css/code.css", "css/home.css", "css/offline.css")
FONT = "vendor/jetbrains-mono-latin-400.woff2"
FONT_LINK = f'url("../{FONT}")'


def offline_file(figure: FigureView, title: str, link: str) -> str:
    """The whole document."""
    page = OfflinePage(
        title=title,
        figure=figure,
        styles=Markup(_styles(figure)),
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        link=link,
    )
    return render_text(Page("offline.html", page))


def _styles(figure: FigureView) -> str:
    """Our own style sheets; the font goes in as data. Nothing here comes from a user."""
    text = "\n".join(static_files.files[name].content.decode() for name in SHEETS)
    font = base64.b64encode(static_files.files[FONT].content).decode()
    embedded = text.replace(FONT_LINK, f'url("data:font/woff2;base64,{font}")')
    return f"{embedded}\n{link_rules(figure.keys)}"
