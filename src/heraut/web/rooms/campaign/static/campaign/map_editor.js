// A map drawn with fingers, a mouse or the keyboard. The text below it is the truth: it is read, drawn, and written again.
(() => {
  "use strict";
  const NEAR = 55; // units of the map within which a finger means a territory
  const STILL = 8; // pixels a finger may move and still have tapped
  const STEP = 10; // units an arrow key moves a territory
  const SOON = 250; // milliseconds after the last change
  const MOST_PICTURE = 1600; // pixels of the picture's longer side
  const MOST_LETTERS = 1.5e6; // of its address: what is kept with a map is smaller
  const form = document.querySelector(".map-editor");
  const [sheet, side] = [form.querySelector(".map-sheet"), form.querySelector("[data-side]")];
  const [paper, text] = [sheet.querySelector(".map-paper svg"), form.elements.map];
  const SVG = "http://www.w3.org/2000/svg";
  text.closest("details").open = false; // it stands open for whoever has no scripts
  const field = (name) => side.querySelector(`[data-field=${name}]`);
  const past = [];
  let map = null;
  let chosen = null;
  let finger = null;

  // --- The text, read line by line as the server does; lines nobody understands are kept.
  const both = (name = "") => {
    const [fr, en = ""] = name.split(" / ");
    return { fr, en: en === fr ? "" : en };
  };
  const listed = (ids) => ids.split(" ").filter(Boolean);
  const READERS = [
    [/^map(?: (.*))?$/, (found, name) => Object.assign(found, both(name))],
    [/^size (\d+) (\d+)$/, (found, width, height) => Object.assign(found, { width: Number(width), height: Number(height) })],
    [/^territory (\S+) (\S+) (\d+) (\d+)(?: (.*))?$/, (found, id, terrain, x, y, name) => {
      found.lands.set(id, { id, terrain, x: Number(x), y: Number(y), ...both(name) });
    }],
    [/^roads (\S+):((?: \S+)*)$/, (found, from, to) => listed(to).forEach((other) => found.roads.add(road(from, other)))],
    [/^starts (\d+):((?: \S+)*)$/, (found, players, ids) => found.starts.set(Number(players), listed(ids))],
  ];
  const road = (one, other) => [one, other].sort().join(" ");
  const read = (written) => {
    const found = { fr: "", en: "", width: 1000, height: 700, lands: new Map(), roads: new Set(), starts: new Map(), rest: [] };
    for (const line of written.split("\n")) {
      const words = line.trim().replace(/\s+/g, " ");
      const [shape, reader] = READERS.find(([each]) => each.test(words)) ?? [];
      if (shape) reader(found, ...words.match(shape).slice(1));
      else if (words) found.rest.push(line);
    }
    return found;
  };

  const named = ({ fr, en }) => (fr && en && en !== fr ? `${fr} / ${en}` : fr || en);
  const write = () => {
    const lands = [...map.lands.values()];
    const roads = lands.flatMap(({ id }) => {
      const others = [...map.roads].map((pair) => pair.split(" ")).filter(([one]) => one === id).map(([, other]) => other);
      return others.length ? [`roads ${id}: ${others.join(" ")}`] : [];
    });
    const starts = [...map.starts].filter(([, ids]) => ids.length).sort(([a], [b]) => a - b);
    return [
      `map ${named(map)}`,
      `size ${map.width} ${map.height}`,
      "",
      ...lands.map((land) => `territory ${land.id} ${land.terrain} ${land.x} ${land.y} ${named(land)}`),
      "",
      ...roads,
      "",
      ...starts.map(([players, ids]) => `starts ${players}: ${ids.join(" ")}`),
      ...map.rest,
    ].join("\n").replace(/\n{3,}/g, "\n\n").trim() + "\n";
  };

  // --- The drawing, made anew after every change; whoever had the keyboard has it still.
  const node = (name, attributes, ...children) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const category = (terrain) => field("terrain").querySelector(`option[value="${CSS.escape(terrain)}"]`)?.dataset.category ?? "";
  const players = () => Number(form.elements.players.value);
  const begins = (id) => (map.starts.get(players()) ?? []).includes(id);

  // A long name stands on two lines, broken at the space nearest to its middle.
  const lines = (name) => {
    const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
    if (name.length <= 12 || !spaces.length) return [name];
    const cut = spaces.sort((one, other) => Math.abs(one - name.length / 2) - Math.abs(other - name.length / 2))[0];
    return [name.slice(0, cut), name.slice(cut + 1)];
  };
  const drawn = (land) => {
    const marks = [
      node("circle", { class: "reach", r: 44 }),
      node("circle", { class: "face", r: 27 }),
      node("use", { href: `#land-${land.terrain}`, x: -19, y: -21, width: 38, height: 38 }),
    ];
    if (begins(land.id)) marks.push(node("use", { class: "start", href: "#sign-start", x: 10, y: -40, width: 26, height: 26 }));
    marks.push(node("text", { y: 48 }, ...lines(land.fr).map((part, row) => node("tspan", { x: 0, dy: row ? "1.1em" : 0 }, part))));
    const said = [land.fr, land.terrain, begins(land.id) ? paper.dataset.start : ""].filter(Boolean).join(" · ");
    return node("g", {
      class: `land ${category(land.terrain)}${land.id === chosen ? " chosen" : ""}`,
      transform: `translate(${land.x} ${land.y})`, "data-id": land.id, tabindex: 0, role: "button", "aria-label": said,
    }, ...marks);
  };
  const line = (pair) => {
    const [one, other] = pair.split(" ").map((id) => map.lands.get(id));
    return one && other ? [node("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y })] : [];
  };
  const draw = () => {
    const held = document.activeElement?.closest?.(".land")?.dataset.id;
    paper.setAttribute("viewBox", `-60 -60 ${map.width + 120} ${map.height + 120}`);
    for (const part of paper.querySelectorAll(".under, .frame")) {
      for (const [key, value] of Object.entries({ x: 0, y: 0, width: map.width, height: map.height })) part.setAttribute(key, value);
    }
    paper.querySelector(".roads").replaceChildren(...[...map.roads].flatMap(line));
    paper.querySelector(".lands").replaceChildren(...[...map.lands.values()].map(drawn));
    if (held) paper.querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    describe();
  };

  // --- The panel of the chosen territory.
  const describe = () => {
    const land = map.lands.get(chosen);
    side.querySelector("[data-land]").disabled = !land;
    side.querySelector("[data-none]").hidden = Boolean(land);
    side.querySelector("[data-chosen]").hidden = !land;
    for (const input of side.querySelectorAll("[data-map]")) if (input !== document.activeElement) input.value = map[input.dataset.map];
    if (!land) return;
    for (const name of ["fr", "en", "terrain"]) if (field(name) !== document.activeElement) field(name).value = land[name];
    field("start").checked = begins(land.id);
    const others = [...map.lands.values()].filter(({ id }) => id !== land.id);
    const kept = field("road").value;
    field("road").replaceChildren(...others.map(({ id, fr }) => new Option(`${map.roads.has(road(land.id, id)) ? "✓ " : ""}${fr}`, id)));
    if (map.lands.has(kept) && kept !== land.id) field("road").value = kept;
  };
  const choose = (id) => {
    chosen = id;
    draw();
  };

  // --- Changes: each is one step back.
  const change = (alter, again = "") => {
    if (!again || past.at(-1)?.again !== again) past.push({ text: text.value, again });
    alter();
    text.value = write();
    form.querySelector("[data-do=undo]").disabled = false;
    draw();
    check();
  };
  const undo = () => {
    const before = past.pop();
    if (!before) return;
    text.value = before.text;
    load();
  };
  const load = () => {
    map = read(text.value);
    if (!map.lands.has(chosen)) chosen = null;
    form.querySelector("[data-do=undo]").disabled = !past.length;
    draw();
    check();
  };

  const free = () => {
    for (let number = 1; ; number += 1) {
      const id = `T${String(number).padStart(2, "0")}`;
      if (!map.lands.has(id)) return [id, number];
    }
  };
  const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));
  const add = (x, y) => {
    const [id, number] = free();
    const land = { id, terrain: field("terrain").options[0].value, x: within(x, map.width), y: within(y, map.height), fr: `${paper.dataset.new} ${number}`, en: "" };
    chosen = id;
    change(() => map.lands.set(id, land));
    paper.querySelector(`[data-id="${id}"]`).focus({ preventScroll: true });
  };
  const join = (one, other) => change(() => {
    const pair = road(one, other);
    if (!map.roads.delete(pair)) map.roads.add(pair);
  });
  const remove = (id) => change(() => {
    map.lands.delete(id);
    for (const pair of [...map.roads]) if (pair.split(" ").includes(id)) map.roads.delete(pair);
    for (const [count, ids] of map.starts) map.starts.set(count, ids.filter((other) => other !== id));
    if (chosen === id) chosen = null;
  });
  const move = (id, x, y, again) => change(() => {
    Object.assign(map.lands.get(id), { x: within(x, map.width), y: within(y, map.height) });
  }, again);

  // --- Fingers and the mouse: a tap on the sheet, a tap on a territory, a line drawn from one to another.
  const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(paper.getScreenCTM().inverse());
  const nearest = ({ x, y }, but) => {
    const far = (land) => Math.hypot(land.x - x, land.y - y);
    const others = [...map.lands.values()].filter((land) => land.id !== but && far(land) < NEAR);
    return others.sort((one, other) => far(one) - far(other))[0];
  };
  const moving = () => form.elements.tool.value === "move";
  const pull = paper.querySelector(".drag");

  paper.addEventListener("touchstart", (event) => { if (event.target.closest(".land")) event.preventDefault(); }, { passive: false });
  paper.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    finger = { id: event.target.closest(".land")?.dataset.id, x: event.clientX, y: event.clientY, far: 0, stamp: event.timeStamp };
    if (finger.id) paper.setPointerCapture(event.pointerId);
  });
  paper.addEventListener("pointermove", (event) => {
    if (!finger || !event.isPrimary) return;
    finger.far = Math.max(finger.far, Math.hypot(event.clientX - finger.x, event.clientY - finger.y));
    if (!finger.id || finger.far < STILL) return;
    const there = point(event);
    if (moving()) return move(finger.id, there.x, there.y, `move ${finger.stamp}`);
    const { x, y } = map.lands.get(finger.id);
    for (const [key, value] of Object.entries({ x1: x, y1: y, x2: there.x, y2: there.y })) pull.setAttribute(key, value);
  });
  const lifted = (event) => {
    const { id, far } = finger;
    const there = point(event);
    if (id && far < STILL) return choose(id);
    if (id && moving()) return undefined;
    if (id) {
      const goal = nearest(there, id);
      return goal && join(id, goal.id);
    }
    return far < STILL && !moving() ? add(there.x, there.y) : undefined;
  };
  paper.addEventListener("pointerup", (event) => {
    if (!finger || !event.isPrimary) return;
    lifted(event);
    rest();
  });
  const rest = () => {
    finger = null;
    for (const key of ["x1", "y1", "x2", "y2"]) pull.removeAttribute(key);
  };
  paper.addEventListener("pointercancel", rest); // the sheet was scrolled

  // --- The keyboard.
  const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
  paper.addEventListener("keydown", (event) => {
    const land = map.lands.get(event.target.closest(".land")?.dataset.id);
    if (!land) return;
    const arrow = ARROWS[event.key];
    if (arrow) move(land.id, land.x + arrow[0], land.y + arrow[1], `arrows ${land.id}`);
    else if (event.key === "Delete" || event.key === "Backspace") remove(land.id);
    else if (event.key === "Enter" || event.key === " ") choose(land.id);
    else return;
    event.preventDefault();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); // a name is not yet a map to keep
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    event.preventDefault();
    undo();
  });

  const DEEDS = {
    undo,
    add: () => add(map.width / 2 + (map.lands.size % 5) * 60 - 120, map.height / 2 + (Math.floor(map.lands.size / 5) % 5) * 60 - 120),
    remove: () => remove(chosen),
    road: () => field("road").value && join(chosen, field("road").value),
    starts: () => propose(),
    plain: () => under("", true),
  };
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do], [data-choose]");
    if (button?.dataset.do) DEEDS[button.dataset.do]();
    else if (button) choose(button.dataset.choose);
  });
  side.addEventListener("input", (event) => {
    const { field: name, map: part } = event.target.dataset;
    const clean = event.target.value?.replaceAll("/", "").replace(/\s+/g, " ");
    if (part) change(() => { map[part] = clean; }, `map ${part}`);
    else if (["fr", "en", "terrain"].includes(name)) change(() => { map.lands.get(chosen)[name] = clean; }, `${name} ${chosen}`);
    else if (name === "start") begin(chosen, event.target.checked);
  });
  const begin = (id, starts) => change(() => {
    const others = (map.starts.get(players()) ?? []).filter((other) => other !== id);
    map.starts.set(players(), starts ? [...others, id] : others);
  });
  form.elements.players.addEventListener("change", () => { draw(); check(); });
  text.addEventListener("change", load);

  // --- The server reads the text with the rules' own eyes; what is wrong is marked where it is.
  const asked = () => {
    const fields = new FormData();
    for (const name of ["map", "players", "csrfmiddlewaretoken"]) fields.set(name, form.elements[name].value);
    return fields;
  };
  let soon = null;
  let newest = null;
  const check = () => {
    clearTimeout(soon);
    soon = setTimeout(async () => {
      const fields = newest = asked();
      const answer = await fetch(sheet.dataset.check, { method: "POST", body: fields }).catch(() => null);
      if (!answer?.ok || newest !== fields) return;
      const told = document.getElementById("map-check");
      told.innerHTML = await answer.text();
      const wrong = new Set([...told.querySelectorAll("[data-about]")].map((each) => each.dataset.about));
      for (const land of paper.querySelectorAll(".land")) land.classList.toggle("wrong", wrong.has(land.dataset.id));
    }, SOON);
  };
  const propose = async () => {
    const answer = await fetch(sheet.dataset.starts, { method: "POST", body: asked() }).catch(() => null);
    if (!answer?.ok) return check();
    const { starts } = await answer.json();
    return change(() => map.starts.set(players(), starts));
  };

  // --- The picture underneath: made small, kept in this browser until the map is, and then with the map.
  const picture = paper.querySelector(".under");
  const key = () => form.elements.kept.value || "new";
  const store = (mode, use) => new Promise((done) => {
    const opening = indexedDB.open("heraut-maps", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("pictures");
    opening.onerror = () => done(null);
    opening.onsuccess = () => {
      const asking = use(opening.result.transaction("pictures", mode).objectStore("pictures"));
      asking.onsuccess = () => done(asking.result);
      asking.onerror = () => done(null);
    };
  });
  const under = (address, anew) => {
    if (address) picture.setAttribute("href", address);
    else picture.removeAttribute("href");
    if (!anew) return;
    form.elements.picture.value = address || "none";
    store("readwrite", (pictures) => (address ? pictures.put(address, key()) : pictures.delete(key())));
  };
  side.querySelector("[data-picture]").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    const image = file && await createImageBitmap(file).catch(() => null);
    side.querySelector("[data-no-picture]").hidden = Boolean(image) || !file;
    if (!image) return;
    const scale = Math.min(1, MOST_PICTURE / Math.max(image.width, image.height));
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width * scale, height: image.height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const tried = [0.8, 0.6, 0.4].map((quality) => () => canvas.toDataURL("image/jpeg", quality));
    let address = "";
    for (const make of tried) if (!address || address.length > MOST_LETTERS) address = make();
    under(address, true);
  });
  const strength = side.querySelector("[data-strength]");
  const fade = () => picture.setAttribute("opacity", strength.value / 100);
  strength.addEventListener("input", fade);

  const open = async () => {
    load();
    fade();
    const kept = await store("readonly", (pictures) => pictures.get(key()));
    const fresh = kept ?? (key() === "new" ? null : await store("readonly", (pictures) => pictures.get("new")));
    const shared = form.elements.picture.dataset.under;
    if (fresh) under(fresh, !shared); // a map that has just got its name takes its picture along
    else if (shared) under(shared, false);
    if (!kept && fresh && key() !== "new") store("readwrite", (pictures) => pictures.delete("new"));
  };
  open();
})();
