// Entries of the score sheet outlive a dropped network, a reload, even a closed tab: each is kept here before it is
// sent; they are sent in order, each with its own id, and count once. What is refused stays here with its reason.
(() => {
  "use strict";
  const KEY = "heraut-match-entries", PAUSE = 3000, SLOW = 2000, PATIENCE = 8000;

  // --- What is kept; in memory only where the browser keeps nothing.
  let memory = null;
  const read = () => {
    if (memory) return memory;
    try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; }
  };
  const write = (entries) => {
    try { localStorage.setItem(KEY, JSON.stringify(entries)); } catch { memory = entries; }
    render();
  };
  const change = (id, values) => write(read().map((one) => (one.id === id ? { ...one, ...values } : one)));
  const drop = (id) => write(read().filter((one) => one.id !== id));
  const here = () => document.querySelector("[data-queued]")?.dataset.queued;
  const own = () => read().filter((one) => one.url === here());
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");

  // --- An entry in words: its heading, then each box ticked and figure typed under its legend.
  const plain = (node) => (node?.textContent || "").trim().replace(/\s+/g, " ");
  const ticked = (form) => {
    const boxes = [...form.querySelectorAll("input:checked")].filter((box) => box.name && box.value && box.type !== "hidden");
    const figures = [...form.querySelectorAll("input[type=number]")].filter((box) => box.name && Number(box.value));
    const under = (box) => plain(box.closest("fieldset")?.querySelector("legend"));
    const lines = boxes.map((box) => [under(box), plain(box.closest("label"))]);
    lines.push(...figures.map((box) => [plain(box.closest("label")?.querySelector("span")), box.value]));
    const said = new Map();
    for (const [legend, text] of lines) said.set(legend, [...(said.get(legend) || []), text]);
    const { colon } = document.body.dataset;
    return [...said].map(([legend, texts]) => [legend, texts.join(", ")].filter(Boolean).join(colon)).join(" · ");
  };
  const entryOf = (form, submitter) => {
    const fields = [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const field = Object.fromEntries(fields);
    const heading = form.querySelector("h2") || submitter;
    return {
      id: field.command_id, url: form.action, title: plain(document.querySelector("h1")), label: plain(heading),
      told: ticked(form), fields, type: field.type, by: field["facts.by"], turn: Number(field["facts.turn"]),
    };
  };

  // --- Sending: in order, one at a time; a match whose entry was refused waits, others do not.
  let sending = false, later = 0;
  const next = () => {
    const stopped = new Set();
    return read().find((one) => {
      if (one.refused) stopped.add(one.url);
      return !stopped.has(one.url);
    });
  };
  const post = (entry) => {
    live.leave(); // a page asked for before this one is sent would come without it
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
    const body = new URLSearchParams([...entry.fields, ["csrfmiddlewaretoken", token]]);
    const patience = new AbortController();
    setTimeout(() => patience.abort(), PATIENCE);
    return fetch(entry.url, { method: "POST", body, signal: patience.signal });
  };
  const reasons = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const faults = page.querySelector(".faults") || page.querySelector("main");
    return [...(faults?.querySelectorAll("p, .clause-slot") || [])].map(plain).filter(Boolean);
  };
  const send = async () => {
    clearTimeout(later);
    if (sending) return;
    sending = true;
    try {
      let entry, shown = null;
      while ((entry = next())) {
        const page = document.getElementById("game"), answer = await post(entry);
        if (answer.status >= 500 || answer.status === 429) throw new Error("not now");
        const text = await answer.text();
        if (answer.ok) drop(entry.id); else change(entry.id, { refused: reasons(text) });
        if (entry.url === here()) shown = { text, over: page };
      }
      if (shown !== null) show(shown);
    } catch {
      late();
      later = setTimeout(send, PAUSE);
    } finally {
      sending = false;
      render();
    }
  };
  // Who waits too long for an answer goes on meanwhile.
  const late = () => { for (const one of own()) if (!one.late) change(one.id, { late: true }); };
  // The sheet as the server has it now, unless somebody is already writing the next entry: then news are offered. If
  // another page has come meanwhile it is the newer one, or is asked for again: ours must not move under a finger.
  const show = ({ text, over }) => {
    if (document.querySelector("#game form.dirty, [data-sheet]:not([data-noted])")) return;
    if (document.getElementById("game") === over) keep.over(text); else live.look();
  };
  // Once noted, a page beside the sheet goes back to it, whoever brings the news first.
  const goBack = (beside) => {
    if (!beside) return;
    beside.dataset.noted = "1";
    document.getElementById("game").dataset.page = beside.dataset.sheet;
  };

  // --- The sheet goes on without the network: from one player's turn to the other's.
  const template = (by) => document.querySelector(`template[data-turn="${by}"]`);
  const turnForm = () => document.querySelector("form.match-turn");
  const turnTo = (by, turn, fields = []) => {
    const shown = turnForm(), made = template(by)?.content.cloneNode(true).querySelector("form");
    if (!shown || !made) return;
    made.elements.command_id.value = newId();
    made.elements["facts.turn"].value = turn;
    made.querySelector("[data-number]").textContent = turn;
    shown.replaceWith(made);
    refillForm(made, fields);
  };
  const index = (by, turn) => 2 * (turn - 1) + (by === "first" ? 1 : 2);
  const goOn = () => {
    if (mending) return;
    const form = turnForm(), written = own().filter((one) => one.type === "EndTurn" && one.late && !one.refused).at(-1);
    if (!form || !written) return;
    const [by, turn] = [form.elements["facts.by"].value, Number(form.elements["facts.turn"].value)];
    if (index(by, turn) > index(written.by, written.turn)) return;
    if (written.by === "first") turnTo("second", written.turn); else turnTo("first", written.turn + 1);
  };
  // A question answered once is not asked again while its answer waits; losses may come several times.
  const hideAnswered = () => {
    const answered = new Set(own().filter((one) => !one.refused).map((one) => one.type));
    for (const form of document.querySelectorAll("form[data-queue]")) {
      const type = form.elements.type.value;
      const sent = read().some((one) => one.id === form.elements.command_id.value);
      form.hidden = answered.has(type) && type !== "EndTurn" && type !== "ReportLoss";
      for (const button of form.querySelectorAll("button:not([type=button])")) button.disabled = sent;
    }
  };
  // A turn taken back is in its form again. One that was refused keeps its place in the queue until it is corrected.
  let mending = false;
  const takeBack = (entry) => {
    const turn = entry.type === "EndTurn", inPlace = turn && !template(entry.by) && turnForm();
    if (inPlace) inPlace.elements.command_id.value = newId(); // positions are still on the table
    if (!turn || inPlace || !entry.refused) drop(entry.id);
    if (!turn || inPlace) return;
    mending = Boolean(entry.refused);
    turnTo(entry.by, entry.turn, entry.fields);
    if (mending) turnForm()?.classList.add("dirty");
    turnForm()?.scrollIntoView({ block: "nearest" });
  };
  const placed = (entry) => {
    const same = (one) => one.url === entry.url && one.type === "EndTurn" && one.by === entry.by && one.turn === entry.turn;
    const entries = read(), corrected = entries.findIndex((one) => one.refused && same(one));
    return corrected < 0 ? [...entries, entry] : entries.map((one, place) => (place === corrected ? { ...entry, late: true } : one));
  };

  // --- What waits, and what was refused.
  const line = (entry, last) => {
    const made = document.querySelector("template[data-entry]").content.cloneNode(true).querySelector("li");
    const put = (name, text) => { made.querySelector(`[data-${name}]`).textContent = text; };
    put("label", entry.url === here() ? entry.label : `${entry.title} : ${entry.label}`);
    put("told", entry.told);
    put("why", (entry.refused || []).join(" "));
    made.classList.toggle("match-refused-entry", Boolean(entry.refused));
    for (const node of made.querySelectorAll("[data-when-waiting]")) node.hidden = Boolean(entry.refused);
    for (const node of made.querySelectorAll("[data-when-refused]")) node.hidden = !entry.refused;
    const back = made.querySelector("[data-back]");
    back.hidden = entry.url !== here() || (!entry.refused && !last);
    back.addEventListener("click", () => takeBack(entry));
    made.querySelector("[data-again]").addEventListener("click", () => { change(entry.id, { refused: null }); send(); });
    made.querySelector("[data-drop]").addEventListener("click", () => { drop(entry.id); send(); });
    return made;
  };
  const render = () => {
    const box = document.querySelector("[data-queued]");
    if (!box) return;
    const shown = read().filter((one) => one.late || one.refused || one.url !== here());
    box.hidden = shown.length === 0;
    box.querySelector("[data-offline]").hidden = shown.some((one) => one.refused);
    box.querySelector("ol").replaceChildren(...shown.map((one) => line(one, one === shown.at(-1))));
    goOn();
    hideAnswered();
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-queue]");
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const entry = entryOf(form, event.submitter);
    if (read().some((one) => one.id === entry.id)) return;
    form.classList.remove("dirty");
    mending = false;
    goBack(form.closest("[data-sheet]"));
    write(placed(entry));
    if (entry.type === "ReportLoss") { form.reset(); form.elements.command_id.value = newId(); }
    setTimeout(late, SLOW);
    send();
  }, true);
  // A page that is left cannot be loaded again without the network.
  addEventListener("beforeunload", (event) => { if (own().some((one) => one.late && !one.refused)) event.preventDefault(); });
  document.addEventListener("htmx:afterSettle", () => {
    render();
    if (!document.querySelector("[data-sheet]")) history.replaceState(null, "", document.getElementById("game").dataset.page);
  });
  addEventListener("online", send);
  addEventListener("pageshow", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
  render();
})();
