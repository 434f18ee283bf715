// Draws a sign on the models' page and says after each stroke what the network sees.
import { drawingOn } from "./drawing.js";

const SIDE = 32;
const SETTLES_MILLISECONDS = 400;
const board = document.querySelector("[data-signs]");
let settled = 0;
let latest = 0;

function show({ says, signs }) {
  board.querySelector("[data-signs-says]").textContent = says;
  const most = Math.max(...signs.map(([, percent]) => percent));
  for (const [name, percent, words] of signs) {
    const row = board.querySelector(`[data-sign="${CSS.escape(name)}"]`);
    row.querySelector("progress").value = percent;
    row.querySelector("[data-words]").textContent = words;
    row.classList.toggle("is-likeliest", most > 0 && percent === most);
  }
}

function forget() {
  show({ says: "", signs: [...board.querySelectorAll("[data-sign]")].map((row) => [row.dataset.sign, 0, ""]) });
}

async function ask(drawing) {
  const number = ++latest;
  const body = new URLSearchParams({ pixels: drawing.pixels(SIDE) });
  try {
    const answer = await fetch("/model/signs", { method: "POST", body, headers: { Accept: "application/json" } });
    if (number !== latest) return;
    if (answer.ok) return show(await answer.json());
  } catch {
    // Said below, as for any answer that is none.
  }
  if (number === latest) board.querySelector("[data-signs-says]").textContent = "The server did not answer. Draw on to ask again.";
}

function offer() {
  const drawing = drawingOn("Draw a sign here with mouse or finger; choose a sign from the list instead without", () => {
    clearTimeout(settled);
    if (drawing.drawn()) settled = setTimeout(() => ask(drawing), SETTLES_MILLISECONDS);
    else {
      latest += 1;
      forget();
    }
  });
  const place = board.querySelector("[data-canvas-place]");
  place.prepend(drawing.place);
  place.hidden = false;
  for (const words of board.querySelectorAll("[data-with-canvas]")) words.hidden = false;
  const through = board.querySelector("[data-through]");
  through.addEventListener("submit", (event) => {
    const field = through.querySelector("input[type=file]");
    if (field.files.length || !drawing.drawn()) return;
    event.preventDefault();
    drawing.fill(field, () => through.submit());
  });
  addEventListener("pageshow", () => { through.querySelector("input[type=file]").value = ""; });
}

if (board) offer();
