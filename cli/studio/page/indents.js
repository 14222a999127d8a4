// Spaces at the beginning of a new line. The editor writes them; people who type them, too, don't get them twice.

/** A line that opens a block: the next one stands further in. The editors' files have the same. */
export const OPENS = /^\s*(setup|turn|end|looks|after\s+(setup|turn|end)|replace\s+(setup|turn|end)|either|or|otherwise|repeat|else|(if|else if|for|while|most|by|together)\b[^#]*|(replace\s+)?define\b([^=#]*|[^#]*=\s*)|type\s+\w+(\([^)]*\))?)\s*(#.*)?$/;

export class Indents {
  constructor(step) {
    this.step = step;
    this.given = this.typed = 0;
  }

  /** The line ends here, with nothing behind the caret or with `rest`. How many of its characters go, and what the next
   * line begins with. A line with nothing but spaces ends a block. */
  ended(line, rest) {
    const isBlank = line !== "" && !line.trim() && !rest;
    this.typed = 0;
    const spaces = isBlank ? "" : line.match(/^ */)[0] + (OPENS.test(line) ? this.step : "");
    this.given = spaces.length;
    return { gone: isBlank ? line.length : 0, spaces };
  }

  /** How many characters Backspace takes behind `line`: of spaces at the beginning of a line, those of one step. */
  back(line) {
    return /^ +$/.test(line) ? line.length % this.step.length || this.step.length : 1;
  }

  /** `data` is typed behind `line`: how many spaces before the caret go, and whether it is one that is there already. */
  wrote(line, data) {
    if (!this.given || line !== " ".repeat(this.given)) {
      this.given = 0;
      return { gone: 0, isThere: false };
    }
    if (data === " ") {
      this.typed += 1;
      if (this.typed <= this.given) return { gone: 0, isThere: true };
    }
    const gone = this.typed ? Math.max(0, this.given - this.typed) : 0;
    this.given = 0;
    return { gone, isThere: false };
  }
}
