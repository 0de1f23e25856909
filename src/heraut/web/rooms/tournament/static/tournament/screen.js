// The hall's screen: one panel after the other. Without it, all panels stand below each other.
"use strict";
(() => {
  const PAUSE = 12000;
  let place = 0;
  const show = () => {
    const all = [...document.querySelectorAll(".panel-of-hall")];
    document.body.classList.toggle("rotating", all.length > 1);
    all.forEach((panel, index) => panel.classList.toggle("on", index === place % all.length));
  };
  setInterval(() => { place += 1; show(); }, PAUSE);
  document.addEventListener("htmx:afterSettle", () => { place = 0; show(); });
  show();
})();
