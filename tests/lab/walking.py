"""A browser without scripts: it keeps cookies, follows redirects and fills in forms."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

HTML = {"accept": "text/html"}
_FIELD = re.compile(r'name="(form_token|client_key)" value="([^"]*)"')


class Walker:
    """One person at one computer."""

    def __init__(self, app: FastAPI) -> None:
        self.client = TestClient(app, base_url="http://localhost", headers=HTML)
        self.page: Any = None

    def open(self, path: str) -> Any:
        self.page = self.client.get(path)
        return self.page

    def send(self, path: str, **fields: str) -> Any:
        """Post a form of the page that is open, with what stands hidden in it."""
        hidden = dict(_FIELD.findall(self.page.text)) if self.page is not None else {}
        headers = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
        self.page = self.client.post(path, data={**hidden, **fields}, headers=headers)
        return self.page

    @property
    def text(self) -> str:
        return unescape(self.page.text)

    def return_link(self) -> str:
        """Of the welcome page that is open."""
        found = re.search(r"(/lab/r/[\w-]+)", self.text)
        assert found is not None, self.text
        return found[1]

    def join(self, code: str, nickname: str) -> Any:
        self.open("/lab")
        return self.send("/lab/join", code=code, nickname=nickname)
