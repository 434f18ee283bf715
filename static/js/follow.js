// One source line is followed through all panes: chosen anywhere, marked everywhere, kept in the URL.
import { linkSource } from "./listing.js";

const form = document.getElementById("explorer");
const field = () => form.querySelector("[data-follow]");
const result = () => document.getElementById("result");
const SETTLES_MILLISECONDS = 400;
let settled = 0;

export const followed = () => field()?.value ?? "";

/** Marks what belongs to a line; single lines by their key, cards by the lines they hold. */
export function mark(key) {
  linkSource(key);
  for (const card of document.querySelectorAll("[data-lines]")) {
    card.classList.toggle("linked", key !== "" && card.dataset.lines.split(" ").includes(key));
  }
}

/** Follows a line. The panes that the server must rebuild for it ask again once it settles. */
export function follow(key, { ask = true } = {}) {
  const select = field();
  const known = select && [...select.options].some((option) => option.value === key);
  if (!known || key === result().dataset.followed) return mark(key);
  select.value = key;
  result().dataset.followed = key;
  mark(key);
  keepInAddress(key);
  clearTimeout(settled);
  const shown = result();
  if (!ask || !shown.querySelector("[data-follows-line]") || shown.classList.contains("stale")) return;
  settled = setTimeout(() => form.requestSubmit(form.querySelector("[data-compile]")), SETTLES_MILLISECONDS);
}

function keepInAddress(key) {
  const address = new URL(location.href);
  if (address.pathname !== "/loop") return;
  if (key) address.searchParams.set("line", key);
  else address.searchParams.delete("line");
  history.replaceState(history.state, "", address);
  result().dataset.address = `${address.pathname}${address.search}`;
}

/** Brings the first marked line of a pane, and the chosen step, into view inside their own boxes. */
export function reveal() {
  scrollInBox(document.querySelector(".pane-scroll .scroll tr.linked, .pane-scroll .map-code li.linked"));
  scrollInBox(document.querySelector(".moments [aria-current]"));
}

function scrollInBox(element) {
  const box = element && boxOf(element);
  if (!box) return;
  const line = element.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (line.top < frame.top || line.bottom > frame.bottom) box.scrollTop += line.top - frame.top - frame.height / 3;
}

/** The nearest box around an element that scrolls up and down; never the page. */
function boxOf(element) {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

form.addEventListener("change", (event) => {
  if (event.target !== field()) return;
  follow(event.target.value);
  document.dispatchEvent(new CustomEvent("line-followed", { detail: event.target.value }));
});

// A place that is a button would be sent with the form; with scripts it marks at once instead.
form.addEventListener("click", (event) => {
  const place = event.target.closest("button[name='line']");
  if (!place) return;
  event.preventDefault();
  follow(place.value);
  document.dispatchEvent(new CustomEvent("line-followed", { detail: place.value }));
});
