// Rules and record, read without leaving the table. While they are open the computers wait (T4):
// the server is asked to let them, again and again, so that a device that is gone lets go.

const RENEW = 10_000; // milliseconds; the server waits three times as long

const panel = document.getElementById("panel");
const body = document.getElementById("panel-body");
let opener = null;
let renewing = null;

const here = () => panel.dataset.table;
const page = String(crypto.getRandomValues(new Uint32Array(1))[0]); // another tab may read, too
const named = () => new URLSearchParams({ page });
const beg = (path) => fetch(`${here()}/${path}`, { method: "POST", body: named() }).catch(() => null);

function load(address) {
  body.scrollTo?.(0, 0);
  return globalThis.htmx.ajax("GET", address, { target: body, swap: "innerHTML" });
}

async function open(link) {
  opener = link;
  panel.setAttribute("aria-label", link.getAttribute("aria-label") ?? link.textContent.trim());
  body.replaceChildren();
  panel.showModal();
  history.pushState({ panel: true }, "");
  renewing = setInterval(() => beg("pause"), RENEW);
  await beg("pause");
  await load(link.href);
}

panel?.addEventListener("close", async () => {
  if (history.state?.panel) history.back();
  clearInterval(renewing);
  body.replaceChildren();
  const back = opener?.isConnected && opener.checkVisibility?.() ? opener : null;
  (back ?? document.querySelector("#table .open-side") ?? document.getElementById("status"))?.focus();
  await beg("resume");
  document.querySelector(".step:not(.alone)")?.dispatchEvent(new Event("again"));
});

// Back, as on a phone where the panel fills the screen, leads to the table and not away from it.
addEventListener("popstate", () => panel?.open && !history.state?.panel && panel.close());
if (history.state?.panel) history.replaceState(null, ""); // reloaded: it is closed

// Away for good: the computers need not wait until the lease runs out.
addEventListener("pagehide", () => {
  if (panel?.open) navigator.sendBeacon(`${here()}/resume`, named());
});

/** Whether a link leads to something that is read in the panel. */
function readHere(link) {
  const { origin, pathname } = new URL(link.href);
  return origin === location.origin &&
    (pathname.startsWith("/rules/") || pathname.startsWith(`${here()}/ledger`) ||
      pathname.startsWith(`${here()}/replay/`) || pathname.startsWith(`${here()}/learn/`));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!panel || !link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.matches("[data-panel]")) {
    event.preventDefault();
    open(link);
  } else if (body.contains(link) && !link.matches("[download]")) {
    if (link.matches("[href^='#']")) {
      event.preventDefault(); // it would be a step that Back has to go
      body.querySelector(link.hash)?.scrollIntoView();
    } else if (link.pathname === here()) {
      event.preventDefault();
      panel.close();
    } else if (readHere(link) && !link.hasAttribute("data-hx-get")) {
      event.preventDefault();
      load(link.href);
    }
  }
});
