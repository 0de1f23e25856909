// Pieces dragged on the scenario's picture; the server says what every limit thinks of them.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const root = document.querySelector(".match-table");
  const svg = root && root.querySelector(".match-ground svg");
  if (!svg) return;
  const plan = JSON.parse(root.dataset.plan);
  const form = root.querySelector("form");
  const told = root.querySelector("[data-told]");
  const toPicture = ([x, y]) => [plan.left + x * plan.scale, plan.top + (plan.height - y) * plan.scale];
  const draw = (shape, name) => {
    const polygon = document.createElementNS(SVG, "polygon");
    polygon.setAttribute("class", name);
    polygon.setAttribute("points", shape.map((point) => toPicture(point).join(",")).join(" "));
    svg.append(polygon);
    return polygon;
  };
  plan.pieces.forEach((piece) => draw(piece.shape, "match-piece"));
  plan.markers.forEach((marker) => {
    const disc = document.createElementNS(SVG, "circle");
    const [x, y] = toPicture([marker.x, marker.y]);
    Object.entries({ cx: x, cy: y, r: 8, class: "match-marker" }).forEach(([key, value]) => disc.setAttribute(key, value));
    svg.append(disc);
  });
  if (!form) return;

  let held = null;
  let asked = 0;
  const middle = () => {
    const xs = held.shape.map((point) => point[0]);
    const ys = held.shape.map((point) => point[1]);
    return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  };
  const round = (number) => Math.round(number * 100) / 100;
  const show = () => {
    held.polygon.setAttribute("points", held.shape.map((point) => toPicture(point).join(",")).join(" "));
    form.querySelector("[data-shape]").value = JSON.stringify(held.shape);
    if (form.elements.x) [form.elements.x.value, form.elements.y.value] = middle().map(round);
    clearTimeout(asked);
    asked = setTimeout(judge, 90);
  };
  const judge = async () => {
    const query = new URLSearchParams({ piece: held.id, shape: JSON.stringify(held.shape) });
    const answer = await fetch(`${root.dataset.verdict}?${query}`);
    if (!answer.ok) return;
    told.innerHTML = await answer.text();
    held.polygon.classList.toggle("match-refused", told.querySelector(".match-wrong") !== null);
  };
  const change = (each) => {
    const [cx, cy] = middle();
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
  const take = (id) => {
    if (held) held.polygon.remove();
    const piece = plan.waiting.find((one) => one.id === id);
    held = { id, shape: piece.shape, polygon: draw(piece.shape, "match-piece match-mine") };
    held.polygon.setAttribute("tabindex", "0");
    let last = null;
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x / plan.scale, -point.y / plan.scale];
    };
    held.polygon.addEventListener("pointerdown", (event) => {
      last = at(event);
      held.polygon.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    held.polygon.addEventListener("pointermove", (event) => {
      if (!last) return;
      const now = at(event);
      move(now[0] - last[0], now[1] - last[1]);
      last = now;
    });
    held.polygon.addEventListener("pointerup", () => { last = null; });
    held.polygon.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, 0.5], ArrowDown: [0, -0.5] };
      if (steps[event.key]) move(...steps[event.key]);
      else if (event.key === "r" || event.key === "R") turn();
      else return;
      event.preventDefault();
    });
    show();
  };
  form.elements.piece.addEventListener("change", () => take(form.elements.piece.value));
  const press = (name, act) => form.querySelector(name)?.addEventListener("click", act);
  press("[data-turn]", turn);
  press("[data-wider]", () => change((x, y) => [x * 1.1, y * 1.1]));
  press("[data-narrower]", () => change((x, y) => [x / 1.1, y / 1.1]));
  take(form.elements.piece.value);
})();
