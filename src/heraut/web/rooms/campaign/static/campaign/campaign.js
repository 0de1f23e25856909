// The map under a finger or a mouse: drag to pan, wheel or pinch to zoom, a tap to choose. Pages work without it.
(() => {
  "use strict";
  let kept = null; // the part of the map in sight, kept while the page renews itself

  const box = (map) => map.viewBox.baseVal;
  const whole = (map) => map.dataset.box.split(" ").map(Number);

  // Nothing beyond the edges is ever in sight; a whole map leaves one finger to the page, to scroll.
  const show = (map, [x, y, width, height]) => {
    const [left, top, full, tall] = whole(map);
    const within = (at, least, most) => Math.min(Math.max(at, least), most);
    kept = [within(x, left, left + full - width), within(y, top, top + tall - height), width, height];
    map.setAttribute("viewBox", kept.join(" "));
    map.classList.toggle("near", width < full - 1);
  };

  const zoom = (map, factor, clientX, clientY) => {
    const { x, y, width, height } = box(map);
    const frame = map.getBoundingClientRect();
    const [, , full] = whole(map);
    const next = Math.min(full, Math.max(full / 6, width * factor));
    const scale = next / width;
    const px = x + ((clientX - frame.left) / frame.width) * width;
    const py = y + ((clientY - frame.top) / frame.height) * height;
    show(map, [px - (px - x) * scale, py - (py - y) * scale, next, height * scale]);
  };

  const watch = (map) => {
    if (map.dataset.alive) return;
    map.dataset.alive = "1";
    if (kept) show(map, kept);
    const fingers = new Map();
    let spread = 0;
    map.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(map, event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
    }, { passive: false });
    map.addEventListener("dblclick", () => show(map, whole(map)));
    map.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); spread = 0; });
    map.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) {
        const [one, other] = [...fingers.values()];
        const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        if (spread) zoom(map, spread / apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
        spread = apart;
        return;
      }
      const { x, y, width, height } = box(map);
      const scale = width / map.getBoundingClientRect().width;
      show(map, [x - (event.clientX - before.clientX) * scale, y - (event.clientY - before.clientY) * scale, width, height]);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      map.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    const buttons = map.parentElement.querySelector(".campaign-zoom");
    if (buttons) {
      buttons.hidden = false;
      buttons.addEventListener("click", (event) => {
        const button = event.target.closest("[data-zoom]");
        if (button) press(map, button);
      });
    }
    map.addEventListener("click", (event) => choose(map, event.target.closest("[data-territory], [data-band]")));
  };

  const steps = { in: 1 / 1.5, out: 1.5 };

  const press = (map, button) => {
    const frame = map.getBoundingClientRect();
    const [x, y] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
    if (button.dataset.zoom in steps) zoom(map, steps[button.dataset.zoom], x, y);
    else show(map, whole(map));
  };

  // A tap on a band goes to its form; a tap on a territory chooses the way there, if one of one's bands has one.
  const choose = (map, target) => {
    if (!target) return;
    if (target.dataset.band) {
      document.querySelector(`form.march[data-band="${target.dataset.band}"] select`)?.focus();
      return;
    }
    for (const select of document.querySelectorAll("form.march select")) {
      const way = [...select.options].find((option) => option.value.split("\n").pop() === target.dataset.territory);
      if (way) {
        select.value = way.value;
        select.focus();
        map.querySelectorAll(".goal").forEach((land) => land.classList.remove("goal"));
        target.classList.add("goal");
        return;
      }
    }
  };

  const begin = () => {
    document.querySelectorAll(".campaign-map").forEach(watch);
    document.querySelectorAll(".campaign-slider input").forEach((slider) => {
      slider.addEventListener("change", () => slider.form.requestSubmit());
    });
  };

  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:load", begin);
  if (document.readyState !== "loading") begin();
})();
