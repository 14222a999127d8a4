// Who plays by keys stays where they are: what they have pressed is often gone once it is played, and then the browser
// would begin again at the top of the page.

const NEXT = "button:not(.back)"; // to take a choice back is never what comes next by itself

/** Draw anew by `draw`. If that takes away what has the focus within one of `parts`, the focus goes on: to the same card or
 * choice, else to the first one there, else to `site()`, the board's place for keys, if there is a board; else to the first
 * choice of another part. If there is none yet, it waits there, or at `line` where nothing else can have it: Tab leads on
 * to what can be chosen next. */
export function keepingFocus(parts, site, line, draw) {
  const at = document.activeElement, part = parts.find((one) => one.contains(at));
  const isByKeys = Boolean(part) && at.matches(":focus-visible");
  draw();
  if (!part || at.isConnected) return;
  const buttons = [...part.querySelectorAll(NEXT)];
  const same = buttons.find((button) => button.dataset.card === at.dataset.card && button.textContent === at.textContent);
  const next = same ?? buttons[0] ?? site() ?? parts.map((one) => one.querySelector(NEXT)).find(Boolean);
  const waits = part.querySelector("button") ?? (part.hasAttribute("tabindex") && part.childElementCount ? part : line);
  (next ?? waits).focus({ preventScroll: !isByKeys }); // who points sees where they are
}
