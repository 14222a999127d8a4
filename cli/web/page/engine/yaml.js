// YAML as the program's records have it: written to the letter as Python writes it, and read strictly. What else YAML
// can do – tags, anchors, several documents, folded texts – is refused.

const WIDTH = 58; // lines are broken behind this column, see interpreter/game/yaml_files.py
const RESOLVED = new RegExp(
  "^(?:" +
    [
      "yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF",
      "[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?",
      "[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)",
      "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+",
      "<<|~|null|Null|NULL||=",
      "[0-9]{4}-[0-9]{2}-[0-9]{2}",
      "[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \\t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\\.[0-9]*)?(?:[ \\t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?",
    ].join("|") +
    ")$",
);
const UNPRINTABLE = /[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;

/** A text as a scalar; `flow`: within brackets. */
export function scalar(text, flow = true) {
  if (UNPRINTABLE.test(text)) return doubled(text);
  const isPlain =
    !RESOLVED.test(text) &&
    !/^(?:[#,[\]{}&*!|>'"%@`]|-(?: |$)|---|\.\.\.)|^ | $|: |:$| #/.test(text) &&
    !/^[?:](?: |$)/.test(text) &&
    !(flow && /[,?[\]{}:]/.test(text));
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

function doubled(text) {
  const short = { 0: "0", 7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 27: "e", 34: '"', 92: "\\", 133: "N" };
  const hex = (code, digits) => code.toString(16).toUpperCase().padStart(digits, "0");
  const written = Array.from(text, (sign) => {
    const code = sign.codePointAt(0);
    if (code !== 34 && code !== 92 && code !== 0xfeff && !UNPRINTABLE.test(sign)) return sign;
    if (code in short) return `\\${short[code]}`;
    return code < 256 ? `\\x${hex(code, 2)}` : code < 65536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });
  return `"${written.join("")}"`;
}

/** A list of texts on one line. */
export function row(texts) {
  return `[${texts.map((text) => scalar(text)).join(", ")}]`;
}

const width = (line) => Array.from(line).length;

/** `name: {key: value, …}`, broken where it gets too wide. */
export function mapping(name, entries) {
  let [done, line] = ["", `${name}: {`];
  const write = (text, mayBreak) => {
    // not at a space beside a quotation mark that stands at the end
    const words = mayBreak ? text.split(/(?<=[^ ])(?<!^['"]) (?=[^ ](?!$)|[^ '"])/) : [text];
    words.forEach((word, i) => {
      if (i && width(line) > WIDTH) [done, line] = [`${done}${line}\n`, `    ${word}`];
      else line += i ? ` ${word}` : word;
    });
  };
  entries.forEach(([key, value], i) => {
    if (i) line += ",";
    if (width(line) > WIDTH) [done, line] = [`${done}${line}\n`, "  "];
    else if (i) line += " ";
    write(scalar(key), false);
    line += ": ";
    write(scalar(value), true);
  });
  return `${done}${line}}\n`;
}

// ---- reading

/** A text that is no record of ours. */
export class YamlError extends Error {}

const DEEPEST = 40;
const LONGEST = 1_000_000;

/** The mapping in a text: objects, lists, texts, whole numbers, truths, null. */
export function parsed(text) {
  if (text.length > LONGEST) throw new YamlError("is larger than 1,000,000 characters");
  return new Reader(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")).document();
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.flow = 0; // brackets around this place
    this.margin = 0; // how far to the right the name stands whose value is read
  }

  wrong(said) {
    return new YamlError(`line ${this.text.slice(0, this.at).split("\n").length}: ${said}`);
  }

  document() {
    const found = this.block(0, 0);
    if (this.at < this.text.length) throw this.wrong("can't be read; is it a record as the program writes them?");
    if (Array.isArray(found) || found === null || typeof found !== "object") throw this.wrong("should be lines of `name: value`");
    return found;
  }

  /** Skip empty lines and comments; gives the next line's indentation, -1 at the end. */
  indent() {
    for (;;) {
      const found = /( *)(#[^\n]*)?(\n|$)/y;
      found.lastIndex = this.at;
      const empty = found.exec(this.text);
      if (this.at >= this.text.length) return -1;
      if (!empty) return /^ */.exec(this.text.slice(this.at, this.at + 200))[0].length;
      this.at = found.lastIndex;
    }
  }

  block(least, depth) {
    if (depth > DEEPEST) throw this.wrong("is nested too deep");
    const indent = this.indent();
    if (indent < least) return null;
    return this.text.startsWith("- ", this.at + indent) ? this.list(indent, depth) : this.entries(indent, depth);
  }

  list(indent, depth) {
    const found = [];
    while (this.indent() === indent && this.text.startsWith("- ", this.at + indent)) {
      this.at += indent + 2;
      this.margin = indent;
      found.push(this.value(depth + 1));
      this.lineEnd();
    }
    return found;
  }

  entries(indent, depth) {
    const found = {};
    while (this.indent() === indent && !this.text.startsWith("- ", this.at + indent)) {
      this.at += indent;
      const key = this.key();
      if (Object.hasOwn(found, key)) throw this.wrong(`\`${key}\` is said twice`);
      this.at += 1;
      this.spaces();
      let value;
      if (this.at >= this.text.length || /[\n#]/.test(this.text[this.at])) {
        this.lineEnd();
        // a list may stand as far left as the name it belongs to
        const next = this.indent();
        const isList = next === indent && this.text.startsWith("- ", this.at + next);
        value = isList ? this.list(indent, depth + 1) : this.block(indent + 1, depth + 1);
      } else {
        this.margin = indent;
        value = this.value(depth + 1);
        this.lineEnd();
      }
      Object.defineProperty(found, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return found;
  }

  spaces(lines = false) {
    const found = lines ? /[ \n]*(?:(?<=[ \n])#[^\n]*[ \n]*)*/y : / */y;
    found.lastIndex = this.at;
    found.exec(this.text);
    this.at = found.lastIndex;
  }

  lineEnd() {
    const found = / *(?:(?<= )#[^\n]*)?(?:\n|$)/y;
    found.lastIndex = this.at;
    if (!found.exec(this.text)) throw this.wrong("can't be read; is it a record as the program writes them?");
    this.at = found.lastIndex;
  }

  /** A name before a colon, on which this ends. */
  key(inFlow = false) {
    const value = /['"]/.test(this.text[this.at]) ? this.quoted() : this.plain(inFlow, true);
    this.spaces();
    if (this.text[this.at] !== ":") throw this.wrong("a name and a colon should stand here");
    return value;
  }

  value(depth) {
    if (depth > DEEPEST) throw this.wrong("is nested too deep");
    const sign = this.text[this.at];
    if (sign === "[" || sign === "{") return sign === "[" ? this.flowList(depth) : this.flowMap(depth);
    if (sign === "'" || sign === '"') return this.quoted();
    return resolved(this.plain(this.flow > 0, false));
  }

  within(open, close, one) {
    this.flow += 1;
    this.at += 1;
    this.spaces(true);
    while (this.text[this.at] !== close) {
      one();
      this.spaces(true);
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== close) throw this.wrong(`\`${close}\` is missing`);
      this.spaces(true);
    }
    this.at += 1;
    this.flow -= 1;
  }

  flowList(depth) {
    const found = [];
    this.within("[", "]", () => found.push(this.value(depth + 1)));
    return found;
  }

  flowMap(depth) {
    const found = {};
    this.within("{", "}", () => {
      const key = this.key(true);
      if (Object.hasOwn(found, key)) throw this.wrong(`\`${key}\` is said twice`);
      this.at += 1;
      this.spaces(true);
      const value = this.value(depth + 1);
      Object.defineProperty(found, key, { value, enumerable: true, configurable: true, writable: true });
    });
    return found;
  }

  plain(inFlow, isKey) {
    const ends = inFlow ? /[^,[\]{}\n:#]|:(?![ \n,[\]{}]|$)|(?<! )#/y : /[^\n:#]|:(?![ \n]|$)|(?<! )#/y;
    const start = this.at;
    if (/[&*!|>%@`#,[\]{}]|[?-](?: |$)/y.test(this.text.slice(start, start + 2))) throw this.wrong("tags, anchors and the like aren't read");
    for (;;) {
      ends.lastIndex = this.at;
      if (!ends.test(this.text)) break;
      this.at = ends.lastIndex;
    }
    const found = this.text.slice(start, this.at).replace(/ +$/, "");
    // a long text may go on in the next lines, further to the right than its name
    const more = /\n( +)(?=[^ \n#])/y;
    more.lastIndex = this.at;
    const next = !isKey && found ? more.exec(this.text) : null;
    if (next === null || (!inFlow && next[1].length <= this.margin)) return found;
    this.at = more.lastIndex;
    return `${found} ${this.plain(inFlow, isKey)}`;
  }

  quoted() {
    const isSingle = this.text[this.at] === "'";
    const found = isSingle ? /'((?:[^']|'')*)'/y : /"((?:[^"\\]|\\[^])*)"/y;
    found.lastIndex = this.at;
    const [whole, inner] = found.exec(this.text) ?? [];
    if (whole === undefined) throw this.wrong("a quotation mark is missing");
    this.at += whole.length;
    const joined = inner.replace(/ *\n( *\n)* */g, (breaks) => "\n".repeat(breaks.split("\n").length - 2) || " ");
    return isSingle ? joined.replaceAll("''", "'") : joined.replace(/\\(x..|u.{4}|U.{8}|[^])/g, (_, code) => this.escaped(code));
  }

  escaped(code) {
    const short = { 0: "\0", a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b", N: "\x85", "\n": "" };
    if (code.length > 1) return String.fromCodePoint(Math.min(parseInt(code.slice(1), 16) || 0, 0x10ffff));
    return short[code] ?? code;
  }
}

function resolved(text) {
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?(?:0|[1-9][0-9]{0,4000})$/.test(text)) return BigInt(text.replace("+", ""));
  return text;
}
