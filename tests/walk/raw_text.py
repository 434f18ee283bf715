"""What must never stand in a page that a person reads: markup that nobody set, Python's own words.

Code, listings and text that a user typed are left out: there a backtick or a star is meant.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page

# Of a copy of the page: what is code, what is typed, and what is not shown at all.
_READ = """() => {
    const copy = document.body.cloneNode(true);
    const code = ["code, pre, kbd, samp, textarea, input, select, script, style, noscript",
                  ".cm-editor"].join();
    copy.querySelectorAll(code).forEach((one) => one.replaceWith(" · "));
    const parts = [copy.textContent];
    for (const one of copy.querySelectorAll("[title], [aria-label], [alt]"))
        parts.push(one.title || "", one.getAttribute("aria-label") || "", one.alt || "");
    return parts.join("\\n");
}"""
RAW = {
    "backtick": re.compile(r"`"),
    "bold": re.compile(r"\*\*\w|\w\*\*(?!\w)|\b__\w+__\b"),
    "link": re.compile(r"\]\((?:/|https?:)"),
    "template": re.compile(r"\{\{|\{%|%\}"),
    "None": re.compile(r"\bNone\b(?! of| but| were| was| is| are| can| has| needs)"),
    "not a number": re.compile(r"\bnan\b|\binf\b"),
    "object": re.compile(r"\[object |<\w+ object at 0x|\bobject at 0x"),
    "record": re.compile(r"\b[A-Z]\w+\((?:\w+=|')|\bMarkup\("),
    "traceback": re.compile(r"Traceback \(most recent|File \"[^\"]+\", line \d"),
    "container": re.compile(r"(?<!\w)\(\)|\[\](?!\w)|\{\}|\('\w|\['\w|dict_|\bTrue\b|\bFalse\b"),
}  # fmt: skip


def raw_text(page: Page) -> list[str]:
    """What is raw on the page as it stands, each with some words around it."""
    text = page.evaluate(_READ)
    found = []
    for name, pattern in RAW.items():
        hit = pattern.search(text)
        if hit:
            around = " ".join(text[max(hit.start() - 50, 0) : hit.end() + 50].split())
            found.append(f"{name}: {around}")
    return found
