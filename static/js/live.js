// One socket a tab. It carries nudges: a topic and a number, never what has changed. An element
// with that data-topic is told, and fetches itself anew over HTTP.
(() => {
  const root = document.documentElement;
  const LONGEST_WAIT = 30000;
  let socket = null;
  let joined = ""; // the address the socket was opened with: the topics it listens to
  let failures = 0;
  let retry = 0;
  const nudgedAt = new Map(); // topic -> when
  const askedAt = new WeakMap(); // request of htmx -> when

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
      // Something may have happened between the rendering of the page and now.
      nudge(watchers());
    };
    socket.onmessage = ({ data }) => {
      const { topic } = JSON.parse(data);
      nudge(watchers().filter((element) => element.dataset.topic === topic));
    };
    socket.onclose = () => {
      socket = null;
      root.dataset.live = "off";
      const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** failures++);
      retry = setTimeout(connect, wait * (0.5 + Math.random() / 2)); // not all tabs at once
    };
  }

  function nudge(elements) {
    const now = performance.now();
    elements.forEach((element) => nudgedAt.set(element.dataset.topic, now));
    elements.forEach((element) => htmx.trigger(element, "nudge"));
  }

  const connectIfLost = () => socket || connect();

  // Somebody looks at this tab. What it fetches otherwise, nobody has seen: then it is fetched once
  // more when they are back, so that the site knows.
  const isLookedAt = () => !document.hidden && document.hasFocus();
  let isUnseen = false;

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isLookedAt()) detail.headers["X-Attention"] = "yes";
    else isUnseen = true;
  });

  function lookAgain() {
    if (!isUnseen || !isLookedAt()) return;
    isUnseen = false;
    nudge(watchers());
  }

  // What a swap brings in may be older than a nudge that came while it was on its way. And what
  // an element had asked for is of no use once it has been replaced.
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    askedAt.set(detail.xhr, performance.now());
  });
  document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
    if (target.dataset?.topic) {
      target.addEventListener("htmx:beforeSwap", (event) => event.preventDefault());
    }
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const asked = askedAt.get(detail.xhr);
    nudge(watchers().filter((element) => nudgedAt.get(element.dataset.topic) > asked));
    askedAt.set(detail.xhr, performance.now());
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
  connect();
})();
