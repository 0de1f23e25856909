// The hall's screen: one panel after the other, and the time gone by. Without it, all panels stand below each other.
"use strict";
(() => {
  const PAUSE = 12000;
  let place = 0;

  function panels() { return [...document.querySelectorAll(".panel-of-hall")]; }

  function show() {
    const all = panels();
    document.body.classList.toggle("rotating", all.length > 1);
    all.forEach((panel, index) => panel.classList.toggle("on", index === place % all.length));
  }

  function tick() {
    for (const clock of document.querySelectorAll("[data-elapsed]")) {
      const minutes = Math.max(0, Math.floor((Date.now() / 1000 - Number(clock.dataset.elapsed)) / 60));
      clock.textContent = `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
    }
  }

  setInterval(() => { place += 1; show(); }, PAUSE);
  setInterval(tick, 5000);
  document.addEventListener("htmx:afterSettle", () => { show(); tick(); });
  show();
  tick();
})();
