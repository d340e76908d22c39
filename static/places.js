// The places on the board, for those who tap or drop anywhere on them: an arm or train, its end, its
// owner's plate. Each has a button while a tile is chosen; a place that is not lit says why not.

const byId = (id) => document.getElementById(id);
const MARKS = "#board [id^=end-], #board [id^=arm-], #board [id^=train-], #board .plate, #board .target";

/** The place at which something stands, as its buttons name it; null beside all of them. */
export function placeAt(element) {
  const near = element?.closest?.(MARKS);
  return near ? near.id.slice(near.id.indexOf("-") + 1) : null;
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
