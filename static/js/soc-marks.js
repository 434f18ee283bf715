// A chart with many marks is one stop of Tab: arrows go from mark to mark, Enter opens one.
const MANY = 8;
const KEYS = "Arrow keys: another mark. Enter: open it.";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function go(event, marks) {
  const at = marks.indexOf(event.target.closest("a"));
  const next = { Home: 0, End: marks.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? NaN);
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || !marks[next]) return;
  event.preventDefault();
  marks[next].focus();
}

// What a mouse reads in the mark's title, and how to go on.
function hint(chart) {
  const said = document.createElement("span");
  said.className = "chart-hint";
  said.setAttribute("aria-hidden", "true");
  chart.after(said);
  chart.setAttribute("aria-description", KEYS);
  chart.addEventListener("focusin", (event) => {
    const title = event.target.querySelector("title")?.textContent ?? "";
    said.textContent = `${title} · ${KEYS}`;
  });
}

export function rove(place) {
  for (const chart of place.querySelectorAll("svg.chart")) {
    const marks = [...chart.querySelectorAll("a")];
    if (marks.length <= MANY) continue;
    const stop = (chosen) => marks.forEach((one) => one.setAttribute("tabindex", one === chosen ? "0" : "-1"));
    stop(marks.find((one) => one.querySelector(".is-chosen")) ?? marks[0]);
    chart.addEventListener("focusin", (event) => stop(event.target.closest("a")));
    chart.addEventListener("keydown", (event) => go(event, marks));
    hint(chart);
  }
}
