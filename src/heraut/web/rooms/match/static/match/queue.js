// Entries of the score sheet outlive a dropped network: kept here, sent again with the same id, counted once.
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
    const entry = { url: form.action, body: new URLSearchParams(new FormData(form)).toString() };
    write([...read().filter((one) => one.body !== entry.body), entry]);
    tell();
  };
  let sending = false;
  const send = async () => {
    if (sending || !read().length) return;
    sending = true;
    try {
      while (read().length) {
        const [first, ...rest] = read();
        const headers = { "Content-Type": "application/x-www-form-urlencoded" };
        const answer = await fetch(first.url, { method: "POST", headers, body: first.body });
        if (answer.status >= 500) throw new Error("not now");
        write(rest);
      }
      location.reload();
    } catch {
      setTimeout(send, PAUSE);
    } finally {
      sending = false;
    }
  };
  document.addEventListener("htmx:sendError", (event) => {
    const form = event.target.closest("form[data-queue]");
    if (form) keep(form);
    setTimeout(send, PAUSE);
  });
  document.addEventListener("htmx:afterSettle", tell);
  addEventListener("online", send);
  tell();
  send();
})();
