// A moved slider or another choice shows its picture and table at once; the address follows.
const place = () => document.getElementById("soc-result");
const form = document.querySelector("form[data-live]");
const LOOK_AGAIN = 1000;
let newest = 0;

const addressOf = () => {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (value !== "") url.searchParams.append(name, value);
  return url.toString();
};

async function show(address) {
  const asked = ++newest;
  place().setAttribute("aria-busy", "true");
  const answer = await fetch(address, { headers: { "HX-Request-Type": "partial" } });
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const fresh = holder.content.getElementById("soc-result");
  if (asked !== newest) return;
  if (!fresh) return location.assign(address);
  const open = [...place().querySelectorAll("details[open][id]")].map((one) => one.id);
  for (const id of open) fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  place().replaceWith(fresh);
  history.replaceState(null, "", address);
  wait();
}

function wait() {
  const address = place()?.dataset.waiting;
  if (address) setTimeout(() => show(address), LOOK_AGAIN);
}

function say(field) {
  const output = field.closest("label")?.querySelector("output");
  if (!output) return;
  const texts = field.dataset.texts ? field.dataset.texts.split("|") : [];
  output.textContent = texts[field.value - field.min] ?? field.value;
}

// A menu of rising values is moved like a slider; the menu stays in the form and is what is sent.
function slide(menu) {
  const range = document.createElement("input");
  const output = document.createElement("output");
  const follow = () => {
    menu.selectedIndex = range.value;
    output.textContent = menu.selectedOptions[0].textContent;
    range.setAttribute("aria-valuetext", output.textContent);
  };
  Object.assign(range, { type: "range", min: 0, max: menu.length - 1, value: menu.selectedIndex });
  range.addEventListener("input", follow);
  menu.hidden = true;
  menu.after(range, " ", output);
  follow();
}
for (const menu of form?.querySelectorAll("select[data-slider]") ?? []) slide(menu);

let timer = 0;
form?.addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset.reloads !== undefined) return;
  say(field);
  clearTimeout(timer);
  timer = setTimeout(() => form.checkValidity() && show(addressOf()), 40);
});
form?.addEventListener("change", (event) => {
  if (event.target.dataset.reloads !== undefined) location.assign(addressOf());
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(addressOf());
});
wait();
