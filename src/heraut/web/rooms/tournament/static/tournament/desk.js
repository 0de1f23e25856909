// Small helps of the tournament's pages: time gone by, swaps by touch, the cursor back in the line of results.
"use strict";
(() => {
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-elapsed]")) {
      const minutes = Math.max(0, Math.floor((Date.now() / 1000 - Number(clock.dataset.elapsed)) / 60));
      clock.textContent = `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
    }
  };

  // What is left of a turn or a round, counted from when the page was told: the phone's own time of day does not matter.
  const toldAt = new WeakMap();
  const two = (number) => String(number).padStart(2, "0");
  const face = (left) => {
    const all = Math.abs(left), hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
    return `${left < 0 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(all % 60)}`;
  };
  const beat = () => {
    for (const clock of document.querySelectorAll("time[data-left]")) {
      const told = toldAt.get(clock);
      if (told?.left !== clock.dataset.left) toldAt.set(clock, { left: clock.dataset.left, at: performance.now() });
      const gone = "runs" in clock.dataset ? Math.floor((performance.now() - toldAt.get(clock).at) / 1000) : 0;
      const left = Number(clock.dataset.left) - gone;
      clock.textContent = face(left);
      clock.closest(".hand").classList.toggle("overrun", left < 0);
      if ("rings" in clock.dataset) bell.hears(left <= 0);
    }
    if (document.querySelector("[data-called]")) bell.hears(true);
  };

  // The end of time rings once on every screen where somebody has switched that on; a browser wants a touch for it.
  const bell = {
    on: false, over: null, air: null,
    hears(over) {
      if (over && this.over === false) this.ring();
      this.over = over;
    },
    ring() {
      if (!this.on) return;
      for (const stroke of [0, 1.2, 2.4]) {
        const tone = this.air.createOscillator(), loud = this.air.createGain(), at = this.air.currentTime + stroke;
        tone.frequency.value = 660;
        loud.gain.setValueAtTime(.6, at);
        loud.gain.exponentialRampToValueAtTime(.001, at + 1.1);
        tone.connect(loud).connect(this.air.destination);
        tone.start(at);
        tone.stop(at + 1.1);
      }
      document.dispatchEvent(new CustomEvent("heraut:rung"));
    },
    toggle() {
      this.on = !this.on;
      if (this.on) (this.air ??= new AudioContext()).resume();
      this.show();
    },
    show() {
      for (const button of document.querySelectorAll("[data-bell]")) {
        button.hidden = !window.AudioContext;
        button.setAttribute("aria-pressed", String(this.on));
      }
    },
  };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-bell]")) bell.toggle(); });

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

  // The line that takes one thing after the other never waits for its answer: what is typed meanwhile is the next line,
  // and lines that were ended meanwhile are sent in their order. One that is refused comes back into the line, or, if the
  // next was begun by then, stands below it until its table is typed again.
  const again = {
    sent: null, way: null, half: "", waiting: [], rejected: [],
    line: () => document.querySelector(".quick [data-again]"),
    begin(line, way) {
      this.sent = line.value;
      this.way = way;
      this.put(line);
    },
    put(line) {
      line.value = this.half;
      this.half = "";
    },
    // Before a page is put over the one that was typed on: what stands in the line now was begun since.
    carry(refused) {
      const line = this.line(), table = (text) => text.trim().split(/\s+/)[0];
      if (!line) return;
      this.rejected = this.rejected.filter((each) => table(each) !== table(this.sent));
      if (refused && !line.value && !this.waiting.length) { line.value = this.sent; return; }
      if (refused) this.rejected.push(this.sent);
      this.half = line.value;
    },
    over() {
      const line = this.line();
      if (!line || !this.half) return;
      this.put(line);
      line.focus();
    },
    end() {
      const line = this.line(), { sent } = this;
      this.sent = this.way = null;
      this.tell();
      if (!line) return;
      line.focus();
      if (line.value === sent) line.select();
      if (!this.waiting.length) return;
      this.half = line.value;
      line.value = this.waiting.shift();
      line.form.requestSubmit();
    },
    tell() {
      document.querySelector(".lines-waiting")?.remove();
      if (!this.rejected.length) return;
      const told = document.createElement("p");
      told.className = "fault lines-waiting";
      told.textContent = `${this.line()?.dataset.rejected ?? ""} ${this.rejected.join(" · ")}`;
      (this.line()?.closest(".field") ?? document.querySelector("[data-said]"))?.append(told);
    },
  };
  document.addEventListener("submit", (event) => {
    const line = event.target.matches(".quick") ? event.target.querySelector("[data-again]") : null;
    if (!line || again.sent === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (line.value.trim()) again.waiting.push(line.value);
    line.value = "";
  }, true);
  const ours = (event) => again.sent !== null && event.detail.xhr === again.way; // a page settles in several parts
  document.addEventListener("htmx:beforeRequest", (event) => {
    const line = event.target.matches?.(".quick") ? event.target.querySelector("[data-again]") : null;
    if (line) again.begin(line, event.detail.xhr);
  });
  addEventListener("htmx:beforeSwap", (event) => { if (ours(event)) again.carry(event.detail.xhr.status >= 400); }, true);
  document.addEventListener("htmx:afterSwap", (event) => { if (ours(event)) again.over(); });
  document.addEventListener("htmx:sendError", (event) => {
    const line = ours(event) ? again.line() : null;
    if (!line) return;
    again.half = line.value; // it is sent again by itself, and what was begun since comes back then
    line.value = again.sent;
    again.sent = again.way = null;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    tick();
    beat();
    bell.show();
    if (ours(event)) again.end();
  });
  // A file that is chosen is looked at; without this there is a button for it.
  document.addEventListener("change", (event) => { if (event.target.matches("[data-send]")) event.target.form.requestSubmit(); });
  // A shortcut to a field puts the cursor there.
  document.addEventListener("click", (event) => { if (event.target.matches("input[data-key]")) event.target.focus(); });

  setInterval(tick, 5000);
  setInterval(beat, 250);
  tick();
  beat();
  bell.show();
})();
