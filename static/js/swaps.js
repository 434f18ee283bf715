// What htmx leaves to a page around a swap: the address, and a page that came instead of its part.

/**
 * Hooks around every swap of one part.
 * id: of the part. before(fresh, detail): what is to be kept, from the part that comes; false keeps
 * the one that is there. after(kept): puts it back.
 */
export function aroundSwaps(id, { before = () => null, after = () => {} }) {
  let kept;
  const isOurs = ({ detail: { ctx } }) => ctx.target?.id === id;
  document.addEventListener("htmx:before:swap", (event) => {
    kept = undefined;
    if (!isOurs(event)) return;
    const { ctx, tasks } = event.detail;
    const fresh = partOf(tasks, id);
    // A whole page says why there is no such part.
    if (!fresh) location.assign(ctx.request.action);
    const answer = fresh ? before(fresh, event.detail) : false;
    if (answer === false) event.preventDefault();
    else kept = { answer, address: ctx.request.action };
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!kept) return;
    const { answer, address } = kept;
    kept = undefined;
    // The same page keeps the part of it that its address names.
    const isHere = address === location.pathname + location.search;
    history.replaceState(null, "", isHere ? address + location.hash : address);
    after(answer);
  });
}

/** The element of this id in what comes. */
export function partOf(tasks, id) {
  return tasks.map((task) => task.fragment.querySelector(`#${id}`)).find(Boolean);
}
