// What a kind of terrain usually does is ticked when it is chosen; people change it as their rulebook says.
(() => {
  "use strict";
  for (const select of document.querySelectorAll("select[data-kind]")) {
    const tick = () => {
      const usual = (select.selectedOptions[0]?.dataset.usual || "").split(" ");
      for (const box of select.form.querySelectorAll("input[name=properties]")) box.checked = usual.includes(box.value);
    };
    select.addEventListener("change", tick);
    tick();
  }
})();
