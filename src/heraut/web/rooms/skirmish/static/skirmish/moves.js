// What to do, then to whom, then how: one large button stays, with its odds. Choices outlive a page that is refreshed.
// Without this file every button is shown.
"use strict";

const chosen = new Map(); // by character: the kind of move, the target, the option that somebody has picked

const pressed = (chips, name, value) => {
  for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset[name] === value));
};

function show(moves) {
  const want = { ...chosen.get(moves.dataset.moves) }; // what nobody picked is the page's to propose, each time anew
  const chips = [...moves.querySelectorAll("[data-move]")];
  if (!chips.length) return;
  const { move } = (chips.find((chip) => chip.dataset.kind === want.kind) ?? chips[0]).dataset;
  pressed(chips, "move", move);
  for (const part of moves.querySelectorAll("[data-of]")) {
    part.hidden = part.dataset.of !== move;
    if (!part.hidden) pick(part, want);
  }
  keys(moves);
}

function pick(move, want) {
  const tries = [...move.querySelectorAll(".skirmish-go")];
  for (const name of ["target", "option"]) {
    const offered = [...new Set(tries.map((go) => go.dataset[name]))];
    if (!offered.includes(want[name])) want[name] = tries.find((go) => !go.hidden)?.dataset[name] ?? offered[0];
    pressed(move.querySelectorAll(`.skirmish-chips [data-${name}]`), name, want[name]);
  }
  const picks = move.querySelector(".skirmish-chips [data-target]") !== null; // without, each target has its button
  for (const go of tries) go.hidden = (picks && go.dataset.target !== want.target) || go.dataset.option !== want.option;
  move.querySelector(".skirmish-cannot").hidden = tries.some((go) => !go.hidden);
}

// f does it, t takes the next target, r the next way: for the character who leads.
function keys(moves) {
  if (!moves.closest(".skirmish-lead")) return;
  for (const old of moves.querySelectorAll('[data-key="f"], [data-key="t"], [data-key="r"]')) delete old.dataset.key;
  const move = moves.querySelector("[data-of]:not([hidden])");
  const go = move?.querySelector(".skirmish-go:not([hidden]) button");
  if (go) go.dataset.key = "f";
  for (const [key, name] of [["t", "target"], ["r", "option"]]) {
    const chips = [...(move?.querySelectorAll(`.skirmish-chips [data-${name}]`) ?? [])];
    const here = chips.findIndex((chip) => chip.getAttribute("aria-pressed") === "true");
    if (chips.length) chips[(here + 1) % chips.length].dataset.key = key;
  }
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest(".skirmish-chips button");
  const moves = chip?.closest("[data-moves]");
  if (!moves) return;
  const want = chosen.get(moves.dataset.moves) ?? {};
  chosen.set(moves.dataset.moves, { ...want, ...chip.dataset });
  show(moves);
});
const showAll = () => document.querySelectorAll("[data-moves]").forEach(show);
for (const name of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(name, showAll);
showAll();
