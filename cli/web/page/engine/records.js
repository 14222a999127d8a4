// Records: the same YAML as the terminal's, see interpreter/game/records.py. What a page writes, `gdl replay` reads;
// what `gdl play --record` writes, a page reads. All else is refused with a word on why.

import { YamlError, mapping, parsed, row, scalar } from "./yaml.js";

/** A record that can't be used; `message` says why, to people. */
export class RecordError extends Error {}

const KEYS = ["gdl record", "game", "title", "rules", "options", "players", "seed", "number", "seats", "start", "turns", "resigned", "result"];
const isText = (value) => typeof value === "string";
const asText = (value) => (typeof value === "bigint" ? String(value) : value);

/** A game as YAML. `setting.head`: the record's first lines, as the program writes them. */
export function written(setting, { seed, number, seats, turns, resigned, outcomes }) {
  const { players } = setting.table;
  const all = turns.length ? turns.map((turn) => `\n- ${row(turn)}`).join("") : " []";
  return (
    `${setting.head}seed: ${seed}\nnumber: ${number}\n` +
    mapping("seats", players.map((player) => [player, seats[player]])) +
    `turns:${all}\n` +
    (resigned === null ? "" : `resigned: ${scalar(resigned, false)}\n`) +
    (outcomes ? mapping("result", players.map((player, p) => [player, outcomes[p]])) : "")
  );
}

/** What a record says: `{rules, options, players, seed, number, seats, turns, resigned, result}`, checked. */
export function readRecord(text) {
  let data;
  try {
    data = parsed(text);
  } catch (error) {
    if (error instanceof YamlError) throw new RecordError(`This can't be read as a record: ${error.message}.`);
    throw error;
  }
  const wrong = (said) => new RecordError(`This can't be used as a record: ${said}.`);
  if (data["gdl record"] !== 1n) throw wrong("it has no line `gdl record: 1`");
  const strange = Object.keys(data).find((key) => !KEYS.includes(key));
  if (strange !== undefined) throw wrong(`it says \`${strange.slice(0, 40)}\`, which no record says`);
  if (data.start) throw wrong("the game didn't begin at its start; `gdl play --resume` can go on with it");
  const whole = (name) => {
    const value = data[name] ?? 0n;
    if (typeof value !== "bigint" || value < 0n) throw wrong(`\`${name}\` should be a whole number`);
    return value;
  };
  const texts = (value, name) => {
    const found = Array.isArray(value) ? value.map(asText) : [null];
    if (!found.every(isText)) throw wrong(`\`${name}\` should be lists of texts`);
    return found;
  };
  const plain = (value, name) => {
    const found = value ?? {};
    if (typeof found !== "object" || Array.isArray(found)) throw wrong(`\`${name}\` should be names with values`);
    return found;
  };
  const named = (name) => {
    const found = Object.entries(plain(data[name], name)).map(([key, value]) => [key, asText(value)]);
    if (!found.every(([, value]) => isText(value))) throw wrong(`\`${name}\` should be names with texts`);
    return Object.fromEntries(found);
  };
  if (!isText(asText(data.rules))) throw wrong("it doesn't say by which `rules`");
  if (data.turns !== undefined && !Array.isArray(data.turns)) throw wrong("`turns` should be a list");
  return {
    title: asText(data.title ?? data.game) ?? "",
    rules: asText(data.rules),
    options: plain(data.options, "options"),
    players: texts(data.players, "players"),
    seed: whole("seed"),
    number: whole("number"),
    seats: named("seats"),
    turns: (data.turns ?? []).map((turn) => texts(turn, "turns")),
    resigned: data.resigned === undefined || data.resigned === null ? null : asText(data.resigned),
    result: data.result ? named("result") : null,
  };
}
