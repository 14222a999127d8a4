// The switch between languages: each is named in its own words.

import { el } from "./dom.js";
import { choose, languages, spoken, tr } from "./language.js";

/** A field that says which language is spoken; null if there is one only. `changed()`: called when another was chosen. */
export function languageField(changed) {
  const known = languages();
  if (known.length < 2) return null;
  const field = el("select", {
    class: "language", "aria-label": tr("Language"), title: tr("Language"),
    onchange: () => { choose(field.value); changed(); },
  }, known.map(([code, name]) => el("option", { value: code, lang: code, selected: code === spoken() }, name)));
  return field;
}
