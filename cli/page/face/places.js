// Where things are on the board: the nearest site in a direction, and how several things lie on one site.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SLANT = 2.2; // how much a step aside counts against one ahead

/** The site next to `from` in the direction of an arrow key; null if there is none. Sites: [{x, y}]. */
export function nearest(sites, from, key) {
  const [dx, dy] = WAYS[key] ?? [0, 0];
  let best = null, least = Infinity;
  for (const site of sites) {
    const x = site.x - from.x, y = site.y - from.y;
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (site === from || ahead <= 1 || aside > ahead * 2.5) continue; // not within a cone ahead
    const far = ahead + SLANT * aside;
    if (far < least) [best, least] = [site, far];
  }
  return best;
}

export const isArrow = (key) => key in WAYS;

/** Things on a site, bottom first: [{x, y, size}] and the numbers of those that are many: [{text, x, y, size}]. */
export function piled(place, pieces) {
  const { pile } = place;
  const count = pieces.length, size = count === 1 ? pile.single : pile.size;
  let at = [];
  if (pile.spots?.length) at = pile.spots.slice(0, count).map(([x, y]) => [place.x + x, place.y + y]);
  else {
    const close = count > 1 ? Math.min(1, pile.room / (count - 1)) : 1;
    const first = pile.centred ? -(count - 1) / 2 : 0;
    at = pieces.map((_, k) => [
      place.x + pile.start[0] + (first + k) * close * pile.step[0],
      place.y + pile.start[1] + (first + k) * close * pile.step[1],
    ]);
  }
  return { things: at.map(([x, y]) => ({ x, y, size })), numbers: numbers(pile, place, pieces, at) };
}

function numbers(pile, place, pieces, at) {
  const runs = [];
  for (const piece of pieces) {
    if (runs.at(-1)?.piece === piece) runs.at(-1).count++;
    else runs.push({ piece, count: 1 });
  }
  if (pile.spots?.length) {
    if (pieces.length <= pile.most) return [];
    return [{ text: runs.map((run) => run.count).join("+"), x: place.x + pile.note[0], y: place.y + pile.note[1], size: 13 }];
  }
  let last = -1;
  return runs.flatMap((run) => {
    last += run.count;
    return run.count > pile.most ? [{ text: String(run.count), x: at[last][0], y: at[last][1], size: pile.size * 0.4 }] : [];
  });
}
