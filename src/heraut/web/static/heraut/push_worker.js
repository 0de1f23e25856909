// Shows a notice while no page is open. It keeps nothing and asks for nothing of its own.
"use strict";

self.addEventListener("push", (event) => {
  const { title, body, address, off, off_label: label, tag } = event.data.json();
  const shown = { body, tag, renotify: true, data: { address, off }, actions: [{ action: "off", title: label }] };
  event.waitUntil(self.registration.showNotification(title, shown));
});

const open = async (address) => {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((page) => page.url.startsWith(address));
  return known ? known.focus() : self.clients.openWindow(address);
};

self.addEventListener("notificationclick", (event) => {
  const { address, off } = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "off" ? fetch(off, { method: "POST", credentials: "omit" }) : open(address));
});
