// A chronicle sent to somebody: one turn at a time, chosen with the slider. Without this file all turns stand below one another.
(() => {
  "use strict";
  const form = document.querySelector(".shared .campaign-slider");
  const slider = form.querySelector("input");
  const turns = [...document.querySelectorAll(".shared section")];
  const show = () => turns.forEach((turn, place) => { turn.hidden = place !== Number(slider.value); });
  form.hidden = false;
  form.addEventListener("input", show);
  show();
})();
