// Scrubbing through a recording: moments are fetched in pieces and kept while the recording lasts, so
// not by htmx, which shows what it asks for.
const form = document.getElementById("explorer");
const stepper = () => document.querySelector("[data-stepper]");
const picture = () => stepper()?.parentElement.querySelector("[data-scene]");
const kept = new Map();
let recording = null;
let wanted = 0;
let inSight = true;
// Registers below a picture that is played are brought up to date when one looks at them.
const sight = new IntersectionObserver((entries) => {
  inSight = entries.at(-1).isIntersecting;
  if (inSight && recording === stepper() && isBehind()) go(recording, wanted);
});

/** Shows the controls that need scripts, and forgets the moments of another recording. */
export function prepareSteps() {
  const root = stepper();
  if (!root || root === recording) return;
  recording = root;
  kept.clear();
  sight.disconnect();
  sight.observe(root);
  wanted = Number(document.querySelector("[data-at]").value);
  root.querySelector("[data-scrub]").hidden = false;
  root.querySelector("[data-step-keys]").hidden = false;
  reveal(root);
  // The picture's player may be made ready after this.
  if (document.readyState === "complete") setTimeout(tellPicture);
  else addEventListener("load", tellPicture, { once: true });
}

async function fetchPiece(from) {
  const body = new FormData(form);
  body.set("from", String(from));
  const answer = await fetch("/loop/frames", { method: "POST", body: new URLSearchParams(body) });
  if (!answer.ok) return;
  // Parsed one by one, when they are shown: all of a piece at once would hold the page up.
  for (const text of (await answer.text()).split(/(?=<div class="frame" data-frame=")/)) {
    const number = /^<div class="frame" data-frame="(\d+)"/.exec(text)?.[1];
    if (number) kept.set(Number(number), text);
  }
}

function frameOf(text) {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return holder.content.querySelector("[data-frame]");
}

/** The picture above goes to the same step, as far as its own steps reach. */
function tellPicture() {
  picture()?.dispatchEvent(new CustomEvent("scene-go", { detail: wanted }));
}

/** Goes to a moment, and the picture with it. */
function goTogether(root, at) {
  const shown = go(root, at);
  tellPicture();
  return shown;
}

/** Goes to a moment; of several asked for while one is fetched, only the last is shown. */
async function go(root, at) {
  const total = Number(root.dataset.total);
  wanted = Math.min(Math.max(at, 0), total);
  mark(root, wanted);
  if (!inSight) return;
  if (!kept.has(wanted)) {
    const chunk = Number(root.dataset.chunk);
    const from = wanted - (wanted % chunk);
    await fetchPiece(from);
  }
  const text = kept.get(wanted);
  if (text && root === recording) show(root, frameOf(text));
}

/** Whether one can become the other: of two registers, only the same one. */
function alike(one, other) {
  if (one.nodeName !== other.nodeName) return false;
  const named = (node) => (node.firstElementChild?.matches("dt") ? node.firstElementChild.textContent : "");
  return named(one) === named(other);
}

/** Makes what is shown equal to what is wanted, and touches only what differs: most registers stay. */
function renew(shown, fresh) {
  if (shown.isEqualNode(fresh)) return;
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    shown.nodeValue = fresh.nodeValue;
    return;
  }
  for (const name of shown.getAttributeNames()) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const left = [...shown.childNodes];
  for (const next of [...fresh.childNodes]) {
    const at = left.findIndex((child) => alike(child, next));
    if (at < 0) shown.insertBefore(next, left[0] ?? null);
    for (const gone of left.splice(0, Math.max(at, 0))) gone.remove();
    if (at >= 0) renew(left.shift(), next);
  }
  for (const gone of left) gone.remove();
}

const shownFrame = (root) => root.querySelector("[data-frame-place] > [data-frame]");
const isBehind = () => Number(shownFrame(recording).dataset.frame) !== wanted;

function show(root, frame) {
  renew(shownFrame(root), frame);
  for (const line of root.querySelectorAll("[data-position]")) {
    line.classList.toggle("ran", line.dataset.position === frame.dataset.ran);
    line.classList.toggle("next", line.dataset.position === frame.dataset.next);
  }
  // Once the page is laid out: to ask for places before that would lay it out at once.
  requestAnimationFrame(() => setTimeout(() => reveal(root)));
}

/** Where controls, form and address say that one is. */
function mark(root, at) {
  root.querySelector("[data-scrub]").value = String(at);
  document.querySelector("[data-at]").value = String(at);
  const total = Number(root.dataset.total);
  for (const [name, value, off] of [
    ["first", 0, at === 0],
    ["back", Math.max(at - 1, 0), at === 0],
    ["on", Math.min(at + 1, total), at === total],
    ["last", total, at === total],
  ]) {
    const button = root.querySelector(`#step-${name}`);
    button.value = String(value);
    button.disabled = off;
  }
  keepInAddress(at);
}

function keepInAddress(at) {
  const address = new URL(location.href);
  if (address.pathname !== "/loop") return;
  address.searchParams.set("at", String(at));
  history.replaceState(history.state, "", address);
}

/** Keeps the instruction of the moment in view inside its own list. */
function reveal(root) {
  const line = root.querySelector(".step-code .ran, .step-code .next");
  const box = root.querySelector(".step-code");
  if (!line || box.scrollHeight <= box.clientHeight) return;
  const top = line.offsetTop;
  if (top < box.scrollTop || top + line.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top - box.clientHeight / 2;
  }
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-scrub]")) goTogether(stepper(), Number(event.target.value));
});

document.addEventListener("scene-moved", (event) => {
  if (event.target === picture()) go(stepper(), event.detail);
});

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("[data-stepper] button[name='at']");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    goTogether(stepper(), Number(button.value));
  },
  true,
);

const KEYS = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: () => Infinity };
document.addEventListener("keydown", (event) => {
  const root = stepper();
  if (!root || !(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, .cm-editor, .tabs")) return;
  event.preventDefault();
  root.scrollIntoView({ block: "nearest" });
  goTogether(root, KEYS[event.key](wanted));
});

document.addEventListener("htmx:after:swap", prepareSteps);
prepareSteps();
