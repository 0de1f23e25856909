// Figures one changes by tap; all works without it too.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".match-stepper [data-step]");
    if (button) {
      event.preventDefault();
      const input = button.parentElement.querySelector("input");
      const asked = Number(input.value || 0) + Number(button.dataset.step);
      input.value = Math.max(Number(input.min), Math.min(Number(input.max), asked));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const nobody = event.target.closest("[data-nobody]");
    if (nobody) nobody.form.querySelector("[data-names]").value = "";
  });
})();
