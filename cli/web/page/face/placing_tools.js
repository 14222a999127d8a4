// What one can put on a board by hand: its pieces, and what variables keep of its sites, edges and corners. A tool says what
// becomes of a draft (draft.js) when a site is pointed at.

import { nothing } from "./draft.js";
import { tr } from "./language.js";

const MOST_ROWS = 64; // ways to fill the further dimensions of a variable that are offered on the board

/** All rows of labels, one of each dimension. */
const rows = (dimensions) => dimensions.reduce((found, { labels }) => found.flatMap((row) => labels.map((label) => [...row, label])), [[]]);

/** Whether the board shows what this variable keeps of each site: then it is changed there. */
export function isOnBoard(variable, scene) {
  const [first, ...rest] = variable.dimensions;
  return Boolean(first && scene.sites[first.name]) && rows(rest).length <= MOST_ROWS && variable.sort !== "set";
}

/** The tools for a game: `{name, look, group, sites: labels or null, act(draft, label)}`; `look`: a symbol of the scene. */
export function toolsOf(of, scene, names) {
  const found = of.pieces.filter(() => of.sites.length).map(({ label }) => ({
    name: names[label] ?? label, look: scene.looks[label], group: "", sites: new Set(of.sites), act: (draft, site) => draft.put(site, label),
  }));
  of.variables.forEach((variable, i) => {
    if (variable.name !== null) found.push(...toolsFor(variable, i, scene, names));
  });
  return [{ name: tr("Take away"), sign: "⌫", group: "", sites: null, act: (draft, label) => erase(draft, label) }, ...found];
}

function toolsFor(variable, i, scene, names) {
  const { dimensions, sort, words, name } = variable;
  const onSites = (of, make) => Object.keys(of).length > 0 && make(new Set(Object.keys(of)));
  if (sort === "set" || (sort === "element" && !isOnBoard(variable, scene))) { // sites are what is held
    const shape = scene.sites[variable.shape];
    const kept = rows(dimensions);
    if (!shape || kept.length > MOST_ROWS) return [];
    return onSites(shape, (sites) => kept.map((row, cell) => ({
      name: [words, ...row].join(" "), group: words, sites,
      act: (draft, label) => (sort === "set" ? draft.toggle(i, cell, label) : draft.set(i, cell, draft.cells[i][cell] === label && variable.maybe ? null : label)),
    }))) || [];
  }
  if (!isOnBoard(variable, scene)) return [];
  const [{ name: shape, labels }, ...rest] = dimensions;
  const kept = rows(rest);
  const cellOf = (label, k) => labels.indexOf(label) * kept.length + k;
  const sites = new Set(labels.filter((label) => scene.sites[shape][label]));
  return kept.flatMap((row, k) => {
    const counter = `${name.replace(/^.*\./, "")} ${row.join(" ")}`.trim(); // as views call it
    const said = names[counter] ?? [words, ...row].join(" ");
    const look = scene.looks[counter];
    const tool = (text, sign, act) => ({ name: text, sign: look ? sign : `${said} ${sign}`.trim(), look, group: words, sites, act: (draft, label) => act(draft, cellOf(label, k)) });
    if (sort === "truth") return [tool(said, "", (draft, cell) => draft.set(i, cell, !draft.cells[i][cell]))];
    if (sort === "number") return [1, -1].map((more) => tool(more > 0 ? tr("{what}: one more", { what: said }) : tr("{what}: one less", { what: said }), more > 0 ? "+1" : "−1", (draft, cell) => draft.add(i, cell, more)));
    return variable.labels.map((label) => ({
      name: `${said}: ${names[`${variable.of}.${label}`] ?? label}`, sign: label, look: scene.looks[`${variable.of}.${label}`], group: words, sites,
      act: (draft, site) => draft.set(i, cellOf(site, k), draft.cells[i][cellOf(site, k)] === label && variable.maybe ? null : label),
    }));
  });
}

/** The uppermost piece goes; where none stands, all that variables keep of the site. */
function erase(draft, label) {
  if (draft.take(label)) return;
  draft.of.variables.forEach((variable, i) => {
    const [first, ...rest] = variable.dimensions;
    if (variable.name === null) return;
    if (first?.labels.includes(label) && first.name !== "player") {
      const size = rows(rest).length, at = first.labels.indexOf(label) * size;
      for (let k = 0; k < size; k++) draft.set(i, at + k, nothing(variable));
    } else if (variable.sort === "set" && variable.labels?.includes(label)) {
      draft.cells[i].forEach((held, cell) => held.includes(label) && draft.toggle(i, cell, label));
    }
  });
}
