// What is left of both armies, entry by entry; the server says what that comes to, and why. What was entered stays in
// this browser until the server has it.
"use strict";
const buildArmies = () => {
  const form = document.querySelector(".match-armies");
  if (!form || form.dataset.built) return;
  form.dataset.built = "1";
  const about = form.closest("[data-begun]").dataset;
  const KEY = "heraut-armies", begun = JSON.parse(about.begun);
  const armies = [...form.querySelectorAll("[data-army]")];
  const rows = (army) => [...army.querySelectorAll(".match-entry")];
  const box = (row, name) => row.querySelector(`[data-set="${name}"]`);
  const figure = (row, name) => Number(box(row, name)?.value || 0);

  // --- A row and the entry it stands for.
  const whole = (row) => figure(row, "figures") + figure(row, "attached");
  const kindOf = (row) => box(row, "kind").selectedOptions[0];
  const entryOf = (row, side) => ({
    name: row.querySelector("[data-name]").textContent, side, kind: kindOf(row).value, cost: figure(row, "cost"),
    figures: figure(row, "figures"), left: figure(row, "left"), inside: figure(row, "inside"), waiting: figure(row, "waiting"),
    attachments: figure(row, "attached") || figure(row, "attached_cost") ? [{ name: "", cost: figure(row, "attached_cost"), figures: figure(row, "attached") }] : [],
    inert: box(row, "inert").checked, wild: box(row, "wild").checked, created: box(row, "created").checked,
  });
  const entries = () => armies.flatMap((army) => rows(army).map((row) => entryOf(row, army.dataset.army)));
  const told = (entry) => {
    const sum = (name) => (entry.attachments || []).reduce((all, one) => all + (one[name] ?? 1), 0);
    const figures = entry.figures ?? 1, attached = sum("figures");
    const left = entry.models ? entry.models.length : entry.left ?? figures + attached;
    return { ...entry, figures, left, attached, attached_cost: sum("cost") };
  };
  const fill = (row, entry) => {
    for (const one of row.querySelectorAll("[data-set]")) {
      const value = entry[one.dataset.set];
      if (one.type === "checkbox") one.checked = Boolean(value); else if (value !== undefined) one.value = value;
    }
  };
  // An entry without a name is called by its kind and its place; what was whole stays whole when its card is changed.
  const dress = (row) => {
    const kind = kindOf(row), place = [...row.parentElement.children].indexOf(row) + 1;
    for (const part of row.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind.value);
    if (["warjack", "warbeast"].includes(kind.value)) box(row, "figures").value = 1;
    if (kind.value !== "unit") box(row, "attached").value = box(row, "attached_cost").value = 0;
    if (row.dataset.whole === box(row, "left").value) box(row, "left").value = whole(row);
    row.dataset.whole = whole(row);
    row.querySelector("[data-name]").textContent = box(row, "name").value.trim() || `${kind.textContent} ${place}`;
    row.querySelector("[data-left]").textContent = `${figure(row, "left")} / ${whole(row)}`;
  };
  const add = (army, entry) => {
    const made = army.querySelector("template").content.cloneNode(true).querySelector("details");
    army.querySelector("[data-entries]").append(made);
    if (entry) fill(made, told(entry));
    made.dataset.whole = whole(made);
    dress(made);
    return made;
  };

  // --- The server's word.
  let asked = 0, turn = 0;
  const judge = async () => {
    const mine = turn, fault = form.querySelector("[data-fault]");
    const atHome = Object.fromEntries([...form.querySelectorAll("[name^='at_home:']")].map((one) => [one.name.split(":")[1], Number(one.value || 0)]));
    const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, armies: JSON.stringify({ entries: entries(), at_home: atHome }) });
    let said;
    try { said = await (await fetch(about.counted, { method: "POST", body })).json(); } catch { return; }
    if (mine !== turn) return;
    fault.hidden = said.ok;
    fault.textContent = said.told;
    for (const army of said.ok ? armies : []) {
      const { total, entries: worths } = said[army.dataset.army];
      army.querySelector("[data-total]").innerHTML = total;
      rows(army).forEach((row, place) => {
        row.querySelector("[data-lost]").textContent = worths[place].lost ? `−${worths[place].lost}` : "";
        row.querySelector("[data-told]").innerHTML = worths[place].told;
      });
    }
  };
  const change = () => {
    form.elements["armies.entries"].value = JSON.stringify(entries());
    try { localStorage.setItem(KEY, JSON.stringify({ begun, entries: entries() })); } catch { /* not kept */ }
    turn += 1; // what was asked before no longer fits the rows
    clearTimeout(asked);
    asked = setTimeout(judge, 120);
  };

  form.addEventListener("input", (event) => {
    const row = event.target.closest(".match-entry");
    if (row) dress(row);
    change();
  });
  form.addEventListener("click", (event) => {
    const army = event.target.closest("[data-army]");
    if (event.target.closest("[data-add]")) {
      const made = add(army);
      made.open = made.querySelector("[data-card]").open = true;
      made.scrollIntoView({ block: "nearest" });
      change();
    } else if (event.target.closest("[data-remove]")) {
      event.target.closest(".match-entry").remove();
      for (const row of rows(army)) dress(row);
      change();
    }
  });
  let draft = null;
  try { draft = JSON.parse(localStorage.getItem(KEY)); } catch { /* begin from what is known */ }
  const known = JSON.stringify(draft?.begun) === JSON.stringify(begun) ? draft.entries : begun.entries;
  for (const entry of known) add(armies.find((army) => army.dataset.army === entry.side), entry);
  change();
};
buildArmies();
document.addEventListener("htmx:afterSettle", buildArmies);
