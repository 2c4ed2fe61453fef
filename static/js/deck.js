// Bytes of one's own for the deck. They are made here, so that the site cannot have chosen them,
// and kept here, so that they can be compared when the game is over.
(() => {
  const KEY = "botanik.bytes";
  const MOST = 500;

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      return [];
    }
  }

  function keep(bytes) {
    try {
      localStorage.setItem(KEY, JSON.stringify([...kept(), bytes].slice(-MOST)));
    } catch {
      // Without storage they still count; only the comparison at the end is missing.
    }
  }

  document.addEventListener("submit", ({ target }) => {
    const field = target.querySelector("[data-entropy]");
    if (!field || field.value) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    keep(field.value);
  });

  function compare() {
    const mine = kept();
    for (const shown of document.querySelectorAll("[data-bytes]")) {
      const known = mine.includes(shown.dataset.bytes);
      for (const saying of shown.parentElement.querySelectorAll("[data-when]")) {
        saying.hidden = saying.dataset.when !== (known ? "kept" : "unknown");
      }
    }
  }

  document.addEventListener("htmx:afterSettle", compare);
  compare();
})();
