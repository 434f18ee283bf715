// Moments change in place, by link or by arrow key; the address follows, and nothing scrolls.
const place = () => document.getElementById("step");
const link = (which) => place()?.querySelector(`a[data-moment="${which}"]`);
let newest = 0;

async function go(address, which) {
  const asked = ++newest;
  const answer = await fetch(address, { headers: { "HX-Request-Type": "partial" } });
  if (!answer.ok) return location.assign(address);
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const fresh = holder.content.getElementById("step");
  if (asked !== newest || !fresh) return;
  place().replaceWith(fresh);
  document.dispatchEvent(new CustomEvent("moment-shown"));
  history.replaceState(null, "", address);
  (link(which) ?? link("earlier") ?? link("later"))?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const moment = event.target.closest?.("a[data-moment]");
  if (!moment || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(moment.href, moment.dataset.moment);
});

document.addEventListener("keydown", (event) => {
  const which = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  if (!which || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("textarea, select, input, .scroll")) return;
  const moment = link(which);
  if (!moment) return;
  event.preventDefault();
  go(moment.href, which);
});
