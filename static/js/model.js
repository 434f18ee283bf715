// A stage that is under way: its events move the bar, and the page's part is fetched when it ends.
// Settings and steps work without this; a dropped file is only a quicker way to choose one.
const part = () => document.getElementById("stage");

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const holder = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = holder.getElementById("stage");
  const stages = holder.querySelector("[data-stages]");
  if (!fresh || !stages) return location.reload();
  part().replaceWith(fresh);
  document.querySelector("[data-stages]").replaceWith(stages);
  document.dispatchEvent(new CustomEvent("stage-shown"));
  watch();
}

function watch() {
  const place = document.querySelector("[data-events]");
  if (!place) return;
  const stage = location.pathname.split("/")[3];
  const text = place.querySelector("[data-progress-text]");
  const bar = place.querySelector("progress");
  const source = new EventSource(place.dataset.events);
  const stop = () => { source.close(); refresh(); };
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
  source.addEventListener("finished", (event) => {
    const data = JSON.parse(event.data);
    mark(data);
    if (data.stage === stage) stop();
  });
  source.addEventListener("failed", stop);
  source.addEventListener("done", stop);
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
  item.classList.add("is-done");
  item.querySelector(".stage-state").textContent = "✓";
}

document.addEventListener("keydown", (event) => {
  const which = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  if (!which || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, select, textarea, .scroll, canvas")) return;
  const link = document.querySelector(`a[data-step="${which}"]`);
  if (link) { event.preventDefault(); link.click(); }
});

const drop = document.querySelector("[data-drop]");
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
}

watch();
