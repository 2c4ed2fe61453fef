// "Verify this game": all that chance decided is computed anew in this browser and compared with the
// record and with the number that was published. The record says what was revealed, and has the bytes
// that decided it. The site adds the lists in canonical order, what was put back at each reshuffle,
// and from which place of which order each reveal took. engine/fairness.py does the same; it knows
// the rules, too, and so that a reveal had to take these places and no others.
//
// Of a game that was played on from another so many plies are given: what they revealed stays where
// it was drawn, and the rest is shuffled into the places that are left.
(() => {
  const ascii = (text) => new TextEncoder().encode(text);
  const DOMAIN = ascii("botanik-deck-v1");
  const TAG = /^\[(\w+) "((?:[^"\\]|\\.)*)"\]$/;

  function bytes(hex, size) {
    if (!new RegExp(`^[0-9a-f]{${2 * size}}$`).test(hex)) throw new Error("no bytes");
    return Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  }
  const hex = (found) => [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const sha256 = async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", text));

  function number(value) {
    const count = new DataView(new ArrayBuffer(4));
    count.setUint32(0, value);
    return new Uint8Array(count.buffer);
  }

  async function hmac(secret, text) {
    const how = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", secret, how, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  }

  async function* words(key) {
    for (let counter = 0; ; counter++) {
      const block = new DataView((await hmac(key, number(counter))).buffer);
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

  // What is left of a list is shuffled into the places from which nothing was given.
  async function filledUp(canonical, given, stream) {
    const left = [...canonical];
    for (const thing of given.values()) {
      if (!left.includes(thing)) throw new Error("not in the list");
      left.splice(left.indexOf(thing), 1);
    }
    const rest = await shuffled(left, stream);
    return [...canonical.keys()].map((at) => (given.has(at) ? given.get(at) : rest.shift()));
  }

  // The tags of a record and the texts of its reveals, and how many of these were given; nothing is
  // said twice.
  function read(record) {
    const [head, ...rest] = record.split("\n\n");
    const said = head.split("\n").map((line) => line.match(TAG));
    const tags = Object.fromEntries(said.map(([, tag, text]) => [tag, text.replace(/\\(.)/g, "$1")]));
    if (said.length !== Object.keys(tags).length) throw new Error("a tag twice");
    const moves = rest.join(" ").split(/\s+/).filter(Boolean);
    const reveals = moves.filter(isReveal);
    return { tags, reveals, given: moves.slice(0, Number(tags.Branched ?? 0)).filter(isReveal).length };
  }
  const isReveal = (move) => move.startsWith(">");

  // The key of all that follows; null unless the number that was published binds the site to it.
  async function keyOf(tags, { commitment, game, seats, given: promised = "" }) {
    const [seed, id] = [bytes(tags.Seed, 32), bytes(tags.GameId, 16)];
    if (tags.GameId !== game || tags.Commitment !== commitment) return null;
    if ((tags.Branched ?? "") !== promised) return null;
    if (hex(await sha256(joined(DOMAIN, id, seed))) !== commitment) return null;
    const names = Object.keys(tags).filter((tag) => tag.startsWith("Entropy"));
    if (names.length !== Number(seats)) return null;
    const given = names.map((_, place) => bytes(tags[`Entropy${place}`], 16));
    return hmac(seed, joined(DOMAIN, id, ...given));
  }

  // Which place at the offer each seat went to, where the deck decided it.
  async function seating(places, key) {
    if (places.length === 2 && places.every(({ seat }) => seat === null)) {
      const ofOfferer = (await hmac(key, ascii("seat")))[0] & 1;
      return [ofOfferer, 1 - ofOfferer];
    }
    const free = [...places.keys()].filter((place) => places[place].seat === null);
    const drawn = await shuffled(free, words(await hmac(key, ascii("seats"))));
    return places.map((_, seat) => {
      const wished = places.findIndex((place) => place.seat === seat);
      return wished < 0 ? drawn.shift() : wished;
    });
  }

  async function isSeated(tags, places, key) {
    const names = [tags.Seat0 ?? tags.First, tags.Seat1 ?? tags.Second, tags.Seat2, tags.Seat3];
    const seats = await seating(places, key);
    return seats.every((place, seat) => places[place].name === names[seat]);
  }

  // What is put back was drawn before, and stands in the order of the lists: else the site could
  // choose what comes of the reshuffle. It is taken from what is out.
  function takesBack(cards, out, lists) {
    const canonical = lists.flat();
    const isTaken = (card) => out.includes(card) && out.splice(out.indexOf(card), 1);
    const isSorted = ([card, next]) => canonical.indexOf(card) <= canonical.indexOf(next);
    const pairs = cards.slice(1).map((next, at) => [cards[at], next]);
    return cards.every(isTaken) && pairs.every(isSorted);
  }

  // The text of a reveal names what it takes and nothing else (engine/state.py, `sources`).
  function isNamed(text, things) {
    const said = text.replace(/^>(\d:)?/, "");
    return things.length ? said === things.join(".") : /^[^\w?]/.test(said);
  }

  // What was given, by its place in each order: those of the lists, and of the reshuffles.
  function givenBy(texts, reveals) {
    const orders = new Map();
    const orderOf = (deck, shuffle) => {
      const name = shuffle ? `again ${shuffle}` : `${deck}`;
      if (!orders.has(name)) orders.set(name, new Map());
      return orders.get(name);
    };
    for (const [at, text] of texts.entries()) {
      const things = text.replace(/^>(\d:)?/, "").split(".");
      for (const [nth, [deck, shuffle, place]] of reveals[at].sources.entries()) {
        orderOf(deck, shuffle).set(place, things[nth]);
      }
    }
    return orderOf;
  }

  async function isDealt(texts, { lists, reveals }, key, given) {
    const [first, again, used, out] = [[], [], new Set(), []];
    const [stream, known] = [words(key), givenBy(texts.slice(0, given), reveals)];
    for (const [deck, list] of lists.entries()) first.push(await filledUp(list, known(deck, 0), stream));
    const taken = ([deck, shuffle, at]) => {
      const place = shuffle ? `again ${shuffle} ${at}` : `${deck} ${at}`;
      if (used.has(place)) return undefined;
      used.add(place);
      return (shuffle ? again[shuffle - 1] : first[deck])?.[at];
    };
    for (const [at, text] of texts.entries()) {
      const { put_back: putBack, sources } = reveals[at];
      if (putBack.length) {
        if (!takesBack(putBack, out, lists)) return false;
        const shuffle = again.length + 1;
        const own = words(await hmac(key, joined(ascii("again"), number(shuffle))));
        again.push(await filledUp(putBack, known(0, shuffle), own));
      }
      const things = sources.map(taken);
      if (things.includes(undefined) || !isNamed(text, things)) return false;
      out.push(...things);
    }
    return texts.length > 0 && texts.length === reveals.length;
  }

  async function agrees(record, draws, promised) {
    const { tags, reveals, given } = read(record);
    const key = await keyOf(tags, promised);
    if (!key || !(await isDealt(reveals, draws, key, given))) return false;
    return draws.places === null || isSeated(tags, draws.places, key);
  }

  async function fetched(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    return answer;
  }

  async function verdictOn({ dataset }) {
    let record, draws;
    try {
      record = await (await fetched(dataset.verify)).text();
      draws = await (await fetched(dataset.draws)).json();
    } catch {
      return "unknown";
    }
    // What cannot be read is not what was promised.
    return (await agrees(record, draws, dataset).catch(() => false)) ? "right" : "wrong";
  }

  // By the address of the record: a page that is fetched anew says it again.
  const verdicts = new Map();

  async function verify(button) {
    verdicts.set(button.dataset.verify, await verdictOn(button));
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
