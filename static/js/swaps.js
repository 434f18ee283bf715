// What htmx leaves to a page around a swap: the address, the focus on a link, what is read out, and a
// page that came instead of its part. An entry of the history is loaded anew when a reader comes back to it.

/** Makes the address that of what is shown. way: `pushState`, or `replaceState` for what is no step of the reader's. */
export function enter(address, way = "pushState") {
  const isHere = address.split("#")[0] === location.pathname + location.search;
  // By this mark htmx knows the entries whose pages it loads.
  history[isHere ? "replaceState" : way]({ htmx: true }, "", address);
}

/**
 * Hooks around every swap of one part.
 * id: of the part. before(fresh, detail): what is to be kept, from the part that comes; false keeps
 * the one that is there. after(kept): puts it back. goesOn(ctx): whether the swap goes on with the
 * reader's last step.
 */
export function aroundSwaps(id, { before = () => null, after = () => {}, goesOn = () => false }) {
  let kept;
  const isOurs = ({ detail: { ctx } }) => ctx.target?.id === id;
  document.addEventListener("htmx:before:swap", (event) => {
    kept = undefined;
    if (!isOurs(event)) return;
    const { ctx, tasks } = event.detail;
    const fresh = partOf(tasks, id);
    // A whole page says why there is no such part.
    if (!fresh) location.assign(ctx.request.action);
    const held = document.activeElement;
    const answer = fresh ? before(fresh, event.detail) : false;
    const way = ctx.sourceElement === ctx.target || goesOn(ctx) ? "replaceState" : "pushState";
    if (answer === false) event.preventDefault();
    else kept = { answer, held, address: ctx.request.action, way };
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!kept) return;
    const { answer, held, address, way } = kept;
    kept = undefined;
    // The same page keeps the part of it that its address names.
    const isHere = address === location.pathname + location.search;
    enter(isHere ? address + location.hash : address, way);
    (held.isConnected ? held : sameLink(held))?.focus({ preventScroll: true });
    after(answer);
  });
}

/** Controls with an id are htmx's to find again. */
function sameLink(held) {
  const address = held.getAttribute("href");
  const links = address ? document.querySelectorAll(`main a[href="${CSS.escape(address)}"]`) : [];
  return [...links].find((link) => link.getAttribute("class") === held.getAttribute("class"));
}

/** The element of this id in what comes. */
export function partOf(tasks, id) {
  return tasks.map((task) => task.fragment.querySelector(`#${id}`)).find(Boolean);
}

// Nobody hears a region that comes with its text: what a part says is repeated in one that stays.
document.addEventListener("htmx:after:swap", () => {
  const region = document.getElementById("announced");
  const says = document.querySelector("[data-says]")?.dataset.says;
  if (says && region.textContent !== says) region.textContent = says;
});
