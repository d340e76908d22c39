// Comfort on top of forms and links that work by themselves: one thing at a time, a sensible
// focus, the newest tile in sight, and a second try when the network was away.

import "./arrange.js";
import { carrying } from "./drag.js";
import "./panel.js";
import "./seats.js";
import "./shared.js";
import "./comfort.js";
import "./keys.js";
import "./live.js";
import "./more.js";
import "./speak.js";
import { setting } from "./settings.js";

const byId = (id) => document.getElementById(id);
const table = () => byId("table");
const AGAIN_AFTER = 2000;

// --- one thing at a time ----------------------------------------------------------------------

const pending = new Map(); // what is on its way: htmx's context, or the form itself, to its form
let pressed = null;

// What must not be followed by anything before it is answered is marked data-once.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("#arrange")) return; // goes on beside all others
  const under = [...pending.values()];
  const asks = form.matches("#hand, #choose, #pick"); // a question may replace the one before
  if (under.some((other) => other.matches("[data-once]") || (other === form && !asks))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  pressed = event.submitter;
  pressed?.classList.add("busy");
  pressed?.setAttribute("aria-busy", "true");
  if (!form.dataset.hxPost) pending.set(form, form); // a whole page follows
}, true);

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  pending.set(ctx, ctx.sourceElement);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  pending.delete(ctx);
  pressed?.classList.remove("busy");
  pressed?.removeAttribute("aria-busy");
});

// Back from the browser's memory: nothing is on its way any more.
addEventListener("pageshow", () => {
  pending.clear();
  for (const each of document.querySelectorAll(".busy")) each.classList.remove("busy");
});

// --- after an answer --------------------------------------------------------------------------

let tapped = null; // the tile that was chosen before the answer
let idle = false; // whether nothing had the focus then
let before = null; // the state of the table that was shown

const follows = (ctx) => ctx.sourceElement?.id === "link"; // nobody here asked for it: see live.js

document.addEventListener("htmx:before:swap", () => {
  tapped = document.querySelector(".hand [aria-pressed=true]")?.id;
  idle = document.activeElement === document.body;
  before = table()?.dataset.seq;
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const lost = byId("lost");
  if (lost) lost.hidden = true;
  if (!table()) return;
  if (!follows(ctx) || !idle) moveFocus(ctx.sourceElement);
  if (ctx.target?.id === "table" && !(follows(ctx) && table().dataset.seq === before)) showNewest();
  // Where letters are so large that the page scrolls, what there is to press comes into sight.
  if (asks(ctx.sourceElement)) byId("bar")?.scrollIntoView({ block: "start" });
});

const asks = (source) => source?.matches?.("#hand, #choose, #pick");

function moveFocus(source) {
  const asked = asks(source);
  // The answer is on the board, or below it.
  if (source?.matches?.("#pick, #restart")) byId("side").hidePopover?.();
  const held = document.activeElement;
  const kept = held && held !== document.body && held.isConnected && !held.disabled;
  if (kept && !asked) return;
  const goal = asked
    ? byId("yes") ?? byId("hand-over") ?? document.querySelector("#bar [form=choose]") ??
      (kept ? null : byId("status"))
    : byId("yes") ?? byId("hand-over") ?? byId("go") ?? byId(tapped) ?? document.querySelector(".my-turn .playable") ??
      byId("status");
  goal?.focus({ preventScroll: true });
}

function showNewest() {
  if (carrying()) return;
  const asked = document.querySelector("#board .ghost, #board .lit .target");
  const newest = asked ?? document.querySelector("#board .last");
  show(newest);
}

// In its strip, and with the whole row that it lies in.
function show(element) {
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  element?.closest(".train")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

if (table()) showNewest();

// Somebody reads, and the computers wait: ask again whether they still do.
document.addEventListener("htmx:after:swap", () => {
  const step = document.querySelector(".step[data-paused]:not(.alone)");
  if (step) setTimeout(() => step.isConnected && step.dispatchEvent(new Event("again")), AGAIN_AFTER);
});
// What a form without htmx answered has an address that only forms are answered at: a reload, or a
// phone that had let the page go, is to find the table.
if (table()) {
  const { here } = table().dataset;
  const home = table().matches(".seats") ? `${here}/seats` : here;
  if (location.pathname !== home) history.replaceState(null, "", home);
}

// --- cancelling -------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("[popover]:popover-open, dialog[open]")) return;
  byId("no")?.click();
});

// A second tap, on the ghost, confirms where that is wished for.
document.addEventListener("click", (event) => {
  if (setting("tap") !== "on" || !event.target.closest("#board")) return;
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  if (!byId("yes") || !under.some((each) => each.closest("#board .ghost"))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  byId("yes").click();
}, true);

// A tap beside everything that can be pressed.
document.addEventListener("click", ({ target }) => {
  if (target.closest("#main, .hand") && !target.closest("button, a, summary")) byId("no")?.click();
});

// --- when no answer came ----------------------------------------------------------------------

function noAnswer({ detail: { ctx } }) {
  if (!ctx || follows(ctx) || (ctx.response && ctx.response.status < 500 && ![413, 429].includes(ctx.response.status))) return;
  const source = ctx.sourceElement;
  const byItself = source?.matches?.(".step:not(.alone)"); // then nobody here has to try again
  const lost = byId("lost");
  if (lost && !byItself) lost.hidden = false;
  if (source?.matches?.(".step")) setTimeout(() => source.dispatchEvent(new Event("again")), AGAIN_AFTER);
}

document.addEventListener("htmx:error", noAnswer);
document.addEventListener("htmx:response:error", noAnswer);

// --- what a reader has opened stays open --------------------------------------------------------

globalThis.htmx?.registerExtension("stay-open", {
  htmx_before_morph_attr: (element, { attrName }) =>
    !(element.localName === "details" && attrName === "open"),
});
