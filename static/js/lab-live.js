// Keeps an open board, or the projector's page, true without loading it again.

const POLL_MS = 5000;
const board = document.querySelector("#board[data-events]");
if (board) followBoard(board);
const projected = document.querySelector("[data-poll]");
if (projected) setInterval(() => pollPresentation(projected), POLL_MS);
for (const timer of document.querySelectorAll("[data-ends]")) count(timer);

function followBoard(place) {
  for (const control of document.querySelectorAll("[data-live-control]")) control.hidden = true;
  const summary = document.querySelector("[data-live-summary]");
  const source = new EventSource(place.dataset.events);
  source.addEventListener("board", (event) => {
    const focused = place.contains(document.activeElement) ? document.activeElement : null;
    const address = focused?.getAttribute("href");
    const scrolled = place.querySelector(".live-scroll")?.scrollLeft ?? 0;
    place.innerHTML = JSON.parse(event.data).html;
    const table = place.querySelector(".live-scroll");
    if (table) table.scrollLeft = scrolled;
    if (address) place.querySelector(`a[href="${CSS.escape(address)}"]`)?.focus();
    // Only this line is a live region: nobody wants to hear the whole table again.
    const text = place.querySelector("[data-summary]")?.dataset.summary;
    if (summary && text && summary.textContent !== text) summary.textContent = text;
  });
}

// The projector's page asks for its live part anew. What changed nothing but the seconds left stays.
async function pollPresentation(place) {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { headers: { "hx-request-type": "partial" }, cache: "no-store" });
    if (!answer.ok) return;
    const fresh = document.createElement("div");
    fresh.innerHTML = await answer.text();
    if (reading(fresh) === place.dataset.shown) return;
    place.dataset.shown = reading(fresh);
    place.replaceChildren(...fresh.childNodes);
    for (const timer of place.querySelectorAll("[data-ends]")) count(timer);
  } catch {
    // The server may be away for a moment; the next round asks again.
  }
}

// What the part says. A timer counts by itself; only its end, to a few seconds, tells another one.
function reading(part) {
  const copy = part.cloneNode(true);
  for (const timer of copy.querySelectorAll("[data-ends]")) {
    const ends = Math.round((Date.now() / 1000 + Number(timer.dataset.ends)) / 10);
    timer.textContent = Number(timer.dataset.ends) ? `until ${ends}` : timer.dataset.over;
    timer.removeAttribute("data-ends");
  }
  return copy.textContent + [...copy.querySelectorAll("rect")].map((bar) => bar.getAttribute("width"));
}

// The remaining time as text. The server's clock may differ: only the span counts.
function count(timer) {
  const ends = performance.now() + 1000 * Number(timer.dataset.ends);
  const show = () => {
    const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
    timer.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : timer.dataset.over;
    if (left && timer.isConnected) setTimeout(show, 250);
  };
  show();
}
