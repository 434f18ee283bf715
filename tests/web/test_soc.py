"""The frame of the pages about chips: addresses, edits, problems in their place, JSON."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from app.addresses.chips import soc_request
from app.drawing.views.chart import three_digits
from app.soc.every_view import VIEWS
from app.soc.view_answers import ANSWERS
from app.soc.words import linked_idea, words_of
from compiler_core.errors import InputError


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "many", "1" * 50])
def test_an_edit_that_is_no_figure_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        soc_request("chip", {"set.npu.clock_ghz": text})


def test_every_view_has_its_answer() -> None:
    assert list(ANSWERS) == [view.name for view in VIEWS]


def test_the_address_gives_the_request_again() -> None:
    given = {"chip": "rk3588", "model": "vgg19", "set.dram.bus_width_bits": "32", "batch": "4"}
    asked = soc_request("roofline", given)
    assert asked.query() == given
    assert asked.with_chip("generic").query() == {"model": "vgg19", "batch": "4"}


def test_edits_of_one_chip_are_not_put_on_another() -> None:
    given = {"chip": "rk3588", "of": "generic", "set.npu.clock_ghz": "2"}
    assert soc_request("chip", given).edits == ()


def test_an_edited_figure_is_shown_as_edited(client: TestClient) -> None:
    page = client.get("/soc?set.npu.clock_ghz=1.5")
    assert page.status_code == 200
    assert "Not this chip any more" in page.text
    found = client.get("/api/soc/views/chip?set.npu.clock_ghz=1.5").json()
    npu = next(one for one in found["chip"]["units"] if one["name"] == "npu")
    assert npu["clock_ghz"] == {"value": 1.5, "source": "Your own number, not the chip's"}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/soc?set.npu.wheels=4", 422),
        ("/soc?set.npu.clock_ghz=fast", 422),
        ("/soc?chip=none", 404),
        ("/soc/nowhere", 404),
        ("/api/soc/views/nowhere", 404),
        ("/api/soc/views/chip?chip=none", 404),
        ("/soc?" + "&".join(f"set.a{one}=1" for one in range(80)), 422),
        ("/soc?" + "&".join(f"value{one}=1" for one in range(120)), 422),
    ],
)
def test_what_cannot_be_shown_is_said(client: TestClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.16784, "0.168"),
        (999.4, "999"),
        (999.6, "1,000"),
        (1080.4, "1,080"),
        (6e18, "6·10¹⁸"),
        (-3.84e-14, "-3.84·10⁻¹⁴"),
    ],
)
def test_a_number_is_read_without_an_exponent(value: float, text: str) -> None:
    assert three_digits(value) == text


@pytest.mark.parametrize(
    ("view", "chip"), [("roofline", "h100"), ("cost", "b200"), ("mapping", "h200")]
)
def test_the_largest_chips_are_shown_with_plain_numbers(
    client: TestClient, view: str, chip: str
) -> None:
    page = client.get(f"/soc/{view}?chip={chip}&model=resnet-50")
    assert page.status_code == 200
    assert not re.search(r">[^<]*\d(\.\d+)?e[+-]\d\d", page.text)


def test_the_door_is_marked_on_every_page_behind_it(client: TestClient) -> None:
    assert 'href="/soc" aria-current="page"' in client.get("/soc").text
    assert 'href="/soc" aria-current="true"' in client.get("/soc/trust").text


def test_an_error_of_nothing_has_no_minus(client: TestClient) -> None:
    page = client.get("/soc/trust").text
    assert "-0%" not in page
    assert "-0.0%" not in page


def test_what_decides_a_speed_is_said_of_this_model(client: TestClient) -> None:
    small = client.get("/soc/decode?model=qwen2.5-0.5b&chip=h100&context=64").text
    large = client.get("/soc/decode?model=llama-2-7b").text
    assert "starting its kernels takes longer" in small
    assert "so bytes decide" in large


def test_vectors_narrower_than_a_sum_still_compute(client: TestClient) -> None:
    page = client.get("/soc/cost?chip=raspberry-pi-5&model=resnet-18&set.cpu.simd_bits=16")
    assert page.status_code == 200


def test_the_words_of_every_view_are_explained_on_it(client: TestClient) -> None:
    page = client.get("/soc/trust").text
    assert 'href="/glossary#held-out"' in page
    assert "so that it can judge them fairly" in page
    for view in VIEWS:
        assert len(words_of(view)) == len(set(view.words)) > 5
        assert 'href="/glossary#' in linked_idea(view)
        assert "<script" not in linked_idea(view)


def test_every_view_leads_to_the_next_with_the_same_chip(client: TestClient) -> None:
    for view, after in pairwise(VIEWS):
        page = client.get(f"/soc/{view.name}?chip=rk3588&model=vgg-16").text
        link = page.partition('<p class="soc-further">')[2].partition("</p>")[0]
        assert f"/soc/{after.name}?chip=rk3588" in link
        assert escape(after.question) in link
    assert 'href="/model"' in client.get("/soc/trust").text.partition("soc-further")[2]


def test_a_number_that_is_none_is_refused_in_its_place(client: TestClient) -> None:
    page = client.get("/soc?set.npu.clock_ghz=fast&chip=rk3576").text
    assert "cannot be &#39;fast&#39;" in page
    assert '<option value="rk3576" selected>' in page
    assert 'href="/soc?chip=rk3576"' in page.partition('role="alert"')[2]


def test_a_number_out_of_range_is_told_the_range_by_its_name(client: TestClient) -> None:
    page = client.get("/soc?set.npu.clock_ghz=1e20").text
    assert "Clock of Multiply-accumulate array cannot be 100,000,000,000,000,000,000." in page
    assert "from 0.000001 to 1,000,000:" in page


def test_changes_are_said_in_words(client: TestClient) -> None:
    page = client.get("/soc?set.npu.clock_ghz=2&set.npu.array_side=48").text
    assert "clock of Multiply-accumulate array 2 GHz instead of 1;" in page
    assert "rows and columns of Multiply-accumulate array 48" in page


def test_a_model_that_gives_way_is_said_and_led_to(client: TestClient) -> None:
    page = client.get("/soc/cost?model=qwen2.5-1.5b").text
    assert "Qwen2.5 1.5B is a language model, and this view is about networks" in page
    assert 'href="/soc/decode?model=qwen2.5-1.5b"' in page
    other = client.get("/soc/decode?model=vgg-16").text
    assert "VGG-16 is a network, and this view is about language models" in other
    assert "this view is about" not in client.get("/soc/decode").text
    assert 'href="/soc/cost?model=vgg-16"' in other
    assert "this view is about" not in client.get("/soc/cost?model=vgg-16").text


def test_a_memory_is_as_large_on_every_page(client: TestClient) -> None:
    assert "8 GiB" in client.get("/soc").text
    page = client.get("/soc/cost?model=vgg-16").text
    assert "of 8 GiB" in page
    assert "the 1 MiB on the chip" in page
    assert "On-chip memory" in page
    assert "1 MiB, as it is" in page


def test_a_problem_leaves_the_models_of_the_view_in_its_menu(client: TestClient) -> None:
    page = client.get("/soc/mapping?chip=ethos-u65-256&model=llama-2-7b&memory=none").text
    menu = page.partition('<select name="model"')[2].partition("</select>")[0]
    assert "Llama" not in menu
    menu = client.get("/soc/decode?context=abc").text
    menu = menu.partition('<select name="model"')[2].partition("</select>")[0]
    assert "ResNet" not in menu
    assert '" selected>Qwen' in menu


def test_the_headline_stands_before_the_fields_in_page_and_fragment(client: TestClient) -> None:
    """On a phone the fields of a view fill a screen and more."""
    for view in ("chip", "decode", "latency", "trust"):
        page = client.get(f"/soc/{view}").text
        assert 0 < page.index('class="soc-headline"') < page.index('id="soc-controls"')
        part = client.get(f"/soc/{view}", headers={"HX-Request-Type": "partial"}).text
        assert part.index('id="soc-answer"') < part.index("soc-headline") < part.index("soc-result")
        assert part.count("soc-headline") == page.count("soc-headline") == 1
