// The title and the icon of a tab say how many games wait. The bell knows it.
(() => {
  const icon = document.querySelector("link[rel=icon]");
  const plain = icon.href;
  const SIZE = 64;
  let shown = 0;

  function say() {
    const waiting = Number(document.getElementById("bell")?.dataset.waiting ?? 0);
    const bare = document.title.replace(/^\(\d+\) /, "");
    const title = waiting ? `(${waiting}) ${bare}` : bare;
    if (document.title !== title) document.title = title;
    if (waiting !== shown) draw(waiting);
    shown = waiting;
  }

  function draw(waiting) {
    const flower = new Image(SIZE, SIZE);
    flower.onload = () => {
      if (waiting === shown) icon.href = waiting ? badge(flower, waiting) : plain;
    };
    flower.src = plain;
    if (waiting) navigator.setAppBadge?.(waiting).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  }

  function badge(flower, waiting) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    const pen = canvas.getContext("2d");
    pen.drawImage(flower, 0, 0, SIZE, SIZE);
    pen.fillStyle = "#8c2f1b";
    pen.beginPath();
    pen.arc(42, 42, 22, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = "#fff";
    pen.font = "bold 34px sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(waiting > 9 ? "9+" : waiting, 42, 44, 36);
    return canvas.toDataURL();
  }

  document.addEventListener("htmx:afterSettle", say);
  say();
})();
