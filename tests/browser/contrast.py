"""How letters and marks stand out from what is behind them, as WCAG measures it."""

from __future__ import annotations

from playwright.sync_api import Page

_MEASURE = """
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (...colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => colour.slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
"""

_WORDS = """() => {%s
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const felt = at.matches(".picture, .board, .art") && !matchMedia("print").matches;
      const style = getComputedStyle(at);
      layers.unshift(felt ? style.getPropertyValue("--felt") : style.backgroundColor);
      if (rgba(layers[0])[3] === 255) break;
    }
    return rgba("#fff", ...layers);
  };
  const low = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || node.closest("svg, .unseen, .skip, :disabled") || !node.checkVisibility()) continue;
    const found = ratio(rgba(getComputedStyle(node).color), behind(node));
    if (found < 4.5) low.push(`${node.className} ${node.textContent.slice(0, 30)} ${found}`);
  }
  return low;
}"""

_MARKS = """(pairs) => {%s
  const probe = document.querySelector("#board, #rules") ?? document.body;
  const colour = (name) => getComputedStyle(probe).getPropertyValue(`--${name}`);
  return pairs.filter(([mark, ground]) => ratio(rgba(colour(mark)), rgba(colour(ground))) < 3)
    .map((pair) => pair.join(" on "));
}"""


def faint_words(page: Page) -> list[str]:
    """What is written on the page with less than 4.5 to 1."""
    found: list[str] = page.evaluate(_WORDS % _MEASURE)
    return found


def faint_marks(page: Page, pairs: list[tuple[str, str]]) -> list[str]:
    """Which colours of the palette, each upon another, stand out by less than 3 to 1."""
    found: list[str] = page.evaluate(_MARKS % _MEASURE, pairs)
    return found
