"""What a request must be before anything reads it: for this host, from this site, in a known form.

A page of another site can make a visitor's browser send a form or plain text here, with the address
of this network; it can also give its own name the address of this machine. Browsers say where a
request comes from, and which name was asked for; programs such as curl say neither of the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.serving.errors import error_response
from compiler_core.typed_numbers import whole_number

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
JSON_TYPE = "application/json"
API = "/api/"
# A source may be sent as it is, and models are files of a form.
OTHER_BODIES = ("/api/compile", "/api/models")
DEFAULT_PORTS = ("80", "443")
CHARSETS = ("utf-8", "utf8", "us-ascii", "ascii")
_CHARSET = re.compile(r";\s*charset([*0-9]*)\s*=\s*(\"?)([^\";]*)", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://([^/@?#\\\s]+)", re.IGNORECASE)
_NAME_SHOWN = 60
_PORT_DIGITS = 5


@dataclass(frozen=True, slots=True)
class GateRefusal:
    """Why a request goes no further."""

    status: int
    message: str
    advice: str


class Gate:
    """Middleware: refuses in one plain sentence.

    hosts: names under which the site may be asked for, beside IP addresses and localhost.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app = app
        self.hosts = frozenset(_plain_name(name) for name in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self.app(scope, receive, send)
            return
        answer = error_response(scope, refusal.status, refusal.message, refusal.advice)
        await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> GateRefusal | None:
        headers = Headers(scope=scope)
        refusal = host_refusal(headers, self.hosts)
        if refusal is not None or scope["method"] in SAFE_METHODS:
            return refusal
        return origin_refusal(headers) or content_refusal(headers, scope["path"])


def host_refusal(headers: Headers, hosts: frozenset[str]) -> GateRefusal | None:
    """Any name can be given this machine's address; only those that the operator named are meant.

    A request without a Host is of HTTP/1.0 and from no browser.
    """
    named = headers.getlist("host")
    if not named or (len(named) == 1 and _is_own(_split_host(named[0])[0], hosts)):
        return None
    shown = named[0][:_NAME_SHOWN]
    return GateRefusal(
        421,
        f"This server does not answer for the host {shown!r}.",
        "Use its IP address or localhost, or start it with --allowed-host and this name.",
    )


def origin_refusal(headers: Headers) -> GateRefusal | None:
    """What changes or runs something must come from a page of this site, or from no page at all."""
    fetch_sites = headers.getlist("sec-fetch-site")
    foreign = any(site not in ("same-origin", "none") for site in fetch_sites)
    host = _split_host(headers.get("host", ""))
    # A page that sends no referrer sends no origin; the browser says that it is of this site.
    unnamed = fetch_sites == ["same-origin"] and headers.getlist("origin") == ["null"]
    named = () if unnamed else headers.getlist("origin")
    foreign = foreign or any(_origin(origin) != host for origin in named)
    if not foreign:
        return None
    return GateRefusal(
        403,
        "This request comes from a page of another site.",
        "Send it from a page of this site, or from a program that sends no Origin.",
    )


def content_refusal(headers: Headers, path: str) -> GateRefusal | None:
    """JSON must say that it is JSON, which another site's form cannot, and all text is UTF-8."""
    types = headers.getlist("content-type")
    for name in (name for content_type in types for name in _charsets(content_type)):
        if name not in CHARSETS:
            return GateRefusal(
                415, f"The character set {name[:_NAME_SHOWN]!r} is not read.", "Send UTF-8."
            )
    if not path.startswith(API) or path.rstrip("/") in OTHER_BODIES:
        return None
    if len(types) == 1 and is_json(types[0]):
        return None
    return GateRefusal(
        415,
        "This address takes JSON, and the request does not say that it sends JSON.",
        f"Send the header Content-Type: {JSON_TYPE}.",
    )


def is_json(content_type: str) -> bool:
    """Whether the header says JSON, whatever stands behind it."""
    return content_type.partition(";")[0].strip().lower() == JSON_TYPE


def _charsets(content_type: str) -> list[str]:
    """Every character set that the header names; one in a form of its own is not plain."""
    matches = _CHARSET.findall(content_type)
    return [f"{form}{name.strip().lower()}" for form, _, name in matches]


def _is_own(host: str, hosts: frozenset[str]) -> bool:
    if host == "localhost" or host in hosts:
        return True
    if "%" in host:
        return False  # Behind it, in an address of IPv6, any text may stand as the zone's name.
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _split_host(text: str) -> tuple[str, str]:
    """Name and port of a Host header; the port is empty where it is a usual one."""
    name, colon, port = text.strip().rpartition(":")
    if not colon or whole_number(port, _PORT_DIGITS) is None:
        name, port = text.strip(), ""
    plain = _plain_name(name.removeprefix("[").removesuffix("]"))
    return plain, "" if port in DEFAULT_PORTS else port


def _origin(text: str) -> tuple[str, str] | None:
    """The same of an Origin; None for one that is no address, such as `null`."""
    match = _ORIGIN.fullmatch(text.strip())
    return _split_host(match[1]) if match else None


def _plain_name(name: str) -> str:
    return name.strip().lower().removesuffix(".")
