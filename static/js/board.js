// Comforts at the table. Everything on a board is a link or a button already: this script only
// presses them, by drag or by key, and moves the tiles to where the server has put them.
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

  // A tile's drawing without its turn: "R" and "L2f" make "RLf".
  function tileIn(spot) {
    const drawing = spot.querySelector(":scope > .tile");
    const symbol = drawing?.firstElementChild?.getAttribute("href")?.split("#")[1];
    const colour = drawing?.classList[1];
    return colour && symbol ? { code: colour + symbol.replace(/\d/, ""), symbol } : null;
  }

  function spots() {
    const found = new Map();
    for (const spot of table()?.querySelectorAll("[data-spot]") ?? []) {
      const tile = tileIn(spot);
      if (tile) found.set(spot.dataset.spot, { ...tile, spot, box: spot.getBoundingClientRect() });
    }
    return found;
  }

  // Whatever stands in another place than before flies there from where it was.
  function fly(before, after) {
    const left = [...before].filter(([name, old]) => after.get(name)?.code !== old.code);
    let delay = 0;
    for (const [name, now] of after) {
      if (before.get(name)?.code === now.code) {
        if (before.get(name).symbol !== now.symbol) turn(now);
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

  function travel(from, { spot, box }, delay) {
    if (!from.width || !box.width) return; // one of the two places is not shown
    const tile = spot.querySelector(":scope > .tile");
    const x = from.left + from.width / 2 - box.left - box.width / 2;
    const y = from.top + from.height / 2 - box.top - box.height / 2;
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(${from.width / box.width})`, zIndex: 40 },
      { transform: "none", zIndex: 40 },
    ];
    tile.animate(frames, { duration: TRAVEL, delay, easing: EASE, fill: "backwards" });
    spot.animate([{ zIndex: 40 }, { zIndex: 40 }], { duration: TRAVEL + delay });
    if (spot.matches(".cell")) flash(tile, delay + TRAVEL);
  }

  // A tile that has arrived in a machine is joined to it.
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

  function appear({ spot }) {
    const tile = spot.querySelector(":scope > .tile");
    tile.animate([{ opacity: 0, scale: 0.8 }, {}], { duration: APPEAR, easing: EASE });
  }

  // Only the pipe turns: the light, the mark and the flower stay as they are.
  function turn({ spot, symbol }) {
    const tile = spot.querySelector(":scope > .tile");
    const whole = tile.firstElementChild;
    const sheet = whole.getAttribute("href").split("#")[0];
    const kind = symbol[0];
    const isCrop = kind === "P" || kind === "V";
    const pipe = isCrop ? `stub-${"NESW"[symbol[1]]}` : `pipe-${symbol.slice(0, 2)}`;
    const flower = symbol.endsWith("f") ? ["bloom"] : [];
    const parts = ["plate", pipe, ...(isCrop ? [`art-${kind}`] : flower), "mark"].map((part) => {
      const use = whole.cloneNode();
      use.setAttribute("href", `${sheet}#${part}`);
      return use;
    });
    tile.replaceChildren(...parts);
    parts[1].style.transformOrigin = "50% 50%";
    const turning = parts[1].animate([{ rotate: "-90deg" }, { rotate: "0deg" }], {
      duration: APPEAR,
      easing: EASE,
    });
    turning.onfinish = () => tile.replaceChildren(whole);
  }

  // --- What a swap must not lose --------------------------------------------------------------

  const views = new Map(); // where a machine is scrolled to, and how far it is zoomed
  let before = null; // the table just before it is replaced
  let focusWasInside = false;

  function remember() {
    for (const plot of table().querySelectorAll(".plot")) {
      const stage = plot.querySelector(".stage");
      views.set(plotName(plot), {
        left: stage.scrollLeft,
        top: stage.scrollTop,
        zoom: stage.dataset.zoom ?? "",
        isAsked: plot.querySelector(".why input").checked,
        points: parseInt(plot.querySelector(".points").textContent, 10),
      });
    }
  }

  function restore() {
    for (const plot of table().querySelectorAll(".plot")) {
      const view = views.get(plotName(plot));
      const stage = plot.querySelector(".stage");
      if (view?.zoom) stage.dataset.zoom = view.zoom;
      if (view) plot.querySelector(".why input").checked = view.isAsked;
      if (view) stage.scrollTo({ left: view.left, top: view.top, behavior: "instant" });
      const chosen = plot.querySelector(".chosen, .cell.last");
      if (!view || chosen?.matches(".chosen")) bringIntoView(stage, chosen);
      if (view && !isStill()) count(plot.querySelector(".points"), view.points);
    }
  }

  const plotName = (plot) => (plot.classList.contains("mine") ? "mine" : "theirs");

  // Scrolls the stage alone: the page itself stays where it is.
  function bringIntoView(stage, cell) {
    if (!cell) return;
    const box = cell.getBoundingClientRect();
    const frame = stage.getBoundingClientRect();
    if (box.left < frame.left || box.right > frame.right) {
      stage.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    }
    if (box.top < frame.top || box.bottom > frame.bottom) {
      stage.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
    }
  }

  // Where a hand goes next. Never to "Confirm": nothing is sent by pressing Enter twice.
  const NEXT = [".target", ".building .ghost[data-move]", ".acts [data-turn]", "[data-step]",
    "[data-undo]", ".pick[href]", ".acts a"];

  function refocus(oldPhase) {
    const isThere = table().contains(document.activeElement) && phase() === oldPhase;
    if (!focusWasInside || isThere) return;
    const next = NEXT.map(find).find(Boolean);
    next?.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isSwapOfTable(event) || !table()) return;
    const { activeElement, body } = document;
    focusWasInside = table().contains(activeElement) || (focusWasInside && activeElement === body);
    before = { spots: isStill() ? new Map() : spots(), ply: table().dataset.ply, phase: phase() };
    remember();
  });

  const phase = () => find(".desk")?.className.match(/is-(\w+)/)?.[1];

  document.addEventListener("htmx:afterSwap", () => {
    if (!before || !table()) return;
    const old = before;
    before = null;
    restore();
    showMachineThatMatters(old.phase);
    refocus(old.phase);
    // To go back to where a playback begins is no move.
    const isMove = old.phase === "past" || phase() !== "past";
    if (!isStill() && isMove) fly(old.spots, spots());
    if (old.ply !== table().dataset.ply) hear(old);
    prepare();
    playBack();
  });

  // On a phone the machine comes to the top when there is something to build.
  function showMachineThatMatters(oldPhase) {
    const now = phase();
    if (now === oldPhase || !matchMedia("(max-width: 699px)").matches) return;
    if (["build", "place", "choose"].includes(now)) scrollTo({ top: 0 });
  }

  // --- Drag -----------------------------------------------------------------------------------

  let drag = null;

  function startDrag({ clientX, clientY }) {
    const tile = drag.origin.querySelector(".tile");
    const size = tile.getBoundingClientRect().width;
    drag.held = document.createElement("div");
    drag.held.className = "dragged";
    drag.held.append(tile.cloneNode(true));
    drag.held.style.width = `${size}px`;
    document.body.append(drag.held);
    follow(clientX, clientY);
    if (drag.origin.matches("a:not(.picked)")) drag.origin.click();
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
    const place = () => {
      held.remove();
      document.elementFromPoint(x, y)?.closest("[data-move], [data-instead]")?.click();
    };
    if (table().matches(":has(.htmx-request), .htmx-request")) {
      document.addEventListener("htmx:afterSettle", place, { once: true });
    } else place();
  }

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const origin = event.target.closest?.(".pick:has(.tile), .hand[data-spot]");
    if (!origin || !find(".target, .ghost, .pick[href]")) return;
    drag = { origin, from: [event.clientX, event.clientY], held: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]);
    if (!drag.held && far > DRAG_FROM) startDrag(event);
    if (drag?.held) follow(event.clientX, event.clientY);
  });

  document.addEventListener("pointerup", () => {
    if (drag?.held) drop();
    drag = null;
  });

  document.addEventListener("pointercancel", () => {
    drag?.held?.remove();
    drag = null;
  });

  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(".desk")) event.preventDefault();
  });

  // A tap that was a drag is not a tap as well.
  document.addEventListener("click", (event) => {
    if (event.isTrusted && drag?.held) event.preventDefault();
  }, true);

  // --- Zoom, and moving the sheet by hand -------------------------------------------------------

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".zoom [data-zoom]");
    if (!button) return;
    const stage = button.closest(".window").querySelector(".stage");
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
  const CONTROLS = ".pick[href], .target, .ghost, .turner, .acts a, .acts button:enabled";

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
    const others = [...table().querySelectorAll(CONTROLS)].filter((one) => one !== from);
    const best = others.sort((one, other) => far(one) - far(other))[0];
    return best && far(best) < Infinity ? best : null;
  }

  function moveFocus(direction) {
    const here = document.activeElement?.closest?.(CONTROLS);
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
      keys.open = !keys.open;
      keys.querySelector("summary").focus();
      return true;
    }
    return false;
  }

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
  prepare();
  wantsPlayback = !isStill() && Boolean(find("[data-autoplay]"));
  addEventListener("load", playBack);
})();
