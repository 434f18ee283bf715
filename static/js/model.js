// A stage that is under way: its events move the bar, and the page's part is fetched when it ends.
// Settings and steps work without this; a dropped file is only a quicker way to choose one.
import { drawingOn } from "./drawing.js";
import { aroundSwaps } from "./swaps.js";

let isWanted = () => true;
let isShown = false;

aroundSwaps("stage", {
  before: () => isWanted(),
  after: () => {
    isShown = true;
    document.dispatchEvent(new CustomEvent("stage-shown"));
    watch();
    watchLater();
  },
});

// wanted: asked once more when the answer is there, for a reader may have begun in the meantime.
// Says whether the part was shown.
async function refresh(wanted = () => true) {
  [isWanted, isShown] = [wanted, false];
  await htmx.ajax("GET", location.href, { target: "#stage", select: "#stage", selectOOB: "#stage-tabs", swap: "outerHTML" });
  return isShown;
}

function watch() {
  const place = document.querySelector("[data-events]");
  if (!place) return;
  const stage = location.pathname.split("/")[3];
  const text = place.querySelector("[data-progress-text]");
  const bar = place.querySelector("progress");
  const source = new EventSource(place.dataset.events);
  const stop = () => { source.close(); refresh(); };
  source.addEventListener("waiting", (event) => { text.textContent = JSON.parse(event.data).text; });
  source.addEventListener("started", (event) => {
    const data = JSON.parse(event.data);
    text.textContent = titleOf(data.stage);
    bar.removeAttribute("value");
  });
  source.addEventListener("progress", (event) => {
    const data = JSON.parse(event.data);
    text.textContent = `${titleOf(data.stage)}: ${data.text}`;
    if (data.total) bar.value = Math.round((100 * data.done) / data.total);
  });
  const written = place.querySelector("[data-written]");
  source.addEventListener("token", (event) => {
    if (stage !== "decode") return;
    written.hidden = false;
    written.textContent += JSON.parse(event.data).text;
  });
  source.addEventListener("finished", (event) => {
    const data = JSON.parse(event.data);
    mark(data);
    if (data.stage === stage) stop();
  });
  source.addEventListener("failed", stop);
  source.addEventListener("done", stop);
}

// Checks go on behind a stage that is shown. When they end, the page shows them by itself while
// nobody has touched it; a reader who has is told instead.
let touched = false;
for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, () => { touched = true; }, { passive: true });

function watchLater() {
  const place = document.querySelector("[data-later]");
  if (!place) return;
  const source = new EventSource(place.dataset.later);
  const untouched = () => !touched && !scrollY;
  const stop = async () => {
    source.close();
    if (untouched() && (await refresh(untouched))) return;
    const words = place.querySelector("[data-later-text]");
    words.hidden = false;
    words.querySelector("a").addEventListener("click", (event) => { event.preventDefault(); refresh(); });
  };
  source.addEventListener("done", stop);
  source.addEventListener("failed", () => source.close());
}

function rowOf(stage) {
  return [...document.querySelectorAll("[data-stages] a")].find(
    (link) => new URL(link.href).pathname.split("/")[3] === stage,
  );
}

function titleOf(stage) {
  return rowOf(stage)?.dataset.title ?? stage;
}

function mark(data) {
  const item = rowOf(data.stage)?.closest("li");
  if (!item) return;
  item.classList.remove("is-waiting", "is-running");
  item.classList.add(data.problem ? "is-failed" : "is-done");
  item.querySelector(".stage-state").textContent = data.problem ? "✗" : "✓";
}

document.addEventListener("keydown", (event) => {
  const which = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  if (!which || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, select, textarea, .scroll, canvas")) return;
  const link = document.querySelector(`a[data-step="${which}"]`);
  if (link) { event.preventDefault(); link.click(); }
});

// Of a GGUF file too large to send, its first part: all that describes the model is there.
const LARGEST_SENT = 64 * 2 ** 20;
const HEADER_SENT = 32 * 2 ** 20;

const drop = document.querySelector("[data-drop]");

function bodyOf(form, files) {
  const [file] = files;
  if (files.length !== 1 || !file.name.endsWith(".gguf") || file.size <= LARGEST_SENT) return new FormData(form);
  const body = new FormData();
  body.append("model", file.slice(0, HEADER_SENT), file.name);
  body.append("file_bytes", String(file.size));
  return body;
}

function showSending(text) {
  drop.querySelector("[data-sending]").textContent = text;
  drop.querySelector("button").disabled = Boolean(text);
}

// What is refused is said on this page, which stays as it is; what is kept has an address: where the
// answer was redirected to, which htmx does not tell.
async function send(files) {
  showSending("Sending and reading the file …");
  try {
    const answer = await fetch(drop.action, { method: "POST", body: bodyOf(drop, files), headers: { Accept: "text/html" } });
    if (answer.redirected) return location.assign(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const said = page.querySelector("[data-problem] > *") ?? page.querySelector("main");
    document.querySelector("[data-problem]").replaceChildren();
    document.querySelector("[data-problem-here]").replaceChildren(said);
  } catch {
    showSending("");
    drop.querySelector("[data-sending]").textContent = "The server did not answer. Try once more.";
    return;
  }
  showSending("");
}

if (drop) {
  const field = drop.querySelector("input[type=file]");
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("is-over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("is-over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("is-over");
    if (!event.dataTransfer.files.length) return;
    field.files = event.dataTransfer.files;
    drop.requestSubmit();
  });
  drop.addEventListener("submit", (event) => {
    event.preventDefault();
    send(field.files);
  });
  // A page that the browser kept shows no sending that ended long ago.
  addEventListener("pageshow", () => showSending(""));
}

// Drawing a picture instead of choosing a file.
function offerDrawing() {
  const form = document.querySelector("[data-draw]");
  if (!form || form.querySelector("canvas")) return;
  const drawing = drawingOn("Draw a sign here with mouse or finger");
  const hint = Object.assign(document.createElement("span"), { className: "small", textContent: "Draw a sign, or choose a file" });
  drawing.place.prepend(hint);
  form.prepend(drawing.place);
  form.addEventListener("submit", (event) => {
    const field = form.querySelector("input[type=file]");
    if (!drawing.drawn() || field.files.length) return;
    event.preventDefault();
    drawing.fill(field, () => form.submit());
  });
}

// A slider over batches of decode: it marks one point of the roofline and its row.
function offerBatches() {
  const place = document.querySelector("[data-batch]");
  if (!place) return;
  const slider = place.querySelector("input");
  const points = [...document.querySelectorAll("circle.is-batch")];
  const rows = [...document.querySelectorAll("tr.is-batch")];
  const show = () => {
    const chosen = Number(slider.value);
    points.forEach((point, number) => point.classList.toggle("is-chosen", number === chosen));
    rows.forEach((row, number) => row.classList.toggle("is-chosen", number === chosen));
    const [name, intensity, , bound] = [...rows[chosen].cells].map((cell) => cell.textContent);
    place.querySelector("output").textContent = `${name}: ${intensity} operations a byte, bound by ${bound}`;
    slider.setAttribute("aria-valuetext", name);
  };
  place.hidden = false;
  slider.addEventListener("input", show);
  show();
}

document.addEventListener("stage-shown", offerBatches);
offerBatches();
document.addEventListener("stage-shown", offerDrawing);
offerDrawing();
watch();
watchLater();
