// A form of the table is handed in without leaving the page: what is refused stays where it was put, its reason beside
// it; without network it stays too, and may be handed in again: it counts once.
(() => {
  "use strict";
  const tell = (form, ...nodes) => {
    form.querySelector("[data-refused]")?.remove();
    const box = document.createElement("div");
    box.dataset.refused = "";
    box.setAttribute("role", "alert");
    box.append(...nodes);
    form.prepend(box);
    box.scrollIntoView({ block: "nearest" });
  };
  const said = (text) => Object.assign(document.createElement("p"), { className: "fault", textContent: text });
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-stays]");
    if (!form) return;
    event.preventDefault();
    const button = event.submitter, body = new URLSearchParams(new FormData(form, button));
    if (button) button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body }), page = await answer.text();
      if (answer.ok) {
        document.dispatchEvent(new CustomEvent("heraut:placed"));
        keep.over(page, { sent: form });
        return;
      }
      const faults = new DOMParser().parseFromString(page, "text/html").querySelector(".faults");
      form.classList.add("dirty"); // news are offered, not laid over what was refused
      tell(form, faults ? document.importNode(faults, true) : said(answer.statusText));
    } catch {
      tell(form, said(document.getElementById("game").dataset.offline));
    }
    if (button) button.disabled = false;
  });
})();
