// A device that several people share: a page that is left, hidden or overtaken keeps no hand. Whoever
// comes back to it finds the cover.

const shared = () => document.querySelector("#table.shared");
const uncovered = () => document.querySelector("#table.shared:not(.covered)");

function clear() {
  if (uncovered()) document.body.replaceChildren();
}

function comeBack() {
  if (!document.body.children.length) location.reload();
}

addEventListener("pagehide", clear);
addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") clear();
  else comeBack();
});

// What happens in one window covers what another shows.
const others = globalThis.BroadcastChannel ? new BroadcastChannel("ramal") : null;

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (shared() && ctx.sourceElement?.id !== "link") others?.postMessage(location.pathname);
});

others?.addEventListener("message", ({ data }) => {
  if (!uncovered() || data !== location.pathname) return;
  clear();
  comeBack();
});
