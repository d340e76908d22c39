// Passing on an address: copied where the browser allows that, else marked so that it can be copied
// by hand; and the word of a link that takes a seat along goes into its form.

const byId = (id) => document.getElementById(id);

async function copied(link) {
  try {
    await navigator.clipboard.writeText(link.href); // https only
    return true;
  } catch {
    getSelection().selectAllChildren(link); // stays marked if even the old way is refused
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async ({ target }) => {
  const copy = target.closest("[data-copy]");
  const share = target.closest("[data-share]");
  if (copy) {
    const done = await copied(byId(copy.dataset.copy));
    const told = document.querySelector(`[data-copied="${copy.dataset.copy}"]`);
    told.textContent = done ? copy.dataset.done : copy.dataset.failed;
  } else if (share) {
    navigator.share({ title: document.title, url: byId(share.dataset.share).href }).catch(() => null);
  }
});

function offerToShare() {
  for (const each of document.querySelectorAll("[data-share]")) each.hidden = !navigator.share;
}

offerToShare();
document.addEventListener("htmx:after:swap", offerToShare);

// Once read, the word leaves the address, and so the history.
const token = byId("token");
if (token && location.hash.length > 1) {
  token.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
