// Pages work without this file; it makes them live and quick to use from a keyboard.
"use strict";

const announce = (text) => { document.getElementById("announce").textContent = text; };
const english = document.documentElement.lang === "en";
const say = (fr, en) => (english ? en : fr);

// --- Live: when the server says that what we show has changed, ask for it again.
// Nothing moves under a finger or over what somebody is typing: then a button offers the news instead.
const live = {
  shown: new Map(), held: false, wanted: false, again: false,
  start() {
    const game = document.querySelector("[data-live]");
    if (!game || !window.EventSource) return;
    for (const address of game.dataset.live.split(" ").filter(Boolean)) this.listen(address); // a weekend has several
  },
  listen(address) {
    const source = new EventSource(address);
    source.addEventListener("changed", (event) => this.heard(address, JSON.parse(event.data).version));
    source.addEventListener("open", () => offline(false));
    source.addEventListener("error", () => offline(source.readyState !== EventSource.OPEN));
  },
  heard(address, version) {
    const first = !this.shown.has(address);
    const changed = this.shown.get(address) !== version;
    this.shown.set(address, version);
    if (first || !changed) return;
    // A page on its way may be older than this news: look again once it has arrived.
    if (document.querySelector("#game.htmx-request, #game .htmx-request")) this.again = true;
    else if (this.busy()) this.offer(); else this.refresh();
  },
  arrived() {
    if (!this.again) return;
    this.again = false;
    if (this.busy()) this.offer(); else this.refresh();
  },
  busy() {
    return this.held || document.querySelector("#game form.dirty, #game .htmx-request, #game .why[open]") !== null;
  },
  refresh() {
    const game = document.getElementById("game");
    if (game) htmx.ajax("GET", game.dataset.page, { source: game, target: "#game", select: "#game", swap: "outerHTML" });
  },
  offer() {
    if (document.querySelector(".news")) return;
    const news = document.createElement("div");
    const button = document.createElement("button");
    news.className = "news";
    button.className = "action";
    button.textContent = say("Du nouveau : actualiser", "Something new: refresh");
    button.addEventListener("click", () => { this.wanted = true; this.refresh(); });
    news.append(button);
    document.getElementById("game").append(news);
    announce(button.textContent);
  },
};

const offline = (away) => { document.getElementById("offline").hidden = !away; };
addEventListener("offline", () => offline(true));
addEventListener("online", () => offline(false));
addEventListener("pointerdown", () => { live.held = true; });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { live.held = false; });
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
document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) offline(false); });
// Somebody who began to type while the news were on their way keeps what they typed.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "game" || event.detail.requestConfig.verb !== "get") return;
  if (!live.wanted && live.busy()) { event.detail.shouldSwap = false; live.offer(); }
  live.wanted = false;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const log = document.querySelector("#game .log li[data-sequence]");
  if (event.detail.target.id === "game") live.newest = log ? Number(log.dataset.sequence) : 0;
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "game" && !event.target.querySelector?.("#game")) return;
  for (const line of document.querySelectorAll("#game .log li[data-sequence]")) {
    if (Number(line.dataset.sequence) > (live.newest ?? Infinity)) line.classList.add("fresh");
  }
  const news = document.querySelector("#game .log li.fresh p");
  if (news) announce(news.textContent);
  document.querySelector("[data-focus]")?.focus();
  live.arrived();
});

// --- Keyboard: every element with data-key has a shortcut; ? lists them.
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === "Enter" && event.target !== document.body) return;
  const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!found) return;
  event.preventDefault();
  found.click();
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

live.start();
