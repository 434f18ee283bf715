// Reads the exercise while it is written, and follows its proof. Without scripts "Check" says the
// same, and the page asks again by itself.

const QUIET_MS = 600;
const ASK_AGAIN_MS = 900;

const form = document.querySelector("form[data-check]");
const area = form?.querySelector("textarea");
const live = document.getElementById("live");
let asked = 0;
let timer = 0;

/** Says the first fault, or what the file holds; an answer to an older text is dropped. */
async function read() {
  const number = ++asked;
  try {
    const answer = await fetch(form.dataset.check, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: area.value, id: form.dataset.exercise }),
    });
    const found = await answer.json();
    if (number !== asked) return;
    const fault = answer.ok ? found.fault : found.error?.message ?? "It could not be read.";
    live.textContent = fault || described(found);
    live.classList.toggle("is-fault", Boolean(fault));
  } catch {
    live.textContent = "";
  }
}

function described(found) {
  const facts = `It can be read: ${found.points} points, ${found.checks.length} checks, ${found.gradings} answers to grade.`;
  return [facts, ...found.advice].join(" ");
}

if (area && !area.readOnly) {
  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, QUIET_MS);
  });
  read();
}

/** Puts the new state of the proof in place; what is being typed stays. */
async function follow(place) {
  try {
    const answer = await fetch(place.dataset.watched, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("found");
    if (!fresh) return;
    place.replaceChildren(...fresh.childNodes);
    if (fresh.dataset.watched) setTimeout(() => follow(place), ASK_AGAIN_MS);
    else delete place.dataset.watched;
  } catch {
    setTimeout(() => follow(place), 4 * ASK_AGAIN_MS);
  }
}

const watched = document.querySelector("[data-watched]");
if (watched) setTimeout(() => follow(watched), ASK_AGAIN_MS);
