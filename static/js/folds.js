// Closed parts of a page: the one that an address points into opens, and "open all tables" is
// remembered. Without this they open by a click, and by `?open=all`.
const KEY = "open-all";
const FOLD = "details.fold, details[data-fold]";
const folds = () => document.querySelectorAll(FOLD);

function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target && target.closest(FOLD);
  if (!fold || fold.open) return;
  fold.open = true;
  target.scrollIntoView();
}

function remembered() {
  return localStorage.getItem(KEY) === "yes";
}

function openAll(all) {
  const field = document.querySelector("[data-open-all]");
  if (field) field.value = all ? "all" : "";
  for (const fold of folds()) fold.open = all;
  for (const link of document.querySelectorAll("[data-unfold]")) {
    link.textContent = all ? "Close all tables" : "Open all tables";
  }
}

function prepare() {
  if (remembered()) openAll(true);
  openTarget();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-unfold]");
  if (!link) return;
  event.preventDefault();
  const all = ![...folds()].every((fold) => fold.open);
  localStorage.setItem(KEY, all ? "yes" : "no");
  openAll(all);
});
addEventListener("hashchange", openTarget);
document.addEventListener("stage-shown", prepare);
document.addEventListener("htmx:after:swap", () => remembered() && openAll(true));
prepare();
