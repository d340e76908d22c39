// The hand in one's own order: by Alt and arrows, or by dragging (drag.js). A moved tile stands there
// at once; the server keeps the order beside everything else that goes on.

const byId = (id) => document.getElementById(id);
const list = () => document.querySelector("#hand .tiles");
const tiles = () => [...document.querySelectorAll("#hand .tile-button")];
const values = (all) => all.map((each) => each.value).join(" ");
const EDGE = 28; // pixels from its edge where a full hand scrolls
const PACE = 6;

let wanted = null; // the order that is not answered yet

/** Put a tile before another one, or at the end, and let that order be kept. */
export function put(tile, before) {
  if (wanted) stand();
  const order = tiles().filter((each) => each !== tile);
  order.splice(before ? order.indexOf(before) : order.length, 0, tile);
  if (values(order) === values(tiles())) return;
  wanted = values(order);
  stand();
  const button = byId("put");
  button.value = wanted;
  byId("arrange").requestSubmit(button);
}

function stand() {
  const held = document.activeElement;
  for (const value of wanted.split(" ").reverse()) {
    const item = byId(`tile-${value}`)?.closest("li");
    if (item) list().prepend(item);
  }
  if (document.activeElement !== held) held.focus({ preventScroll: true });
}

// --- by keyboard --------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const tile = document.activeElement?.closest("#hand .tile-button");
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!tile || !way || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const step = getComputedStyle(tile).direction === "rtl" ? -way : way;
  if (wanted) stand();
  const all = tiles();
  const others = all.filter((each) => each !== tile);
  put(tile, others[(all.indexOf(tile) + step + all.length) % all.length]);
});

// --- while a tile is carried --------------------------------------------------------------------

let gap = null; // the mark where it would be put
let scrolling = 0;

/** Show where a tile dropped here would be put; the one before which, undefined for the end. */
export function showGap(x, y) {
  const off = ({ top, bottom }) => Math.max(0, top - y, y - bottom);
  const boxes = tiles().map((tile) => ({ tile, box: tile.getBoundingClientRect() }));
  boxes.sort((one, other) => off(one.box) - off(other.box) ||
    Math.abs(x - one.box.x - one.box.width / 2) - Math.abs(x - other.box.x - other.box.width / 2));
  const { tile, box } = boxes[0];
  const right = x > box.x + box.width / 2;
  const after = right !== (getComputedStyle(tile).direction === "rtl");
  if (!gap) document.body.append(gap = Object.assign(document.createElement("div"), { className: "gap" }));
  gap.style.blockSize = `${box.height}px`;
  gap.style.transform = `translate(${(right ? box.right : box.left) - 2}px, ${box.top}px)`;
  scroll(y);
  return after ? tiles()[tiles().indexOf(tile) + 1] : tile;
}

export function hideGap() {
  cancelAnimationFrame(scrolling);
  gap?.remove();
  gap = null;
}

function scroll(y) {
  cancelAnimationFrame(scrolling);
  const { top, bottom } = list().getBoundingClientRect();
  const way = y < top + EDGE ? -1 : y > bottom - EDGE ? 1 : 0;
  const before = list().scrollTop;
  if (way) list().scrollTop += way * PACE;
  if (list().scrollTop !== before) scrolling = requestAnimationFrame(() => gap && scroll(y));
}

// --- answers ------------------------------------------------------------------------------------

document.addEventListener("submit", ({ target, submitter }) => {
  if (target.matches("#arrange") && submitter !== byId("put")) wanted = null; // sorted otherwise
}, true);

const arranges = (ctx) => ctx.request.action.endsWith("/hand");
let focused = null;

document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (arranges(ctx)) Object.assign(ctx, { target: byId("table"), select: undefined }); // it says why
});

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  focused = document.activeElement?.id;
  if (arranges(ctx) && outrun(ctx)) event.preventDefault();
});

/** Whether a newer order or a newer state of the table is here already. */
function outrun(ctx) {
  const seq = /data-seq="(\d+)"/.exec(ctx.text)?.[1];
  return (wanted && ctx.request.body.get("order") !== wanted) || (seq && seq !== byId("table").dataset.seq);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (wanted && list()) stand();
  if (arranges(ctx) && focused && document.activeElement?.id !== focused) byId(focused)?.focus();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (arranges(ctx) && (!wanted || ctx.request.body?.get("order") === wanted)) wanted = null;
});
