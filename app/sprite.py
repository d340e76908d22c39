"""The drawings of tiles, symbols and markers: one SVG file of parts, written out by this module.

`python -m app.sprite` writes ``static/tiles.svg``, which pages show by ``<use>``. Parts are plain
shapes with presentation attributes and CSS custom properties, so that a page's style can colour
them (``--pip-9``, ``--ivory``, …) and choose between pips and numerals (``--pips``,
``--numerals``). A tile is 80 by 40 units, each half 40 by 40. It knows no page and no game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.tiles import MAX_PIPS

FILE: Final = Path(__file__).resolve().parent.parent / "static" / "tiles.svg"
HALF: Final = 40

Point = tuple[float, float]

_NEAR, _MID, _FAR = 10.0, 20.0, 30.0
_FOUR: Final = (7.5, 15.8, 24.2, 32.5)
_CORNERS: Final = ((_NEAR, _NEAR), (_FAR, _FAR), (_FAR, _NEAR), (_NEAR, _FAR))
_CENTRE: Final = ((_MID, _MID),)
_SIX: Final = (*_CORNERS, (_NEAR, _MID), (_FAR, _MID))
_EIGHT: Final = (*_SIX, (_MID, _NEAR), (_MID, _FAR))
_SIDES: Final = tuple((x, y) for x in (_NEAR, _FAR) for y in _FOUR)

PIPS: Final[tuple[tuple[Point, ...], ...]] = (
    (),
    _CENTRE,
    _CORNERS[:2],
    _CORNERS[:2] + _CENTRE,
    _CORNERS,
    _CORNERS + _CENTRE,
    _SIX,
    _SIX + _CENTRE,
    _EIGHT,
    _EIGHT + _CENTRE,
    (*_SIDES, (_MID, _FOUR[1]), (_MID, _FOUR[2])),
    (*_SIDES, (_MID, _FOUR[0]), (_MID, _MID), (_MID, _FOUR[3])),
    (*_SIDES, *((_MID, y) for y in _FOUR)),
)
"""By value: where the pips of a half lie while its tile stands upright, as on real tiles."""

# Each digit is one stroke in a box 14 wide and 24 high.
_DIGITS: Final = (
    "M12 7V17A5 5 0 0 1 2 17V7A5 5 0 0 1 12 7Z",
    "M3 6.5L8 2V22",
    "M2 7.2A5 5 0 0 1 12 7.2C12 11.5 8 14.5 2 22H12.4",
    "M2.4 5.2A4.9 4.9 0 1 1 6.6 11.5H6A5.3 5.3 0 1 1 1.8 18.4",
    "M9.6 22V2L1.4 16H13.4",
    "M11.6 2H3.6L2.8 10.6A5.6 5.6 0 1 1 1.8 18.8",
    "M10.4 2C5 6.6 1.8 11 1.8 16.6A5.2 5.3 0 1 0 12.2 16.6A5.2 5.3 0 0 0 2.2 15",
    "M2 2H12.2L5.6 22",
    "M7 11.2A4.6 4.6 0 1 1 7 2A4.6 4.6 0 1 1 7 11.2A5.4 5.4 0 1 1 7 22A5.4 5.4 0 1 1 7 11.2Z",
    "M3.6 22C9 17.4 12.2 13 12.2 7.4A5.2 5.3 0 1 0 1.8 7.4A5.2 5.3 0 0 0 11.8 9",
)

# Shapes that differ without colour, each in a box of 24 by 24.
SYMBOLS: Final = {
    "seat-1": "M12 2.5A9.5 9.5 0 1 1 12 21.5A9.5 9.5 0 1 1 12 2.5Z",
    "seat-2": "M12 2L23 21.5H1Z",
    "seat-3": "M4 4H20V20H4Z",
    "seat-4": "M12 .8L15.1 8.3L23.2 8.9L17 14.1L19 22L12 17.7L5 22L7 14.1L.8 8.9L8.9 8.3Z",
    "seat-5": "M9 2H15V9H22V15H15V22H9V15H2V9H9Z",
    "seat-6": "M12 1L22 12L12 23L2 12Z",
    "seat-7": "M12 22C3 15.5 1.5 11.5 1.5 8.2A5.6 5.6 0 0 1 12 5.6A5.6 5.6 0 0 1 22.5 8.2"
    "C22.5 11.5 21 15.5 12 22Z",
    "seat-8": "M16.5 2.2A10 10 0 1 0 16.5 21.8A11.4 11.4 0 0 1 16.5 2.2Z",
    "seat-9": "M12 1C17.5 8 20 11.5 20 15A8 8 0 0 1 4 15C4 11.5 6.5 8 12 1Z",
    "seat-10": "M2 3H22L14.6 12L22 21H2L9.4 12Z",
    "public": "M12 1.5A10.5 10.5 0 1 1 12 22.5A10.5 10.5 0 1 1 12 1.5ZM12 6A6 6 0 1 0 12 18"
    "A6 6 0 1 0 12 6ZM12 9.2A2.8 2.8 0 1 1 12 14.8A2.8 2.8 0 1 1 12 9.2Z",
    "marker": "M3 3H11V5.4H9.8V9.5H14V5H13V2.6H18V5H17V9.5H19.2A2.8 2.8 0 0 1 22 12.3V17H2V5.4H3Z"
    "M4.6 5.4V9.5H7.8V5.4ZM6.5 16A3 3 0 1 1 6.5 22A3 3 0 1 1 6.5 16ZM16.5 16A3 3 0 1 1 16.5 22"
    "A3 3 0 1 1 16.5 16Z",
}
"""By id: a sign for each seat, one for the public train, and the marker of an open train."""


def svg() -> str:
    """The whole file."""
    parts = [
        _body("body", HALF, 2 * HALF, divided=True),
        _body("lying", 2 * HALF, HALF, divided=True),
        _back("back", HALF, 2 * HALF),
        _back("back-lying", 2 * HALF, HALF),
        *(_half(f"up-{value}", value, PIPS[value]) for value in range(MAX_PIPS + 1)),
        *(_half(f"side-{value}", value, turned(PIPS[value])) for value in range(MAX_PIPS + 1)),
        *(
            f'<symbol id="{name}" viewBox="0 0 24 24">'
            f'<path fill="currentColor" fill-rule="evenodd" d="{path}"/></symbol>'
            for name, path in SYMBOLS.items()
        ),
    ]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(parts) + "\n</svg>\n"


def turned(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A half's pips once its tile lies on its side."""
    return tuple((HALF - y, x) for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _discs(points: tuple[Point, ...], radius: float) -> str:
    """One path of full circles."""
    r, d = _number(radius), _number(2 * radius)
    return "".join(
        f"M{_number(x - radius)} {_number(y)}a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1 -{d} 0Z"
        for x, y in points
    )


def _half(name: str, value: int, points: tuple[Point, ...]) -> str:
    """A half's pips, drilled into the bone, and its numeral; the page shows one of them."""
    colour = f"var(--pip-{value}, var(--pip, #2b2622))"
    radius = 4.4 if value < 10 else 3.55
    pips = ""
    if points:
        lower = tuple((x, y + 0.9) for x, y in points)
        pips = (
            f'<g display="var(--pips, inline)"><path fill="var(--glint, #fff)" '
            f'd="{_discs(lower, radius)}"/><path fill="{colour}" d="{_discs(points, radius)}"/></g>'
        )
    return f'<g id="{name}">{pips}{_numeral(value, colour)}</g>'


def _numeral(value: int, colour: str) -> str:
    """The value in figures, always upright."""
    if value < 10:
        strokes = f'<path transform="translate(11.6 5.6) scale(1.2)" d="{_DIGITS[value]}"/>'
    else:
        strokes = "".join(
            f'<path transform="translate({x} 7.4) scale(.95 1.05)" d="{_DIGITS[int(digit)]}"/>'
            for x, digit in zip((5.2, 21.2), str(value), strict=True)
        )
    return (
        f'<g display="var(--numerals, none)" fill="none" stroke="{colour}" stroke-width="4" '
        f'stroke-linecap="round" stroke-linejoin="round">{strokes}</g>'
    )


def _body(name: str, width: int, height: int, *, divided: bool) -> str:
    """A bone of ivory with the light from above; ``divided`` by a groove with a brass pin."""
    groove = _groove(width, height) if divided else ""
    return (
        f'<g id="{name}">'
        f'<rect x=".6" y="1.6" width="{width - 1.2}" height="{height - 1.4}" rx="6.4" '
        'fill="var(--bone-shadow, #0005)"/>'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" '
        'fill="var(--bone-edge, #c9b98f)"/>'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 3.8}" rx="6" '
        'fill="var(--bone-light, #fffdf6)"/>'
        f'<rect x="1.9" y="2.2" width="{width - 3.8}" height="{height - 5.6}" rx="5.2" '
        'fill="var(--ivory, #f8f0dc)"/>'
        f"{groove}</g>"
    )


def _groove(width: int, height: int) -> str:
    x, y = width / 2, height / 2
    if width < height:
        dark, light = f"M6 {_number(y)}H{width - 6}", f"M6 {_number(y + 1.1)}H{width - 6}"
    else:
        dark, light = f"M{_number(x)} 6V{height - 7}", f"M{_number(x + 1.1)} 6V{height - 7}"
    return (
        f'<path d="{light}" stroke="var(--glint, #fff)" stroke-width="1.2"/>'
        f'<path d="{dark}" stroke="var(--bone-groove, #a8966b)" stroke-width="1.2"/>'
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="2.7" fill="var(--brass, #a97c2c)"/>'
        f'<circle cx="{_number(x - 0.5)}" cy="{_number(y - 0.6)}" r="1.5" '
        'fill="var(--brass-light, #e8c77a)"/>'
    )


def _back(name: str, width: int, height: int) -> str:
    """The back of a tile, which tells nothing."""
    bone = _body(name, width, height, divided=False).removesuffix("</g>")
    x, y = width // 2, height // 2 - 0.5
    long, short = (14.5, 8) if width > height else (8, 14.5)
    line = 'fill="none" stroke="var(--back-line, #e8c77a)"'
    return (
        f'{bone}<rect x="6" y="6.5" width="{width - 12}" height="{height - 14}" rx="3.5" '
        'fill="var(--back, #7c3a3a)"/>'
        f'<rect x="8.6" y="9.1" width="{width - 17.2}" height="{height - 19.2}" rx="2" {line}/>'
        f'<path d="M{x} {y - short}L{x + long} {y}L{x} {y + short}L{x - long} {y}Z" {line} '
        'stroke-width="1.2"/>'
        f'<circle cx="{x}" cy="{y}" r="2.6" fill="var(--back-line, #e8c77a)"/></g>'
    )


if __name__ == "__main__":
    FILE.write_text(svg(), encoding="utf-8")
