// A choice that loads its page anew keeps the keyboard: the field has the focus again afterwards.
const KEY = "held-field";

export function hold(field) {
  sessionStorage.setItem(KEY, `${location.pathname} ${field.name}`);
}

const [path, name] = (sessionStorage.getItem(KEY) ?? "").split(" ");
sessionStorage.removeItem(KEY);
if (name && path === location.pathname) {
  document.querySelector(`select[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}
