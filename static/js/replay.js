// Ways through a game that is replayed: by key, swipe, slider, list, curve and by itself. Each leads
// to an address that a plain link has as well. The server answers with the table of that ply, which
// board.js moves into place; this script says there, in the words that came with it, where one is.
//
//   #replay            data-base, data-query: the parts of an address around a ply; data-last
//   #table             data-ply, data-where: the ply that is shown, in words
//   [data-to]          links of the stepper, whose addresses follow the ply
//   [data-then]        links to what begins at the ply: the rest of their addresses
//   a[data-ply]        links of the list and of the curve
//   [data-plies]       the moments of one kind of landmark
//   [data-per-ply]     the mark on the curve, and how far a ply is from the next
(() => {
  const SWIPE = 48; // pixels: less is a tap
  const SPEED = "replay-speed";
  const replay = () => document.getElementById("replay");
  const table = () => document.getElementById("table");
  const slider = () => document.getElementById("at");
  const all = (selector) => [...replay().querySelectorAll(selector)];
  if (!replay()) return;

  const last = Number(replay().dataset.last);
  const within = (ply) => Math.min(Math.max(ply, 1), last);
  const shown = () => Number(table().dataset.ply);
  const address = (ply, query = replay().dataset.query) => `${replay().dataset.base}${ply}/${query}`;
  let wanted = shown(); // where one is going, while the table of it is on its way

  // --- Going there ----------------------------------------------------------------------------

  // `how` is what becomes of the address: "pushState", "replaceState" or, where it is there, nothing.
  function go(ply, how = "pushState") {
    const there = within(ply);
    if (there !== wanted && how) history[how]({ replay: true }, "", address(there));
    wanted = there;
    say();
    bring();
  }

  // One table at a time is on its way; who has gone on meanwhile is brought there afterwards.
  let isUnderWay = false;

  async function bring() {
    if (isUnderWay || wanted === shown()) return;
    isUnderWay = true;
    const there = wanted;
    const how = { source: replay(), target: "#table", swap: "outerHTML show:none" };
    await htmx.ajax("GET", address(there), how).catch(() => undefined);
    isUnderWay = false;
    if (shown() === there) return bring();
    stop();
    wanted = shown();
    say();
  }

  // One's way back through the steps: each has its own address.
  addEventListener("popstate", () => {
    const found = location.pathname.match(/\/replay\/(?:(\d+)\/)?$/);
    if (!found || !replay()) return;
    stop();
    go(Number(found[1] ?? last), "");
  });

  // What can be said of a ply before its table is there.
  function say() {
    if (slider().value !== String(wanted)) slider().value = wanted;
    const to = { first: 1, previous: within(wanted - 1), next: within(wanted + 1), end: last };
    for (const link of all("[data-to]")) {
      const ply = to[link.dataset.to] ?? landmark(link);
      link.toggleAttribute("href", Boolean(ply));
      if (ply) link.href = address(ply);
      link.ariaDisabled = !ply || ply === wanted ? "true" : null;
    }
    for (const link of all("[data-side]")) link.href = address(wanted, link.dataset.side);
    for (const link of all("[data-then]")) link.href = address(wanted, link.dataset.then);
    for (const mark of all("[data-per-ply]")) {
      mark.setAttribute("transform", `translate(${wanted * Number(mark.dataset.perPly)} 0)`);
      const box = mark.closest(".chart-box");
      box?.scrollTo({ left: (box.scrollWidth * wanted) / last - box.clientWidth / 2 });
    }
    for (const link of all("a[data-ply]")) {
      link.ariaCurrent = link.dataset.ply === String(wanted) ? "step" : null;
    }
    show();
  }

  function landmark(link) {
    const plies = link.closest("[data-plies]").dataset.plies.split(" ").map(Number);
    if (link.dataset.to === "landmark-after") return plies.find((ply) => ply > wanted);
    return plies.findLast((ply) => ply < wanted);
  }

  // The current move is in sight in its own box: the page stays where it is.
  function show() {
    const link = replay().querySelector(".list [aria-current]");
    const box = link?.closest("ol");
    if (!box) return;
    const [frame, row] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
    const isSeen = row.top >= frame.top + row.height && row.bottom <= frame.bottom - row.height;
    if (!isSeen) box.scrollBy({ top: row.top - frame.top - (frame.height - row.height) / 2 });
  }

  document.addEventListener("htmx:afterSwap", () => {
    if (!replay() || !table()) return;
    slider().setAttribute("aria-valuetext", table().dataset.where);
    show(); // what a review says of the move takes room from the list
    if (isPlaying()) goOn();
  });

  // --- By hand --------------------------------------------------------------------------------

  const isPlain = (event) =>
    event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#replay a[data-ply], #replay [data-to]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    if (link.ariaDisabled === "true") return;
    go(link.dataset.ply ? Number(link.dataset.ply) : plyOf(link));
    bringBoard(!link.closest(".stepper"));
  });

  const plyOf = (link) => Number(new URL(link.href).pathname.match(/(\d+)\/$/)[1]);

  // Who chooses a move wants to see it. Who steps while they read something else goes on reading,
  // but a board that begins on this screen and ends beneath it is drawn up.
  function bringBoard(isWanted) {
    const { top, bottom } = table().getBoundingClientRect();
    const isAbove = bottom < innerHeight / 3;
    const isBelow = top > 0 && bottom > innerHeight;
    if (isBelow || (isWanted && isAbove)) scrollBy({ top, behavior: "instant" });
  }

  // However far the slider is drawn, that is one step of one's way.
  let isDrawn = false;
  document.addEventListener("input", ({ target }) => {
    if (target !== slider()) return;
    go(Number(target.value), isDrawn ? "replaceState" : "pushState");
    isDrawn = true;
  });
  document.addEventListener("change", ({ target }) => {
    if (target === slider()) isDrawn = false;
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches?.(".stepper .slide")) event.preventDefault();
  });

  const KEYS = {
    ArrowLeft: () => wanted - 1,
    ArrowRight: () => wanted + 1,
    Home: () => 1,
    End: () => last,
  };
  // A field, or a sheet that scrolls, has these keys for itself; so has a board with choices.
  const OWNERS = "input, textarea, select, summary, [contenteditable], .list ol:focus";
  const SCROLLS = ".stage:focus";

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!(key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!replay() || target.closest?.(OWNERS) || isOwned(target)) return;
    event.preventDefault();
    event.stopPropagation();
    go(KEYS[key]());
  }, true);

  function isOwned(target) {
    if (target.matches?.(SCROLLS) && target.scrollWidth > target.clientWidth) return true;
    return table().contains(target) && table().querySelector("[data-pick], [data-move]");
  }

  // --- By swiping -----------------------------------------------------------------------------

  let touch = null;

  // What scrolls aside by itself is not swiped.
  function scrollsAside(element) {
    for (let at = element; at && at !== table(); at = at.parentElement) {
      if (at.scrollWidth <= at.clientWidth + 1) continue;
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  }

  document.addEventListener("touchstart", (event) => {
    const [finger, ...others] = event.touches;
    const isMeant = !others.length && table()?.contains(event.target) && replay();
    touch = isMeant && !scrollsAside(event.target) ? [finger.clientX, finger.clientY] : null;
  }, { passive: true });

  document.addEventListener("touchend", (event) => {
    if (!touch || !replay()) return;
    const [finger] = event.changedTouches;
    const [x, y] = [finger.clientX - touch[0], finger.clientY - touch[1]];
    touch = null;
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
    go(wanted + (x < 0 ? 1 : -1));
  }, { passive: true });
  document.addEventListener("touchcancel", () => (touch = null));

  // --- By itself ------------------------------------------------------------------------------

  let next = 0;
  const isPlaying = () => replay().matches("[data-playing]");
  const speed = () => Number(replay().querySelector("[name=speed]:checked").value);

  function play() {
    replay().dataset.playing = "";
    if (shown() === last) go(1);
    else goOn(0);
  }

  function stop() {
    clearTimeout(next);
    delete replay().dataset.playing;
  }

  // A step follows when the one before it has come: a slow connection plays slower.
  function goOn(after = speed()) {
    clearTimeout(next);
    if (shown() === last) return stop();
    next = setTimeout(() => go(shown() + 1, "replaceState"), after);
  }

  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("#replay [data-play]")) return;
    if (isPlaying()) stop();
    else play();
  });

  // Any key or tap ends it, but for those of its own button and the choice of a speed.
  const isItsOwn = ({ type, key, target }) =>
    target.closest?.(".speeds") ||
    (target.closest?.("[data-play]") && (type !== "keydown" || key === "Enter" || key === " "));

  for (const sign of ["pointerdown", "keydown"]) {
    document.addEventListener(sign, (event) => {
      if (event.isTrusted && replay() && isPlaying() && !isItsOwn(event)) stop();
    }, true);
  }

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "speed" || !replay()) return;
    sessionStorage.setItem(SPEED, target.value);
    if (isPlaying()) goOn();
  });

  const kept = sessionStorage.getItem(SPEED);
  const choice = kept && replay().querySelector(`[name=speed][value="${CSS.escape(kept)}"]`);
  if (choice) choice.checked = true;
  say();
})();
