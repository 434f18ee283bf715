"""What may ask: which hosts, which sites, which bodies."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import HTML

SOURCE = "int twice(int x) { return x + x; }"
FORM = {"source": SOURCE, "pane": "listing"}
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://lab.test"}, 200),
        ({"origin": "https://lab.test"}, 200),
        ({"origin": "http://LAB.test:80", "sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"origin": "http://evil.test"}, 403),
        ({"origin": "http://lab.test.evil.test"}, 403),
        ({"origin": "http://lab.test:8080"}, 403),
        ({"origin": "http://evil.test@lab.test"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://[::1"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "CROSS-SITE"}, 403),
        ({"origin": "http://lab.test", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "http://evil.test", "sec-fetch-site": "same-origin"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/api/compile", "/share", "/loop"])
def test_only_pages_of_this_site_may_send(
    client: TestClient, path: str, headers: dict[str, str], status: int
) -> None:
    body = {"json": {"source": SOURCE}} if path.startswith("/api") else {"data": FORM}
    answer = client.post(path, headers=headers, **body)  # type: ignore[arg-type]
    passed = (200, 303)
    assert answer.status_code in (passed if status == 200 else (status,))


def test_a_page_of_another_site_may_link_here(client: TestClient) -> None:
    headers = HTML | {"sec-fetch-site": "cross-site", "origin": "http://evil.test"}
    assert client.get("/learn", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("lab.test", 200),
        ("LAB.test:8000", 200),
        ("lab.test.", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("192.168.1.7", 200),
        ("[::1]:8000", 200),
        ("[::1%evil.test]", 421),
        ("[fe80::1%25<b>]:8000", 421),
        ("evil.test", 421),
        ("lab.test.evil.test", 421),
        ("localhost.evil.test", 421),
        ("127.0.0.1.evil.test", 421),
        ("", 421),
        ("lab.test/x", 421),
        ("user@lab.test", 421),
    ],
)
def test_hosts_are_named(client: TestClient, host: str, status: int) -> None:
    answer = client.get("/healthz", headers={"host": host})
    assert answer.status_code == status
    if status == 421:
        assert "does not answer for the host" in answer.text
        assert "--allowed-host" in answer.text


def test_a_shared_link_has_the_host_that_was_asked_for(client: TestClient) -> None:
    headers = {"host": "127.0.0.1:8000"}
    answer = client.post("/api/share", json={"source": SOURCE}, headers=headers)
    assert answer.json()["url"].startswith("http://127.0.0.1:8000/z/")


@pytest.mark.parametrize("path", ["/api/count", "/api/share", "/api/why", "/api/textbook"])
@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"]
)
def test_json_says_that_it_is_json(client: TestClient, path: str, content_type: str) -> None:
    body = b'{"source": "int f(void) { return 1; }"}'
    answer = client.post(path, content=body, headers={"content-type": content_type})
    assert answer.status_code == 415
    assert "application/json" in answer.json()["error"]["advice"]


def test_a_source_is_compiled_as_it_is(client: TestClient) -> None:
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "text/x-c"):
        headers = {"content-type": content_type, "accept": "text/plain"}
        answer = client.post("/api/compile?flags=-O2", content=SOURCE, headers=headers)
        assert answer.status_code == 200
        assert "twice" in answer.text
    json = client.post(
        "/api/compile",
        content=b'{"source": "int f(void) { return 1; }"}',
        headers={"content-type": "Application/JSON; charset=UTF-8"},
    )
    assert json.status_code == 200


CODECS = ("utf-7", "idna", "punycode", "hex", "rot13", "undefined", "unicode_escape", "utf-16",
          "base64", "zip", "nonsense", "utf-8\\", "cp037")  # fmt: skip


@pytest.mark.parametrize("codec", CODECS)
def test_every_text_is_utf_8(client: TestClient, codec: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="source"\r\n\r\n+AHs-\xff\r\n--x--\r\n'
    url = b"source=int%20f%28void%29%3B%ff"
    bodies = [
        ("/loop", f'multipart/form-data; boundary=x; charset="{codec}"', part),
        ("/loop", f"multipart/form-data; charset={codec}; boundary=x", part),
        ("/share", f"application/x-www-form-urlencoded; charset={codec}", url),
        ("/loop/textbook", f"application/x-www-form-urlencoded;CHARSET={codec}", url),
        ("/api/compile", f"text/plain; charset={codec}", b"int f(void);"),
        ("/api/share", f"application/json; charset={codec}", b'{"source": "int f(void);"}'),
        ("/loop", f"multipart/form-data; boundary=x; charset*=utf-8''{codec}", part),
        ("/loop", "multipart/form-data; boundary=x; charset*0=utf; charset*1=-7", part),
    ]
    for path, content_type, body in bodies:
        answer = client.post(path, content=body, headers={"content-type": content_type})
        assert answer.status_code == 415, (path, content_type)


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("field", ["name", "filename", "x"])
def test_names_in_strange_character_sets_are_no_fault_of_the_server(
    client: TestClient, codec: str, field: str
) -> None:
    """RFC 2231 lets a part's header name a character set of its own."""
    for value in (f"{field}*={codec}''%FF%00a", f"{field}*0*={codec}''%FF; {field}*1*=%FE"):
        rest = "" if field == "name" else 'name="model"; '
        head = f"Content-Disposition: form-data; {rest}{value}".encode()
        part = b"--x\r\n" + head + b"\r\nContent-Type: text/plain; charset=" + codec.encode()
        body = part + b"\r\n\r\nint f(void);\r\n--x--\r\n"
        for path in ("/loop", "/model", "/api/models"):
            headers = {"content-type": "multipart/form-data; boundary=x"}
            answer = client.post(path, content=body, headers=headers)
            assert answer.status_code < 500, (path, value, answer.text)
