// The editor of an exercise, and the checks of an attempt as they come in. Without scripts the text
// field serves as it is, and the page asks again by itself.
import { createEditor } from "./editor.js";

const ASK_AGAIN_MS = 700;

for (const field of document.querySelectorAll("[data-editor]")) {
  const form = field.closest("form");
  const tryIt = form.querySelector('button[value="try"]');
  createEditor(field, { onSubmit: () => form.requestSubmit(tryIt), onEdit: () => {}, onLine: () => {} });
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
    setTimeout(() => ask(result), 4 * ASK_AGAIN_MS);
  }
}

const waiting = document.querySelector("[data-waiting]");
if (waiting) setTimeout(() => ask(waiting), ASK_AGAIN_MS);
