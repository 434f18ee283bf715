// Lessons: the compiler menu submits itself, and what was read is kept in this browser only.
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
  menu.addEventListener("change", () => menu.form.requestSubmit());
}

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
  mark.hidden = !lessons.has(mark.dataset.readMark);
}
const count = document.querySelector("[data-read-count]");
if (count && lessons.size) {
  const here = document.querySelectorAll("[data-read-mark]:not([hidden])").length;
  count.textContent = `You have read ${here} of ${document.querySelectorAll("[data-read-mark]").length}.`;
}
