// What completion puts into the text may have places to fill in: Tab leads from one to the next. What stands there several
// times becomes the same everywhere.

/** A snippet of the language protocol, `grid(${1:w}, ${2:h})`: its text, and its places in the order in which they are filled
 * in, each as all ranges that it has in the text. `$0`, or else the text's end, comes last. */
export function parsed(snippet) {
  const places = new Map();
  let text = "";
  const read = (at, isPlace) => {
    while (at < snippet.length && !(isPlace && snippet[at] === "}")) {
      const found = /^\$(?:\{(\d+):?|(\d+))/.exec(snippet.slice(at));
      if (!found) {
        text += snippet[at++];
        continue;
      }
      const number = Number(found[1] ?? found[2]), start = text.length;
      at += found[0].length;
      if (found[1] !== undefined) at = read(at, true) + 1;
      places.set(number, [...(places.get(number) ?? []), [start, text.length]]);
    }
    return at;
  };
  read(0, false);
  if (!places.has(0)) places.set(0, [[text.length, text.length]]);
  const order = [...places.keys()].sort((a, b) => (a || Infinity) - (b || Infinity));
  return { text, places: order.map((number) => places.get(number)) };
}

/** Places after the text from `start` to `end` has become `size` characters long: what lay within it is gone. */
export function shifted(places, start, end, size) {
  const isGone = ([from, to]) => from >= start && to <= end && from < end;
  const shift = (at) => (at >= end ? at + size - (end - start) : at);
  return places.map((ranges) => ranges.filter((range) => !isGone(range)).map((range) => range.map(shift)));
}

/** The places that somebody fills in, one after the other. */
export class Filling {
  constructor(editor) {
    this.editor = editor;
    this.places = []; // the one at the caret, and those to come
  }

  /** A snippet was put in at `start`. */
  begin(start, places) {
    this.places = places.map((ranges) => ranges.map((range) => range.map((at) => start + at)));
    this.enter();
  }

  /** A key; says whether it was taken. */
  key({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (!this.places.length || !["Escape", "Tab"].includes(key) || ctrlKey || metaKey || altKey || shiftKey) return false;
    if (key === "Escape" || !this.isHere) {
      this.places = [];
      return false;
    }
    this.leave();
    this.enter();
    return true;
  }

  /** Select the first place that is left. The last one needs no more help. */
  enter() {
    const { area, text } = this.editor;
    [this.start, this.end] = this.places[0][0];
    Object.assign(this, { length: text.length, before: text.slice(this.start, this.end) });
    area.setSelectionRange(this.start, this.end);
    if (this.places.length === 1) this.places = [];
  }

  /** Where the place ends, after what was written in it. */
  get now() {
    return this.end + this.editor.text.length - this.length;
  }

  /** Whether the caret is still at the place. */
  get isHere() {
    const { selectionStart, selectionEnd } = this.editor.area;
    return this.start <= selectionStart && selectionEnd <= this.now;
  }

  /** What was written in the place stands where it is repeated, too. */
  leave() {
    const written = this.editor.text.slice(this.start, this.now);
    if (written !== this.before) {
      this.written(this.start, this.end, written);
      while (this.places[0].length) {
        const [from, to] = this.places[0][0];
        this.editor.replace(from, to, written);
        this.written(from, to, written);
      }
    }
    this.places = this.places.slice(1).filter((ranges) => ranges.length);
  }

  /** The first range of the place has been written. */
  written(from, to, text) {
    const [[, ...repeated], ...rest] = this.places;
    this.places = shifted([repeated, ...rest], from, to, text.length);
  }
}
