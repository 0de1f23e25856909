// Plans made in this browser without an account: their addresses hold them; the last ones are remembered here.
"use strict";

const PLANS = "heraut-plans";
const recentPlans = () => { try { return JSON.parse(localStorage.getItem(PLANS)) || []; } catch { return []; } };
const rememberPlan = (key, title, address) => {
  const others = recentPlans().filter((one) => one.key !== key);
  try { localStorage.setItem(PLANS, JSON.stringify([{ key, title, address }, ...others].slice(0, 12))); } catch { /* not kept */ }
};
(() => {
  const section = document.querySelector("[data-recent]"), plans = recentPlans();
  if (!section || !plans.length) return;
  section.hidden = false;
  section.querySelector("ul").append(...plans.map(({ title, address }) => {
    const line = document.createElement("li"), link = document.createElement("a");
    link.textContent = title;
    if (address.startsWith("/plan/")) link.href = address;
    line.append(link);
    return line;
  }));
})();
