// Pages work without this file; it makes them live and quick to use from a keyboard.
"use strict";

const announce = (text) => { document.getElementById("announce").textContent = text; };

// --- Live: the server says which version of the game we may see; a page that shows another asks for it again.
// Nothing moves under a finger or over what somebody is doing: then a button offers the news instead.
const live = {
  news: null, asked: null, way: null, held: false, turn: null, sources: [],
  start() {
    if (!document.querySelector("[data-live]") || !window.EventSource) return;
    document.addEventListener("visibilitychange", () => this.listen());
    this.listen();
  },
  // Only a page that is looked at listens, so a phone in a pocket asks when it is taken out: a browser keeps six
  // connections to us for all its tabs together.
  listen() {
    for (const source of this.sources) source.close();
    const game = document.querySelector("[data-live]"), told = new Map();
    const addresses = game && !document.hidden ? game.dataset.live.trim().split(" ") : []; // a weekend's are several
    this.sources = addresses.map((address) => {
      const source = new EventSource(address);
      source.addEventListener("changed", (event) => {
        const { version, now, within } = JSON.parse(event.data);
        told.set(address, version);
        if (told.size === addresses.length) this.news = addresses.map((each) => told.get(each)).join(" ");
        if (now) this.show(now);
        this.wait(within);
      });
      source.addEventListener("open", () => offline(false));
      source.addEventListener("error", () => offline(source.readyState !== EventSource.OPEN));
      return source;
    });
  },
  // What cannot wait came with the news; the page itself is asked for when its turn comes among all that are open.
  show(now) {
    if (!document.getElementById("now") || this.news === document.getElementById("game").dataset.version || this.busy()) return;
    keep.part("#now", now);
    announce(document.querySelector("#now .answer-first")?.textContent ?? "");
  },
  wait(within = 0) {
    if (within && !document.querySelector("#game[data-prompt]")) {
      this.turn ??= setTimeout(() => this.look(), Math.random() * within * 1000);
    } else this.look();
  },
  // Each piece of news is asked for once: a page that is ahead of its messages must not ask for ever.
  look() {
    const game = document.getElementById("game");
    clearTimeout(this.turn);
    this.turn = null;
    if (document.hidden || !game || !this.news || this.news === this.asked || this.news === game.dataset.version) return;
    if (document.querySelector("#game .htmx-request")) return; // what was sent brings a page; we look again then
    if (this.held) return; // not even the button that offers it, which may come under the finger; it is lifted soon
    if (this.busy()) this.offer(); else this.refresh();
  },
  busy() {
    return this.held || document.querySelector("#game form.dirty, #game .htmx-request, #game .why[open], #game [data-busy]") !== null;
  },
  // Nothing moves under somebody who began to type while the page was on its way, unless they asked for it; what they
  // typed is kept in either case.
  async refresh(wanted = false) {
    this.leave();
    const way = this.way = new AbortController();
    this.asked = this.news;
    try {
      const answer = await fetch(document.getElementById("game").dataset.page, {
        signal: way.signal, cache: "no-store", headers: { "HX-Request": "true" }, // the game without its frame
      });
      const moved = answer.headers.get("Heraut-Moved");
      if (moved && !keep.any()) { location.assign(moved); return; } // another machine has taken the game over
      if (moved) return; // what was written here is not swept away; the answer to it says where to go
      if (answer.redirected) { location.reload(); return; } // the place was taken away: say so
      if (!answer.ok) throw new Error(answer.status);
      const page = await answer.text();
      if (!wanted && this.held) { this.asked = null; return; } // it is asked for again once the finger is lifted
      if (!wanted && this.busy()) { this.offer(); return; }
      notice();
      keep.over(page);
    } catch {
      if (this.way !== way) return;
      this.asked = null; // it did not arrive: we ask again
      setTimeout(() => this.look(), 3000);
    } finally {
      if (this.way === way) this.way = null;
    }
  },
  leave() { this.way?.abort(); },
  offer() {
    if (document.querySelector(".news")) return;
    const news = document.createElement("div");
    const button = document.createElement("button");
    news.className = "news";
    button.className = "action";
    button.textContent = document.body.dataset.news;
    button.addEventListener("click", () => this.refresh(true));
    news.append(button);
    document.getElementById("game").append(news);
    announce(button.textContent);
  },
};

// --- A tab nobody looks at hears nothing; it asks once a minute whether the game waits for its player, and its title
// says so. A page that is looked at brings its own title.
const MINUTE = 60000;
const turn = async () => {
  const { turn: address, mark } = document.body.dataset;
  if (!document.hidden || !address) return;
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const yours = await answer.text();
  const title = document.title.startsWith(mark) ? document.title.slice(mark.length).trim() : document.title;
  document.title = yours ? `${mark} ${title}` : title;
};
setInterval(turn, MINUTE);

const offline = (away) => { document.getElementById("offline").hidden = !away; };
addEventListener("offline", () => offline(true));
addEventListener("online", () => offline(false));
addEventListener("pointerdown", () => { live.held = true; });
// What came while a finger was down is shown once it has done its work, unless that work keeps the page busy: a tap's
// click comes a moment after the finger is lifted.
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => { live.held = false; live.look(); }, 50));
}
document.addEventListener("toggle", () => live.look(), true);
document.addEventListener("input", (event) => event.target.closest("#game form")?.classList.add("dirty"));

// --- A command lost on the way is sent again with the same id, so it counts once.
document.addEventListener("htmx:sendError", (event) => {
  const form = event.target.closest("form");
  if (!form) return;
  offline(true);
  form.classList.add("dirty");
  if (!form.dataset.retrying) {
    form.dataset.retrying = "1";
    setTimeout(() => { delete form.dataset.retrying; if (form.isConnected) form.requestSubmit(); }, 3000);
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) offline(false); else setTimeout(() => live.look()); // it brings no page: news may wait
});
// What is sent brings the newest page back: one that is still on its way would put an older one over it.
document.addEventListener("htmx:beforeRequest", () => live.leave());

// --- The cursor goes to what is wrong with what was sent, or to what is said of it.
const attend = () => {
  const said = document.querySelector("[data-focus]"), wrong = document.querySelector("[data-refused] [autofocus]");
  // A line that takes one thing after the other keeps the cursor: the next may be on its way, from a scanner.
  if (said && !document.activeElement?.matches("[data-again]")) (wrong ?? said).focus();
  said?.removeAttribute("data-focus");
};

// --- An answer that is no page of the game tells of a fault: it is said above what was sent, which stays as it is.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  if (xhr.status < 400 || target.id !== "game") return;
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  if (page.getElementById("game")) return;
  const box = document.createElement("div"), title = document.createElement("h2");
  const told = page.querySelector(".fault-page") ?? page.querySelector("main") ?? page.body;
  box.className = "faults";
  box.role = "alert";
  box.tabIndex = -1;
  title.textContent = told.querySelector("h1")?.textContent ?? "";
  box.append(title, ...told.querySelectorAll("p:not(.big)"));
  const place = target.querySelector("[data-said]") ?? target;
  for (const old of place.querySelectorAll(":scope > .faults")) old.remove();
  place.prepend(box);
  box.focus();
  event.detail.shouldSwap = false;
});

// --- Lines of the log that were not there before are marked and read out.
let newest = Infinity;
const notice = () => { newest = Number(document.querySelector("#game .log li[data-sequence]")?.dataset.sequence ?? 0); };
document.addEventListener("htmx:beforeSwap", (event) => { if (event.detail.target.id === "game") notice(); });
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "game" && !event.target.querySelector?.("#game")) return;
  for (const line of document.querySelectorAll("#game .log li[data-sequence]")) {
    if (Number(line.dataset.sequence) > newest) line.classList.add("fresh");
  }
  const news = document.querySelector("#game .log li.fresh p");
  if (news) announce(news.textContent);
  attend();
  live.look();
});

// --- Keyboard: every element with data-key has a shortcut; ? lists them.
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
// A hand scanner types a whole code faster than any hand, wherever the cursor is: what it types is neither shortcuts nor
// text for the field somebody was in, but goes into the line that reads badges.
const scanner = {
  keys: "", at: 0, FAST: 50, LONG: 20, meant: null,
  hears(event) {
    const fast = event.timeStamp - this.at < this.FAST, before = this.keys;
    if (event.key.length > 1 && event.key !== "Enter") return ""; // Shift, and its like
    this.at = event.timeStamp;
    this.keys = event.key === "Enter" ? "" : fast ? before + event.key : event.key;
    if (fast) clearTimeout(this.meant);
    return event.key === "Enter" && fast && before.length >= this.LONG ? before : "";
  },
  // A shortcut waits until it is sure that it was not the first letter of a code.
  sure(deed) { clearTimeout(this.meant); this.meant = setTimeout(deed, this.FAST); },
  reads(code, field) {
    const line = document.querySelector("[data-again]");
    if (field && field !== line && field.value?.endsWith(code)) field.value = field.value.slice(0, -code.length);
    if (!line) return;
    line.value = code;
    line.focus();
    line.form.requestSubmit();
  },
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = typing(event.target), code = scanner.hears(event);
  if (code && !field?.matches("[data-again]")) {
    event.preventDefault();
    scanner.reads(code, field);
    return;
  }
  const read = document.querySelector("[data-again]"); // where no line reads badges, nothing waits for a scanner
  if (field || (read && scanner.keys.length > 1) || (event.key === "Enter" && event.target !== document.body)) return;
  const meant = () => document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!meant()) return;
  event.preventDefault();
  if (read) scanner.sure(() => meant()?.click()); // the page may have renewed itself meanwhile
  else meant().click();
});
const opened = {
  shortcuts(dialog) {
    const keys = dialog.querySelector("[data-keys]");
    keys.replaceChildren(...[...document.querySelectorAll("[data-key]")].flatMap((element) => {
      const term = document.createElement("dt"), text = document.createElement("dd"), key = document.createElement("kbd");
      key.textContent = element.dataset.key;
      term.append(key);
      text.textContent = element.title || element.textContent.trim().replace(/\s+\?$/, "");
      return [term, text];
    }));
  },
};
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.opens);
    opened[dialog.id]?.(dialog);
    dialog.showModal();
  }
  if (event.target.closest("[data-print]")) print();
  const copy = event.target.closest("[data-copy]");
  if (copy) copyText(copy);
});

const copyText = async (button) => {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch { // no clipboard on plain http: select the address, so that it can be copied by hand
    const address = button.closest(".place")?.querySelector(".address");
    if (address) getSelection().selectAllChildren(address);
    return;
  }
  const before = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = before; }, 1500);
};

attend();
live.start();
