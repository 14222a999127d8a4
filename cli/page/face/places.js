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

/** Things on a site, bottom first: [{piece, x, y, size}] and the numbers of those that are many: [{text, x, y, size}]. */
export function piled(place, pieces) {
  const { pile } = place, runs = runsOf(pieces);
  if (!pile.spots?.length) {
    const close = pieces.length > 1 ? Math.min(1, pile.room / (pieces.length - 1)) : 1;
    const first = pile.centred ? -(pieces.length - 1) / 2 : 0;
    const size = pieces.length === 1 ? pile.single : pile.size;
    const things = pieces.map((piece, k) => ({
      piece, size,
      x: place.x + pile.start[0] + (first + k) * close * pile.step[0],
      y: place.y + pile.start[1] + (first + k) * close * pile.step[1],
    }));
    let last = -1;
    const numbers = runs.flatMap(({ count }) => {
      last += count;
      return count > pile.most ? [{ text: String(count), x: things[last].x, y: things[last].y, size: pile.size * 0.4 }] : [];
    });
    return { things, numbers };
  }
  if (runs.length > 1 && pieces.length > pile.most) return listed(place, runs);
  const things = pile.spots.slice(0, pieces.length).map(([x, y], k) => ({ piece: pieces[k], x: place.x + x, y: place.y + y, size: pile.size }));
  const numbers = pieces.length > pile.most ? [{ text: String(pieces.length), x: place.x, y: place.y, size: 16 }] : [];
  return { things, numbers };
}

/** Several sorts, one of each with its number, below each other. */
function listed({ x, y, pile }, runs) {
  const at = runs.map((_, k) => y + (k - (runs.length - 1) / 2) * pile.size * 0.9);
  return {
    things: runs.map(({ piece }, k) => ({ piece, x: x - pile.size * 0.6, y: at[k], size: pile.size })),
    numbers: runs.map(({ count }, k) => ({ text: String(count), x: x + pile.size * 0.6, y: at[k], size: 15 })),
  };
}

function runsOf(pieces) {
  const runs = [];
  for (const piece of pieces) {
    if (runs.at(-1)?.piece === piece) runs.at(-1).count++;
    else runs.push({ piece, count: 1 });
  }
  return runs;
}
