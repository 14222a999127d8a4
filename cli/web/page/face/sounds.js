// Sounds: short ones, off until somebody asks for them. They are made, not fetched: a page loads nothing.

import { keep, kept } from "./dom.js";

const NOTES = { move: [[440, 0, 0.05]], mine: [[523, 0, 0.06], [659, 0.07, 0.08]], over: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.25]] };

export class Sounds {
  constructor() {
    this.on = kept("sound", "off") === "on";
    this.context = null;
  }

  /** On or off; says which. */
  turn() {
    this.on = !this.on;
    keep("sound", this.on ? "on" : "off");
    this.play("mine");
    return this.on;
  }

  /** `move`: somebody moved; `mine`: it is for this person to move; `over`: the game is over. */
  play(name) {
    if (!this.on || !globalThis.AudioContext) return;
    this.context ??= new AudioContext();
    for (const [pitch, begins, lasts] of NOTES[name]) {
      const tone = this.context.createOscillator(), volume = this.context.createGain(), at = this.context.currentTime + begins;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
      tone.connect(volume).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + lasts);
    }
  }
}
