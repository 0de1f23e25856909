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

  // A battle is counted while it is played: one tap for a figure, and the device remembers until the result is proposed.
  const key = (form) => `heraut-tally-${location.pathname}-${form.dataset.tally}`;
  const counted = (form) => [...form.querySelectorAll("[name^=left-], [name=winners], [name=fallen]")];
  const remember = (form) => {
    const now = counted(form).map((field) => (field.type === "checkbox" ? field.checked : field.value));
    try { localStorage.setItem(key(form), JSON.stringify(now)); } catch { /* not kept */ }
  };
  const recall = (form) => {
    let was = null;
    try { was = JSON.parse(localStorage.getItem(key(form))); } catch { /* begin anew */ }
    const fields = counted(form);
    if (was?.length !== fields.length || form.matches(".dirty, [data-refused]")) return;
    fields.forEach((field, at) => { if (field.type === "checkbox") field.checked = was[at]; else field.value = was[at]; });
    fields[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const TALLY = 'form[data-tally]:not([data-tally=""])';
  const recallAll = () => {
    for (const less of document.querySelectorAll("[data-less]")) less.hidden = false;
    for (const form of document.querySelectorAll(TALLY)) recall(form);
  };
  document.addEventListener("click", (event) => {
    const input = event.target.closest("[data-less]")?.closest("label").querySelector("input");
    if (!input) return;
    event.preventDefault();
    input.value = Math.max(0, Number(input.value) - 1);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => { if (event.target.closest(TALLY)) remember(event.target.closest(TALLY)); });
  }
  document.addEventListener("submit", (event) => { if (event.target.matches(TALLY)) localStorage.removeItem(key(event.target)); });
  for (const kind of ["htmx:load", "DOMContentLoaded"]) document.addEventListener(kind, recallAll);

  document.addEventListener("htmx:load", begin);
  document.addEventListener("toggle", begin, true);
  document.addEventListener("DOMContentLoaded", begin);
})();
