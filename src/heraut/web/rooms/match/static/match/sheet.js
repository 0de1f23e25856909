// Figures one changes by tap, and a form made again with what was written; all works without it too.
"use strict";

const refillForm = (form, fields) => {
  for (const [name, value] of fields) {
    if (["command_id", "type"].includes(name)) continue;
    for (const box of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (box.type === "radio" || box.type === "checkbox") box.checked = box.checked || box.value === value;
      else box.value = value;
    }
  }
};

(() => {
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

// A clock that runs goes on between two answers of the server; the browser's own clock is not asked what time it is.
(() => {
  const begun = new WeakMap();
  const tick = () => {
    for (const clock of document.querySelectorAll("time[data-seconds][data-runs]")) {
      if (!begun.has(clock)) begun.set(clock, performance.now());
      const gone = Math.floor((performance.now() - begun.get(clock)) / 1000);
      const seconds = Number(clock.dataset.seconds) + (clock.dataset.way === "down" ? -gone : gone);
      const whole = Math.abs(seconds), two = (number) => String(number).padStart(2, "0");
      clock.textContent = `${seconds < 0 ? "−" : ""}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
      clock.classList.toggle("match-overrun", seconds < 0);
    }
  };
  setInterval(tick, 1000);
  tick();
})();
