// What the engine's analyst says: hints, what players may expect, a game looked at afterwards. It does one thing at a time.

import { Evaluation } from "./evaluation.js";
import { tr } from "./language.js";
import { ReviewPanel } from "./review.js";

export class Analysis {
  constructor(face) {
    this.face = face;
    this.hint = null;
    this.isReviewing = false;
    this.evaluation = new Evaluation(() => face.engine.evaluate().catch(() => null));
    this.review = new ReviewPanel({ goto: (ply) => face.story.to(ply), ask: () => this.analyse() });
  }

  /** The face shows this now. */
  follow(view, { can }) {
    this.review.follow(view, can.includes("review"));
    this.evaluate();
  }

  progress(progress) {
    if (this.isReviewing) this.review.progress(progress);
  }

  async showHint() {
    const { face } = this, { ply } = face.view;
    face.telling.status.textContent = tr("Looking for a good move …");
    const hint = await face.ask("hint");
    if (face.view.ply !== ply) return;
    this.hint = hint;
    face.draw();
    if (hint) face.news(tr("Hint: {moves}.", { moves: hint.text }));
  }

  /** Show or hide what players may expect. */
  turnEvaluation() {
    this.face.news(this.evaluation.turn() ? tr("The evaluation is shown.") : tr("The evaluation is hidden."));
    this.evaluate();
  }

  evaluate() {
    const { view, engine: { info } } = this.face;
    if (info.can.includes("evaluate") && !this.isReviewing) this.evaluation.show(view, info);
  }

  /** Look at the game that is over: how it went, and what gave most away. */
  async analyse() {
    const { face, review } = this, { plies } = face.view;
    this.isReviewing = true;
    review.progress({ done: 0, of: plies + 1 });
    const found = await face.ask("review");
    this.isReviewing = false;
    if (found && face.view.isOver && face.view.plies === plies) {
      review.show(found, plies, face.engine.info.colours);
      face.news(tr("The analysis is done. Moves that lost much: {n}.", { n: found.slips.length }));
    } else review.clear();
    this.evaluate();
  }
}
