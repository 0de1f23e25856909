// Small helps of the tournament's pages: time gone by, swaps by touch, the cursor back in the line of results.
"use strict";
(() => {
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-elapsed]")) {
      const minutes = Math.max(0, Math.floor((Date.now() / 1000 - Number(clock.dataset.elapsed)) / 60));
      clock.textContent = `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
    }
  };

  // What is left of a turn, counted from when the page was told: the phone's own time of day does not matter.
  const toldAt = new WeakMap();
  const beat = () => {
    for (const clock of document.querySelectorAll("time[data-left]")) {
      if (!toldAt.has(clock)) toldAt.set(clock, performance.now());
      const gone = "runs" in clock.dataset ? Math.floor((performance.now() - toldAt.get(clock)) / 1000) : 0;
      const left = Number(clock.dataset.left) - gone;
      clock.textContent = `${left < 0 ? "−" : ""}${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
      clock.closest(".hand").classList.toggle("overrun", left < 0);
    }
  };

  const hold = (pick, held) => {
    pick.toggleAttribute("data-busy", held); // news must not let go of it
    pick.setAttribute("aria-pressed", String(held));
  };

  // Two touches of the same kind fill the form below and send it.
  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-swaps] .pick");
    if (!pick) return;
    const kind = pick.dataset.seat ? "seat" : "table";
    const form = document.querySelector(kind === "seat" ? "[data-swap-players]" : "[data-swap-tables]");
    if (!form) return;
    const before = document.querySelector(".pick[aria-pressed=true]");
    if (before) hold(before, false);
    if (before === pick) return;
    if (!before?.dataset[kind]) { hold(pick, true); return; }
    form.elements.one.value = before.dataset[kind];
    form.elements.two.value = pick.dataset[kind];
    form.requestSubmit();
  });

  // A phone that learns where to play shows it, however far down it was read.
  const answer = () => document.querySelector(".answer-first")?.textContent;
  let told = answer();
  document.addEventListener("htmx:afterSettle", () => {
    if (told !== undefined && answer() !== told) scrollTo(0, 0);
    told = answer();
  });

  let typing = false, sent = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    const line = event.target.matches?.(".quick") ? event.target.querySelector("[data-again]") : null;
    typing = line !== null;
    sent = line?.value;
  });
  document.addEventListener("htmx:afterSettle", () => {
    tick();
    beat();
    const line = document.querySelector("[data-again]");
    if (typing && line) {
      line.focus();
      if (line.value === line.defaultValue || line.value === sent) line.select(); // a scanner may have begun the next line
    }
    typing = false;
  });
  // A file that is chosen is looked at; without this there is a button for it.
  document.addEventListener("change", (event) => { if (event.target.matches("[data-send]")) event.target.form.requestSubmit(); });
  // A shortcut to a field puts the cursor there.
  document.addEventListener("click", (event) => { if (event.target.matches("input[data-key]")) event.target.focus(); });

  setInterval(tick, 5000);
  setInterval(beat, 250);
  tick();
  beat();
})();
