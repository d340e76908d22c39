// The places on the board, for those who tap or drop anywhere on them: an arm or train, its end, its
// owner's plate. Each has a button while a tile is chosen; a place that is not lit says why not.

const byId = (id) => document.getElementById(id);
const MARKS = "#board [id^=end-], #board [id^=arm-], #board [id^=train-], #board .plate, #board .target";
const OFFERED = "#board .target, #board .ghost";
const REACH = 40; // pixels between a place and a tile that still means it

/** The place at which something stands, as its buttons name it; null beside all of them. */
export function placeAt(element) {
  const near = element?.closest?.(MARKS);
  return near ? near.id.slice(near.id.indexOf("-") + 1) : null;
}

/** The place that a tile put down at these points means: at the first of them the one under it or
    else the nearest in reach, then the same at the next; null where none is near. */
export function placeNear(...points) {
  for (const [x, y] of points) {
    const place = placeAt(document.elementFromPoint(x, y)) ?? placeAt(nearest(x, y));
    if (place !== null) return place;
  }
  return null;
}

function nearest(x, y) {
  const away = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
  };
  const near = [...document.querySelectorAll(OFFERED)].map((element) => [away(element), element]);
  return near.filter(([off]) => off < REACH).sort(([one], [other]) => one - other)[0]?.[1];
}

/** Ask for the chosen tile at a place; nothing where it is previewed there already. */
export function choose(place) {
  (byId(`target-${place}`) ?? byId(`why-${place}`))?.click();
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("button, a") ? null : placeAt(event.target);
  if (place === null || !document.querySelector("#choose [name=tile]")) return;
  event.stopImmediatePropagation(); // it is no tap beside
  choose(place);
});
