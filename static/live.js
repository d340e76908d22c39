// Pages that follow each other. The server tells a number whenever the table has changed; a page that
// shows an older one asks for the table anew, as its own seat and in its own language.
//
// One stream for each page that is looked at. Hidden pages let go of it, and so do all but the newest
// few of one browser, which allows itself six connections in all; these ask now and then.

import { carrying } from "./drag.js";

const AWAY = 20_000; // milliseconds after which a hidden page lets go of its stream
const ASK = 15_000; // how often a page without a stream asks
const DEAD = 45_000; // a stream is opened anew every 30 s: silence for longer means that it is dead
const LATE = 2_000; // a shorter loss is not worth a word
const SLOWEST = 3_000; // between two attempts to come back
const MOST = 4; // streams of one browser

const byId = (id) => document.getElementById(id);
const table = () => byId("table");
const shown = () => Number(table()?.dataset.version ?? Infinity);
const me = String(crypto.getRandomValues(new Uint32Array(1))[0]); // this page, however often it connects
const here = table()?.dataset.here;
const visible = () => document.visibilityState === "visible";

let newest = 0; // the number that was heard last
let source = null;
let timer = 0; // for the next attempt, or the next question
let silence = 0;
let telling = 0;
let failures = 0;

// --- the number ---------------------------------------------------------------------------------

function heard(version) {
  failures = 0;
  clearTimeout(telling);
  telling = 0;
  tell(false);
  newest = Math.max(newest, version);
  catchUp();
}

function open() {
  close();
  if (!table()) return;
  source = new EventSource(`${here}/live?page=${me}`);
  source.onmessage = ({ data }) => {
    listen();
    heard(Number(data));
  };
  source.onerror = lost;
  listen();
  younger.clear();
  tabs?.postMessage({ opened: me });
}

function close() {
  clearTimeout(timer);
  clearTimeout(silence);
  if (source) tabs?.postMessage({ closed: me });
  source?.close();
  source = null;
}

function listen() {
  clearTimeout(silence);
  silence = setTimeout(lost, DEAD);
}

// A stream that has lived long enough ends like one that is lost, and comes back before anybody
// notices.
function lost() {
  close();
  if (!table()) return;
  if (!telling) telling = setTimeout(tell, LATE, true);
  const wait = Math.min(SLOWEST, 100 * 2 ** failures) * (1 + Math.random()) / 2;
  timer = setTimeout(failures++ ? ask : connect, wait);
}

const connect = () => (visible() && younger.size < MOST ? open() : rest());

function rest() {
  close();
  timer = setTimeout(ask, ASK);
}

async function ask() {
  if (!table()) return;
  try {
    const answer = await fetch(`${here}/version`, { signal: AbortSignal.timeout(10_000) });
    if (answer.ok) {
      heard(Number(await answer.text()));
      connect();
    } else if (answer.status < 500) {
      heard(Infinity); // table or seat are gone: the answer says so
    } else lost();
  } catch {
    lost();
  }
}

// --- the table ----------------------------------------------------------------------------------

const link = byId("link");
let underway = 0; // requests of this page, which bring the newest table themselves

document.addEventListener("htmx:before:request", () => underway++);
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  underway--;
  // What failed is tried again after a while, all else once htmx has begun what waits in its queue.
  setTimeout(catchUp, ctx.sourceElement === link && newest > shown() ? SLOWEST : 0);
});
document.addEventListener("htmx:after:swap", () => table() || close()); // it is gone
document.addEventListener("pointerup", () => setTimeout(catchUp));
document.addEventListener("pointercancel", () => setTimeout(catchUp));

function catchUp() {
  if (newest <= shown() || underway || carrying()) return;
  if (!visible() && table().matches(".shared")) return; // nobody's hand lies in a page that is left
  const { here, own } = table().dataset;
  globalThis.htmx.ajax("POST", `${here}/follow${own}`,
    { source: link, target: "#table", swap: "outerMorph", values: halfMade() });
}

/** What the reader has begun here and not confirmed. */
function halfMade() {
  const value = (selector) => document.querySelector(selector)?.value ?? "";
  return {
    seq: table().dataset.seq,
    tile: value("#choose [name=tile]"),
    action: value("#confirm [name=action]"),
    hint: byId("why") !== null,
    asking: byId("sure") !== null,
  };
}

function tell(away) {
  const says = away ? link.dataset.says : "";
  if (link.textContent !== says) link.textContent = says; // said once
}

// --- being looked at ----------------------------------------------------------------------------

let leaving = 0;

function comeBack() {
  clearTimeout(leaving);
  open(); // the old stream may be dead without having said so
}

function leave() {
  clearTimeout(leaving);
  leaving = setTimeout(rest, AWAY);
}

document.addEventListener("visibilitychange", () => (visible() ? comeBack() : leave()));
addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
addEventListener("pagehide", close);
addEventListener("online", () => visible() && comeBack());
addEventListener("focus", () => source ?? comeBack());

// --- other tabs of this browser -------------------------------------------------------------------

const tabs = globalThis.BroadcastChannel ? new BroadcastChannel("ramal-streams") : null;
const younger = new Set(); // those that opened a stream after this one

tabs?.addEventListener("message", ({ data: { opened, closed } }) => {
  younger.delete(closed);
  if (opened) younger.add(opened);
  if (source && younger.size >= MOST) rest();
});

if (table()) connect();
