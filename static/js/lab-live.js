// Keeps an open board, or the projector's page, true without loading it again.

const board = document.querySelector("#board[data-events]");
if (board) followBoard(board);
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

// The remaining time as text. The server's clock may differ: only the span counts.
function count(timer) {
  const ends = performance.now() + 1000 * Number(timer.dataset.ends);
  const show = () => {
    const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
    timer.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : timer.dataset.over;
    if (left) setTimeout(show, 250);
  };
  show();
}
