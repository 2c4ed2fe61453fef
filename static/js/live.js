// One socket a tab. It carries nudges: a topic and a number, never what has changed. An element
// with that data-topic fetches itself anew over HTTP, unless its data-ply has come as far already.
(() => {
  const root = document.documentElement;
  const LONGEST_WAIT = 30000;
  let socket = null;
  let joined = ""; // the address the socket was opened with: the topics it listens to
  let failures = 0;
  let retry = 0;
  const changedAt = new Map(); // topic -> when we heard of a change that has no number
  const reached = new Map(); // topic -> the last number, and when we heard of it
  const shownAt = new WeakMap(); // element -> when what it shows was asked for
  const asking = new Map(); // request of htmx -> what its answer will replace

  // What came first is counted, not timed: a browser that guards its readers' privacy has a clock
  // that stands still for 100 ms, in which a question, its answer and the next nudge find room.
  let moments = 0;
  const now = () => ++moments;

  const around = (wait) => wait * (0.5 + Math.random() / 2); // not all tabs at once
  const watchers = () => [...document.querySelectorAll("[data-topic]")];

  function address() {
    const topics = [...new Set(watchers().map((element) => element.dataset.topic))].sort();
    const query = new URLSearchParams(topics.map((topic) => ["topic", topic]));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return topics.length ? `${scheme}://${location.host}/ws/live/?${query}` : "";
  }

  function connect() {
    clearTimeout(retry);
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
    socket = null;
    joined = address();
    if (!joined) {
      delete root.dataset.live;
      return;
    }
    if (root.dataset.live !== "off") root.dataset.live = "connecting";
    socket = new WebSocket(joined);
    socket.onopen = () => {
      failures = 0;
      root.dataset.live = "on";
      lookAtAll(); // something may have happened since the page was rendered
    };
    socket.onmessage = ({ data }) => {
      const { topic, number } = JSON.parse(data);
      if (number) reached.set(topic, { number, at: now() });
      else changedAt.set(topic, now());
      catchUp();
    };
    socket.onclose = () => {
      socket = null;
      root.dataset.live = "off";
      retry = setTimeout(connect, around(Math.min(LONGEST_WAIT, 1000 * 2 ** failures++)));
    };
  }

  function lookAtAll() {
    watchers().forEach(({ dataset }) => changedAt.set(dataset.topic, now()));
    catchUp();
  }

  function isStale(element) {
    const { topic, ply } = element.dataset;
    const shown = shownAt.get(element) ?? 0; // none if it came back with the history
    const last = reached.get(topic);
    return changedAt.get(topic) > shown || (last?.at > shown && !(Number(ply) >= last.number));
  }

  // What will be replaced by an answer that is on its way is looked at when that has come: the
  // answer to one's own turn shows all that its nudge tells of.
  const isOnItsWay = (element) => [...asking.values()].some((target) => target.contains(element));

  function catchUp() {
    watchers()
      .filter((element) => isStale(element) && !isOnItsWay(element))
      .forEach((element) => htmx.trigger(element, "nudge"));
  }

  // A site that is busy or cannot answer is asked again: the next nudge may be days away.
  const isUnanswered = ({ status }) => !status || status === 429 || status >= 500;
  let again = 0;

  function lookLater() {
    clearTimeout(again);
    again = setTimeout(lookAtAll, around(LONGEST_WAIT));
  }

  const connectIfLost = () => socket || connect();

  // Somebody looks at this tab. What it fetches otherwise, nobody has seen: then it is fetched once
  // more when they are back, so that the site knows.
  const isLookedAt = () => !document.hidden && document.hasFocus();
  let isUnseen = false;

  // Nor has anybody seen what is closed: the talk beside a table.
  const isInSight = (element) => isLookedAt() && (element.checkVisibility?.() ?? true);

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isInSight(detail.elt)) detail.headers["X-Attention"] = "yes";
    else if (!isLookedAt()) isUnseen = true;
  });

  function lookAgain() {
    if (!isUnseen || !isLookedAt()) return;
    isUnseen = false;
    lookAtAll();
  }

  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    const { elt, target, xhr } = detail;
    const asked = now();
    asking.set(xhr, target);
    shownAt.set(elt, asked); // one that fails is not asked for again at once
    xhr.addEventListener("loadend", () => {
      asking.delete(xhr);
      watchers()
        .filter((element) => !shownAt.has(element))
        .forEach((element) => shownAt.set(element, asked));
      if (!xhr.status || xhr.status >= 400) catchUp(); // nothing settles after a failure
      if (elt.dataset.topic && isUnanswered(xhr)) lookLater();
    });
  });
  // What an element had asked for is of no use once it has been replaced.
  document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
    if (target.dataset?.topic) {
      target.addEventListener("htmx:beforeSwap", (event) => event.preventDefault());
    }
  });
  // A nudge replaces fields in which somebody may be typing: what they typed stays.
  const typed = new Map(); // id -> what a field held, and where in it they were
  const isTyped = (field) => field.value !== field.defaultValue;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    typed.clear();
    if (detail.requestConfig.triggeringEvent?.type !== "nudge") return;
    [...detail.target.querySelectorAll("input[id], textarea[id]")]
      .filter(isTyped)
      .forEach((field) => typed.set(field.id, [field.value, field.selectionEnd]));
  });
  document.addEventListener("htmx:afterSwap", () => {
    typed.forEach(([value, place], id) => {
      const field = document.getElementById(id);
      if (!field) return;
      field.value = value;
      if (place !== null) field.setSelectionRange(place, place); // an address has no places
    });
    typed.clear();
  });
  document.addEventListener("htmx:afterSettle", () => {
    catchUp();
    if (address() !== joined) connect();
  });

  addEventListener("online", connectIfLost);
  addEventListener("offline", () => socket?.close());
  addEventListener("focus", lookAgain);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    connectIfLost();
    lookAgain();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && connectIfLost());
  // Or the first answer to any of them would pass for what all of them show.
  watchers().forEach((element) => shownAt.set(element, 0));
  // Nobody hears a nudge before htmx has gone through the page, which it does when all scripts have
  // come. A socket that opens earlier would say in vain that something has happened.
  document.addEventListener("DOMContentLoaded", connect);
})();
