"use strict";
(() => {
  const $ = (id) => document.getElementById(id);

  /* ---- clauses: on hover as well as on a press ---- */

  let invoker = null, pinned = false, timer = 0;
  const textOf = (button) => $(button.getAttribute("popovertarget"));

  function place(text, button) {
    const box = button.getBoundingClientRect();
    const wide = text.offsetWidth, high = text.offsetHeight;
    const below = box.bottom + 6 + high <= innerHeight;
    text.style.left = Math.max(8, Math.min(box.left, innerWidth - wide - 8)) + "px";
    text.style.top = Math.max(8, below ? box.bottom + 6 : box.top - high - 6) + "px";
  }

  function open(button) {
    const text = textOf(button);
    if (!text || !text.showPopover) return;
    invoker = button;
    text.classList.add("placed");
    if (!text.matches(":popover-open")) text.showPopover({ source: button });
    place(text, button);
  }

  function close() {
    if (invoker && !pinned && textOf(invoker).matches(":popover-open")) textOf(invoker).hidePopover();
  }

  document.addEventListener("pointerover", (event) => {
    const button = event.target.closest && event.target.closest("button.clause");
    const inside = event.target.closest && event.target.closest(".clause-text");
    clearTimeout(timer);
    if (event.pointerType !== "mouse" || pinned || inside) return;
    if (button) timer = setTimeout(() => open(button), 250);
    else timer = setTimeout(close, 300);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.clause");
    if (!button || !textOf(button)) return;
    event.preventDefault();
    clearTimeout(timer);
    const was = pinned && invoker === button && textOf(button).matches(":popover-open");
    pinned = !was;
    if (was) textOf(button).hidePopover();
    else open(button);
  });
  for (const text of document.querySelectorAll(".clause-text")) {
    text.addEventListener("toggle", (event) => {
      if (event.newState === "closed") pinned = false;
    });
  }

  /* ---- dark or light ---- */

  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
