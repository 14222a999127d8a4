// Motion: pieces slide from where they stood to where they stand now, unless somebody wants no motion.

const LASTS = 220; // milliseconds

/** Slide what moved. Both: for each site what lies there, `{symbol, x, y, element}`, bottom first. */
export function slide(before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { element, dx, dy } of slides(before, after)) {
    if (element.hasAttribute("transform")) continue; // turned pieces: a style would take the place of their turn
    element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: LASTS, easing: "ease-out" });
  }
}

/** Which elements came from elsewhere, and by how much: what is new on a site, with the nearest of its like that is gone
 * from another. */
export function slides(before, after) {
  const gone = [], come = [];
  for (const [site, things] of after) come.push(...more(things, before.get(site) ?? []).map((thing) => ({ ...thing, site })));
  for (const [site, things] of before) gone.push(...more(things, after.get(site) ?? []));
  const found = [];
  for (const thing of come) {
    const alike = gone.filter((one) => one.symbol === thing.symbol);
    if (!alike.length) continue;
    const far = (one) => Math.hypot(one.x - thing.x, one.y - thing.y);
    const nearest = alike.reduce((best, one) => (far(one) < far(best) ? one : best));
    gone.splice(gone.indexOf(nearest), 1);
    found.push({ element: thing.element, dx: nearest.x - thing.x, dy: nearest.y - thing.y });
  }
  return found;
}

/** What lies in the first row and not in the second, of things alike the uppermost. */
function more(these, those) {
  const left = new Map();
  for (const { symbol } of those) left.set(symbol, (left.get(symbol) ?? 0) + 1);
  return these.filter(({ symbol }) => {
    const stays = left.get(symbol) ?? 0;
    if (stays) left.set(symbol, stays - 1);
    return !stays;
  });
}
