// Keeps an open board and the time that is left true without loading the page again. The board comes
// in the events of a stream, which htmx reads only with an extension of its own; it swaps what comes.

const board = document.querySelector("#board[data-events]");
if (board) followBoard();

function followBoard() {
  for (const control of document.querySelectorAll("[data-live-control]")) control.hidden = true;
  const summary = document.querySelector("[data-live-summary]");
  const source = new EventSource(board.dataset.events);
  source.addEventListener("board", async (event) => {
    const text = JSON.parse(event.data).html;
    await htmx.swap({ sourceElement: board, target: board, swap: "innerMorph", text });
    // Only this line is a live region: nobody wants to hear the whole table again.
    const said = board.querySelector("[data-summary]")?.dataset.summary;
    if (summary && said && summary.textContent !== said) summary.textContent = said;
  });
}

const timers = () => document.querySelectorAll("[data-ends]");
const endings = new WeakMap();

// The server's clock may differ: only the span counts.
function begin() {
  for (const timer of timers()) endings.set(timer, performance.now() + 1000 * Number(timer.dataset.ends));
  show();
}

function show() {
  for (const timer of timers()) {
    const left = Math.max(0, Math.round((endings.get(timer) - performance.now()) / 1000));
    timer.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : timer.dataset.over;
  }
}

document.addEventListener("htmx:after:swap", begin);
setInterval(show, 250);
begin();
