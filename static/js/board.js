// Comforts at the table. Everything on a board is a link or a button already: this script only
// presses them, by drag or by key, and moves the tiles to where the server has put them.
//
// It knows no game. A board says what there is by data, all of which may be missing:
//   data-replay   on the table itself: it shows any ply of a game (replay.js)
//   data-phase    on the whole of it, see `Presented`; data-top: on a phone, show its top now.
//                 While data-hold is set there, what happened is shown on the layout before it
//   .sheets       on a phone, what scrolls between the bar above and the dock beneath; .plots:
//                 what the plots lie in side by side there, of which one is seen at a time
//   data-spot     a place by its name, with data-tile (what lies there, however it is turned),
//                 data-turned (how), and a drawing `.tile` in it
//   data-parts    the symbols of that drawing, of which data-turning is the one that turns
//   data-pick, data-move, data-instead, data-anew   links that pick a tile up, place it, place it
//                 elsewhere, or pick another up and put aside what is drafted
//   aria-keyshortcuts   on a link: the key that presses it
//   data-landing  where a tile may be dropped too: it presses the link of the same data-lands
//   data-drag     what can be dragged; data-turn, data-undo: links of keys
//   .now          what to do, in words: where the focus waits when nothing is to be chosen
//   data-plot     a part with a view of its own by its name: `.stage` scrolls and zooms, `.points`
//                 counts, the box in `.why` is ticked or not, `.chosen` is what was laid last
(() => {
  const TRAVEL = 420;
  const APPEAR = 220;
  const STEP = 1300; // between two moves that are played back
  const DRAG_FROM = 6; // pixels: less is a tap
  const EASE = "cubic-bezier(.2, .8, .2, 1)";
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  const table = () => document.getElementById("table");
  const isStill = () => reduced.matches || table().matches("[data-still]");
  const find = (selector) => table()?.querySelector(selector) ?? null;
  const press = (selector) => {
    const control = find(selector);
    control?.click();
    return Boolean(control);
  };
  const isTyping = ({ target }) => target.closest?.("input, textarea, select, [contenteditable]");
  const isSwapOfTable = ({ detail }) => (detail.target ?? detail.elt)?.id === "table";

  // --- Tiles that travel ----------------------------------------------------------------------

  function spots() {
    const found = new Map();
    for (const spot of table()?.querySelectorAll("[data-spot][data-tile]") ?? []) {
      const { spot: name, tile: code, turned } = spot.dataset;
      const tile = spot.querySelector(":scope > .tile");
      const box = spot.getBoundingClientRect();
      if (tile && box.width) found.set(name, { code, turned, spot, tile, box });
    }
    return found;
  }

  // Whatever stands in another place than before flies there from where it was.
  function fly(before, after) {
    const left = [...before].filter(([name, old]) => after.get(name)?.code !== old.code);
    let delay = 0;
    for (const [name, now] of after) {
      if (before.get(name)?.code === now.code) {
        if (before.get(name).turned !== now.turned) turn(now);
        continue;
      }
      const from = left.findIndex(([, old]) => old.code === now.code);
      if (from < 0) appear(now);
      else {
        travel(left.splice(from, 1)[0][1].box, now, delay);
        delay = APPEAR;
      }
    }
  }

  function travel(from, { spot, tile, box }, delay) {
    const x = from.left + from.width / 2 - box.left - box.width / 2;
    const y = from.top + from.height / 2 - box.top - box.height / 2;
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(${from.width / box.width})`, zIndex: 40 },
      { transform: "none", zIndex: 40 },
    ];
    tile.animate(frames, { duration: TRAVEL, delay, easing: EASE, fill: "backwards" });
    spot.animate([{ zIndex: 40 }, { zIndex: 40 }], { duration: TRAVEL + delay });
    if (spot.closest("[data-plot]")) flash(tile, delay + TRAVEL);
  }

  // A tile that has arrived in a plot is joined to it.
  function flash(tile, delay) {
    const bright = { filter: "brightness(1.5) saturate(1.2)", offset: 0.3 };
    tile.animate([{}, bright, {}], { duration: TRAVEL, delay });
  }

  // A score that has changed counts to what it is now.
  function count(points, from) {
    const shown = [...points.childNodes].find(({ data }) => data?.trim());
    const to = Number(shown?.data);
    if (!shown || from === to || Number.isNaN(from + to)) return;
    const begin = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - begin) / APPEAR);
      shown.data = String(Math.round(from + part * (to - from)));
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  function appear({ tile }) {
    tile.animate([{ opacity: 0, scale: 0.8 }, {}], { duration: APPEAR, easing: EASE });
  }

  // Only one part of a drawing turns: light falls on it as before.
  function turn({ spot, tile }) {
    const names = spot.dataset.parts?.split(" ") ?? [];
    const turned = names.indexOf(spot.dataset.turning);
    const whole = tile.firstElementChild;
    if (turned < 0 || !whole) return;
    const sheet = whole.getAttribute("href").split("#")[0];
    const parts = names.map((part) => {
      const use = whole.cloneNode();
      use.setAttribute("href", `${sheet}#${part}`);
      return use;
    });
    tile.replaceChildren(...parts);
    parts[turned].style.transformOrigin = "50% 50%";
    const turning = parts[turned].animate([{ rotate: "-90deg" }, { rotate: "0deg" }], {
      duration: APPEAR,
      easing: EASE,
    });
    turning.onfinish = () => tile.replaceChildren(whole);
  }

  // --- What a swap must not lose --------------------------------------------------------------

  const views = new Map(); // where a plot is scrolled to, and how far it is zoomed
  let before = null; // the table just before it is replaced
  let focusWasInside = false;

  function remember() {
    for (const { plot, stage, why, points } of plots()) {
      views.set(plot.dataset.plot, {
        left: stage?.scrollLeft,
        top: stage?.scrollTop,
        zoom: stage?.dataset.zoom,
        isAsked: why?.checked,
        points: parseInt(points?.textContent, 10),
      });
    }
  }

  // First all that changes how large things are, then all that is measured, then all that moves:
  // else the browser lays the page out once for each plot.
  function restore() {
    const shown = plots().map((parts) => ({ ...parts, view: views.get(parts.plot.dataset.plot) }));
    for (const { stage, why, view } of shown) {
      if (stage && view?.zoom) stage.dataset.zoom = view.zoom;
      if (why && view) why.checked = view.isAsked ?? false;
    }
    const wanted = shown.map(({ plot, stage, view }) => {
      const cell = plot.querySelector(".chosen, [data-spot].last");
      const isSought = stage && (!view || cell?.matches(".chosen"));
      return stage && inSight(stage, isSought ? cell : null, view);
    });
    shown.forEach(({ stage, points, view }, number) => {
      stage?.scrollTo({ ...wanted[number], behavior: "instant" });
      if (points && view && !isStill()) count(points, view.points);
    });
  }

  // The parts of the table that have a view of their own. None of what is in them must be there.
  function plots() {
    return [...table().querySelectorAll("[data-plot]")].map((plot) => ({
      plot,
      stage: plot.querySelector(".stage"),
      why: plot.querySelector(".why input"),
      points: plot.querySelector(".points"),
    }));
  }

  // Where a stage is scrolled to: as before, or so that a cell is seen. The page itself stays.
  function inSight(stage, cell, view) {
    const frame = stage.getBoundingClientRect();
    const box = cell?.getBoundingClientRect();
    const along = (start, size, now, before = now) => {
      if (!box) return before;
      const at = box[start] - frame[start] + now; // from the beginning of the sheet
      const isSeen = at >= before && at + box[size] <= before + frame[size];
      return isSeen ? before : at + box[size] / 2 - frame[size] / 2;
    };
    return {
      left: along("left", "width", stage.scrollLeft, view?.left),
      top: along("top", "height", stage.scrollTop, view?.top),
    };
  }

  // On a phone the plots lie side by side: to go to one is to go aside, and what is above stays.
  document.addEventListener("click", (event) => {
    const name = event.target.closest?.("#table a[href^='#']")?.hash.slice(1);
    const plot = name && document.getElementById(name)?.closest(".plots > [data-plot]");
    const side = plot?.parentElement;
    if (!side || side.scrollWidth <= side.clientWidth) return;
    event.preventDefault();
    side.scrollTo({ left: plot.offsetLeft - side.firstElementChild.offsetLeft });
  });

  // A phone that is turned round keeps in sight what was laid last.
  addEventListener("resize", () => {
    if (!table()) return;
    for (const { plot, stage } of plots()) {
      const cell = plot.querySelector(".chosen");
      if (stage && cell) stage.scrollTo({ ...inSight(stage, cell), behavior: "instant" });
    }
  });

  // Where a hand goes next. Never to "Confirm" or "Take back": pressing Enter twice sends nothing
  // and undoes nothing. Words take the focus where nothing is left to choose.
  const NEXT = ["[data-move]", "[data-step]", "[data-pick]", ".now"];
  const isShown = (element) => element.checkVisibility();

  function refocus(oldPhase) {
    const isThere = table().contains(document.activeElement) && phase() === oldPhase;
    if (!focusWasInside || isThere) return;
    const next = NEXT.map((kind) => [...table().querySelectorAll(kind)].find(isShown)).find(Boolean);
    next?.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isSwapOfTable(event) || !table()) return;
    const { activeElement, body } = document;
    focusWasInside = table().contains(activeElement) || (focusWasInside && activeElement === body);
    before = {
      spots: isStill() ? new Map() : spots(),
      ply: table().dataset.ply,
      phase: phase(),
      scrolled: find(".sheets")?.scrollTop,
    };
    remember();
  });

  const phase = () => find("[data-phase]")?.dataset.phase;

  document.addEventListener("htmx:afterSwap", () => {
    if (!before || !table()) return;
    const old = before;
    before = null;
    const isReplay = table().matches("[data-replay]");
    const isNews = old.ply !== table().dataset.ply && old.phase !== "past" && !isReplay;
    if (isNews && !isStill()) hold();
    restore();
    scrollSheets(old);
    // To go back to where a playback begins is no move, nor is a leap through a replay.
    const isMove = isReplay
      ? Math.abs(table().dataset.ply - old.ply) === 1
      : old.phase === "past" || phase() !== "past";
    const now = !isStill() && isMove ? spots() : null;
    refocus(old.phase);
    if (now) fly(old.spots, now);
    if (isNews) hear(old);
    prepare();
    playBack();
  });

  // On a phone what is to be done may be above what is shown.
  function scrollSheets({ phase: oldPhase, scrolled }) {
    const isNew = phase() !== oldPhase && find("[data-phase][data-top]");
    find(".sheets")?.scrollTo({ top: isNew ? 0 : scrolled, behavior: "instant" });
    showPlot();
  }

  // What is told happened in one plot: on a phone that is the one to see.
  function showPlot() {
    const isTold = phase() === "past" || find("[data-hold]");
    const plot = isTold && find("[data-plot]:has(.last)");
    if (plot) plot.parentElement.scrollTo({ left: plot.offsetLeft, behavior: "instant" });
  }

  // What others did is seen where it happened, before anything changes places for what comes next.
  let holding = 0;

  function hold() {
    find("[data-phase]").dataset.hold = "on";
    clearTimeout(holding);
    holding = setTimeout(letGo, STEP);
  }

  function letGo() {
    clearTimeout(holding);
    if (!find("[data-hold]")) return;
    find("[data-hold]").removeAttribute("data-hold");
    find(".plots")?.scrollTo({ left: 0, behavior: "instant" });
  }

  // --- Drag -----------------------------------------------------------------------------------

  let drag = null;
  let wasDragged = false;

  function startDrag({ clientX, clientY }) {
    // What turns a tile lies above it, and is taken hold of in its place.
    const tile = drag.origin.querySelector(".tile") ?? find(".chosen > .tile");
    if (!tile || !drag.origin.isConnected) return; // swapped away under the hand
    const size = tile.getBoundingClientRect().width;
    drag.held = document.createElement("div");
    drag.held.className = "dragged";
    drag.held.append(tile.cloneNode(true));
    drag.held.style.width = `${size}px`;
    document.body.append(drag.held);
    follow(clientX, clientY);
    if (drag.origin.matches("a:not([aria-current], [data-turn])")) drag.origin.click();
  }

  function follow(x, y) {
    const half = drag.held.offsetWidth / 2;
    drag.held.style.translate = `${x - half}px ${y - half}px`;
    drag.x = x;
    drag.y = y;
  }

  // The answer to picking the tile up may still be on its way: then the drop waits for it.
  function drop() {
    const { x, y, held } = drag;
    drag = null;
    const land = () => {
      held.remove();
      const under = document.elementFromPoint(x, y);
      const landing = under?.closest("[data-landing]")?.dataset.landing;
      const place = under?.closest("[data-move], [data-instead]");
      (place ?? (landing && find(`[data-lands="${landing}"]`)))?.click();
    };
    if (table()?.matches(":has(.htmx-request), .htmx-request")) {
      document.addEventListener("htmx:afterSettle", land, { once: true });
    } else land();
  }

  document.addEventListener("pointerdown", (event) => {
    wasDragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const origin = event.target.closest?.("[data-drag]");
    if (!origin || !find("[data-move], [data-instead], [data-pick], [data-anew]")) return;
    drag = { origin, from: [event.clientX, event.clientY], held: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]);
    if (!drag.held && far > DRAG_FROM) startDrag(event);
    if (drag?.held) follow(event.clientX, event.clientY);
  });

  document.addEventListener("pointerup", () => {
    wasDragged = Boolean(drag?.held);
    if (wasDragged) drop();
    drag = null;
  });

  document.addEventListener("pointercancel", () => {
    drag?.held?.remove();
    drag = null;
  });

  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("[data-phase]")) event.preventDefault();
  });

  // Who presses "Confirm" or a place before a tile is shown where to begin.
  document.addEventListener("pointerdown", ({ target }) => {
    const isEarly = find("[data-pick]") && !find("[data-move], [data-instead], #confirm");
    const isMeant = target.closest?.(".acts, [data-spot]:not([data-drag])");
    if (!isEarly || !isMeant || target.closest("a, .acts :enabled") || isStill()) return;
    const frames = [{}, { translate: "0 -5px" }, {}, { translate: "0 -3px" }, {}];
    for (const pick of table().querySelectorAll("[data-pick]")) pick.animate(frames, TRAVEL);
  });

  // A tap that was a drag is not a tap as well.
  document.addEventListener("click", (event) => {
    if (!event.isTrusted || !wasDragged) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // --- Zoom, and moving the sheet by hand -------------------------------------------------------

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".zoom [data-zoom]");
    if (!button) return;
    const stage = button.closest("[data-plot]")?.querySelector(".stage");
    if (!stage) return;
    const now = Number(stage.dataset.zoom ?? 0);
    const wanted = { in: Math.min(now + 1, 2), out: Math.max(now - 1, 0), fit: 0 };
    stage.dataset.zoom = String(wanted[button.dataset.zoom]);
  });

  let pan = null;
  document.addEventListener("pointerdown", (event) => {
    const stage = event.target.closest?.(".stage");
    if (!stage || event.pointerType !== "mouse" || event.target.closest("a, button")) return;
    pan = { stage, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!pan) return;
    pan.stage.scrollBy({ left: pan.x - clientX, top: pan.y - clientY, behavior: "instant" });
    Object.assign(pan, { x: clientX, y: clientY });
  });
  document.addEventListener("pointerup", () => (pan = null));

  // --- Keys -----------------------------------------------------------------------------------

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const CONTROLS = "[data-pick], [data-move], [data-instead], [data-anew], [data-turn], .acts a,"
    + " .acts button:enabled";

  function centre(element) {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  // The nearest control in a direction; what lies aside counts three times as far.
  function nearest(from, [dx, dy]) {
    const [x, y] = centre(from);
    const far = (element) => {
      const [ex, ey] = centre(element);
      const along = (ex - x) * dx + (ey - y) * dy;
      const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
      return along > 1 ? along + 3 * aside : Infinity;
    };
    const others = [...table().querySelectorAll(CONTROLS)].filter(isShown);
    const best = others.filter((one) => one !== from).sort((one, other) => far(one) - far(other))[0];
    return best && far(best) < Infinity ? best : null;
  }

  function moveFocus(direction) {
    const here = document.activeElement?.closest?.(`${CONTROLS}, .now`);
    const to = here ? nearest(here, direction) : find(CONTROLS);
    to?.focus();
    return Boolean(to);
  }

  function onKey(event) {
    const { key } = event;
    if (key in ARROWS) return moveFocus(ARROWS[key]);
    if (key === "r" || key === "R") return press("[data-turn]");
    if (key === "Escape") return !document.querySelector("details.menu[open]") && press("[data-undo]");
    if (key === "?") {
      const keys = find("details.keys");
      if (!keys) return false;
      keys.open = !keys.open;
      keys.querySelector("summary")?.focus();
      return true;
    }
    return pressNamed(key);
  }

  // What a board has given a key of its own.
  function pressNamed(key) {
    const named = [...table().querySelectorAll("a[aria-keyshortcuts]")];
    const control = named.find((link) => link.getAttribute("aria-keyshortcuts") === key);
    control?.click();
    return Boolean(control);
  }

  // To send a turn by key takes two: none of them alone does anything that could be meant otherwise.
  document.addEventListener("keydown", (event) => {
    const isMeant = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
    if (isMeant && table() && !isTyping(event) && press("#confirm")) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    if (!table() || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.(".stage") && event.key in ARROWS) return; // it scrolls by itself
    if (onKey(event)) event.preventDefault();
  });

  // --- Playback, live moves, sound --------------------------------------------------------------

  let step = 0;

  function prepare() {
    clearTimeout(step);
    if (find("[data-step]") && !isStill()) step = setTimeout(() => press("[data-step]"), STEP);
  }

  // What is new is played back once. The table may be fetched anew just when that begins, for the
  // live connection opens at the same time: then it begins again.
  let wantsPlayback = false;

  function playBack() {
    if (!table() || phase() === "past") wantsPlayback = false;
    if (wantsPlayback && document.readyState === "complete") press("[data-show]");
  }

  // Any key or tap ends a playback.
  for (const sign of ["pointerdown", "keydown"]) {
    document.addEventListener(sign, (event) => {
      if (event.isTrusted) wantsPlayback = false;
      if (event.isTrusted) letGo();
      if (event.isTrusted && step && find("[data-step]") && !event.target.closest?.(".acts")) {
        clearTimeout(step);
        press("[data-skip]");
      }
    });
  }

  // Two soft notes when somebody else has moved.
  function hear({ phase: old }) {
    if (old !== "wait" || !table().matches("[data-sounds]")) return;
    const audio = new AudioContext();
    for (const [number, pitch] of [523, 659].entries()) {
      const note = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
      const volume = new GainNode(audio, { gain: 0.05 });
      const start = audio.currentTime + number * 0.12;
      note.connect(volume).connect(audio.destination);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
      note.start(start);
      note.stop(start + 0.45);
    }
  }

  if (!table()) return;
  restore();
  showPlot();
  prepare();
  wantsPlayback = !isStill() && Boolean(find("[data-autoplay]"));
  if (wantsPlayback) hold();
  addEventListener("load", playBack);
})();
