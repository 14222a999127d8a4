// What the TextMate grammar makes of rulesets: the scope of words, as VS Code itself finds it.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const GRAMMAR = path.join(__dirname, "..", "syntaxes", "gdl.tmLanguage.json");

async function grammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
  await oniguruma.loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.gdl");
}
const loaded = grammar();

/** The innermost scope of each word and sign of a text. */
async function scopes(text) {
  const found = {};
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = (await loaded).tokenizeLine(line, stack);
    stack = ruleStack;
    for (const token of tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word) {
        found[word] = token.scopes.at(-1).replace(/\.gdl$/, "");
      }
    }
  }
  return found;
}

test("a decision, its text and a comment", async () => {
  const found = await scopes('turn\n  choose a in mine, b in a.steps(2) where b in empty as "x{a.r}!"  # why');
  assert.equal(found.turn, "keyword.other.section");
  assert.equal(found.choose, "keyword.control");
  assert.equal(found.in, "keyword.operator.word");
  assert.equal(found.mine, "support.constant");
  assert.equal(found.steps, "entity.name.function");
  assert.equal(found["2"], "constant.numeric");
  assert.equal(found.where, "keyword.operator.word");
  assert.equal(found.empty, "variable.language");
  assert.equal(found["{"], "punctuation.section.embedded");
  assert.equal(found["!"], "string.quoted.double");
  assert.equal(found["# why"], "comment.line.number-sign");
});

test("declarations", async () => {
  assert.equal((await scopes("define a.steps(n) = a.N")).steps, "entity.name.function");
  assert.equal((await scopes("define a.steps(n) = a.N")).N, "support.variable");
  assert.equal((await scopes("replace define goal = row(8)")).goal, "entity.name.function");
  assert.equal((await scopes("type pit = a, b")).pit, "entity.name.type");
  assert.equal((await scopes("game has turns: 0..9")).turns, "variable.other.state");
  assert.equal((await scopes("option size: 3..9 = 4")).size, "variable.other.option");
  assert.equal((await scopes("board grid(8, 8)")).grid, "support.type");
});

test("an attribute isn't the keyword of the same letters", async () => {
  assert.equal((await scopes("  x = s.orthogonal.and")).and, undefined);
  assert.equal((await scopes("  win me if a.owner = me")).owner, "support.variable");
});

test("a text that isn't closed ends with its line", async () => {
  const found = await scopes('  choose "pass\n  draw');
  assert.equal(found.draw, "keyword.control");
});

test("a brace that isn't closed within a text doesn't swallow what follows", async () => {
  const found = await scopes('  choose a in mine as "{a"\n  draw');
  assert.equal(found.draw, "keyword.control");
});
