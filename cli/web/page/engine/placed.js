// Positions of a page's game: as it stands, as it begins, as somebody has written or put them; and what follows from each.

import { Notation } from "./notation.js";
import { positionOf, PositionError, readPosition, yamlOf } from "./positions.js";
import { withNumbers } from "./records.js";
import { parsed, ReadingError } from "./reading.js";
import { RulesError } from "./rules.js";
import { handsOf, linesOf, resultOf, sitesOf } from "./seen.js";

const NO_MOVE = "the player to move can't move there, and `end` neither ends the game nor skips the turn";

export class Placed {
  /** `rules`: of one setting. */
  constructor(rules) {
    this.rules = rules;
    this.of = rules.table.editing;
    this.notation = this.of.notation && new Notation(this.of);
  }

  /** The situation that the rules make of a position; fails with why there is none. */
  situation(data) {
    return this.going(readPosition(data, this.of));
  }

  going(position) {
    try {
      return this.rules.place(position);
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      throw new PositionError([error.isStuck ? NO_MOVE : error.message]);
    }
  }

  /** A situation as a position: at the beginning of a turn or at the end, such that reading it gives that situation again. */
  data(situation) {
    const shown = this.rules.show(situation);
    const data = positionOf(this.of, shown);
    if (shown.kind) return data;
    try {
      if (this.same(this.situation(data), situation)) return data;
    } catch (error) {
      if (!(error instanceof PositionError)) throw error;
    }
    return { ...data, over: false };
  }

  /** Whether two situations show the same, and ask the same. */
  same(one, other) {
    const said = (situation) => {
      const { kind, me, pieces, values } = this.rules.show(situation);
      return JSON.stringify([kind, me, pieces, values, situation.count]);
    };
    return said(one) === said(other);
  }

  /** A position that was written: as YAML, as JSON, or as a line in the game's notation. */
  read(text) {
    const said = text.trim();
    const isLine = this.notation && !/[\n]/.test(said) && !/^[{]|^[\w' ]+:(\s|$)/.test(said);
    try {
      return this.plainly(isLine ? this.line(said) : withNumbers(parsed(`${said}\n`)));
    } catch (error) {
      if (error instanceof ReadingError) throw new PositionError([error.message]);
      throw error;
    }
  }

  /** The same position in the form in which this program writes it, without a past. */
  plainly(data) {
    const position = readPosition(data, this.of);
    const plain = positionOf(this.of, position);
    if (position.kind || position.asked === 0) return plain;
    try {
      if (this.same(this.situation(plain), this.going(position))) return plain;
    } catch (error) {
      if (!(error instanceof PositionError)) throw error;
    }
    return { ...plain, over: false };
  }

  /** What a line says; where the rules, asked about the end, would change something, they have been asked before. */
  line(said) {
    const data = this.notation.read(said);
    const agrees = (tried) => {
      const situation = this.situation(tried);
      return this.notation.agree(this.notation.write(this.rules.show(situation)), said) && situation;
    };
    if (agrees(data)) return data;
    try {
      return agrees({ ...data, over: false }).count ? { ...data, over: false } : data;
    } catch (error) {
      if (error instanceof PositionError) return data;
      throw error;
    }
  }

  /** A position that is being put together: what to show of it, what is wrong with it, how it is written. */
  tried(data) {
    const { of, rules: { table } } = this;
    const trouble = [];
    const position = readPosition(data, of, trouble);
    const shown = { ...position, scores: null, turns: 0, stop: 1 };
    const open = { ...shown, kind: 0 };
    let over = null;
    try {
      const situation = trouble.length ? null : this.going(position);
      if (situation?.isOver) over = resultOf(table, this.rules.show(situation));
    } catch (error) {
      if (!(error instanceof PositionError)) throw error;
      trouble.push(...error.reasons);
    }
    const written = { ...positionOf(of, shown), ...(position.asked === 1 && !position.kind && { over: false }) };
    return {
      sites: sitesOf(table, open), lines: linesOf(table, open), hands: handsOf(table, open, position.me).map(({ variable, ...hand }) => hand),
      trouble, over, text: yamlOf(written), line: this.notation ? this.notation.write(shown) : "",
    };
  }
}
