// A line of the textbook compiler's program, once it is chosen: arrows from what it uses and to what
// uses it, its reason, and the way it took from one side to the other. Without this the line's word
// leads to its reason.
const LINE = ".program-lines li[data-operands]";
const HINT = "Choose a line: what it uses, what uses it, and why it moved. Arrow keys ↑ ↓ go from line to line.";
const FLIGHT = 200;
const BULGE = 28;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const step = () => document.getElementById("step");
const named = (id) => (id ? document.getElementById(id) : null);
const codeOf = (line) => line.querySelector("code");
const nameOf = (line) => codeOf(line).textContent.trim().split(" = ")[0];

const makersOf = (line) => (line.dataset.operands ?? "").split(" ").map(named).filter(Boolean);
const usersOf = (line) =>
  [...line.parentElement.children].filter((one) => (one.dataset.operands ?? "").split(" ").includes(line.id));

// From the end of one line's text to the end of the other's, around what stands between; a text that
// goes on out of sight ends at the edge.
function arrow(from, to, frame, edge) {
  const [start, end] = [from, to].map((line) => codeOf(line).getBoundingClientRect());
  const [x1, x2] = [start, end].map((box) => Math.min(box.right + 4, edge - BULGE) - frame.left);
  const [y1, y2] = [start, end].map((box) => box.top + box.height / 2 - frame.top);
  const out = Math.min(Math.max(x1, x2) + BULGE, edge - frame.left);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", `M${x1} ${y1} C${out} ${y1} ${out} ${y2} ${x2 + 7} ${y2} m5 -4 l-6 4 l6 4`);
  return path;
}

function draw(line, makers, users) {
  const list = line.parentElement;
  const frame = list.getBoundingClientRect();
  const edge = list.parentElement.getBoundingClientRect().right;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "operand-arrows");
  picture.setAttribute("aria-hidden", "true");
  picture.append(...makers.map((one) => arrow(one, line, frame, edge)));
  picture.append(...users.map((one) => arrow(line, one, frame, edge)));
  list.append(picture);
}

// The line as it stood flies to where it stands now.
function fly(line) {
  const twin = named(line.dataset.twin);
  if (!twin || reduced.matches) return;
  const [from, to] = line.id.startsWith("before") ? [line, twin] : [twin, line];
  const [start, end] = [from, to].map((one) => one.getBoundingClientRect());
  if (Math.abs(start.top - end.top) < 4) return;
  const ghost = from.cloneNode(true);
  for (const name of ["id", "tabindex", "data-operands"]) ghost.removeAttribute(name);
  ghost.className = "is-flying";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${start.left}px`, top: `${start.top}px`, width: `${start.width}px` });
  step().append(ghost);
  const move = `translate(${end.left - start.left}px, ${end.top - start.top}px)`;
  const flight = ghost.animate([{ transform: "none" }, { transform: move }], { duration: FLIGHT, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

function timesOf(line) {
  return line?.querySelector(".executed").dataset.times ?? "";
}

function whyOf(line) {
  const reason = named(line.dataset.reason);
  if (reason) return reason.lastElementChild.textContent;
  return line.querySelector(".word") ? "It follows from what else changed." : "This pass left it as it was.";
}

function told(line, makers, users) {
  const [names, readers] = [makers, users].map((lines) => lines.map(nameOf).join(", "));
  const parts = [names && `uses ${names}`, readers && `is used by ${readers}`].filter(Boolean);
  const said = [`${nameOf(line)} ${parts.join(" and ") || "uses nothing that another line makes"}.`];
  const lines = line.id.startsWith("before") ? [line, named(line.dataset.twin)] : [named(line.dataset.twin), line];
  const [old, now] = lines.map(timesOf);
  if (old && now && old !== now) said.push(`It ran ${old} times before, ${now} after.`);
  return [...said, whyOf(line)].join(" ");
}

function forget() {
  for (const one of step().querySelectorAll("[data-picked]")) delete one.dataset.picked;
  for (const one of step().querySelectorAll(".operand-arrows, .is-flying")) one.remove();
}

function choose(line) {
  forget();
  const [makers, users] = [makersOf(line), usersOf(line)];
  for (const [name, lines] of [["maker", makers], ["user", users], ["line", [line]]]) {
    for (const one of lines) one.dataset.picked = name;
  }
  for (const one of [named(line.dataset.twin), named(line.dataset.reason)]) if (one) one.dataset.picked = "line";
  draw(line, makers, users);
  fly(line);
  step().querySelector(".line-told").textContent = told(line, makers, users);
}

function goOn(event) {
  const line = event.target.closest(LINE);
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!line || !way || event.altKey || event.ctrlKey || event.metaKey) return;
  const lines = [...line.parentElement.querySelectorAll(LINE)];
  const next = lines[lines.indexOf(line) + way];
  if (!next) return;
  event.preventDefault();
  line.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function prepare() {
  const place = step();
  const said = place?.querySelector(".line-told");
  if (!said || !place.querySelector(LINE)) return;
  said.textContent = HINT;
  for (const list of place.querySelectorAll(".program-lines")) {
    list.querySelectorAll(LINE).forEach((line, at) => (line.tabIndex = at ? -1 : 0));
  }
}

document.addEventListener("focusin", (event) => {
  const line = event.target.closest?.(LINE);
  if (line) choose(line);
});
document.addEventListener("keydown", goOn);
const hoisted = () => [...(step()?.querySelectorAll("li.is-hoisted[id^=after]") ?? [])];
let known = new Set(hoisted().map((line) => line.id));
// What a moment of the algorithm has just moved flies, but not what an earlier one moved.
document.addEventListener("moment-shown", () => {
  prepare();
  const moved = hoisted();
  for (const line of moved) if (!known.has(line.id)) fly(line);
  known = new Set(moved.map((line) => line.id));
});
prepare();
