// Steppers, lists one adds to by tap, the usual figures of a unit. All works without it too.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input");
  const asked = Number(input.value || 0) + Number(button.dataset.step);
  const value = Math.max(Number(input.min), Math.min(Number(input.max), asked));
  if (String(value) === input.value) return;
  input.value = value;
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// A thumb is quicker than a busy laptop: what is chosen or tapped while an answer is on its way is done once it has come.
const waiting = [];
const underWay = (form) => form.classList.contains("htmx-request");
document.addEventListener("htmx:afterSettle", () => waiting.shift()?.());

// The list's own change asks the server. The adder's must not: its answer would come later and undo a second choice.
function add(id, line) {
  const list = document.getElementById(id);
  list.value = [list.value.trim(), line].filter(Boolean).join("\n");
  list.dispatchEvent(new Event("change", { bubbles: true }));
}
document.addEventListener("change", (event) => {
  const adder = event.target.closest("[data-adds]");
  if (!adder?.value) return;
  event.stopImmediatePropagation();
  const { value, dataset: { adds } } = adder;
  adder.value = "";
  if (underWay(adder.form)) waiting.push(() => add(adds, value));
  else add(adds, value);
}, true);

document.addEventListener("change", (event) => {
  const fills = event.target.dataset.fills;
  if (fills) document.getElementById(fills).value = event.target.selectedOptions[0].dataset.figures;
}, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest("form[hx-get] button[name]");
  if (!button || !underWay(button.form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const same = `form[hx-get] button[name="${button.name}"][value="${CSS.escape(button.value)}"]`;
  waiting.push(() => document.querySelector(same)?.click());
}, true);
