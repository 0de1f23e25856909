// Entries of the score sheet outlive a dropped network, even a closed page: kept here, sent again with the same id,
// counted once. A later version of the same entry takes the place of the earlier one.
(() => {
  "use strict";
  const KEY = "heraut-match-entries";
  const PAUSE = 3000;
  const read = () => JSON.parse(localStorage.getItem(KEY) || "[]");
  const write = (entries) => localStorage.setItem(KEY, JSON.stringify(entries));
  const tell = () => {
    const notice = document.querySelector("[data-queued]");
    if (notice) notice.hidden = read().length === 0;
  };
  const keep = (form) => {
    const id = form.elements.command_id.value;
    const entry = { id, url: form.action, body: new URLSearchParams(new FormData(form)).toString() };
    write([...read().filter((one) => one.id !== id), entry]);
    tell();
  };
  const drop = (id) => { write(read().filter((one) => one.id !== id)); tell(); };

  // What the server refuses is shown with its reasons, never dropped in silence.
  const showRefusal = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const [here, there] = [document.getElementById("game"), page.getElementById("game")];
    if (!here || !there) return location.reload();
    here.replaceWith(there);
    htmx.process(there);
  };
  let sending = false, later = 0;
  const again = () => { clearTimeout(later); later = setTimeout(send, PAUSE); };
  const send = async () => {
    if (sending || !read().length) return;
    sending = true;
    let refused = null;
    try {
      while (read().length && refused === null) {
        const [first] = read();
        const headers = { "Content-Type": "application/x-www-form-urlencoded" };
        const answer = await fetch(first.url, { method: "POST", headers, body: first.body });
        if (answer.status >= 500) throw new Error("not now");
        drop(first.id);
        if (!answer.ok) refused = await answer.text();
      }
      if (refused === null) location.reload(); else showRefusal(refused);
    } catch {
      again();
    } finally {
      sending = false;
    }
  };
  document.addEventListener("htmx:sendError", (event) => {
    const form = event.target.closest("form[data-queue]");
    if (!form) return;
    keep(form);
    again();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest("form[data-queue]");
    if (form && event.detail.xhr.status >= 200 && event.detail.xhr.status < 500) drop(form.elements.command_id.value);
  });
  document.addEventListener("htmx:afterSettle", tell);
  addEventListener("online", send);
  tell();
  send();
})();
