// Dragging: a piece is lifted where it stands and dropped where it shall go. What that means is the face's affair; a tap
// stays a tap.

import { svg } from "./dom.js";

const FAR = 8; // pixels after which a finger or a mouse is dragging

/** `lift(label)`: may this be dragged? `drop(label)`: it was let go there; null where nothing is. */
export class Dragging {
  constructor(board, { lift, drop }) {
    this.board = board;
    this.lift = lift;
    this.drop = drop;
    this.from = null;
    this.ghost = svg("g", { class: "ghost", "aria-hidden": "true" });
    board.element.append(this.ghost);
    board.element.addEventListener("pointerdown", (event) => this.down(event));
    board.element.addEventListener("pointermove", (event) => this.move(event));
    board.element.addEventListener("touchmove", (event) => this.hold(event), { passive: false });
    board.element.addEventListener("pointerup", (event) => this.up(event));
    board.element.addEventListener("pointercancel", () => this.end());
    board.element.addEventListener("lostpointercapture", (event) => {
      if (event.target === board.element) this.end(); // a finger's own site loses it when the board takes it
    });
  }

  down(event) {
    const at = siteAt(event.target);
    if (!event.isPrimary) this.end(); // two fingers zoom
    if (this.from !== null || event.button !== 0 || !event.isPrimary || at === null) return;
    const holds = event.target.closest(".site").classList.contains("can") && this.board.holds(at);
    this.from = { label: at, x: event.clientX, y: event.clientY, pointer: event.pointerId, holds, isLifted: false };
  }

  /** A finger on a piece that may be dragged doesn't scroll the page; `touch-action` says nothing for parts of a picture. */
  hold(event) {
    if (this.from?.holds && event.touches.length === 1 && event.cancelable) event.preventDefault();
  }

  move(event) {
    const { from } = this;
    if (from === null || event.pointerId !== from.pointer) return;
    if (!from.isLifted) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
      const picture = this.board.picture(from.label);
      if (!picture || !this.lift(from.label)) {
        this.from = null;
        return;
      }
      from.isLifted = true;
      this.board.element.setPointerCapture(from.pointer);
      this.ghost.append(picture);
      this.board.element.classList.add("dragging");
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.element.getScreenCTM().inverse());
    this.ghost.setAttribute("transform", `translate(${x} ${y})`);
    event.preventDefault();
  }

  up(event) {
    if (this.from === null || event.pointerId !== this.from.pointer) return;
    const { isLifted, label } = this.from;
    const under = isLifted ? document.elementsFromPoint(event.clientX, event.clientY).map(siteAt).find((one) => one !== null) : null;
    this.from = null;
    this.clear();
    if (isLifted) this.drop(under === label ? null : under ?? null);
  }

  /** What was lifted lies where it lay. */
  end() {
    if (this.from === null) return;
    const { isLifted } = this.from;
    this.from = null;
    this.clear();
    if (isLifted) this.drop(null);
  }

  clear() {
    this.ghost.replaceChildren();
    this.board.element.classList.remove("dragging");
  }
}

function siteAt(element) {
  return element?.closest?.(".site")?.getAttribute("data-site") ?? null;
}
