// The explorer's own behaviour: editors joined to the listing, forms that submit themselves, copying.
import { showCopyButtons } from "./copy.js";
import { createEditor } from "./editor.js";
import { follow, followed, mark, reveal } from "./follow.js";
import { enter } from "./swaps.js";
import { chooseSource, linkSource, prepare } from "./listing.js";

const form = document.getElementById("explorer");
const compileButton = form.querySelector("[data-compile]");
const compile = () => form.requestSubmit(compileButton);
const result = () => document.getElementById("result");
const splitKey = (key) => key.split("-").map(Number);

// What was typed and not compiled outlives the page that is loaded anew by Back.
const TYPED = "typed-meanwhile";
const areas = [...form.querySelectorAll("[data-editor] textarea")];
const typed = JSON.parse(sessionStorage.getItem(TYPED));
sessionStorage.removeItem(TYPED);
for (const [at, text] of (typed ?? []).entries()) areas[at].value = text;
if (typed) result().classList.add("stale");
document.addEventListener("htmx:before:history:restore", () => {
  const { classList, dataset } = result();
  if (!classList.contains("stale") && "whole" in dataset) return;
  sessionStorage.setItem(TYPED, JSON.stringify(areas.map((area) => area.value)));
});

const editors = new Map();
for (const field of document.querySelectorAll("[data-editor]")) {
  const index = Number(field.dataset.editor);
  const editor = createEditor(field, {
    onSubmit: compile,
    onEdit: () => result().classList.add("stale"),
    onLine: (line) => {
      const key = `${index}-${line}`;
      chooseSource(key);
      follow(key);
      showLinked(key);
    },
  });
  editors.set(index, editor);
}

/** Marks a source line in the editor that holds it. */
function showLinked(key) {
  const [file, line] = key ? splitKey(key) : [0, 0];
  for (const [index, editor] of editors) editor.linked(index === file ? [[line, true]] : []);
}

/** Carries bands and compiler messages of the shown result over to the editors. */
function joinResult() {
  colour();
  const bands = new Map([...editors.keys()].map((index) => [index, new Map()]));
  for (const row of document.querySelectorAll("[data-listing] [data-source]")) {
    const [file, line] = splitKey(row.dataset.source);
    const band = /band-(\d)/.exec(row.className);
    if (band) bands.get(file)?.set(line, band[1]);
  }
  const messages = new Map([...editors.keys()].map((index) => [index, new Map()]));
  for (const item of document.querySelectorAll("[data-message-line]")) {
    const [file, line] = splitKey(item.dataset.messageLine);
    const severity = /is-(\w+)/.exec(item.className)[1];
    const known = messages.get(file);
    if (known && !known.has(line)) known.set(line, { severity, text: item.querySelector("[data-message]").textContent });
  }
  for (const [index, editor] of editors) {
    editor.bands(bands.get(index));
    editor.messages(messages.get(index));
  }
  const chosen = document.querySelector("[data-listing] .row.chosen");
  showLinked(followed() || (chosen?.dataset.source ?? ""));
  if (followed()) mark(followed());
  showCopyButtons();
}

document.addEventListener("row-chosen", (event) => {
  showLinked(event.detail);
  if (event.detail) follow(event.detail);
});
document.addEventListener("source-wanted", (event) => {
  const [file, line] = splitKey(event.detail);
  editors.get(file)?.showLine(line);
  linkSource(event.detail);
  follow(event.detail);
  showLinked(event.detail);
});
document.addEventListener("line-followed", (event) => {
  const [file, line] = splitKey(event.detail || "0-0");
  if (line) editors.get(file)?.showLine(line);
  chooseSource(event.detail);
  showLinked(event.detail);
});

/** Editors colour the language that the settings say, also after the offer to switch it. */
function colour() {
  const chosen = form.querySelector('input[name="language"]:checked');
  for (const editor of editors.values()) if (chosen) editor.language(chosen.value);
}

form.addEventListener("change", (event) => {
  colour();
  const name = event.target.dataset.submit;
  if (name === undefined) return;
  const button = name ? form.querySelector(`button[name="set"][value="${name}"]`) : compileButton;
  form.requestSubmit(button);
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  compile();
});

// A swap must not take the place in the listing away; htmx itself keeps the focus.
const BOXES = [".reader-lines", ".pane-scroll", ".pass-list", ".pass-list .moments ol"];
const more = () => document.querySelector("[data-more]");
let kept = { scrolls: [], pane: "", within: "" };
document.addEventListener("htmx:before:swap", () => {
  kept = {
    within: more()?.open && more().contains(document.activeElement) ? document.activeElement.id : "",
    scrolls: BOXES.map((box) => document.querySelector(box)?.scrollTop ?? 0),
    pane: result()?.dataset.pane ?? "",
  };
});
document.addEventListener("htmx:after:swap", () => {
  const shown = result();
  for (const [index, name] of BOXES.entries()) {
    const box = document.querySelector(name);
    if (box && kept.pane === shown.dataset.pane) box.scrollTop = kept.scrolls[index];
  }
  // An address that a long source does not fit into brings nothing back.
  if (shown.dataset.address) enter(shown.dataset.address, "whole" in shown.dataset ? "pushState" : "replaceState");
  prepare();
  joinResult();
  reveal();
  revealTab();
  stayInMore();
});

/** A box that was ticked in More keeps it open; a pane chosen there leaves the focus on More. */
function stayInMore() {
  const field = kept.within && document.getElementById(kept.within);
  kept.within = "";
  if (!field) return;
  more().open = field.matches("input");
  (more().open ? field : more().querySelector("summary")).focus();
}

/** Scrolls the row of tabs, never the page, so that the one that is shown can be seen. */
function revealTab() {
  const tab = document.querySelector("[data-tab-strip] [aria-current]");
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 40;
}

const MENUS = "details.menu[open], details.more[open]";
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(MENUS)) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(MENUS);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

joinResult();
reveal();
revealTab();
