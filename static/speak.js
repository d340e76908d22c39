// What a screen reader says by itself: each line of the log once, and what to do then. Moves that
// follow one another quickly are told together, as one sentence.

const byId = (id) => document.getElementById(id);
const SOON = 150; // after the focus has moved, of which the reader speaks first
const QUIET = 1500; // slower moves than this are told one by one
const LONGEST = 5000; // what happened long ago is told even while more happens

let heard = lines();
let told = now(); // where things stood when that was said last
let waiting = []; // lines that nobody has heard yet
let since = 0; // when the first of them came
let timer = 0;

/** The log, the oldest line first. */
function lines() {
  const items = document.querySelectorAll("#lines > li:not(.mark)");
  return [...items].map((item) => item.textContent).reverse();
}

/** Where things stand. */
function now() {
  return byId("now")?.textContent ?? "";
}

document.addEventListener("htmx:after:swap", () => {
  if (!byId("table")) return;
  if (byId("cover")) say(); // what was said to one person is not there for the next
  const log = lines();
  const fresh = log.slice(common(heard, log));
  heard = log;
  if (!waiting.length) since = performance.now();
  waiting.push(...fresh);
  clearTimeout(timer);
  timer = setTimeout(tell, pause());
});

/** How many lines two logs begin with in common; what was taken back is not. */
function common(one, other) {
  const at = one.findIndex((line, index) => line !== other[index]);
  return at < 0 ? one.length : at;
}

const moreComes = () => document.querySelector(".step:not(.alone)");

function pause() {
  if (!moreComes()) return SOON;
  return Math.max(0, Math.min(QUIET, since + LONGEST - performance.now()));
}

function tell() {
  const said = waiting.length ? [asOne(waiting)] : [];
  waiting = [];
  if (!moreComes() && (said.length || now() !== told)) {
    told = now();
    said.push(told);
  }
  if (said.length) say(...said);
}

/** Several sentences as one, in the way of the page's language. */
function asOne(sentences) {
  const language = document.documentElement.lang;
  return globalThis.Intl?.ListFormat
    ? new Intl.ListFormat(language, { type: "conjunction" }).format(sentences)
    : sentences.join(", ");
}

/** Put this into the live region, in place of what was there. */
function say(...sentences) {
  byId("live")?.replaceChildren(...sentences.map((sentence) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    return paragraph;
  }));
}

// --- the whole table, when asked for ------------------------------------------------------------

const read = byId("read");
if (read) {
  read.hidden = false;
  read.addEventListener("click", () => say(byId("reading-words")?.textContent ?? ""));
}
