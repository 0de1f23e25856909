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

document.addEventListener("change", (event) => {
  const adder = event.target.closest("[data-adds]");
  if (adder && adder.value) {
    const list = document.getElementById(adder.dataset.adds);
    list.value = [list.value.trim(), adder.value].filter(Boolean).join("\n");
    adder.value = "";
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }
}, true);

document.addEventListener("change", (event) => {
  const fills = event.target.dataset.fills;
  if (fills) document.getElementById(fills).value = event.target.selectedOptions[0].dataset.figures;
}, true);

// A thumb is quicker than a busy laptop: what is tapped while an answer is on its way is done once it has come.
const taps = [];
document.addEventListener("click", (event) => {
  const button = event.target.closest("form[hx-get] button[name]");
  if (!button?.form.classList.contains("htmx-request")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  taps.push(`form[hx-get] button[name="${button.name}"][value="${CSS.escape(button.value)}"]`);
}, true);
document.addEventListener("htmx:afterSettle", () => {
  const next = taps.shift();
  if (next) document.querySelector(next)?.click();
});
