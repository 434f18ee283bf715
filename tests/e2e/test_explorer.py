"""The main job in a real browser: paste, compile, choose a line, read, compare, share."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from compiler_core.deceptive_text import with_marks

SAXPY = (
    "void saxpy(float *restrict y, const float *x, float a, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        y[i] = a * x[i] + y[i];\n"
    "}\n"
)
BROKEN = "int f(int a) {\n    return missing + a;\n}\n"


def paste(page: Page, text: str) -> None:
    """Put text into the editor as a paste does."""
    editor = page.get_by_role("textbox", name="Source")
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def compile_with_keys(page: Page) -> None:
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result")).not_to_have_class(re.compile("stale"))


def row(page: Page, code: str) -> Locator:
    """The first assembly row with this text."""
    return page.locator("[data-listing] .row").filter(has_text=re.compile(code)).first


def shown_explanation(page: Page) -> Locator:
    return page.locator("[data-listing] .explanation:visible")


def test_paste_compile_choose_a_line_read_it(page: Page) -> None:
    page.goto("/loop")
    paste(page, SAXPY)
    compile_with_keys(page)
    expect(page.locator("#result")).to_have_attribute("data-state", "ok")
    row(page, r"fmla").locator(".line").click()
    expect(shown_explanation(page)).to_have_count(1)
    expect(shown_explanation(page)).to_contain_text("v1")
    expect(shown_explanation(page)).to_contain_text("y[i] = a * x[i] + y[i];")
    expect(page).to_have_url(re.compile(r"#i\d+$"))


def test_what_the_listing_marks_the_editor_marks(page: Page) -> None:
    """Characters that reorder or hide text, of each kind, by their code points."""
    unseen = "\u202a\u202e\u2066\u2069\u200b\u200d\u2060\u00ad\u2028\u3164\u034f\u0007\ufeff"
    page.goto(f"/loop?{urlencode({'source': f'int a; // {unseen}'})}")
    marked = with_marks(f"int a; // {unseen}")
    expect(page.get_by_role("textbox", name="Source")).to_contain_text(marked)


def test_choosing_an_assembly_line_marks_its_source_line(page: Page) -> None:
    page.goto("/loop")
    paste(page, SAXPY)
    compile_with_keys(page)
    row(page, r"fmla").locator(".line").click()
    expect(page.locator(".cm-line.linked")).to_have_text("        y[i] = a * x[i] + y[i];")


def test_choosing_a_source_line_marks_its_assembly(page: Page) -> None:
    page.goto("/loop?example=axpy-restrict")
    line = page.locator(".cm-line").filter(has_text="y[i] = a * x[i] + y[i];")
    line.click()
    linked = page.locator("[data-listing] .row.linked")
    expect(linked.filter(has_text="fmla")).to_have_count(1)
    keys = linked.evaluate_all("rows => rows.map(row => row.dataset.source)")
    assert set(keys) == {"1-4"}
    every = page.locator('[data-listing] [data-source="1-4"]').count()
    assert len(keys) == every > 4


def test_source_lines_carry_the_bands_of_their_assembly(page: Page) -> None:
    page.goto("/loop?example=sum")
    for key in ("1-4", "1-5"):
        assembly = page.locator(f'[data-listing] [data-source="{key}"] .line').first
        number = int(key.partition("-")[2])
        source = page.locator(".cm-line").nth(number - 1)
        colour = "element => getComputedStyle(element).borderLeftColor"
        if "linked" in (source.get_attribute("class") or ""):
            continue
        assert source.evaluate(colour) == assembly.evaluate(colour)


def test_a_rejected_source_shows_its_message_at_the_line(page: Page) -> None:
    page.goto("/loop")
    paste(page, BROKEN)
    compile_with_keys(page)
    expect(page.get_by_role("alert")).to_contain_text("rejects this source")
    expect(page.locator(".message-mark.is-error")).to_have_count(1)
    page.get_by_role("link", name="line 2, column 12").first.click()
    expect(page.locator(".cm-line.linked")).to_contain_text("missing")
    paste(page, SAXPY)
    compile_with_keys(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".message-mark")).to_have_count(0)


def test_a_refused_flag_is_explained(page: Page) -> None:
    page.goto("/loop?example=sum")
    page.get_by_label("Flags", exact=True).fill("-O2 -o/etc/passwd")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("-o/etc/passwd")


def test_flags_are_toggled_in_the_menu_and_compiled_at_once(page: Page) -> None:
    page.goto("/loop?example=saxpy")
    page.locator("details.menu summary").click()
    page.locator("button[name=toggle][value='-march=armv8-a+sve']").click()
    expect(page.get_by_label("Flags", exact=True)).to_have_value("-O3 -march=armv8-a+sve")
    expect(page.locator("[data-listing]")).to_contain_text("whilelo")
    pressed = page.locator("button[name=toggle][value='-march=armv8-a+sve']")
    expect(pressed).to_be_visible()
    expect(pressed).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".reproduce")).to_contain_text("armv8-a+sve")
    page.keyboard.press("Escape")
    expect(pressed).not_to_be_visible()


def test_another_compiler_is_one_choice_away(page: Page) -> None:
    page.goto("/loop?example=sum")
    page.get_by_label("Compiler", exact=True).select_option("clang-19")
    expect(page.locator(".reproduce")).to_contain_text("Clang 19")
    expect(page).to_have_url(re.compile("compiler=clang-19"))


def test_a_filter_shows_directives_and_keeps_the_chosen_place(page: Page) -> None:
    page.goto("/loop?example=sum")
    expect(page.locator("[data-listing] .is-directive")).to_have_count(0)
    page.locator("#tab-more").click()
    page.get_by_label("Directives").check()
    expect(page.locator("[data-listing] .is-directive").first).to_be_visible()
    expect(page.get_by_label("Directives")).to_be_checked()
    expect(page.get_by_label("Directives")).to_be_focused()


def test_compare_two_settings(page: Page) -> None:
    page.goto("/loop?example=sum")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".summary")).to_contain_text("NEON")
    page.get_by_label("Other flags").fill("-O1")
    page.keyboard.press("Enter")
    expect(page.locator(".aligned thead")).to_contain_text("-O1")
    expect(page).to_have_url(re.compile("pane=diff"))


# Code may be longer than its pane; a table of numbers may not.
_WIDER_THAN_THE_PANE = """() => [...document.querySelectorAll('.pane-scroll .scroll')]
  .filter((box) => box.scrollWidth > box.clientWidth && !box.querySelector('.changes, .aligned'))
  .map((box) => box.ariaLabel)"""


@pytest.mark.parametrize(
    "pane",
    ["diff", "passes&compiler=clang-19&ledger=1!", "cycles", "run", "matrix", "registers"],
)
def test_a_pane_has_room_for_its_tables(page: Page, pane: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"/loop?example=saxpy&pane={pane}")
    expect(page.locator(".pane-scroll .scroll").first).to_be_attached()
    assert page.evaluate(_WIDER_THAN_THE_PANE) == []


def test_the_flag_matrix_leads_to_each_setting(page: Page) -> None:
    page.goto("/loop?example=saxpy")
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Flag matrix").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("row").filter(has_text="-O3 with SVE")).to_contain_text("SVE")
    table.get_by_role("link", name="-O1", exact=True).click()
    expect(page.get_by_label("Flags", exact=True)).to_have_value("-O1")


def test_the_register_map_names_arguments(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=registers")
    expect(page.locator("table.uses").first).to_contain_text("y: argument 1, pointer to float")
    assert page.locator("svg.map-ranges rect").count() > 5


def test_share_and_open_the_link(page: Page, open_context: Callable[..., BrowserContext]) -> None:
    page.goto("/loop")
    paste(page, SAXPY)
    compile_with_keys(page)
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Share").click()
    link = page.locator(".share-links a").first
    address = link.get_attribute("href") or ""
    assert re.fullmatch(r"/z/\w{8}", address)
    other = open_context().new_page()
    other.goto(address)
    expect(other.locator(".cm-content").first).to_contain_text("y[i] = a * x[i] + y[i];")
    expect(other.locator("[data-listing]")).to_contain_text("fmla")


def test_the_reproduce_command_is_copied(
    open_context: Callable[..., BrowserContext], server: str
) -> None:
    context = open_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    page = context.new_page()
    page.goto("/loop?example=sum")
    page.locator(".reproduce").get_by_role("button", name="Copy").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("aarch64-linux-gnu-gcc")
    assert copied == page.locator(".reproduce [data-copy-text]").text_content()


def test_editing_marks_the_result_as_old(page: Page) -> None:
    page.goto("/loop?example=sum")
    page.get_by_role("textbox", name="Source").click()
    page.keyboard.type("x")
    expect(page.locator("#result")).to_have_class(re.compile("stale"))


def test_a_second_file_has_its_own_editor(page: Page) -> None:
    page.goto("/loop")
    paste(page, "int twice(int a) { return 2 * a; }\n")
    page.locator("details.second summary").click()
    page.get_by_role("textbox", name="Second file").click()
    page.keyboard.insert_text("int twice(int);\nint four(int a) { return twice(twice(a)); }\n")
    compile_with_keys(page)
    row(page, r"bl\s+twice").locator(".line").click()
    expect(shown_explanation(page)).to_contain_text("line 2 of second.c")


def test_nothing_jumps_while_a_result_is_on_its_way(page: Page) -> None:
    page.goto("/loop?example=sum")
    before = page.locator(".reader").bounding_box()
    page.route("**/loop", lambda route: (page.wait_for_timeout(1400), route.continue_()))
    page.get_by_label("Flags", exact=True).fill("-O1")
    page.keyboard.press("Enter")
    expect(page.locator(".waiting")).to_be_visible()
    assert page.locator(".reader").bounding_box() == before
    assert float(page.locator("#queue-place + *").evaluate("e => getComputedStyle(e).opacity")) < 1
    expect(page.locator(".reproduce")).to_contain_text("-O1")
    assert page.locator(".reader").bounding_box() == before


def test_the_editor_colours_the_language_that_was_switched_to(page: Page) -> None:
    """`template` is a word of C++ alone; undoing still works after the switch."""
    page.goto("/loop")
    paste(
        page, "template <class T> T twice(T a) { return a + a; }\nint f(int a) { return twice(a); }"
    )
    compile_with_keys(page)
    keywords = page.locator(".cm-line .hk")
    expect(keywords.filter(has_text="template")).to_have_count(0)
    page.locator('button[name="switch"]').click()
    expect(page.locator("#result")).to_have_attribute("data-state", "ok")
    expect(keywords.filter(has_text="template")).to_have_count(1)
    page.locator('input[name="language"][value="c"]').check(force=True)
    expect(keywords.filter(has_text="template")).to_have_count(0)
    page.get_by_role("textbox", name="Source").click()
    page.keyboard.press("Control+Z")
    expect(page.locator("textarea#source")).not_to_have_value(re.compile("template"))


def test_all_tables_open_by_a_switch_that_is_remembered(page: Page) -> None:
    """From pane to pane, and after the page was left."""
    page.goto("/loop?example=sum&pane=diff")
    fold = page.locator("details[data-fold]").first
    expect(fold).not_to_have_attribute("open", "")
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Open all tables").click()
    expect(fold).to_have_attribute("open", "")
    page.get_by_role("button", name="Why", exact=True).click()
    expect(page.locator("#result")).to_have_attribute("data-pane", "why")
    expect(fold).to_have_attribute("open", "")
    page.goto("/loop?example=saxpy&pane=diff")
    expect(fold).to_have_attribute("open", "")
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Close all tables").click()
    expect(fold).not_to_have_attribute("open", "")
