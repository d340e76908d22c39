// Playing by keyboard: arrows move through the hand and through the lit places, single letters
// press buttons while the table has the focus.

import { setting } from "./settings.js";

const byId = (id) => document.getElementById(id);
const LETTERS = { h: "hint", u: "undo", r: "redo", t: "read" };

const GROUPS = [".hand .tile-button", "#bar [name=place]", "#board .target"];

const group = (element) => {
  const selector = GROUPS.find((each) => element?.matches?.(each));
  return selector ? [...document.querySelectorAll(selector)] : [];
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const held = document.activeElement;
  if (event.key.startsWith("Arrow")) {
    const way = event.key.slice(5);
    const next = held === document.body ? enter(way) : toward(held, group(held), way);
    if (next) {
      event.preventDefault();
      next.focus();
    }
    return;
  }
  if (event.repeat || !held?.closest("#table")) return;
  if (held.matches("input, textarea, select, [contenteditable]")) return;
  if (setting("keys") === "off") return;
  const goal = event.key === "?" ? byId("keys") : byId(LETTERS[event.key.toLowerCase()]);
  if (!goal) return;
  event.preventDefault();
  if (event.key === "?") goal.showModal();
  else goal.click();
});

/** Where the arrows lead from nowhere: sideways into the hand; up and down they scroll. */
function enter(way) {
  return way === "Left" || way === "Right" ? document.querySelector(".hand [tabindex='0']") : null;
}

/** The nearest of the others in a direction; beside each other, else in the order of the page. */
function toward(from, all, way) {
  if (all.length < 2) return null;
  const sideways = way === "Left" || way === "Right";
  if (sideways) {
    const rtl = getComputedStyle(from).direction === "rtl";
    return all.at((all.indexOf(from) + ((way === "Right") === rtl ? -1 : 1)) % all.length);
  }
  const down = way === "Down";
  const here = from.getBoundingClientRect();
  const far = (each) => {
    const box = each.getBoundingClientRect();
    return Math.abs(box.y - here.y) * 4 + Math.abs(box.x - here.x);
  };
  const beyond = all.filter((each) => {
    const y = each.getBoundingClientRect().y;
    return down ? y > here.y + here.height / 2 : y < here.y - here.height / 2;
  });
  return beyond.sort((one, other) => far(one) - far(other))[0] ?? null;
}

// --- one stop for Tab in the hand ---------------------------------------------------------------

let stop = null;

function rove() {
  const tiles = [...document.querySelectorAll(".hand .tile-button")];
  const at = tiles.find((each) => each.id === stop) ??
    tiles.find((each) => each.matches(".my-turn .playable")) ?? tiles[0];
  for (const each of tiles) each.tabIndex = each === at ? 0 : -1;
}

document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(".hand .tile-button")) return;
  stop = target.id;
  rove();
});

document.addEventListener("htmx:after:swap", rove);
rove();
