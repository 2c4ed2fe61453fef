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
  // An error that is not ours, such as a proxy's 502, says nothing that belongs on the page: what is
  // there stays. Ours name the place where they want to be.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status < 400 || xhr.getResponseHeader("HX-Retarget")) return;
    event.detail.shouldSwap = false;
    if (wanted(event)) unreachable.hidden = false;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!wanted(event) || !event.detail.xhr.status) return;
    if (event.detail.successful) unreachable.hidden = true;
    if (event.detail.successful) notices.querySelectorAll(".bad").forEach((old) => old.remove());
  });

  // What a reader has opened stays open when the part of the page around it is fetched anew.
  const opened = new Set();
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    opened.clear();
    detail.target.querySelectorAll("details[id][open]").forEach(({ id }) => opened.add(id));
  });
  document.addEventListener("htmx:afterSwap", () => {
    opened.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  });

  // What stood at an anchor here has moved to a page of its own, of which no server can know.
  const moved = document.querySelector("[data-anchors]");
  if (moved && location.hash) location.replace(moved.dataset.anchors + location.hash);

  // Sign-up keeps where somebody lives, so that days and hours are theirs. It can be changed.
  const zone = document.querySelector("form input[type=hidden][name=time_zone]");
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

  // What is wrong with a form is heard at once, and not only seen.
  document.querySelector("[data-errors]")?.focus();

  document.addEventListener("click", ({ target }) => {
    const reveal = target.closest("[data-reveal]");
    if (reveal) {
      const field = document.getElementById(reveal.getAttribute("aria-controls"));
      const shown = field.type === "text";
      field.type = shown ? "password" : "text";
      reveal.setAttribute("aria-pressed", String(!shown));
    }
    const close = target.closest("[data-close]");
    if (close?.closest("#unreachable")) unreachable.hidden = true;
    else close?.closest(".notice").remove();
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });

  // What a field holds, to be sent: copied, or handed to the sheet of the system where there is one.
  // Shown anew whenever the part of the page around it was fetched anew.
  const showSending = () => {
    for (const place of document.querySelectorAll("[data-send]")) {
      place.hidden = false;
      const share = place.querySelector("[data-share]");
      if (share) share.hidden = !navigator.share;
    }
  };
  showSending();
  document.addEventListener("htmx:afterSwap", showSending);
  document.addEventListener("htmx:oobAfterSwap", showSending);
  const copy = async (place, field) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where pages may not write to the clipboard by themselves
    }
    place.querySelector("[data-copied]").hidden = false;
  };
  document.addEventListener("click", ({ target }) => {
    const place = target.closest("[data-send]");
    const field = place && document.getElementById(place.dataset.field ?? "link");
    if (target.closest("[data-copy]")) copy(place, field);
    const share = target.closest("[data-share]");
    // Who closes the sheet without choosing has changed their mind, and that is all.
    if (share) navigator.share({ text: share.dataset.share, url: field.value }).catch(() => {});
  });

  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      if (menu.contains(target)) menu.querySelector("summary").focus();
    }
  });
})();
