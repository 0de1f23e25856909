// Pieces dragged on the scenario's picture; the server says what every limit thinks of them, and where they may lie.
"use strict";
// In a match what is held stays where it is while the page takes in what others did.
let laid = null;
document.addEventListener("heraut:placed", () => { laid = null; });

const buildTable = () => {
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = 0.5;
  const root = document.querySelector(".match-table");
  const svg = root && root.querySelector(".match-ground svg");
  const form = root && root.querySelector("[data-holds]");
  if (!svg || !form || root.dataset.built) return;
  root.dataset.built = "1";
  const plan = JSON.parse(root.dataset.plan);
  const find = (name) => form.querySelector(name);
  const told = find("[data-told]");
  const round = (number) => Math.round(number * 100) / 100;

  // --- The picture: the first player's edge is at the bottom.
  const make = (name, attributes, parent) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return parent.appendChild(node);
  };
  const toPicture = ([x, y]) => [plan.left + x * plan.scale, plan.top + (plan.height - y) * plan.scale];
  const points = (shape) => shape.map((point) => toPicture(point).map(round).join(",")).join(" ");
  const toTable = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [(point.x - plan.left) / plan.scale, plan.height - (point.y - plan.top) / plan.scale];
  };
  svg.querySelector("[data-drawn]")?.remove();
  const shaded = make("path", { class: "match-area", "fill-rule": "evenodd", d: "" }, svg);
  const still = make("g", {}, svg);
  const front = make("g", {}, svg);
  const sticks = make("g", { class: "match-sticks" }, svg);
  const drawing = make("polyline", { class: "match-drawing", points: "" }, svg);

  const bounds = (shape) => {
    const xs = shape.map((point) => point[0]), ys = shape.map((point) => point[1]);
    return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  };
  const shapeOf = (item) => item.shape || plan.round.map(([x, y]) => [x + item.x, y + item.y]);
  const isMarker = (item) => !item.shape;

  // --- What lies on the table. In a plan everything may be taken up again; in a match only what waits.
  let items = [...plan.pieces, ...plan.markers];
  let held = null, asked = 0, checked = 0, corners = null;

  const label = (text, shape) => {
    text.setAttribute("x", toPicture(bounds(shape))[0]);
    text.setAttribute("y", Math.max(...shape.map((point) => toPicture(point)[1])) + 20);
  };
  const named = (parent, item) => {
    const text = make("text", { class: "match-label", "text-anchor": "middle" }, parent);
    text.textContent = item.name || item.id;
    return text;
  };
  const drawStill = () => {
    still.replaceChildren();
    for (const item of items) {
      if (held && item.id === held.id) continue;
      const name = isMarker(item) ? "match-marker" : "match-piece";
      const node = make("polygon", { class: name, points: points(shapeOf(item)) }, still);
      if (!isMarker(item)) label(named(still, item), item.shape);
      if (plan.plan) node.addEventListener("click", (event) => { event.stopPropagation(); take(item.id); });
    }
  };
  const write = () => {
    if (!plan.plan) {
      laid = { id: held.id, shape: held.shape };
      const hidden = find("[data-shape]");
      if (hidden) hidden.value = JSON.stringify(held.shape.map((point) => point.map(round)));
      if (form.elements.x) [form.elements.x.value, form.elements.y.value] = bounds(held.shape).map(round);
      return;
    }
    if (held) {
      const [x, y] = bounds(held.shape).map(round);
      items = items.map((item) => item.id !== held.id ? item
        : isMarker(item) ? { ...item, x, y } : { ...item, shape: held.shape.map((point) => point.map(round)) });
    }
    const pieces = items.filter((item) => !isMarker(item)), markers = items.filter(isMarker);
    find("[data-table]").value = JSON.stringify({ pieces, markers });
    const kept = new URLSearchParams(location.search).get("plan");
    const query = new URLSearchParams({ ...(kept ? { plan: kept } : {}), title: form.elements.title.value, table: find("[data-table]").value });
    history.replaceState(null, "", `?${query}`);
    document.querySelector("[data-link]").dataset.copy = location.href;
    const title = form.elements.title.value || document.querySelector("h1").textContent;
    if (items.length) rememberPlan(root.dataset.verdict + title, title, location.pathname + location.search);
    const keeps = document.querySelector("[data-keeps]");
    if (keeps) {
      keeps.querySelector("[data-kept-table]").value = find("[data-table]").value;
      keeps.querySelector("[data-kept-title]").value = form.elements.title.value;
    }
    clearTimeout(checked);
    checked = setTimeout(check, 500);
  };
  // The whole table is checked anew once the hand rests.
  const check = async () => {
    try {
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
      document.querySelector(".match-checked").replaceWith(page.querySelector(".match-checked"));
    } catch { /* without network the last check stays */ }
  };
  const show = () => {
    held.halo.setAttribute("points", points(held.shape));
    held.polygon.setAttribute("points", points(held.shape));
    if (held.label) label(held.label, held.shape);
    write();
    clearTimeout(asked);
    asked = setTimeout(judge, 60);
  };

  // --- The server's word.
  let turnOf = 0;
  const judge = async () => {
    const mine = ++turnOf;
    const subject = { piece: held.id, shape: JSON.stringify(held.shape.map((point) => point.map(round))) };
    if (plan.plan) Object.assign(subject, { table: find("[data-table]").value });
    const asked = new URLSearchParams(subject);
    if (!plan.plan) for (const does of new FormData(form).getAll("properties")) asked.append("properties", does);
    let said;
    try {
      const answer = await fetch(`${root.dataset.verdict}?${asked}`);
      if (!answer.ok) return;
      said = await answer.json();
    } catch { return; }
    if (mine !== turnOf || !held) return;
    told.innerHTML = said.told;
    shaded.setAttribute("d", said.area);
    held.polygon.classList.toggle("match-refused", !said.ok);
    const place = find("[data-place]");
    if (place) place.disabled = !said.ok;
    sticks.replaceChildren();
    for (const stick of said.sticks) lay(stick);
    root.dataset.judged = held.id;
  };
  const lay = ({ a, b, ok, label }) => {
    const group = make("g", { class: ok ? "match-stick" : "match-stick match-breach" }, sticks);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [nx, ny] = [-(b[1] - a[1]) / length * 6, (b[0] - a[0]) / length * 6];
    const tick = ([x, y]) => `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
    make("path", { d: `M${a}L${b}${tick(a)}${tick(b)}` }, group);
    const text = make("text", { "text-anchor": "middle" }, group);
    text.textContent = label;
    beside(text, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  };
  // Above its stick, or where it hides neither a name nor another length.
  const beside = (text, x, y) => {
    const taken = [...svg.querySelectorAll(".match-label, .match-stick text")].filter((one) => one !== text).map((one) => one.getBBox());
    const meets = (box) => taken.some((one) => one.x < box.x + box.width && box.x < one.x + one.width && one.y < box.y + box.height && box.y < one.y + one.height);
    const half = text.getBBox().width / 2 + 10, wide = plan.width * plan.scale + plan.left;
    for (const [dx, dy] of [[0, -7], [half, 6], [-half, 6], [0, 24], [0, -30], [half, 28], [-half, 28], [0, -7]]) {
      text.setAttribute("x", Math.min(Math.max(x + dx, half), wide - half + plan.left));
      text.setAttribute("y", y + dy);
      if (!meets(text.getBBox())) return;
    }
  };

  // --- Hands: drag, tap, arrows.
  const change = (each) => {
    const [cx, cy] = bounds(held.shape);
    held.shape = held.shape.map(([x, y]) => each(x - cx, y - cy)).map(([x, y]) => [x + cx, y + cy]);
    show();
  };
  const move = (dx, dy) => {
    held.shape = held.shape.map(([x, y]) => [x + dx, y + dy]);
    show();
  };
  const turn = () => {
    const angle = Math.PI / 12;
    change((x, y) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]);
  };
  const follow = (node) => {
    let last = null;
    // Under a finger the piece follows instead of the page; `touch-action` is only heeded by elements that have a box.
    node.addEventListener("touchstart", (event) => { if (!corners) event.preventDefault(); }, { passive: false });
    node.addEventListener("pointerdown", (event) => {
      if (corners) return;
      last = toTable(event);
      node.setPointerCapture(event.pointerId);
      event.preventDefault();
      node.focus({ preventScroll: true });
    });
    node.addEventListener("pointermove", (event) => {
      if (!last) return;
      const now = toTable(event);
      move(now[0] - last[0], now[1] - last[1]);
      last = now;
    });
    for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => { last = null; });
    node.addEventListener("click", (event) => { if (!corners) event.stopPropagation(); });
    node.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
      if (steps[event.key]) move(...steps[event.key]);
      else if ((event.key === "r" || event.key === "R") && !held.round) turn();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  };
  const take = (id) => {
    const item = [...plan.waiting, ...items].find((one) => one.id === id);
    front.replaceChildren();
    sticks.replaceChildren();
    shaded.setAttribute("d", "");
    held = null;
    if (item) {
      const node = make("g", { class: "match-held-piece", tabindex: "0", role: "application", "aria-label": item.name || id }, front);
      const shape = laid?.id === id ? laid.shape : shapeOf(item);
      const round_ = isMarker(item) || item.id === "marker";
      const size = item.size || "small";
      held = { id, shape, size, round: round_ };
      held.halo = make("polygon", { class: "match-halo", points: "" }, node);
      held.polygon = make("polygon", { class: "match-piece match-mine", points: "" }, node);
      if (!round_) held.label = named(node, item);
      follow(node);
      form.elements.piece.value = id;
      for (const tool of form.querySelectorAll("[data-reshape], [data-turn]")) tool.hidden = round_;
    }
    drawStill();
    if (held) show();
  };
  svg.addEventListener("click", (event) => {
    const [x, y] = toTable(event);
    if (corners) {
      corners.push([round(x), round(y)]);
      drawing.setAttribute("points", points(corners));
    } else if (held && x >= 0 && y >= 0 && x <= plan.width && y <= plan.height) {
      const [cx, cy] = bounds(held.shape);
      move(x - cx, y - cy);
    }
  });

  // --- Shapes: a few to start from, or one's own by taps.
  const draw = find("[data-draw]");
  const drawn = (on) => {
    const before = draw.textContent;
    draw.textContent = draw.dataset.done;
    draw.dataset.done = before;
    draw.setAttribute("aria-pressed", String(on));
    find("[data-drawing]").hidden = !on;
    svg.classList.toggle("match-draws", on);
    if (on) svg.scrollIntoView({ block: "nearest" });
    corners = on ? [] : null;
    drawing.setAttribute("points", "");
  };
  draw?.addEventListener("click", () => {
    const shape = corners;
    drawn(!corners);
    if (shape && shape.length) { held.shape = shape; show(); }
  });
  for (const button of form.querySelectorAll("[data-outline]")) {
    button.addEventListener("click", () => {
      if (corners) drawn(false);
      const [cx, cy] = bounds(held.shape);
      held.shape = plan.outlines[held.size][button.dataset.outline].map(([x, y]) => [x + cx, y + cy]);
      show();
    });
  }
  const press = (name, act) => find(name)?.addEventListener("click", act);
  press("[data-turn]", turn);
  press("[data-wider]", () => change((x, y) => [x * 1.1, y * 1.1]));
  press("[data-narrower]", () => change((x, y) => [x / 1.1, y / 1.1]));
  form.elements.piece.addEventListener("change", () => take(form.elements.piece.value));

  // --- A plan: pieces come and go.
  const list = find("[data-pieces]");
  const fill = (chosen) => {
    list.replaceChildren(...items.map((item) => new Option(item.id, item.id)));
    find("[data-has-piece]").hidden = items.length === 0;
    take(chosen);
    if (!held) { told.replaceChildren(); write(); }
  };
  const add = (size) => {
    const kind = find("[data-kind]");
    const stem = size === "marker" ? form.dataset.marker : kind.selectedOptions[0].textContent;
    const properties = [...form.querySelectorAll("input[name=properties]:checked")].map((box) => box.value);
    let number = 1;
    while (items.some((item) => item.id === `${stem} ${number}`)) number += 1;
    const id = `${stem} ${number}`, by = find("[data-by]").value;
    const [x, y] = [plan.width / 2, plan.height * (by === "first" ? 0.25 : 0.75)];
    const shape = size === "marker" ? null : plan.outlines[size].block.map(([dx, dy]) => [dx + x, dy + y]);
    items.push(shape ? { id, size, kind: kind.value, properties, shape, by } : { id, by, x, y });
    fill(id);
    svg.scrollIntoView({ block: "nearest" });
  };
  if (plan.plan) {
    for (const button of form.querySelectorAll("[data-add]")) button.addEventListener("click", () => add(button.dataset.add));
    press("[data-remove]", () => {
      items = items.filter((item) => item.id !== held.id);
      fill(items.at(-1)?.id);
    });
    form.elements.title.addEventListener("change", write);
    form.addEventListener("submit", (event) => { event.preventDefault(); write(); });
    fill(items.at(-1)?.id);
  } else {
    const size = form.querySelectorAll("input[name=size]");
    for (const choice of size) choice.addEventListener("change", () => { held.size = choice.value; });
    form.addEventListener("change", (event) => {
      if (held && event.target.matches("[name=properties], [data-kind]")) show(); // what it does says where it may lie
    });
    find("[data-place]").disabled = false; // without scripts there is nothing to hand in
    if (plan.waiting.some((one) => one.id === laid?.id)) form.elements.piece.value = laid.id;
    take(form.elements.piece.value);
  }
};
buildTable();
document.addEventListener("htmx:afterSettle", buildTable);
