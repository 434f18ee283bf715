// A moved slider or another choice shows its picture and table at once; the address follows. htmx
// asks and swaps; what a swap must not take away stands here.
import { hold } from "./held-field.js";
import { rove } from "./soc-marks.js";
import { aroundSwaps, partOf } from "./swaps.js";

const place = () => document.getElementById("soc-result");
const answer = () => document.getElementById("soc-answer");
const HEADLINE = ".soc-headline";
const SAME_MOVE_MS = 1000;
const SCRUB = "[data-scene-scrub]";
const form = document.querySelector("form[data-live]");

// A field called `elements` or `action` hides the form's own property of that name.
const fieldsOf = () => [...document.querySelectorAll("[name]")].filter((field) => field.form === form);

const isOwn = (field) => field.value === "" || field.value === field.dataset.own;
const addressOf = () => {
  const url = new URL(form.getAttribute("action"), location.href);
  for (const field of fieldsOf()) if (!isOwn(field)) url.searchParams.set(field.name, field.value);
  return url.toString();
};

// Fields of the form may stand inside the result: the one that is typed in stays as it is.
function keepField(held, fresh) {
  const twin = held.form === form && place().contains(held) && fresh.querySelector(`input[name="${CSS.escape(held.name)}"]`);
  if (twin) twin.replaceWith(held);
}

// A headline that gets a line shorter must not pull a slider from under the finger.
function keepRoom(old, fresh) {
  if ([old, fresh].every((one) => one.querySelector(HEADLINE))) fresh.style.minHeight = `${old.offsetHeight}px`;
}

// The first answer about a model comes with fields that the form does not have yet.
const isFirst = (said) => place().dataset.waiting && !answer().querySelector(HEADLINE) && said?.querySelector(HEADLINE);
// Until the model was read, the form had none of the view's own fields.
const isBare = (fresh) => "bare" in place().dataset && !("bare" in fresh.dataset);

// A picture that moves stays at its step under the new figures.
function goTo(fresh, step) {
  const scrub = fresh.querySelector(SCRUB);
  if (!scrub || !Number(step)) return;
  scrub.value = step;
  scrub.dispatchEvent(new Event("input"));
}

// What is as it was is not in the address.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== form) return;
  for (const field of fieldsOf()) if (isOwn(field)) ctx.request.body.delete(field.name);
});
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.target?.id !== "soc-result") return;
  for (const part of [answer(), place()]) part.setAttribute("aria-busy", "true");
});

function keep(fresh, { ctx, tasks }) {
  const said = partOf(tasks, "soc-answer");
  if (isFirst(said) || isBare(fresh)) {
    location.replace(ctx.request.action);
    return false;
  }
  const open = [...place().querySelectorAll("details[open][id]")].map((fold) => fold.id);
  for (const id of open) fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  const step = place().querySelector(SCRUB)?.value;
  keepField(document.activeElement, fresh);
  if (said) keepRoom(answer(), said);
  return { step };
}

function putBack({ step }) {
  rove(place());
  document.dispatchEvent(new Event("stage-shown"));
  goTo(place(), step);
}
// A slider that is still moved makes one step of its way.
let moved = -Infinity;
function goesOn({ sourceElement }) {
  const isOn = sourceElement === form && performance.now() - moved < SAME_MOVE_MS;
  moved = performance.now();
  return isOn;
}
aroundSwaps("soc-result", { before: keep, after: putBack, goesOn });

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
  const texts = [...menu.options].map((one) => one.textContent);
  const follow = () => {
    menu.selectedIndex = range.value;
    range.setAttribute("aria-valuetext", texts[range.value]);
    output.textContent = texts[range.value];
  };
  Object.assign(range, { type: "range", min: 0, max: menu.length - 1, value: menu.selectedIndex });
  range.dataset.texts = texts.join("|");
  range.addEventListener("input", follow);
  menu.hidden = true;
  // First in its label, so that the label is the slider's.
  menu.before(range, " ", output);
  follow();
}
for (const menu of form?.querySelectorAll("select[data-slider]") ?? []) slide(menu);

// What is typed wrongly is said beside it; what is shown stays as it was.
function complain(field) {
  if (field.type !== "number") return;
  const wrong = !field.validity.valid;
  field.setAttribute("aria-invalid", wrong);
  let place = field.parentElement.querySelector(".field-problem");
  if (!place && !wrong) return;
  if (!place) {
    place = document.createElement("strong");
    place.className = "field-problem";
    place.setAttribute("role", "alert");
    field.parentElement.append(place);
  }
  const [least, most] = [field.min, field.max].map((one) => Number(one).toLocaleString("en", { maximumSignificantDigits: 9 }));
  place.textContent = wrong ? `✗ Give a number from ${least} to ${most}. The picture stays as it was.` : "";
}

// Who works with more settings finds them open after a page that one of them loads.
const settings = document.getElementById("settings");
const OPEN = "soc-settings";
if (settings && sessionStorage.getItem(OPEN) === "yes") settings.open = true;
settings?.addEventListener("toggle", () => sessionStorage.setItem(OPEN, settings.open ? "yes" : "no"));

let timer = 0;
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!form || field.form !== form) return;
  if (field.dataset.reloads !== undefined) return;
  say(field);
  complain(field);
  clearTimeout(timer);
  timer = setTimeout(() => form.checkValidity() && form.dispatchEvent(new Event("changed-settings")), 40);
});
form?.addEventListener("change", (event) => {
  if (event.target.dataset.reloads === undefined) return;
  hold(event.target);
  location.assign(addressOf());
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(addressOf());
});
if (place()) rove(place());
