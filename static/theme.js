// Before the page is first painted: the theme and the tiles that this browser wishes, and a mark
// that scripts run. The palettes stay where they are said: what the style sheets keep for light or
// dark devices is switched on or off.

(() => {
  const root = document.documentElement;
  const wish = (name) => {
    try {
      return localStorage.getItem(`ramal.${name}`) ?? "";
    } catch {
      return "";
    }
  };

  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .map((rule) => ({ was: rule.media.mediaText, put: (text) => { rule.media.mediaText = text; } }));
  const metas = [...document.querySelectorAll("meta[media]")]
    .map((meta) => ({ was: meta.getAttribute("media"), put: (text) => meta.setAttribute("media", text) }));
  const switched = [...rules, ...metas]
    .map((each) => ({ ...each, asks: /( and )?\(prefers-color-scheme: (light|dark)\)/.exec(each.was) }))
    .filter((each) => each.asks);

  const dress = () => {
    const theme = /^(light|dark)$/.exec(wish("theme"))?.[0];
    const tiles = /^(numerals|pips)$/.exec(wish("tiles"))?.[0];
    for (const { was, put, asks: [question, , scheme] } of switched) {
      put(!theme ? was : theme === scheme ? was.replace(question, "") || "all" : "not all");
    }
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (tiles) root.dataset.tiles = tiles;
    else delete root.dataset.tiles;
  };

  root.dataset.scripts = "";
  dress();
  addEventListener("setting", dress);
  addEventListener("storage", dress);
})();
