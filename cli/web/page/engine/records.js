// Records: the same data as the terminal's, see interpreter/game/records.py, written as JSON. What a page writes, `gdl replay`
// reads; what `gdl play --record` writes, a page reads. All else is refused with a word on why.

import { ReadingError, parsed } from "./reading.js";

/** A record that can't be used; `message` says why, to people. */
export class RecordError extends Error {}

const KEYS = ["gdl record", "game", "title", "rules", "options", "players", "seed", "number", "seats", "clock", "start", "turns", "times", "resigned", "fallen", "drawn", "result", "tags", "comments", "variations"];
const isText = (value) => typeof value === "string";
/** Whole numbers as JSON has them; `parsed` gives BigInts. */
export const withNumbers = (data) => JSON.parse(JSON.stringify(data, (_, value) => (typeof value === "bigint" ? Number(value) : value)));
const asText = (value) => (typeof value === "bigint" ? String(value) : value);

/** A game as JSON, a line a turn. `setting.head`: what all records of these rules begin with. */
export function recordText(setting, { seed, number, seats, start, turns, resigned, outcomes }) {
  const { players } = setting.table;
  const ofPlayers = (value) => JSON.stringify(Object.fromEntries(players.map((player, p) => [player, value(player, p)])));
  const lines = {
    ...Object.fromEntries(Object.entries(setting.head).map(([name, value]) => [name, JSON.stringify(value)])),
    seed,
    number, // neither has a limit: JavaScript's JSON can't write them
    seats: ofPlayers((player) => seats[player]),
    ...(start && { start: JSON.stringify(start) }),
    turns: turns.length ? `[\n${turns.map((turn) => JSON.stringify(turn)).join(",\n")}\n]` : "[]",
    ...(resigned !== null && { resigned: JSON.stringify(resigned) }),
    ...(outcomes && { result: ofPlayers((_, p) => outcomes[p]) }),
  };
  return `{\n${Object.entries(lines).map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(",\n")}\n}\n`;
}

/** What a record says: `{rules, options, players, seed, number, seats, start, turns, resigned, result}`, checked. */
export function readRecord(text) {
  let data;
  try {
    data = parsed(text);
  } catch (error) {
    if (error instanceof ReadingError) throw new RecordError(`This can't be read as a record: ${error.message}.`);
    throw error;
  }
  const wrong = (said) => new RecordError(`This can't be used as a record: ${said}.`);
  const version = data["gdl record"];
  if (version === undefined) throw wrong("it doesn't say `gdl record: 1`");
  if (typeof version === "bigint" && version > 1n) throw wrong(`its \`gdl record\` is ${String(version).slice(0, 40)}, and this page reads 1: a newer gdl has written it, and can make a page that reads it`);
  if (version !== 1n) throw wrong(`\`gdl record\` should be 1, not \`${String(version).slice(0, 40)}\``);
  const strange = Object.keys(data).find((key) => !KEYS.includes(key));
  if (strange !== undefined) throw wrong(`it says \`${strange.slice(0, 40)}\`, which no record says`);
  if (data.start?.seen || data.start?.decision) throw wrong("it begins with a past, or in the middle of a turn; `gdl play --resume` can go on with it");
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
    start: data.start ? withNumbers(plain(data.start, "start")) : null,
    turns: (data.turns ?? []).map((turn) => texts(turn, "turns")),
    resigned: data.resigned === undefined || data.resigned === null ? null : asText(data.resigned),
    result: data.result ? named("result") : null,
  };
}
