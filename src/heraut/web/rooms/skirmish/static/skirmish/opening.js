// The names typed are the names offered; there is always one more place for a name, and one more line.
// Without this file a button brings the page anew with more of both.
"use strict";

const players = document.querySelector(".skirmish-players");
const named = () => [...players.querySelectorAll("input")];

function another() {
  const last = named().at(-1);
  if (!last.value.trim()) return;
  const number = named().length + 1;
  const next = last.cloneNode();
  next.name = `player-${number}`;
  next.value = "";
  next.placeholder = `${players.dataset.player} ${number}`;
  next.setAttribute("aria-label", next.placeholder);
  players.append(next);
}

function offer(select) {
  const chosen = select.value;
  select.length = 1; // the game master
  for (const input of named()) {
    const name = input.value.trim();
    if (name || input.name === chosen) select.add(new Option(name || input.placeholder, input.name));
  }
  select.value = chosen;
}

function lines() {
  const rows = [...document.querySelectorAll(".skirmish-row")];
  const filled = rows.findLastIndex((row) => row.querySelector('[name^="name-"]').value.trim());
  rows.slice(0, filled + 4).forEach((row) => (row.hidden = false));
}

function follow() {
  another();
  document.querySelectorAll("[data-seats]").forEach(offer);
  lines();
}
document.addEventListener("input", (event) => {
  if (event.target.closest(".skirmish-players, .skirmish-row")) follow();
});
follow();
