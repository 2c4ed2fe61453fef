"""Draw the tiles of Gardeners side by side, for mails, films and portraits, which have no browser.

To be run whenever the sprite has changed: `.venv/bin/python -m scripts.tile_sheet`.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from games.boards.gardeners.pen import COLUMNS, SHEET, SIDE, SYMBOLS
from tests.chromium import chromium

SPRITE = "static/img/gardeners.svg"
STYLE = f"""
    body {{ margin: 0; display: grid; grid-template-columns: repeat({COLUMNS}, {SIDE}px) }}
    svg {{ display: block; width: {SIDE}px; height: {SIDE}px; overflow: hidden }}"""
TILE = '<svg viewBox="0 0 100 100"><use href="#{}" x="-1" y="-1" width="102" height="102"/></svg>'


def main() -> None:
    sprite = Path(SPRITE).read_text("utf-8")
    drawn = "".join(TILE.format(symbol) for symbol in SYMBOLS)
    rows = -(-len(SYMBOLS) // COLUMNS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        size = {"width": COLUMNS * SIDE, "height": rows * SIDE}
        page = browser.new_page(viewport=size)  # type: ignore[arg-type]
        page.set_content(f"<style>{STYLE}</style><div hidden>{sprite}</div>{drawn}")
        taken = page.screenshot(omit_background=True)
        browser.close()
    with Image.open(BytesIO(taken)) as image:
        few = image.quantize(256, method=Image.Quantize.FASTOCTREE)
        few.save(SHEET, optimize=True)


if __name__ == "__main__":
    main()
