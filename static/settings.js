// What this browser keeps of its reader's wishes, and the panel in which they are set.

/** A setting of this browser; where nothing can be stored, there is none. */
export function setting(name) {
  try {
    return localStorage.getItem(`ramal.${name}`);
  } catch {
    return null;
  }
}

/** Keep a setting, or with nothing as its value forget it, and tell the page. */
function keep(name, value) {
  try {
    if (value) localStorage.setItem(`ramal.${name}`, value);
    else localStorage.removeItem(`ramal.${name}`);
  } catch {
    return; // private windows may refuse
  }
  dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

const controls = () => document.querySelectorAll("[data-setting]");

/** What is on unless it was switched off has "off" as its value, all other choices what they keep. */
const usual = (control) => control.type === "checkbox" && control.value === "off";

function show() {
  for (const each of controls()) {
    const kept = setting(each.name) ?? "";
    each.checked = usual(each) ? kept !== "off" : kept === each.value;
  }
  for (const each of document.querySelectorAll("[data-needs]")) {
    each.hidden = !(each.dataset.needs in navigator);
  }
  for (const each of document.querySelectorAll("[data-lacks]")) {
    each.hidden = each.dataset.lacks in navigator;
  }
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-setting]")) return;
  const wanted = target.type === "radio" || target.checked !== usual(target);
  keep(target.name, wanted ? target.value : "");
});

addEventListener("storage", show); // another tab
document.addEventListener("htmx:after:swap", show);
show();
