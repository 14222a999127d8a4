// The name of a ruleset's file: another one, or the end of the file.

import { dialogue, question } from "./dialogues.js";
import { el } from "./dom.js";
import { tr } from "./language.js";

/** The window. `canRemove`: whether the host does away with files. */
export function nameWindow(ruleset, canRemove) {
  const { name } = ruleset.file;
  const field = el("input", { id: "file-name", value: name.split("/").at(-1), required: true, maxlength: 100, autocomplete: "off", spellcheck: "false" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const remove = async () => {
    box.close();
    if (await question(tr("Delete {name} and its tests from this browser? This can't be undone.", { name }), tr("Delete"))) await ruleset.remove();
  };
  const box = dialogue(tr("Name of the file"), el("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      wrong.textContent = await ruleset.rename(field.value);
      if (!wrong.textContent) box.close();
    },
  }, el("p", {}, tr("A new ruleset gets the name of its title. Its tests stay with it if you rename it.")),
  el("p", { class: "field" }, el("label", { for: "file-name" }, tr("Name")), field), wrong,
  el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Rename")),
    canRemove && ruleset.isOnDisk && el("button", { type: "button", onclick: remove }, tr("Delete")))));
  field.setSelectionRange(0, field.value.replace(/\.gdl$/, "").length);
}
