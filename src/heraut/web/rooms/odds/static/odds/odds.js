// Steppers, lists one adds to by tap, and the form made anew when its shape changes. All works without it too.
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

// A variant appears or goes: the whole form changes, not only the answer.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-whole]")) {
    event.stopImmediatePropagation();
    event.target.form.requestSubmit ? window.location.assign(`${event.target.form.action}?${new URLSearchParams(new FormData(event.target.form))}`) : event.target.form.submit();
  }
}, true);
