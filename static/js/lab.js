// The editor of an exercise; without it the text field serves as it is.
import { createEditor } from "./editor.js";

for (const field of document.querySelectorAll("[data-editor]")) {
  const form = field.closest("form");
  const tryIt = form.querySelector('button[value="try"]');
  createEditor(field, { onSubmit: () => form.requestSubmit(tryIt), onEdit: () => {}, onLine: () => {} });
}
