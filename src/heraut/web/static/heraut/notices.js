// The browser's own part of being told by push: the right to show it, and where to send it.
"use strict";

(() => {
  const form = document.querySelector("form[data-push-key]");
  if (!form) return;
  const say = (key) => {
    for (const line of document.querySelectorAll("[data-push-says]")) line.hidden = line.dataset.pushSays !== key;
  };
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (key) => btoa(String.fromCharCode(...new Uint8Array(key))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  if (!window.isSecureContext || !("serviceWorker" in navigator) || !("PushManager" in window)) {
    say("unable");
    return;
  }
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (form.elements.address.value) return;
    event.preventDefault();
    if ((await Notification.requestPermission()) !== "granted") { say("denied"); return; }
    try {
      const worker = await navigator.serviceWorker.register(form.dataset.worker);
      await navigator.serviceWorker.ready;
      const asked = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.pushKey) };
      const found = await worker.pushManager.subscribe(asked);
      form.elements.address.value = found.endpoint;
      form.elements.p256dh.value = text(found.getKey("p256dh"));
      form.elements.auth.value = text(found.getKey("auth"));
    } catch { say("failed"); return; }
    form.requestSubmit();
  });
})();
