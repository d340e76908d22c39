// A tile can be carried: within the hand it is put elsewhere there. Out of the hand it asks where it
// may go, and dropped on a place for the preview there: the same two questions as by two taps.
// Nothing is confirmed.

import { hideGap, put, showGap } from "./arrange.js";
import { choose, placeNear } from "./places.js";

const byId = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SLOP = 6; // pixels that a press may slip
const HOLD = 220; // milliseconds after which a finger carries where it would have scrolled
const BACK = 160;

let press = null; // the pointer that is down on a tile
let carried = null; // what it carries: the picture that follows it
let asking = false; // whether the answer to where it may go is still on its way
let afterwards = null; // what is done once it is there
let swallow = false; // a drop is no click

/** Whether a tile is being carried: then nothing may move by itself. */
export const carrying = () => carried !== null;

// --- picking up -------------------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  swallow = false;
  const tile = event.target.closest?.(".hand .tile-button");
  if (!tile || event.button !== 0 || !event.isPrimary || carried) {
    if (!event.isPrimary) letGo(); // two fingers zoom
    return;
  }
  press = { id: event.pointerId, tile: tile.id, x: event.clientX, y: event.clientY,
    since: event.timeStamp, touch: event.pointerType === "touch" };
});

document.addEventListener("pointermove", (event) => {
  if (press?.id !== event.pointerId) return;
  if (!carried) {
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (Math.hypot(dx, dy) < SLOP) return;
    if (press.touch && !lifts(dx, dy, event.timeStamp - press.since)) {
      press = null; // the finger scrolls
      return;
    }
    pickUp();
  }
  if (carried) follow(event);
});

// A finger that carries does not scroll.
document.addEventListener("touchmove", (event) => {
  if (carried && event.cancelable) event.preventDefault();
}, { passive: false });

document.addEventListener("contextmenu", (event) => {
  if (press?.touch) event.preventDefault();
});

/** Whether a finger that moves like this lifts the tile rather than scrolls. */
function lifts(dx, dy, held) {
  if (held >= HOLD) return true;
  const scrolls = [byId("hand")?.querySelector(".tiles"), byId("hand"), document.scrollingElement]
    .some((box) => box && box.scrollHeight > box.clientHeight + 1);
  return -dy > Math.abs(dx) && !scrolls;
}

function pickUp() {
  const tile = byId(press.tile);
  const bone = tile?.querySelector(".bone");
  if (!bone) {
    press = null;
    return;
  }
  const box = bone.getBoundingClientRect();
  const picture = document.createElement("div");
  picture.className = "carried";
  picture.dataset.game = byId("board")?.dataset.game ?? "";
  picture.append(bone.cloneNode(true));
  picture.style.setProperty("--bone", `${box.height}px`);
  document.body.append(picture);
  carried = { picture, box, tile: press.tile, asked: false };
  tile.classList.add("lifted");
  swallow = true;
  asking = false;
  afterwards = null;
}

function ask() {
  carried.asked = true;
  asking = true;
  byId("hand").requestSubmit(byId(carried.tile));
}

function follow(event) {
  const { clientX, clientY } = event;
  const { picture, box } = carried;
  if (document.elementFromPoint(clientX, clientY)?.closest("#tray")) {
    showGap(clientX, clientY);
    aim(null);
  } else {
    hideGap();
    aim(goal(event));
    if (!carried.asked && byId(carried.tile)?.closest(".my-turn")) ask();
  }
  picture.style.transform =
    `translate(${clientX - box.width / 2}px, ${clientY - box.height / 2 - lift()}px)`;
}

/** How far the tile is above the finger, which must not hide it. */
const lift = () => (press.touch ? carried.box.height / 2 : 0);

/** What it would be dropped on: what its picture is at, else what the finger is at. */
const goal = ({ clientX, clientY }) => placeNear([clientX, clientY - lift()], [clientX, clientY]);

/** Show on which place it would be dropped. */
function aim(place) {
  document.querySelector(".aimed")?.classList.remove("aimed");
  byId(`target-${place}`)?.classList.add("aimed");
}

// --- putting down -----------------------------------------------------------------------------

document.addEventListener("pointerup", (event) => {
  if (press?.id !== event.pointerId) return;
  if (carried) drop(event);
  press = null;
});

document.addEventListener("pointercancel", (event) => {
  if (press?.id === event.pointerId) letGo();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && carried) letGo();
}, true);

document.addEventListener("click", (event) => {
  if (!swallow || !event.isTrusted || event.detail === 0) return; // by script or by keyboard
  swallow = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("htmx:after:swap", () => {
  if (carried) byId(carried.tile)?.classList.add("lifted");
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement?.id !== "hand") return;
  asking = false;
  const then = afterwards;
  afterwards = null;
  then?.();
});

function drop(event) {
  const { clientX, clientY } = event;
  const { tile, asked } = carried;
  const element = document.elementFromPoint(clientX, clientY);
  const place = goal(event);
  if (element?.closest("#tray")) {
    const before = showGap(clientX, clientY);
    putDown();
    if (asked) whenAnswered(() => byId("no")?.click());
    if (byId(tile)) put(byId(tile), before?.id === tile ? next(before) : before);
  } else if (asked && (place !== null || element?.closest("#board"))) {
    putDown();
    whenAnswered(() => (place === null ? byId("no")?.click() : choose(place)));
  } else letGo();
}

const next = (tile) => tile.closest("li").nextElementSibling?.querySelector(".tile-button");

function putDown() {
  carried.picture.remove();
  carried = null;
  hideGap();
  aim(null);
  document.querySelector(".lifted")?.classList.remove("lifted");
}

function whenAnswered(then) {
  if (asking) afterwards = then;
  else then();
}

/** Back into the hand, and nothing is chosen. */
function letGo() {
  press = null;
  if (!carried) return;
  const { picture, box, tile, asked } = carried;
  carried = null;
  hideGap();
  aim(null);
  if (asked) whenAnswered(() => byId("no")?.click());
  byId(tile)?.classList.remove("lifted");
  const home = byId(tile)?.querySelector(".bone")?.getBoundingClientRect() ?? box;
  if (calm.matches) {
    picture.remove();
    return;
  }
  const to = { transform: `translate(${home.x}px, ${home.y}px)` };
  picture.animate([{ transform: picture.style.transform }, to], { duration: BACK, easing: "ease-out" })
    .finished.finally(() => picture.remove());
}
