// Scrolls a row of tabs, never the page, so that the one that is open can be seen.
function reveal() {
  for (const tab of document.querySelectorAll(".tab-row [aria-current]")) {
    const row = tab.closest("ol");
    const { left, width } = tab.getBoundingClientRect();
    row.scrollLeft += left - row.getBoundingClientRect().left - (row.clientWidth - width) / 2;
  }
}

document.addEventListener("stage-shown", reveal);
reveal();
