// Units put on the table's plan; the server works out who controls what. A turn begins with everyone where the server
// last saw them; what is put elsewhere since then stays in this browser until the turn is noted.
"use strict";
const buildStand = () => {
  const SVG = "http://www.w3.org/2000/svg", STEP = 0.5, LABEL = 14;
  const root = document.querySelector(".match-stand");
  if (!root || root.dataset.built) return;
  root.dataset.built = "1";
  const plan = JSON.parse(root.dataset.plan), svg = root.querySelector(".match-ground svg"), form = root.querySelector("form");
  const find = (name) => form.querySelector(name);
  const round = (number) => Math.round(number * 100) / 100;
  const KEY = "heraut-standing", entries = plan.way === "entries";
  const taken = new Set(plan.standing.map((one) => one.id));
  const freshId = (side) => { // ids are ours to make; what people call a unit is its name
    const stem = side === "first" ? "A" : "B";
    let number = 1;
    while (taken.has(`${stem}${number}`)) number += 1;
    taken.add(`${stem}${number}`);
    return `${stem}${number}`;
  };
  const called = (unit) => unit.name || unit.id;
  const label = (unit) => { // the plan is small: a long name stands whole in the list
    const letters = [...called(unit)];
    return letters.length > LABEL ? `${letters.slice(0, LABEL - 1).join("")}…` : letters.join("");
  };
  const known = plan.standing.map((one) => ({
    dice: 1, exhausted: false, mercenary: false, name: "", ...one, id: one.id ?? freshId(one.side), told: entries ? one : {},
    strength: entries ? one.figures ?? 1 : 1, mm: one.models?.[0]?.mm ?? (entries ? 30 : 25),
    figures: (entries ? one.models : one.figures) || [],
  }));
  let units = known, held = null, asked = 0, turnOf = 0;
  try {
    const draft = JSON.parse(localStorage.getItem(KEY));
    if (draft?.turn === plan.turn) units = draft.units.map((unit) => ({ name: "", ...unit }));
    for (const { id } of units) taken.add(id);
  } catch { /* begin from what is known */ }

  const make = (name, attributes, parent) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return parent.appendChild(node);
  };
  const toPicture = ({ x, y }) => [plan.left + x * plan.scale, plan.top + (plan.height - y) * plan.scale];
  const toTable = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: round((point.x - plan.left) / plan.scale), y: round(plan.height - (point.y - plan.top) / plan.scale) };
  };
  const layer = make("g", {}, svg);

  // --- Positions as the rules take them.
  const asUnit = ({ id, name, side, dice, exhausted, mercenary, figures }) =>
    ({ id, name, side, dice, exhausted, mercenary, figures: figures.map(({ x, y }) => ({ x, y })) });
  const asEntry = ({ id, name, side, kind, strength, mm, figures, told }) =>
    ({ cost: 1, ...told, name: name || id, side, kind, figures: Math.max(strength, figures.length), models: figures.map((one) => ({ ...one, mm })) });
  const positions = () => {
    if (entries) return units.map(asEntry);
    const standing = units.map(asUnit);
    if (plan.way === "units") return standing;
    return [...form.querySelectorAll("[data-marker]:checked")].map((box) => ({ marker: box.value, units: standing }));
  };
  const judge = async () => {
    const mine = ++turnOf, told = find("[data-told]");
    const facts = { by: form.elements["facts.by"].value, turn: Number(form.elements["facts.turn"].value), [plan.way]: positions() };
    const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, facts: JSON.stringify(facts) });
    try {
      const said = await (await fetch(root.dataset.standing, { method: "POST", body })).json();
      if (mine !== turnOf) return;
      told.replaceChildren(...said.told.map((text) => {
        const line = document.createElement("li"), sign = document.createElement("b"), words = document.createElement("span");
        line.className = said.ok ? "match-ok" : "match-wrong";
        sign.textContent = said.ok ? "✓" : "✗";
        words.textContent = text;
        line.append(sign, words);
        return line;
      }));
      find("[data-end]").disabled = !said.ok;
    } catch { /* without network the last word stays */ }
  };
  const later = () => {
    find("[data-facts]").value = JSON.stringify(positions());
    try { localStorage.setItem(KEY, JSON.stringify({ turn: plan.turn, units })); } catch { /* not kept */ }
    clearTimeout(asked);
    asked = setTimeout(judge, 80);
  };

  // --- Figures, by hand and by keys.
  const draw = () => {
    layer.replaceChildren();
    for (const unit of units) for (const figure of unit.figures) drawFigure(unit, figure);
    find("[data-unit]").hidden = !held;
    const list = find("[data-units]");
    list.replaceChildren(...units.map((unit) => new Option(called(unit), unit.id, false, unit === held)));
    for (const box of form.querySelectorAll("[data-set]")) {
      const value = held?.[box.dataset.set];
      if (box.type === "checkbox") box.checked = Boolean(value); else if (value !== undefined) box.value = value;
    }
  };
  const drawFigure = (unit, figure) => {
    const [x, y] = toPicture(figure), r = (unit.mm || 25) / 25.4 / 2 * plan.scale;
    const look = `match-figure match-figure-${unit.side}${unit === held ? " match-chosen" : ""}`;
    const node = make("g", { class: look, tabindex: "0", role: "application", "aria-label": called(unit) }, layer);
    make("circle", { class: "match-halo", cx: x, cy: y, r: 6 }, node);
    make("circle", { cx: x, cy: y, r: Math.max(r, 7) }, node);
    make("text", { class: "match-label", x, y: y - 12, "text-anchor": "middle" }, node).textContent = label(unit);
    const place = (there) => {
      Object.assign(figure, there);
      const [cx, cy] = toPicture(figure);
      for (const circle of node.querySelectorAll("circle")) { circle.setAttribute("cx", cx); circle.setAttribute("cy", cy); }
      node.querySelector("text").setAttribute("x", cx);
      node.querySelector("text").setAttribute("y", cy - 12);
      later();
    };
    let drags = false;
    node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false }); // the figure follows, not the page
    node.addEventListener("pointerdown", (event) => {
      drags = true;
      held = unit;
      node.setPointerCapture(event.pointerId);
      event.preventDefault();
      node.focus({ preventScroll: true });
    });
    node.addEventListener("pointermove", (event) => { if (drags) place(toTable(event)); });
    for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => { drags = false; draw(); });
    node.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
      if (!steps) return;
      event.preventDefault();
      event.stopPropagation();
      place({ x: round(figure.x + steps[0]), y: round(figure.y + steps[1]) });
    });
  };
  const change = () => { draw(); later(); };
  for (const button of form.querySelectorAll("[data-add]")) button.addEventListener("click", () => {
    const side = button.dataset.add, place = 1 + units.filter((unit) => unit.side === side).length;
    const spot = { x: plan.width * (0.3 + 0.05 * (place % 8)), y: plan.height * (side === "first" ? 0.4 : 0.6) };
    held = { id: freshId(side), name: "", side, dice: 1, exhausted: false, mercenary: false, kind: "unit", mm: entries ? 30 : 25, strength: 1, figures: [spot] };
    units.push(held);
    change();
  });
  find("[data-units]").addEventListener("change", (event) => { held = units.find((unit) => unit.id === event.target.value); change(); });
  for (const box of form.querySelectorAll("[data-set]")) box.addEventListener("change", () => {
    if (held) held[box.dataset.set] = box.type === "checkbox" ? box.checked : box.type === "number" || box.dataset.set === "mm" ? Number(box.value) : box.value;
    change();
  });
  for (const box of form.querySelectorAll("[data-marker]")) box.addEventListener("change", later);
  find("[data-figure]").addEventListener("click", () => {
    const last = held.figures.at(-1);
    held.figures.push({ x: round(last.x + 1.2), y: last.y });
    change();
  });
  find("[data-remove]").addEventListener("click", () => { units = units.filter((unit) => unit !== held); held = units.at(-1) || null; change(); });
  held = units.at(-1) || null;
  find("[data-end]").disabled = false; // without scripts a turn would be noted of an empty table
  change();
};
buildStand();
document.addEventListener("htmx:afterSettle", buildStand);
