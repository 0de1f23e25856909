// What a kind of terrain usually does is ticked when it is chosen; people change it as their rulebook says.
(() => {
  "use strict";
  const tick = (select) => {
    const usual = (select.selectedOptions[0]?.dataset.usual || "").split(" ");
    for (const box of select.form.querySelectorAll("input[name=properties]")) box.checked = usual.includes(box.value);
  };
  const tickAll = () => { for (const select of document.querySelectorAll("select[data-kind]")) tick(select); };
  document.addEventListener("change", (event) => { if (event.target.matches("select[data-kind]")) tick(event.target); });
  document.addEventListener("htmx:afterSettle", tickAll);
  tickAll();
})();
