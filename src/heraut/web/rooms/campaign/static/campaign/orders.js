// Orders while they are written: what they come to. Pages work without it.
(() => {
  "use strict";
  const SOON = 120; // milliseconds after the last key

  // The server weighs what is written; of several answers only that to the newest question is shown.
  const asked = new WeakMap();
  const weigh = async (scale, untouched = false) => {
    const fields = new FormData(scale.closest("form"));
    if (untouched) fields.set("untouched", "on"); // nothing is wrong yet with what nobody has written
    if (scale.dataset.type) fields.set("type", scale.dataset.type);
    asked.set(scale, fields);
    const answer = await fetch(scale.dataset.weigh, { method: "POST", body: fields }).catch(() => null);
    if (!answer?.ok || asked.get(scale) !== fields) return;
    scale.innerHTML = (await answer.text()).trim();
    window.htmx?.process(scale);
  };
  const begin = () => {
    for (const scale of document.querySelectorAll("[data-weigh]")) {
      if (!asked.has(scale) && scale.closest("details:not([open])") === null) weigh(scale, !scale.closest("form.dirty"));
    }
  };

  let soon = null;
  document.addEventListener("input", (event) => {
    const scale = event.target.closest("form")?.querySelector("[data-weigh]");
    if (!scale) return;
    clearTimeout(soon);
    soon = setTimeout(() => weigh(scale), SOON);
  });

  document.addEventListener("htmx:load", begin);
  document.addEventListener("toggle", begin, true);
  document.addEventListener("DOMContentLoaded", begin);
})();
