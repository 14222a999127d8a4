// The coloured picture of the text that lies under it: a row for each line, drawn anew only where it changed.

import { el } from "./dom.js";

/** Places in a text: lines and characters as the language protocol counts them. */
export class Places {
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /** The line and character of an offset. */
  of(offset) {
    let low = 0, high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - this.starts[low] };
  }

  /** The offset of a line and character; what lies behind the line's end is its end. */
  offset({ line, character }) {
    if (line >= this.starts.length) return this.text.length;
    const end = line + 1 < this.starts.length ? this.starts[line + 1] - 1 : this.text.length;
    return Math.min(this.starts[line] + character, end);
  }
}

/** The text after edits of the protocol. */
export function edited(text, edits) {
  const places = new Places(text);
  const ordered = edits.map(({ range, newText }) => [places.offset(range.start), places.offset(range.end), newText]);
  ordered.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  for (const [start, end, newText] of ordered) text = text.slice(0, start) + newText + text.slice(end);
  return text;
}

/** Where two texts differ: `{start, end, text}` makes the second of the first. */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, tail = 0;
  while (start < most && before[start] === after[start]) start++;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Rows of a text, with their colours and marks. */
export class Layer {
  constructor() {
    this.element = el("div", { class: "layer", "aria-hidden": "true" });
    this.numbers = el("div", { class: "numbers", "aria-hidden": "true" });
    this.beside = []; // the numbers; the element's `children` are counted anew after each change
    this.lines = [];
    this.colours = []; // for each line [[start, length, kind]]
    this.marks = []; // for each line [[start, end, severity]]
    this.idle = []; // for each line whether it never came into effect
    this.signs = new Map(); // line → "passed" or "failed"
    this.rows = [];
  }

  /** Another text: colours go with their lines until there are new ones. */
  setText(text) {
    const before = this.lines, after = text.split("\n");
    const most = Math.min(before.length, after.length);
    let head = 0, tail = 0;
    while (head < most && before[head] === after[head]) head++;
    while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
    const end = before.length - tail, now = after.length - tail;
    const kept = (rows) => {
      const fresh = Array.from({ length: now - head }, (_, i) => (head + i < end ? moved(rows[head + i] ?? [], before[head + i], after[head + i]) : []));
      return [...rows.slice(0, head), ...fresh, ...rows.slice(end)];
    };
    this.colours = kept(this.colours);
    this.marks = kept(this.marks);
    this.idle = [...this.idle.slice(0, head), ...Array.from({ length: now - head }, () => false), ...this.idle.slice(end)];
    this.lines = after;
    const gone = this.rows.splice(head, end - head);
    const fresh = Array.from({ length: now - head }, () => el("div", { class: "code-row" }));
    for (const row of gone) row.remove();
    const next = this.rows[head] ?? null;
    this.rows.splice(head, 0, ...fresh);
    for (const row of fresh) this.element.insertBefore(row, next);
    this.draw(head, head + fresh.length);
    this.count();
  }

  /** Colours by name: those of semantic tokens, as the protocol packs them. */
  setColours(data, names) {
    this.colours = this.lines.map(() => []);
    let line = 0, start = 0;
    for (let i = 0; i + 4 < data.length; i += 5) {
      line += data[i];
      start = data[i] ? data[i + 1] : start + data[i + 1];
      this.colours[line]?.push([start, data[i + 2], names[data[i + 3]]]);
    }
    this.draw();
  }

  /** What was found: `[{range, severity}]`. */
  setMarks(findings) {
    this.marks = this.lines.map(() => []);
    for (const { range: { start, end }, severity } of findings) {
      for (let line = start.line; line <= Math.min(end.line, this.lines.length - 1); line++) {
        const from = line === start.line ? start.character : 0, to = line === end.line ? end.character : this.lines[line].length;
        if (to > from || line === start.line) this.marks[line].push([from, Math.max(to, from + 1), severity]);
      }
    }
    this.draw();
    this.count();
  }

  /** Lines that never came into effect are dimmed. */
  setIdle(lines) {
    this.idle = this.lines.map((_, i) => lines.has(i));
    this.draw();
    this.count();
  }

  /** Signs in the margin: line → `passed` or `failed`. */
  setSigns(signs) {
    this.signs = signs;
    this.count();
  }

  draw(from = 0, to = this.rows.length) {
    for (let i = from; i < to; i++) {
      const key = JSON.stringify([this.lines[i], this.colours[i], this.marks[i], this.idle[i]]);
      if (this.rows[i].key === key) continue;
      this.rows[i].key = key;
      this.rows[i].classList.toggle("idle", this.idle[i] === true);
      this.rows[i].replaceChildren(...pieces(this.lines[i], this.colours[i] ?? [], this.marks[i] ?? []));
    }
  }

  /** The numbers beside the lines, with the worst that was found in each. */
  count() {
    const said = this.lines.map((_, i) => Math.min(9, ...(this.marks[i] ?? []).map(([, , severity]) => severity)));
    for (const number of this.beside.splice(said.length)) number.remove();
    const more = Array.from({ length: said.length - this.beside.length }, (_, i) => el("div", { class: "number" }, String(this.beside.length + i + 1)));
    this.numbers.append(...more);
    this.beside.push(...more);
    said.forEach((worst, i) => {
      const found = worst === 1 ? " error" : worst < 3 ? " warning" : worst < 9 ? " note" : "";
      const name = `number${found}${this.idle[i] ? " idle" : ""}${this.signs.has(i) ? ` ${this.signs.get(i)}` : ""}`;
      const number = this.beside[i];
      if (number.className !== name) number.className = name;
    });
  }

  /** Where a character is drawn, in pixels of the window. */
  box({ line, character }) {
    const row = this.rows[Math.min(line, this.rows.length - 1)];
    let left = character;
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (left <= node.length) {
        const range = document.createRange();
        range.setStart(node, left);
        range.setEnd(node, left);
        return range.getBoundingClientRect();
      }
      left -= node.length;
    }
    return row.getBoundingClientRect();
  }

  /** The line and character at a point of the window; null beside the text. */
  at(x, y) {
    const first = this.rows[0]?.getBoundingClientRect();
    if (!first || !first.height) return null;
    const line = Math.floor((y - first.top) / first.height);
    if (line < 0 || line >= this.lines.length) return null;
    let low = 0, high = this.lines[line].length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.box({ line, character: middle }).left <= x) low = middle;
      else high = middle - 1;
    }
    return low < this.lines[line].length ? { line, character: low } : null;
  }
}

/** Parts of a line that stay where they are, or move with what follows the change. */
function moved(parts, before, after) {
  const { start, end, text } = difference(before, after);
  const by = text.length - (end - start);
  return parts.flatMap(([from, length, kind]) => {
    if (typeof kind === "number") return []; // marks are found anew at once
    if (from + length <= start) return [[from, length, kind]];
    return from >= end ? [[from + by, length, kind]] : [];
  });
}

/** A line as spans. */
function pieces(text, colours, marks) {
  const cuts = new Set([0, text.length]);
  for (const [start, length] of colours) cuts.add(start).add(start + length);
  for (const [start, end] of marks) cuts.add(start).add(end);
  const at = [...cuts].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  const found = [];
  for (let i = 0; i + 1 < at.length; i++) {
    const [start, end] = [at[i], at[i + 1]];
    const colour = colours.find(([from, length]) => from <= start && end <= from + length);
    const mark = Math.min(9, ...marks.filter(([from, to]) => from <= start && end <= to).map(([, , severity]) => severity));
    const names = [colour && `is-${colour[2]}`, mark === 1 && "wrong-here", mark > 1 && mark < 9 && "doubt-here"].filter(Boolean);
    const part = text.slice(start, end);
    found.push(names.length ? el("span", { class: names.join(" ") }, part) : document.createTextNode(part));
  }
  if (marks.some(([from]) => from >= text.length)) found.push(el("span", { class: "wrong-here" }, " "));
  return found.length ? found : [document.createTextNode("\u200b")];
}
