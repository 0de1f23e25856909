// Markers and zones are dragged on the plan, or a corner of a zone; what is moved is written into its field, to the half
// inch. A touch puts the marker there whose field was last entered. The fields alone do it all without this.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const half = (length) => Math.round(length * 2) / 2;
  const read = (text) => (text.match(/-?\d+(?:[.,]\d+)?/g) || []).map((number) => Number(number.replace(",", ".")));
  const element = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const place = (field) => {
    const kind = field.dataset.place;
    const points = () => {
      const all = read(field.value), pairs = [];
      const count = kind === "circle" ? 2 : all.length - (all.length % 2);
      for (let at = 0; at + 1 < count; at += 2) pairs.push([all[at], all[at + 1]]);
      return pairs;
    };
    const write = (pairs) => {
      const said = pairs.map((pair) => pair.join(" "));
      if (kind === "circle") field.value = `${said[0]} ${read(field.value)[2]}`;
      else field.value = said.join(kind === "poly" || kind === "line" ? " ; " : " ");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const size = () => {
      const xs = points().map(([x]) => x), ys = points().map(([, y]) => y);
      return points().length < 2 ? 0 : (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
    };
    return { field, kind, points, write, size };
  };

  const begin = (ground) => {
    const picture = ground.querySelector("svg");
    const places = [...ground.querySelectorAll("[data-place]")].map(place).sort((one, two) => two.size() - one.size());
    if (!picture || !places.length) return;
    const [scale, left, top, width, height] = ["scale", "left", "top", "width", "height"].map((name) => Number(ground.dataset[name]));
    const within = (length, most) => Math.min(most, Math.max(0, half(length)));
    const seen = ([x, y]) => [left + x * scale, top + (height - y) * scale];
    const under = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      return [(at.x - left) / scale, height - (at.y - top) / scale];
    };
    const layer = picture.appendChild(element("g", { class: "match-grips" }));
    picture.classList.add("match-drags");
    let held = null, dragged = false;

    const body = ({ kind, points, field }) => {
      const pairs = points(), at = pairs.map(seen);
      if (kind === "point") return element("circle", { cx: at[0][0], cy: at[0][1], r: 16 });
      if (kind === "circle") return element("circle", { cx: at[0][0], cy: at[0][1], r: ((read(field.value)[2] || 1) / 2) * scale });
      if (kind === "line") return element("polyline", { points: at.join(" ") });
      if (kind === "rect") return element("polygon", { points: [at[0], [at[1][0], at[0][1]], at[1], [at[0][0], at[1][1]]].join(" ") });
      return element("polygon", { points: at.join(" ") });
    };
    const isRound = ({ kind }) => kind === "point" || kind === "circle";
    const moved = (points, dx, dy) => {
      const step = (along, asked, most) => {
        const all = points.map((pair) => pair[along]);
        return Math.max(-Math.min(...all), Math.min(most - Math.max(...all), half(asked)));
      };
      const [x, y] = [step(0, dx, width), step(1, dy, height)];
      return points.map(([px, py]) => [px + x, py + y]);
    };
    const draw = () => {
      const drawn = [...places.entries()].filter(([, one]) => one.points().length >= (isRound(one) ? 1 : 2));
      const bodies = drawn.map(([index, one]) => {
        const shape = body(one);
        shape.setAttribute("class", "match-grip");
        shape.dataset.index = index;
        return shape;
      });
      const corners = drawn.filter(([, one]) => !isRound(one)).flatMap(([index, one]) => one.points().map((pair, corner) => {
        const [cx, cy] = seen(pair), grip = element("circle", { cx, cy, r: 9, class: "match-grip match-corner" });
        grip.dataset.index = index;
        grip.dataset.corner = corner;
        return grip;
      }));
      layer.replaceChildren(...bodies, ...corners);
    };

    picture.addEventListener("pointerdown", (event) => {
      const grip = event.target.closest(".match-grip");
      if (!grip) return;
      event.preventDefault();
      const one = places[grip.dataset.index];
      held = { one, from: under(event), points: one.points(), corner: grip.dataset.corner };
      dragged = false;
      picture.setPointerCapture(event.pointerId);
    });
    picture.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [x, y] = under(event), [dx, dy] = [x - held.from[0], y - held.from[1]];
      dragged = dragged || Math.hypot(dx, dy) > 0.25;
      if (!dragged) return;
      held.one.write(held.corner === undefined ? moved(held.points, dx, dy) : held.points.map(([px, py], index) =>
        Number(held.corner) === index ? [within(px + dx, width), within(py + dy, height)] : [px, py]));
      draw();
    });
    for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { held = null; });

    const markers = places.filter(({ kind }) => kind === "point");
    let next = null;
    markers.forEach(({ field }, index) => field.addEventListener("focus", () => { next = index; }));
    picture.addEventListener("click", (event) => {
      if (event.target.closest(".match-corner") || dragged || next === null) { dragged = false; return; }
      const [x, y] = under(event);
      markers[next].write([[within(x, width), within(y, height)]]);
      next = (next + 1) % markers.length;
      draw();
    });
    places.forEach(({ field }) => field.addEventListener("change", draw));
    draw();
  };
  document.querySelectorAll("[data-ground]").forEach(begin);
})();
