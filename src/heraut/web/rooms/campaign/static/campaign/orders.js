// Orders while they are written: what they come to, and what was typed kept when they are refused. Pages work without it.
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

  // A refusal brings the page back: the form that was sent is filled in again.
  let sent = null;
  const isSame = (form) => ["type", "territory", "band", "army"].every((name) => {
    const own = form.querySelector(`input[type=hidden][name=${name}]`);
    return !own || own.value === sent.get(name);
  });
  const refill = (form) => {
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || field.tagName === "BUTTON") continue;
      if (field.type === "checkbox") field.checked = sent.getAll(field.name).includes(field.value);
      else if (sent.has(field.name)) field.value = sent.get(field.name);
    }
    form.closest("details")?.setAttribute("open", "");
    form.classList.add("dirty");
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.target.closest?.(".campaign-panel form");
    sent = form && new FormData(form);
  });
  document.addEventListener("htmx:load", (event) => {
    const forms = event.target.querySelector?.(".faults") && sent ? [...event.target.querySelectorAll(".campaign-panel form")] : [];
    const form = forms.find((each) => [...each.elements].some((field) => field.name === "ground") === sent.has("ground") && isSame(each));
    if (form) refill(form);
    begin();
  });
  document.addEventListener("toggle", begin, true);
  document.addEventListener("DOMContentLoaded", begin);
})();
