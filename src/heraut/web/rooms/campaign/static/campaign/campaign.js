// The map under a finger or a mouse: drag to pan, wheel or pinch to zoom, a tap to read. Pages work without it.
(() => {
  "use strict";
  const NEAREST = 0.4; // units of the map on a pixel
  const NARROW = 700; // a narrower screen begins near its owner's bands, as high as the map
  const kept = { at: null, settled: false, card: null, asked: null, band: null, goal: null }; // what is in sight, being read, planned, while the page renews itself

  const numbers = (text) => text.split(" ").map(Number);
  const within = (value, least, most) => (least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most));

  const measure = (map) => {
    const { width, height } = map.getBoundingClientRect();
    const [left, top, wide, tall] = numbers(map.dataset.box);
    return { width, height, left, top, wide, tall, far: Math.max(wide / width, tall / height) };
  };

  // Names keep their size on the screen: they are rewritten for the distance one looks from.
  const letter = (map, scale) => {
    const distances = numbers(map.dataset.distances);
    const found = distances.findIndex((distance) => distance >= scale);
    const level = found < 0 ? distances.length - 1 : found;
    if (map.dataset.level === String(level)) return;
    map.dataset.level = level;
    map.querySelector(".names").setAttribute("font-size", numbers(map.dataset.letters)[level]);
    for (const name of map.querySelectorAll(".name")) {
      const [x, y, anchor] = name.dataset.at.split(";")[level].split(" ");
      name.setAttribute("display", anchor ? "inline" : "none");
      if (!anchor) continue;
      name.setAttribute("transform", `translate(${x} ${y})`);
      name.setAttribute("text-anchor", anchor);
    }
  };

  // Nothing beyond the edges is ever in sight; as long as all its height is, a finger that goes up or down scrolls the page.
  // A map that is not shown has no size, and is lettered once it has.
  const show = (map, wanted) => {
    const { width, height, left, top, wide, tall, far } = measure(map);
    if (!width || !height) return;
    const { x, y, scale } = wanted ?? begun(map);
    const near = within(scale, NEAREST, far);
    const [across, down] = [width * near, height * near];
    const centre = {
      x: within(x, left + across / 2, left + wide - across / 2),
      y: within(y, top + down / 2, top + tall - down / 2),
    };
    kept.at = { ...centre, scale: near };
    map.setAttribute("viewBox", [centre.x - across / 2, centre.y - down / 2, across, down].join(" "));
    map.classList.toggle("near", down < tall - 1);
    letter(map, near);
  };

  const begun = (map) => {
    const { width, height, left, top, wide, tall, far } = measure(map);
    const own = [...map.querySelectorAll(`[data-owner="${CSS.escape(map.parentElement.dataset.seat ?? "")}"]`)];
    const places = own.map((band) => band.closest("[data-territory]").dataset);
    kept.settled ||= places.length > 0; // before, there was nothing of one's own to look at
    const mean = (key, other) => (places.length ? places.reduce((sum, at) => sum + Number(at[key]), 0) / places.length : other);
    const scale = width < NARROW ? Math.min(wide / width, tall / height) : far;
    return { x: mean("x", left + wide / 2), y: mean("y", top + tall / 2), scale };
  };
  const whole = (map) => show(map, { x: 0, y: 0, scale: Infinity });

  // What lies under a finger stays under it.
  const zoom = (map, factor, clientX, clientY) => {
    const frame = map.getBoundingClientRect();
    const { x, y, scale } = kept.at ?? begun(map);
    kept.settled = true;
    const next = within(scale * factor, NEAREST, measure(map).far);
    const [dx, dy] = [clientX - frame.left - frame.width / 2, clientY - frame.top - frame.height / 2];
    show(map, { x: x + dx * (scale - next), y: y + dy * (scale - next), scale: next });
  };

  const watch = (map) => {
    if (map.dataset.alive) return;
    map.dataset.alive = "1";
    map.classList.add("alive");
    show(map, kept.settled ? kept.at : null);
    new ResizeObserver(() => show(map, kept.at)).observe(map);
    follow(map);
    map.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(map, event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
    }, { passive: false });
    const buttons = map.parentElement.querySelector(".campaign-zoom");
    if (!buttons) return;
    buttons.hidden = false;
    buttons.addEventListener("click", (event) => {
      const button = event.target.closest("[data-zoom]");
      if (button) press(map, button.dataset.zoom);
    });
  };

  const press = (map, wanted) => {
    const frame = map.getBoundingClientRect();
    const middle = [frame.left + frame.width / 2, frame.top + frame.height / 2];
    if (wanted === "whole") whole(map);
    else zoom(map, wanted === "in" ? 1 / 1.5 : 1.5, ...middle);
  };

  // One finger moves the map, two bring it nearer; only a finger that stayed where it was has tapped.
  const follow = (map) => {
    const fingers = new Map();
    let spread = 0;
    let moved = 0;
    map.addEventListener("pointerdown", (event) => {
      if (!fingers.size) moved = 0;
      fingers.set(event.pointerId, event);
      spread = 0;
    });
    map.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      fingers.set(event.pointerId, event);
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      moved += Math.abs(dx) + Math.abs(dy);
      if (fingers.size === 2) {
        const [one, other] = [...fingers.values()];
        const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        if (spread) zoom(map, spread / apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
        spread = apart;
      } else {
        const { x, y, scale } = kept.at;
        kept.settled = true;
        show(map, { x: x - dx * scale, y: y - dy * scale, scale });
      }
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      map.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    map.addEventListener("dragstart", (event) => event.preventDefault());
    map.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      const land = event.target.closest("[data-territory]") ?? link?.querySelector("[data-territory]");
      if (link) event.preventDefault();
      if (land && (typed(event) || moved < 8)) choose(map, land, link, typed(event));
    });
    map.addEventListener("keydown", (event) => {
      const land = event.target.closest("[data-territory]");
      if (!land || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      choose(map, land, null, true);
    });
  };
  const typed = (click) => click.detail === 0; // Enter on a link is a click that no finger made

  // A tap shows a territory's card, and the way there if one of one's bands has one; again: the next way, then the first.
  // A tap on a band of one's own chooses which one marches.
  const choose = (map, land, link, byKey) => {
    map.querySelectorAll(".chosen").forEach((other) => other.classList.remove("chosen"));
    land.classList.add("chosen");
    const forms = [...document.querySelectorAll("form.march")];
    const here = forms.find((form) => land.querySelector(`[data-band="${form.dataset.band}"]`));
    if (here) {
      kept.band = here.dataset.band;
      goals(map, here.elements.path);
    }
    march(forms, land.dataset.territory);
    if (link) read(link.getAttribute("href"), true, byKey);
    else told(land.querySelector("title").textContent);
  };

  const march = (forms, goal) => {
    const chosen = forms.filter((form) => form.dataset.band === kept.band);
    const ways = (some) => some.flatMap((form) => [...form.elements.path.options].filter((option) => end(option) === goal));
    const own = ways(chosen);
    const found = (own.length ? own : ways(forms)).sort((one, other) => roads(one) - roads(other));
    if (!found.length) return;
    const again = kept.goal === goal ? found.findIndex((option) => option.selected && current(option)) : -1;
    const way = found[(again + 1) % found.length];
    kept.goal = goal;
    way.selected = true;
    plan(way.closest("select"));
  };
  const end = (option) => option.value.split("\n").pop();
  const roads = (option) => option.value.split("\n").length;
  const current = (option) => option.closest("form").classList.contains("planned");

  // A map outside a campaign has nothing more to read than what its territories are.
  const told = (text) => {
    const card = document.getElementById("campaign-card");
    if (!card) return;
    card.textContent = text;
    card.hidden = false;
  };

  const read = async (address, anew, byKey = false) => {
    const card = document.getElementById("campaign-card");
    if (!card || !address) return;
    kept.card = address;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok || kept.card !== address) return;
    card.innerHTML = await answer.text();
    card.hidden = false;
    window.htmx?.process(card);
    offered(card);
    if (byKey) card.focus({ preventScroll: true });
    if (anew) card.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };

  // Of the ways on the card, the one that is drawn is the one to press.
  const offered = (card) => {
    const form = document.querySelector("form.march.planned");
    const ways = [...card.querySelectorAll(".campaign-go [name=path]")];
    const drawn = ways.find((way) => way.value === form?.elements.path.value && way.form.elements.band.value === form.dataset.band);
    if (drawn) for (const way of ways) way.classList.toggle("action", way === drawn);
  };

  // The way a band would go, as its form has it now, and all the places it could go to.
  const plan = (select) => {
    for (const form of document.querySelectorAll("form.march")) form.classList.toggle("planned", form === select.form);
    const map = document.querySelector(".campaign-map");
    const band = map?.querySelector(`[data-band="${select.form.dataset.band}"]`);
    if (!band) return;
    const spot = (id) => map.querySelector(`[data-territory="${CSS.escape(id)}"]`)?.dataset;
    const stops = [band.closest("[data-territory]").dataset, ...select.value.split("\n").map(spot)].filter(Boolean);
    const line = document.createElementNS(map.namespaceURI, "polyline");
    line.setAttribute("points", stops.map(({ x, y }) => `${x},${y}`).join(" "));
    line.setAttribute("class", [...band.classList].find((name) => name.startsWith("of-")) ?? "");
    map.querySelector(".plans").replaceChildren(line);
    goals(map, select);
  };
  const goals = (map, select) => {
    const ends = new Set([...select.options].map(end));
    for (const land of map.querySelectorAll("[data-territory]")) {
      land.classList.toggle("goal", ends.has(land.dataset.territory));
    }
  };

  // From the first day, or from where the slider stands, one moment after the other.
  const replay = (button) => {
    const slider = button.form.querySelector("input");
    const last = Number(slider.max);
    let running = null;
    const stop = () => { clearInterval(running); running = null; button.textContent = "▶"; };
    const step = () => {
      if (Number(slider.value) >= last) return stop();
      slider.value = Number(slider.value) + 1;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      if (running) return stop();
      if (Number(slider.value) >= last) slider.value = 0;
      button.textContent = "❚❚";
      running = setInterval(step, last > 12 ? 450 : 1500);
      step();
    });
  };

  // A new campaign: as many rows as players, and the picture of the map that was chosen.
  const opening = (count) => {
    if (count.dataset.alive) return;
    count.dataset.alive = "1";
    count.disabled = false;
    count.closest("[hidden]").hidden = false;
    const rows = [...document.querySelectorAll(".campaign-row")];
    const shown = () => rows.forEach((row, place) => { row.hidden = place >= Number(count.value); });
    count.addEventListener("change", shown);
    shown();
    if (document.querySelector(".campaign-preview .campaign-making")) picture(count.form);
    for (const part of [count.closest("fieldset"), document.querySelector("[data-maps]")]) {
      part.addEventListener("change", (event) => { if (!event.target.closest(".campaign-row, textarea")) picture(count.form); });
    }
    for (const name of ["seed", "map"]) {
      count.form.elements[name].addEventListener("input", () => {
        count.form.querySelector(`[name=map-kind][value=${name === "seed" ? "new" : "text"}]`).checked = true;
      });
    }
    // A text is pictured as it is written. Were it when the finger goes elsewhere, the page would move under the finger.
    let written = null;
    count.form.elements.map.addEventListener("input", () => {
      clearTimeout(written);
      written = setTimeout(() => picture(count.form), 400);
    });
  };

  // A map that is being drawn is asked for again until it is there; the game is opened once it is.
  const picture = async (form, again = false) => {
    const asked = new FormData();
    const kind = form.elements["map-kind"].value;
    const seed = form.elements.seed;
    if (kind === "new" && !seed.value) seed.value = Math.floor(Math.random() * 100000);
    asked.set("players", form.elements.count.value);
    if (kind === "new") asked.set("seed", seed.value);
    if (kind === "text") asked.set("map", form.elements.map.value);
    asked.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    kept.asked = asked;
    if (kind === "new" && !again) makes(form, true);
    const answer = await fetch(form.querySelector("[data-maps]").dataset.maps, { method: "POST", body: asked }).catch(() => null);
    const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (kept.asked !== asked) return; // another map has been chosen since
    const found = page?.querySelector(".campaign-frame, .campaign-making, .fault, .faults");
    const making = Boolean(found?.matches(".campaign-making"));
    makes(form, making);
    if (!found) return;
    kept.at = null;
    form.querySelector(".campaign-preview").replaceChildren(found);
    if (making) picture(form, true);
    else begin();
  };
  const makes = (form, busy) => { form.querySelector("button.action").disabled = busy; };

  // Where a territory is no link, it is reached by the keyboard all the same if there is something to read.
  const reachable = (map) => {
    if (map.querySelector("a") || !document.getElementById("campaign-card")) return;
    for (const land of map.querySelectorAll("[data-territory]")) {
      land.setAttribute("tabindex", "0");
      land.setAttribute("role", "button");
      land.setAttribute("aria-label", land.querySelector("title").textContent);
    }
  };

  // Whoever has learnt enough closes the lesson, and it stays closed on this device.
  const LESSONS = "heraut-campaign-lessons";
  const remember = (lesson) => {
    if (lesson.dataset.alive) return;
    lesson.dataset.alive = "1";
    if (localStorage.getItem(LESSONS) === "closed") lesson.open = false;
    lesson.addEventListener("toggle", () => localStorage.setItem(LESSONS, lesson.open ? "open" : "closed"));
  };

  const begin = () => {
    document.querySelectorAll("#game .campaign-lesson").forEach(remember);
    document.querySelectorAll(".campaign-map").forEach(watch);
    document.querySelectorAll(".campaign-map").forEach(reachable);
    document.querySelectorAll("form.march select").forEach((select) => {
      for (const moment of ["change", "focus"]) select.addEventListener(moment, () => plan(select));
    });
    document.querySelectorAll("[data-play][hidden], .shared [data-play]").forEach(replay);
    document.querySelectorAll("select[name=count]").forEach(opening);
  };

  // On paper the whole map is lettered for paper.
  addEventListener("beforeprint", () => document.querySelectorAll(".campaign-map").forEach((map) => {
    map.setAttribute("viewBox", map.dataset.box);
    letter(map, Number(map.dataset.still));
  }));
  addEventListener("afterprint", () => document.querySelectorAll(".campaign-map").forEach((map) => show(map, kept.at)));
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:load", (event) => {
    begin();
    if (event.target.id === "game" && kept.card) read(kept.card, false);
  });
  if (document.readyState !== "loading") begin();
})();
