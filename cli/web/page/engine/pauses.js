// Searches are made in slices, so that they can be watched and stopped: between two, what people ask for comes in.

export const SLICE = 40; // milliseconds between two looks at what people want

/** Let others have their turn. Timers within timers wait for 4 ms in browsers; tasks don't, where there are such. */
function others() {
  const { scheduler } = globalThis;
  return scheduler?.postTask ? scheduler.postTask(() => {}) : new Promise((go) => setTimeout(go, 0));
}

/** When to pause: whoever searches asks after each slice. */
export class Pauses {
  /** `watch`: told what part of the time or the work is done; says whether to stop. */
  constructor(watch) {
    this.watch = watch;
    this.last = performance.now();
  }

  /** Pause if it is time. Says whether to stop. */
  async stops(part) {
    if (performance.now() - this.last < SLICE / 2) return false;
    await others();
    this.last = performance.now();
    return this.watch(Math.min(part, 1));
  }
}
