// The editor of an exercise, and the checks of an attempt as they come in. Without scripts the text
// field serves as it is, and the page asks again by itself.
import { createEditor } from "./editor.js";

const ASK_AGAIN_MS = 5000;

for (const field of document.querySelectorAll("[data-editor]")) {
  const form = field.closest("form");
  const tryIt = form.querySelector('button[value="try"]');
  createEditor(field, { onSubmit: () => form.requestSubmit(tryIt), onEdit: () => {}, onLine: () => {} });
}

/** Says where the grading stands, as the server tells it, and fetches the checks when it has ended. */
function follow(result) {
  const source = new EventSource(result.dataset.events);
  source.addEventListener("standing", (event) => {
    const line = result.querySelector(".lab-wait");
    const { text } = JSON.parse(event.data);
    if (line && line.textContent !== text) line.textContent = text;
  });
  source.addEventListener("graded", () => {
    source.close();
    ask(result);
  });
  // A stream that breaks off begins again by itself; one that is refused does not.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => ask(result), ASK_AGAIN_MS);
  });
}

/** Puts the new state of the checks in place; what is being typed stays. */
async function ask(result) {
  try {
    const answer = await fetch(result.dataset.waiting, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("result");
    if (!fresh) return;
    result.replaceChildren(...fresh.childNodes);
    if (fresh.dataset.waiting) {
      setTimeout(() => ask(result), ASK_AGAIN_MS);
      return;
    }
    delete result.dataset.waiting;
    const before = document.getElementById("history");
    const later = page.getElementById("history");
    if (before && later) before.replaceChildren(...later.childNodes);
  } catch {
    setTimeout(() => ask(result), ASK_AGAIN_MS);
  }
}

const waiting = document.querySelector("[data-waiting]");
if (waiting) follow(waiting);
