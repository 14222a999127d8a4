// Reads records as people have them: JSON, and the YAML that the terminal writes (interpreter/game/yaml_files.py) and that
// pages once kept in browsers. Of YAML this is what those write, and what looks like it, not the whole of it.

/** A text that is no record of ours. */
export class ReadingError extends Error {}

const DEEPEST = 40;
const LONGEST = 1_000_000;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"\\]|\\[^])*"/.source;
const TOKEN = new RegExp(`\\s*([[\\]{},:]|${QUOTED}|[^\\s[\\]{},:'"&*!|>%@\`#](?:[^[\\]{},:]|:(?!\\s))*)`, "y");
const ENTRY = new RegExp(`^(${QUOTED}|[^\\s'"&*!|>%@\`#[\\]{},][^:\\n]*):(?=\\s|$)([^]*)$`);
const ESCAPES = { 0: "\0", a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b", N: "\x85", _: "\xa0", L: "\u2028", P: "\u2029" };
/** The beginning of a text, to be shown. */
const near = (text) => text.trim().slice(0, 40).replace(/\p{C}/gu, "·");

/** The names and values in a text: objects, lists, texts, whole numbers (as BigInt), truths, null. */
export function parsed(text) {
  if (text.length > LONGEST) throw new ReadingError("it is larger than 1,000,000 characters");
  const lines = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n").replace(/^#.*\n/gm, "");
  return /^\s*\{/.test(lines) ? inBrackets(lines, 0) : entries(lines.trimEnd(), 0);
}

/** Lines of `name: value`; what belongs to a name stands further to the right, or begins with a dash. */
function entries(text, depth) {
  if (depth > DEEPEST) throw new ReadingError("it is nested too deep");
  const found = {};
  for (const entry of text.split(/\n(?!-? |\n)/)) {
    const [, name, value] = ENTRY.exec(entry) ?? [];
    if (name === undefined) throw new ReadingError(`“${near(entry)}” isn't a name with a value`);
    put(found, String(isQuoted(name) ? unquoted(name) : name), below(value, depth + 1));
  }
  return found;
}

/** What stands behind a name or a dash, and in the lines that belong to it. */
function below(text, depth) {
  const [, margin] = /^\s*\n( *)(?=[^ ])/.exec(text) ?? [];
  if (margin === undefined || text.trim() === "") return valueOf(text.trim(), depth);
  const lines = text.trimEnd().replace(/^\s*\n/, "").replaceAll(`\n${margin}`, "\n").slice(margin.length);
  return lines.startsWith("- ") ? list(lines, depth) : entries(lines, depth);
}

function list(text, depth) {
  if (depth > DEEPEST) throw new ReadingError("it is nested too deep");
  const items = text.slice(2).split("\n- ");
  return items.map((item) => (item.startsWith("- ") ? list(item.replaceAll("\n  ", "\n"), depth + 1) : valueOf(item.trim(), depth + 1)));
}

function valueOf(text, depth) {
  return /^[[{'"]/.test(text) ? inBrackets(text, depth) : bare(text);
}

/** A value in brackets or quotation marks; in JSON that is all there is. */
function inBrackets(text, depth) {
  let at = 0;
  const token = () => {
    TOKEN.lastIndex = at;
    const [, found] = TOKEN.exec(text) ?? [];
    if (found === undefined) throw new ReadingError(text.slice(at).trim() ? `“${near(text.slice(at))}” can't be read` : "its end is missing");
    at = TOKEN.lastIndex;
    return found;
  };
  const expect = (wanted, found) => {
    if (found !== wanted) throw new ReadingError(`\`${wanted}\` is missing before “${near(found)}”`);
  };
  /** Call for each thing until the bracket that closes, commas between. */
  const each = (close, one) => {
    for (let next = token(); next !== close; ) {
      one(next);
      next = token();
      if (next === close) return;
      expect(",", next);
      next = token();
    }
  };
  const value = (first, deep) => {
    if (deep > DEEPEST) throw new ReadingError("it is nested too deep");
    if (first === "[") {
      const items = [];
      each("]", (next) => items.push(value(next, deep + 1)));
      return items;
    }
    if (first !== "{") return scalar(first);
    const found = {};
    each("}", (name) => {
      expect(":", token());
      put(found, isQuoted(name) ? unquoted(name) : name.trim(), value(token(), deep + 1));
    });
    return found;
  };
  const found = value(token(), depth);
  if (!/^\s*(?:#.*)?$/.test(text.slice(at))) throw new ReadingError(`“${near(text.slice(at))}” stands behind its end`);
  return found;
}

function put(found, name, value) {
  if (Object.hasOwn(found, name)) throw new ReadingError(`\`${name}\` is said twice`);
  Object.defineProperty(found, name, { value, enumerable: true });
}

const isQuoted = (text) => /^['"]/.test(text);
const isSign = (text) => /^[[\]{},:]$/.test(text);

function scalar(text) {
  if (isSign(text)) throw new ReadingError(`\`${text}\` stands where a value should be`);
  return isQuoted(text) ? unquoted(text) : bare(text.trim());
}

/** Lines of one text are one line; an empty line between them is a line's end. */
const FOLD = / *\n( *\n)* */;
const fold = (breaks) => "\n".repeat(breaks.split("\n").length - 2) || " ";
const unfolded = (text) => text.replace(new RegExp(FOLD, "g"), fold);
const ESCAPE = new RegExp(`\\\\(x..|u.{4}|U.{8}|\\n *|.)|${FOLD.source}`, "gu");

function unquoted(text) {
  const inner = text.slice(1, -1);
  if (text[0] === "'") return unfolded(inner).replaceAll("''", "'");
  return inner.replace(ESCAPE, (found, code) => {
    if (code === undefined) return fold(found);
    if (code[0] === "\n") return "";
    if (!/^[xuU]./.test(code)) return ESCAPES[code] ?? code;
    const number = parseInt(code.slice(1), 16) || 0;
    return code[0] === "u" ? String.fromCharCode(number) : String.fromCodePoint(Math.min(number, 0x10ffff));
  });
}

function bare(said) {
  const text = said.replace(/(?:^|\s+)#.*/g, "");
  if (/^[&*!|>%@`]/.test(text)) throw new ReadingError(`“${near(text)}” can't be read`);
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?(?:0|[1-9][0-9]{0,4000})$/.test(text)) return BigInt(text.replace("+", ""));
  return unfolded(text);
}
