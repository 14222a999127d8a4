// The settings of a page: which of them plays by some options, and what is said if none does.

import { Refused } from "./refused.js";

const written = (value) => (Array.isArray(value) ? value.join(", ") : String(value));
const allWritten = (options) => Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, written(value)]));

/** The setting with these options, of those that `game` has; else as in the one that it plays. `players`: how many. */
export function settingOf(game, options, players) {
  const known = game.setting ?? game.settings[0];
  const wanted = { ...(options ? known.defaults : known.options), ...allWritten(options) };
  const count = players ?? known.table.players.length;
  const found = game.settings.find((one) => plays(one, wanted, count));
  if (!found) throw new Refused(missing(game.settings, wanted, count));
  return found;
}

/** Why a record of other rules than this page has isn't gone on with. */
export function strange({ setting, settings }, said) {
  const { table: { title }, defaults } = setting;
  if (said.title !== title) return `The record is of ${said.title || "another game"}; this page plays ${title}.`;
  const wanted = { ...defaults, ...allWritten(said.options) }, count = said.players.length;
  if (!settings.some((one) => plays(one, wanted, count))) return missing(settings, wanted, count);
  return `The rules of ${title} have changed between this record and this page: each has another version of them.`;
}

/** Whether a setting is for so many players, with these options. */
function plays({ table, options }, wanted, count) {
  return table.players.length === count && Object.keys(wanted).every((name) => options[name] === wanted[name]);
}

function missing(settings, wanted, count) {
  const { sets } = settings[0];
  const words = (options) => Object.entries(options).map(([name, value]) => `${name}=${sets.includes(name) ? `{${value.replaceAll(", ", ",")}}` : value}`);
  const said = words(wanted);
  const here = settings.map((one) => words(one.options).join(" "));
  const players = settings.every((one) => one.table.players.length === count) ? [] : [`players=${count}`];
  return (
    `This page doesn't have these rules: ${[...players, ...said].join(" ")}. It has ${here.join("; ") || "one setting only"}. ` +
    `\`gdl page … --also "${[...players, ...said].join(" ")}"\` makes a page that has.`
  );
}
