// The editor of an exercise, and the checks of an attempt as they come in. Without scripts the text
// field serves as it is, and the page asks again by itself. htmx asks for the checks and swaps them;
// what tells it when is a stream, read here: htmx reads one only with an extension of its own.
import { createEditor } from "./editor.js";

for (const field of document.querySelectorAll("[data-editor]")) {
  const form = field.closest("form");
  const tryIt = form.querySelector('button[value="try"]');
  createEditor(field, { onSubmit: () => form.requestSubmit(tryIt), onEdit: () => {}, onLine: () => {} });
}

let source;

/** Says where the grading stands, as the server tells it, and has the checks fetched when it ended. */
function follow() {
  const result = document.querySelector("[data-events]");
  if (!result) return source?.close();
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(result.dataset.events);
  source.addEventListener("standing", (event) => {
    const line = result.querySelector(".lab-wait");
    const { text } = JSON.parse(event.data);
    if (line && line.textContent !== text) line.textContent = text;
  });
  source.addEventListener("graded", () => {
    source.close();
    htmx.trigger(result, "graded");
  });
  // A stream that breaks off begins again by itself; one that is refused does not.
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED && htmx.trigger(result, "lost"));
}

document.addEventListener("htmx:after:swap", follow);
follow();
