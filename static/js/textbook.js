// Moments change in place, by link or by arrow key; the address follows, and nothing scrolls.
import { aroundSwaps } from "./swaps.js";

const link = (which) => document.querySelector(`#step a[data-moment="${which}"]`);

aroundSwaps("step", {
  before: (_, { ctx }) => ctx.sourceElement.dataset.moment,
  after: (which) => {
    document.dispatchEvent(new CustomEvent("moment-shown"));
    (link(which) ?? link("earlier") ?? link("later"))?.focus({ preventScroll: true });
  },
});

document.addEventListener("keydown", (event) => {
  const which = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  if (!which || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("textarea, select, input, .scroll")) return;
  const moment = link(which);
  if (!moment) return;
  event.preventDefault();
  moment.click();
});
