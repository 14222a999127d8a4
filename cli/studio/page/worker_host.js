// A host of the page: Python in a worker of this browser (`cli/studio/browser/python.js`). No server is asked for anything but
// the program's files. What is saved is kept in this browser.

import { tr } from "./language.js";

const KEPT_TEXT = "gdl.text.";
const CHANGES = new Set(["studio/save", "studio/keep", "studio/accept", "studio/drop", "studio/rename"]); // questions that change a file
const START_TIME = 60_000; // milliseconds after which it is said that Python takes long

/** The browser's own storage; null where pages may have none. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Python, begun with the files at `base`; `version` names them. `texts`: storage for what is saved. */
export class WorkerHost {
  constructor(base, version, texts = storage()) {
    this.base = base;
    this.version = version;
    this.texts = texts;
    this.changing = new Map(); // such questions that aren't answered yet
    this.isFull = false; // whether the browser has kept the last change
    this.isOpen = false;
  }

  async open(told) {
    this.told = told;
    const late = setTimeout(() => told.lost({ why: tr("Python takes long to start here. Wait, or load the page again.") }), START_TIME);
    const failed = (why) => {
      clearTimeout(late);
      this.worker?.terminate();
      this.isOpen = false;
      told.lost({ forGood: true, why });
    };
    let script;
    try {
      const answer = await fetch(`${this.base}python.js`);
      if (!answer.ok) throw new Error(`python.js: ${answer.status}`);
      script = await answer.blob();
    } catch (error) {
      failed(tr("The studio's files can't be loaded ({why}). Is the page on a web server?", { why: error.message }));
      return;
    }
    // a worker made of a text has the page's policy: it can load nothing from elsewhere, either
    this.worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { name: "desk" });
    this.worker.onerror = (event) => failed(event.message || tr("Python can't start here."));
    this.worker.onmessage = ({ data }) => {
      if (data.said !== undefined) this.hear(JSON.parse(data.said));
      else if (data.wrote) this.keep(data.wrote);
      else if (data.ready) {
        clearTimeout(late);
        this.isOpen = true;
        told.ready();
        navigator.serviceWorker?.register(`${this.base}offline.js`).catch(() => null); // for the next time, without a network
      } else if (data.failed) failed(tr("Python can't start here ({why}).", { why: data.failed }));
    };
    this.worker.postMessage({ role: "desk", base: this.base, version: this.version });
    for (const [name, text] of this.all()) this.worker.postMessage({ keep: { name, text } });
    addEventListener("storage", (event) => this.elsewhere(event));
  }

  /** Another tab has kept a file, or has done away with one. */
  elsewhere({ key, newValue }) {
    if (!key?.startsWith(KEPT_TEXT)) return;
    this.worker.postMessage({ keep: { name: key.slice(KEPT_TEXT.length), text: newValue } });
    const names = this.all().map(([name]) => name).filter((name) => name.endsWith(".gdl")).sort();
    this.told.heard({ method: "studio/names", params: { names } });
  }

  send(message) {
    if (CHANGES.has(message.method)) this.changing.set(message.id, message.params);
    this.worker.postMessage({ text: JSON.stringify(message) });
  }

  hear(message) {
    const asked = message.method === undefined && this.changing.get(message.id);
    if (asked) {
      this.changing.delete(message.id);
      if (message.result?.mark) this.keep(asked);
      if (this.isFull) message = { ...message, result: { refused: tr("This browser keeps no more: save the text as a file instead (Share).") } };
      this.isFull = false;
    }
    this.told.heard(message);
  }

  /** Keep a file: what was saved, or what Python says that it has written; without a text it is gone. */
  keep({ name, text }) {
    try {
      if (typeof text === "string") this.texts.setItem(KEPT_TEXT + name, text);
      else this.texts.removeItem(KEPT_TEXT + name);
    } catch {
      this.isFull = true;
    }
  }

  /** The texts that were saved, with their names. */
  all() {
    try {
      return Object.keys(this.texts).filter((key) => key.startsWith(KEPT_TEXT)).map((key) => [key.slice(KEPT_TEXT.length), this.texts.getItem(key)]);
    } catch {
      return [];
    }
  }
}
