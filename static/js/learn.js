// Lessons: the compiler menu submits itself, and what was read is kept in this browser only.
import { hold } from "./held-field.js";

const KEY = "lessons-read";

function readLessons() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

function keep(lessons) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...lessons]));
  } catch {
    // Without storage the page works as before; nothing is remembered.
  }
}

for (const menu of document.querySelectorAll("select[data-submit]")) {
  menu.addEventListener("change", () => {
    hold(menu);
    menu.form.requestSubmit();
  });
}

// In a prediction arrows only go on to the next option: choosing one gives the answer away.
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
document.addEventListener("keydown", (event) => {
  const options = [...(event.target.closest?.(".prediction")?.querySelectorAll("input[type=radio]") ?? [])];
  const at = options.indexOf(event.target);
  if (at < 0 || !(event.key in STEPS)) return;
  event.preventDefault();
  options.at((at + STEPS[event.key]) % options.length).focus();
});

// A form that is sent with a program of one's own waits for the tool; forms may come later than
// this script, and the browser may go back to one that was sent.
document.addEventListener("submit", ({ target }) => {
  const note = target.querySelector("[data-while-sent]");
  if (note) note.hidden = false;
});
window.addEventListener("pageshow", () => {
  for (const note of document.querySelectorAll("[data-while-sent]")) note.hidden = true;
});

const lesson = document.querySelector("[data-lesson]");
const done = document.querySelector("[data-done]");
if (lesson && done) {
  const name = lesson.dataset.lesson;
  const show = () => {
    done.textContent = readLessons().has(name) ? "Read ✓ (take back)" : "Mark as read";
  };
  done.hidden = false;
  done.addEventListener("click", () => {
    const lessons = readLessons();
    if (!lessons.delete(name)) lessons.add(name);
    keep(lessons);
    show();
  });
  show();
}

const lessons = readLessons();
for (const mark of document.querySelectorAll("[data-read-mark]")) {
  // Marks in a drawing are SVG, which knows the attribute but not the property.
  mark.toggleAttribute("hidden", !lessons.has(mark.dataset.readMark));
}
const count = document.querySelector("[data-read-count]");
const counted = document.querySelectorAll("[data-counted]");
if (count && lessons.size) {
  const here = [...counted].filter((mark) => !mark.hidden).length;
  count.textContent = `You have read ${here} of ${counted.length}.`;
}
for (const course of document.querySelectorAll("[data-course]")) {
  const marks = [...course.querySelectorAll("[data-counted]")];
  const here = marks.filter((mark) => !mark.hidden).length;
  const told = course.querySelector("[data-course-read]");
  told.hidden = !here;
  told.textContent = here === marks.length ? "✓ all read" : `${here} of ${marks.length} read`;
}
const begin = document.querySelector("[data-begin]");
const unread = (place) => [...place.querySelectorAll("[data-counted]")].find((mark) => mark.hidden);
// A course that was begun goes on before another one begins.
const begun = [...document.querySelectorAll("[data-course]")].find((course) => unread(course) && course.querySelector("[data-counted]:not([hidden])"));
const next = unread(begun ?? document)?.closest("li").querySelector("a");
if (begin && next && lessons.size) {
  begin.href = next.href;
  begin.textContent = `Go on: ${next.textContent}`;
  const course = next.closest("[data-course]");
  if (course) course.open = true;
}

// Arrows move within a drawing: left and right along the way, up and down through every link.
document.addEventListener("keydown", (event) => {
  const picture = event.target.closest?.("[data-track-picture]");
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!picture || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  const along = event.key === "ArrowLeft" || event.key === "ArrowRight";
  const links = [...picture.querySelectorAll("a")];
  let place = links.indexOf(event.target.closest("a")) + step;
  while (along && links[place] && !links[place].hasAttribute("data-stage")) place += step;
  if (!links[place]) return;
  event.preventDefault();
  links[place].focus();
});
