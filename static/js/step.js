// Scrubbing through a recording: moments are fetched in pieces and kept while the recording lasts.
const form = document.getElementById("explorer");
const stepper = () => document.querySelector("[data-stepper]");
const picture = () => stepper()?.parentElement.querySelector("[data-scene]");
const kept = new Map();
let recording = null;
let wanted = 0;

/** Shows the controls that need scripts, and forgets the moments of another recording. */
export function prepareSteps() {
  const root = stepper();
  if (!root || root === recording) return;
  recording = root;
  kept.clear();
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
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  for (const frame of holder.content.querySelectorAll("[data-frame]")) kept.set(Number(frame.dataset.frame), frame);
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
  root.querySelector("[data-scrub]").value = String(wanted);
  if (!kept.has(wanted)) {
    const chunk = Number(root.dataset.chunk);
    const from = wanted - (wanted % chunk);
    await fetchPiece(from);
  }
  const frame = kept.get(wanted);
  if (frame && root === recording) show(root, frame);
}

function show(root, frame) {
  const at = Number(frame.dataset.frame);
  root.querySelector("[data-frame-place]").replaceChildren(frame.cloneNode(true));
  document.querySelector("[data-at]").value = String(at);
  for (const line of root.querySelectorAll("[data-position]")) {
    line.classList.toggle("ran", line.dataset.position === frame.dataset.ran);
    line.classList.toggle("next", line.dataset.position === frame.dataset.next);
  }
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
  reveal(root);
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
