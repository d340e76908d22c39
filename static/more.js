// Where more of a box lies out of sight, it is marked: its edge there fades (style.css).

const BOXES = ".stage, .scroll, .hand .tiles";

function mark(box) {
  const { scrollTop, scrollLeft, clientWidth, clientHeight, scrollWidth, scrollHeight } = box;
  const backwards = getComputedStyle(box).direction === "rtl"; // its scrollLeft goes from 0 down
  const left = backwards ? scrollWidth - clientWidth + scrollLeft : scrollLeft;
  const hidden = {
    up: scrollTop,
    down: scrollHeight - clientHeight - scrollTop,
    left,
    right: scrollWidth - clientWidth - left,
  };
  for (const [edge, pixels] of Object.entries(hidden)) box.classList.toggle(`more-${edge}`, pixels > 2);
}

const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(target)));

function markAll() {
  for (const box of document.querySelectorAll(BOXES)) {
    mark(box);
    sizes.observe(box);
  }
}

document.addEventListener("scroll", ({ target }) => target.matches?.(BOXES) && mark(target), true);
document.addEventListener("htmx:after:swap", markAll);
markAll();
