// A new page over the old one takes nothing from its reader: what was typed, what was just said about it, the drawers
// that are open, the field the cursor is in, and the place on the screen are carried across every swap of #game.
"use strict";

const keep = (() => {
  const ANEW = ["csrfmiddlewaretoken", "command_id", "moment"]; // hidden fields that each page brings of its own
  const TYPED = "textarea, select, input:not([type=hidden], [type=submit], [type=button], [type=image])";
  const game = () => document.getElementById("game");
  const all = (selector) => [...(game()?.querySelectorAll(selector) ?? [])];
  const plain = (node) => (node?.textContent ?? "").trim().replace(/\s+/g, " ");

  // Two things of one name are told apart by their order.
  const numbered = (things, name) => {
    const met = new Map();
    return things.map((thing) => {
      const called = name(thing);
      met.set(called, (met.get(called) ?? 0) + 1);
      return [`${called} ${met.get(called)}`, thing];
    });
  };
  const found = (pairs, name) => pairs.find(([called]) => called === name)?.[1];

  // --- Forms: known by where they send what, and what they are about.
  const hidden = (form) => [...form.querySelectorAll("input[type=hidden]")].filter((field) => !ANEW.includes(field.name));
  const purpose = (form) => [form.getAttribute("action"), form.querySelector("input[type=hidden][name=type]")?.value].join(" ");
  const subject = (form) => [purpose(form), ...hidden(form).map((field) => `${field.name}=${field.value}`)].join(" ");
  const forms = () => numbered(all("form"), subject);
  const like = (name, kind) => found(forms(), name) ?? found(numbered(all("form"), purpose), kind);
  const fields = (form) => numbered([...form.elements].filter((field) => field.name && field.matches(TYPED)), (field) => field.name);

  const chosen = (select) => [...select.options].filter((option) => option.selected).map((option) => option.value);
  const changed = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.type === "file") return field.files.length > 0;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.multiple ? [...field.options].some((option) => option.selected !== option.defaultSelected) : field.selectedIndex !== Math.max(first, 0);
  };
  const label = (field) => plain(field.labels?.[0]) || field.getAttribute("aria-label") || field.name;
  const read = ([name, field]) => ({
    name, label: label(field), value: field.value, checked: field.checked, type: field.type, files: field.files,
    chosen: field.tagName === "SELECT" ? chosen(field) : null,
  });
  // Whether the field took it: a choice that is no longer offered cannot be made.
  const fill = (field, was) => {
    if (was.chosen) {
      for (const option of field.options) option.selected = was.chosen.includes(option.value);
      return chosen(field).length === was.chosen.length;
    }
    if (was.type === "checkbox" || was.type === "radio") field.checked = was.checked;
    else if (was.type === "file") field.files = was.files;
    else field.value = was.value;
    return true;
  };

  // Of a form that was refused everything is kept, it was all meant; of one being written what was changed in it. What
  // scripts put into the others they put in again.
  const written = (sent, refused) => {
    const kinds = new Map(numbered(all("form"), purpose).map(([kind, form]) => [form, kind]));
    const minded = (form) => (form === sent ? refused : form.matches(".dirty, [data-refused]"));
    return forms().filter(([, form]) => minded(form)).map(([name, form]) => {
      const whole = form === sent || "refused" in form.dataset;
      const kept = fields(form).filter(([, field]) => whole || changed(field)).map(read);
      const dirty = form.classList.contains("dirty") && form !== sent;
      return { name, kind: kinds.get(form), kept, whole, dirty, sent: form === sent, moment: form.elements.moment?.value };
    }).filter(({ kept }) => kept.length);
  };
  const lost = (was) => was.type !== "checkbox" && was.type !== "radio" && was.type !== "file" && was.value.trim() !== "";
  const rewrite = (form, old) => {
    const now = fields(form), left = [];
    for (const was of old.kept) {
      const field = found(now, was.name);
      if (!field || !fill(field, was)) left.push(was);
      else if (form.method === "post") for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    form.classList.toggle("dirty", old.dirty);
    if (old.whole) form.dataset.refused = "";
    // What was written for another moment is sent as written for it, so that nobody takes it for this one.
    if (!old.sent && old.moment && form.elements.moment) form.elements.moment.value = old.moment;
    return left;
  };
  const rewriteAll = (kept) => {
    const left = kept.flatMap((old) => {
      const form = like(old.name, old.kind);
      return form ? rewrite(form, old) : old.kept;
    });
    return left.filter(lost);
  };

  // --- What was said about it, until something else is sent; what has no field any more is written out.
  const said = () => all(".faults, .coming, .kept-text");
  const sayAgain = (parts) => {
    const place = game()?.querySelector("[data-said]") ?? game();
    for (const part of parts) {
      part.removeAttribute("data-focus");
      for (const consent of part.querySelectorAll("[name=confirmed]")) consent.remove(); // to another page: it shows first again
    }
    place?.prepend(...parts);
    for (const part of parts) htmx.process(part);
  };
  const writeOut = (left) => {
    if (!left.length) return;
    const box = document.createElement("details"), title = document.createElement("summary"), list = document.createElement("dl");
    box.className = "drawer kept-text";
    box.open = true;
    title.textContent = document.body.dataset.written;
    for (const { label: name, value } of left) {
      const term = document.createElement("dt"), text = document.createElement("dd");
      term.textContent = name;
      text.textContent = value;
      list.append(term, text);
    }
    box.append(title, list);
    (game()?.querySelector("[data-said]") ?? game())?.append(box);
  };

  // --- Drawers are known by their titles, whatever number stands in them.
  const drawers = () => numbered(all("details:not(.kept-text)"), (drawer) => plain(drawer.querySelector("summary")).replace(/\d+/g, ""));

  // --- The place on the screen: that of the form that was sent, or else of what is nearest to it or to the top.
  const MARKS = "form, h2, h3, summary, tr";
  const mark = (node) => {
    if (node.tagName === "FORM") return subject(node);
    return `${node.tagName} ${plain(node.tagName === "TR" ? node.cells[0] : node).replace(/\d+/g, node.tagName === "TR" ? "$&" : "")}`;
  };
  const marks = () => numbered(all(MARKS), mark);
  const top = (node) => node.getBoundingClientRect().top;
  const place = (sent) => {
    if (scrollY === 0) return null;
    const from = sent ? top(sent) : 0;
    const near = marks().filter(([, node]) => node.getClientRects().length && top(node) >= -innerHeight && top(node) < innerHeight);
    near.sort(([, one], [, two]) => Math.abs(top(one) - from) - Math.abs(top(two) - from));
    return { at: scrollY, near: near.map(([name, node]) => [name, top(node)]) };
  };
  const goBack = (old) => {
    if (!old) return;
    const now = marks().filter(([, node]) => node.getClientRects().length);
    const same = old.near.find(([name]) => found(now, name));
    scrollTo(0, same ? scrollY + top(found(now, same[0])) - same[1] : old.at);
  };

  const cursor = () => {
    const field = document.activeElement, form = field?.closest?.("#game form");
    if (!form) return null;
    const [name] = forms().find(([, each]) => each === form);
    const range = field.matches("textarea, input:not([type])") ? [field.selectionStart, field.selectionEnd] : null;
    return { name, order: [...form.elements].indexOf(field), range };
  };
  const putBack = (old) => {
    if (!old || (document.activeElement && document.activeElement !== document.body)) return;
    const field = found(forms(), old.name)?.elements[old.order];
    field?.focus({ preventScroll: true });
    if (old.range) field?.setSelectionRange?.(...old.range);
  };

  // Everything of the page that its reader would miss; `sent` is the form that asked for the new one, if one did.
  const take = ({ sent = null, refused = false } = {}) => ({
    sent, place: place(sent), cursor: cursor(), written: written(sent, refused), said: sent ? [] : said(),
    open: drawers().filter(([, drawer]) => drawer.open && (refused || !drawer.contains(sent))).map(([name]) => name),
  });
  const give = (old) => {
    for (const [name, drawer] of drawers()) if (old.open.includes(name)) drawer.open = true;
    sayAgain(old.said);
    writeOut(rewriteAll(old.written));
    goBack(old.place);
    putBack(old.cursor);
  };

  return {
    // A page that is put over this one by a script.
    over(page, about) {
      const old = take(about);
      htmx.swap("#game", page, { swapStyle: "outerHTML" }, { select: "#game" });
      give(old);
    },
    part(selector, part) {
      const old = take();
      htmx.swap(selector, part, { swapStyle: "outerHTML" });
      give({ ...old, said: [] });
    },
    // Whether somebody would miss something if the page went away.
    any: () => said().length > 0 || written(null, false).length > 0,
    take, give,
  };
})();

// The answer to what was sent from a page is put over it by htmx.
let kept = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr } = event.detail;
  kept = target.id === "game" && event.detail.shouldSwap ? keep.take({ sent: requestConfig.elt.closest("form"), refused: xhr.status >= 400 }) : null;
});
document.addEventListener("htmx:afterSwap", () => {
  if (!kept || !document.getElementById("game")) return;
  const old = kept;
  kept = null;
  keep.give(old);
});
