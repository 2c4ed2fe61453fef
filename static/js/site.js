// Small comforts. Every page works without them, and every text is in its template.
(() => {
  const root = document.documentElement;
  const unreachable = document.getElementById("unreachable");
  const notices = document.getElementById("notices");
  root.dataset.script = "on";

  // A nudge that fails is no concern of the reader: the live script tries again by itself.
  const wanted = ({ detail }) => detail.requestConfig?.triggeringEvent?.type !== "nudge";

  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      if (wanted(event)) unreachable.hidden = false;
    });
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!wanted(event) || !event.detail.xhr.status) return;
    unreachable.hidden = true;
    if (event.detail.successful) notices.querySelectorAll(".bad").forEach((old) => old.remove());
  });

  document.addEventListener("click", ({ target }) => {
    const close = target.closest("[data-close]");
    if (close?.closest("#unreachable")) unreachable.hidden = true;
    else close?.closest(".notice").remove();
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      if (menu.contains(target)) menu.querySelector("summary").focus();
    }
  });
})();
