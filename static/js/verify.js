// "Verify this game": the deck is computed anew in this browser, from what the record says, and
// compared with the commitment and with every tile that was drawn. engine/fairness.py does the same.
(() => {
  const DOMAIN = new TextEncoder().encode("botanik-deck-v1");
  const TAG = /\[(\w+) "([^"]*)"\]/g;
  const REVEAL = /(?<=^|\s)>(\S+)/gm;

  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (found) => [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const sha256 = async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", text));

  async function hmac(secret, text) {
    const how = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", secret, how, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  }

  async function* words(key) {
    for (let counter = 0; ; counter++) {
      const count = new DataView(new ArrayBuffer(4));
      count.setUint32(0, counter);
      const block = new DataView((await hmac(key, new Uint8Array(count.buffer))).buffer);
      for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
    }
  }

  // Words that would favour a number are passed over.
  async function below(bound, stream) {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const { value } = await stream.next();
      if (value < limit) return value % bound;
    }
  }

  async function shuffled(canonical, stream) {
    const deck = [...canonical];
    for (let last = deck.length - 1; last > 0; last--) {
      const pick = await below(last + 1, stream);
      [deck[last], deck[pick]] = [deck[pick], deck[last]];
    }
    return deck;
  }

  async function agrees(record, canonical) {
    const tags = Object.fromEntries([...record.matchAll(TAG)].map(([, tag, said]) => [tag, said]));
    const [seed, id] = [bytes(tags.Seed), bytes(tags.GameId)];
    if (hex(await sha256(joined(DOMAIN, id, seed))) !== tags.Commitment) return false;
    const own = [bytes(tags.Entropy0), bytes(tags.Entropy1)];
    const key = await hmac(seed, joined(DOMAIN, id, ...own));
    const deck = await shuffled(canonical, words(key));
    const drawn = [...record.matchAll(REVEAL)].flatMap(([, tiles]) => tiles.split("."));
    return drawn.length > 0 && drawn.every((tile, number) => tile === deck[number]);
  }

  // By the address of the record: a page that is fetched anew says it again.
  const verdicts = new Map();

  async function verify({ dataset }) {
    const record = await (await fetch(dataset.verify)).text();
    const saysSo = record.includes(`[Commitment "${dataset.commitment}"]`);
    const isRight = saysSo && (await agrees(record, dataset.deck.split(" ")));
    verdicts.set(dataset.verify, isRight ? "right" : "wrong");
    offer();
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-verify]");
    if (button) verify(button);
  });

  // Browsers compute hashes only on pages that came over a safe connection.
  const offer = () => {
    for (const button of document.querySelectorAll("[data-verify]")) {
      button.hidden = !crypto.subtle;
      for (const saying of button.parentElement.querySelectorAll("[data-verdict]")) {
        saying.hidden = saying.dataset.verdict !== verdicts.get(button.dataset.verify);
      }
    }
  };
  document.addEventListener("htmx:afterSettle", offer);
  offer();
})();
