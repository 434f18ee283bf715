// Runs before the first paint: theme of the reader's choice, and a mark that scripts work.
(() => {
  const root = document.documentElement;
  const names = ["system", "light", "dark"];
  const read = () => {
    try {
      return names.includes(localStorage.theme) ? localStorage.theme : "system";
    } catch {
      return "system";
    }
  };
  const apply = (name) => {
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
  };
  root.classList.add("js");
  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    const label = button.querySelector("[data-theme-name]");
    label.textContent = read();
    button.hidden = false;
    button.addEventListener("click", () => {
      const next = names[(names.indexOf(read()) + 1) % names.length];
      try {
        localStorage.theme = next;
      } catch {
        /* private windows may refuse storage; the choice then lasts for this page */
      }
      apply(next);
      label.textContent = next;
    });
  });
})();
