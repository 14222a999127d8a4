// Panels in one place, of which one is seen: a row of tabs, as screen readers know it.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

/** `panels`: `[{id, name, element, offer}]`; `offer`: what a host must offer for it. The tab of each has a sign behind its name, which `sign` sets. */
export class Tabs {
  constructor(label, panels) {
    this.panels = panels;
    this.tabs = panels.map(({ id, name, offer }) => el("button", {
      type: "button", role: "tab", "data-offer": offer ?? null, id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => this.show(id), onkeydown: (event) => this.key(event),
    }, name, " ", el("span", { class: "tab-sign" })));
    for (const { id, element } of panels) {
      element.id = `panel-${id}`;
      element.setAttribute("role", "tabpanel");
      element.setAttribute("aria-labelledby", `tab-${id}`);
    }
    this.list = el("div", { class: "tabs", role: "tablist", "aria-label": label }, this.tabs);
    this.taller = el("button", { type: "button", class: "taller", "aria-pressed": "false", "aria-label": tr("Taller"), title: tr("Taller"), onclick: () => this.grow() }, "⇕");
    this.element = el("section", { class: "found-below" }, el("div", { class: "tab-row" }, this.list, this.taller), panels.map(({ element }) => element));
    this.show(panels[0].id);
  }

  /** Taller, or as tall as before. */
  grow() {
    const isTall = this.element.classList.toggle("tall");
    this.taller.setAttribute("aria-pressed", String(isTall));
  }

  /** Whether a panel is there at all. */
  offer(id, isThere) {
    this.tabs[this.panels.findIndex((panel) => panel.id === id)].hidden = !isThere;
    if (!isThere && this.at === id) this.show(this.panels[0].id);
  }

  show(id) {
    this.at = id;
    this.panels.forEach((panel, i) => {
      const isSeen = panel.id === id;
      panel.element.hidden = !isSeen;
      this.tabs[i].setAttribute("aria-selected", String(isSeen));
      this.tabs[i].tabIndex = isSeen ? 0 : -1;
    });
  }

  /** A few signs behind a panel's name: how much there is, and of what kind (`bad`, `good`, or none). */
  sign(id, text, kind = "") {
    const sign = this.tabs[this.panels.findIndex((panel) => panel.id === id)].lastElementChild;
    fill(sign, text);
    sign.className = `tab-sign ${kind}`;
  }

  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const seen = this.panels.filter((_, i) => !this.tabs[i].hidden), now = seen.findIndex(({ id }) => id === this.at);
    const next = seen[(now + by + seen.length) % seen.length];
    this.show(next.id);
    this.tabs[this.panels.indexOf(next)].focus();
  }
}
