// The list of passes: arrow keys walk it, the filter narrows it, what a step or a left-out pass gives is brought into view.
const steps = () => [...document.querySelectorAll("[data-passes] [data-step]")].filter((step) => !step.closest("[hidden]"));

document.addEventListener("keydown", (event) => {
  const step = event.target.closest?.("[data-passes] [data-step]");
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !by) return;
  const all = steps();
  const next = all[all.indexOf(step) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("input", (event) => {
  if (event.target.dataset?.passFilter === undefined) return;
  const wanted = event.target.value.trim().toLowerCase();
  for (const row of document.querySelectorAll(".pass-rows li")) {
    row.hidden = wanted !== "" && !row.textContent.toLowerCase().includes(wanted);
  }
});

// The filter field is not part of the form's state: Enter in it must not compile.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.dataset?.passFilter !== undefined) event.preventDefault();
});

// The answer may stand elsewhere than the button, in another pane too: whoever pressed it is led there.
const ANSWERS = { step: "#step-title", skip: "#skip-title", why: "#why-title" };
let pressed = "";
document.addEventListener("submit", (event) => {
  pressed = event.submitter?.name ?? "";
}, true);
document.addEventListener("htmx:after:swap", () => {
  const answer = document.querySelector(ANSWERS[pressed] ?? "none");
  pressed = "";
  if (!answer) return;
  const { top, bottom } = answer.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) answer.scrollIntoView();
});
