// Joins source and assembly: choosing a row marks all that belongs to it, and arrow keys move on.

const CHOSEN = "chosen";
const LINKED = "linked";

/** All rows of listings and source lists on the page that can be chosen. */
const rows = (scope) => [...scope.querySelectorAll(".row:has(> .line > a.pick)")];
const assemblyRows = () => rows(document).filter((row) => row.closest("[data-listing]"));

/** Marks every row of a source line; an empty key marks none. */
export function linkSource(key) {
  for (const row of document.querySelectorAll("[data-source].linked")) row.classList.remove(LINKED);
  if (!key) return;
  for (const row of document.querySelectorAll(`[data-source="${CSS.escape(key)}"]`)) {
    row.classList.add(LINKED);
  }
}

/** Chooses an assembly row: its explanation shows, its source line and siblings are marked. */
export function chooseRow(row, { focus = false, announce = true } = {}) {
  for (const other of document.querySelectorAll(`[data-listing] .row.${CHOSEN}`)) {
    other.classList.remove(CHOSEN);
    other.querySelector("a.pick").tabIndex = -1;
  }
  row.classList.add(CHOSEN);
  const pick = row.querySelector("a.pick");
  pick.tabIndex = 0;
  if (focus) pick.focus({ preventScroll: true });
  row.querySelector(".line").scrollIntoView({ block: "nearest" });
  linkSource(row.dataset.source);
  if (announce) document.dispatchEvent(new CustomEvent("row-chosen", { detail: row.dataset.source ?? "" }));
}

/** Chooses a source line: marks its assembly and, if needed, moves the explanation to it. */
export function chooseSource(key) {
  const own = assemblyRows().filter((row) => row.dataset.source === key);
  if (own.length && !own.some((row) => row.classList.contains(CHOSEN))) {
    chooseRow(own[0], { announce: false });
  } else {
    linkSource(key);
  }
  return own.length;
}

/** One tab stop for the whole listing, at the chosen row. */
export function prepare() {
  const all = assemblyRows();
  for (const row of all) row.querySelector("a.pick").tabIndex = -1;
  const wanted = all.find((row) => `#${row.id}` === location.hash);
  const chosen = wanted ?? all.find((row) => row.classList.contains(CHOSEN));
  if (wanted) chooseRow(wanted);
  else if (chosen) {
    chosen.querySelector("a.pick").tabIndex = 0;
    linkSource(chosen.dataset.source);
  } else if (all.length) all[0].querySelector("a.pick").tabIndex = 0;
}

/** Scrolls the listing's own box, never the page, so that the chosen row can be seen. */
function revealChosen() {
  const row = document.querySelector(`[data-listing] .row.${CHOSEN}`);
  const box = row?.closest(".reader-lines");
  if (!box || box.scrollHeight <= box.clientHeight) return;
  const line = row.querySelector(".line").getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (line.top < frame.top || line.bottom > frame.bottom) {
    box.scrollTop += line.top - frame.top - frame.height / 3;
  }
}

function rowOfLink(link) {
  const target = link.hash ? document.getElementById(link.hash.slice(1)) : null;
  return target?.classList.contains("row") ? target : null;
}

function onClick(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[href^='#']");
  if (!link) return;
  if (link.matches(".from, .to-source")) {
    const key = link.hash.slice(2);
    event.preventDefault();
    chooseSource(key);
    document.dispatchEvent(new CustomEvent("source-wanted", { detail: key }));
    return;
  }
  const row = rowOfLink(link);
  if (!row) return;
  event.preventDefault();
  if (!row.closest("[data-listing]")) {
    chooseSource(row.dataset.source);
    return;
  }
  chooseRow(row, { focus: true });
  history.replaceState(history.state, "", `#${row.id}`);
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

function onKey(event) {
  if (!event.target.matches("[data-listing] a.pick")) return;
  const all = assemblyRows();
  const index = all.indexOf(event.target.closest(".row"));
  let next = null;
  if (event.key in STEPS) next = all[index + STEPS[event.key]];
  else if (event.key === "Home") next = all[0];
  else if (event.key === "End") next = all.at(-1);
  else return;
  event.preventDefault();
  if (next) chooseRow(next, { focus: true });
}

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
prepare();
revealChosen();
