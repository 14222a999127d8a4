// The extension with a stand-in for VS Code: which commands there are, what they run, and how the board is asked for.
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const path = require("node:path");
const { test } = require("node:test");
const declared = require("../package.json");

const DOCUMENT = {
  languageId: "gdl", isDirty: false,
  uri: { scheme: "file", fsPath: "/games/my game.gdl", path: "/games/my game.gdl", toString: () => "file:///games/my%20game.gdl" },
};

/** The extension in an editor of our own making; `log` collects what it does there. */
function started(answer) {
  const log = { commands: {}, tasks: [], requests: [], warnings: [], pages: [] };
  const on = {};
  const keep = (name) => (listener) => ((on[name] = listener), { dispose() {} });
  class LanguageClient {
    constructor(_id, _name, server) { log.server = server; }
    async start() { if (answer === undefined) { throw new Error("no gdl"); } this.state = 2; }
    async stop() {}
    async sendRequest(name, given) { log.requests.push([name, given.uri]); return answer; }
  }
  const webview = { set html(text) { log.pages.push(text); }, get html() { return log.pages.at(-1) ?? ""; } };
  const vscode = {
    workspace: {
      getConfiguration: () => ({ get: (name) => ({ path: "gdl", server: true })[name] }),
      getWorkspaceFolder: () => undefined,
      onDidChangeTextDocument: keep("changed"),
    },
    window: {
      activeTextEditor: { document: DOCUMENT },
      onDidChangeActiveTextEditor: keep("turned"),
      showWarningMessage: async (text) => void log.warnings.push(text),
      showInformationMessage: (text) => log.warnings.push(text),
      createWebviewPanel: (_id, _title, _where, options) => ((log.options = options), { webview, onDidDispose() {}, reveal() {} }),
    },
    commands: { registerCommand: (name, does) => ((log.commands[name] = does), { dispose() {} }), executeCommand() {} },
    tasks: { executeTask: async (task) => log.tasks.push(task) },
    Task: class { constructor(...parts) { this.parts = parts; } },
    ProcessExecution: class { constructor(command, args) { this.words = [command, ...args]; } },
    TaskScope: { Workspace: 2 }, TaskPanelKind: { Dedicated: 2 }, ViewColumn: { Beside: -2 },
    Uri: class { static parse(text) { return { path: text }; } },
  };
  const load = Module._load;
  Module._load = (name, ...rest) =>
    name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient, State: { Running: 2 } } : load(name, ...rest);
  const file = path.join(__dirname, "..", "src", "extension.js");
  delete require.cache[require.resolve(file)];
  const extension = require(file);
  Module._load = load;
  return { extension, log, on };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test("every command that is declared is there", async () => {
  const { extension, log } = started({});
  await extension.activate({ subscriptions: [] });
  assert.deepEqual(Object.keys(log.commands).sort(), declared.contributes.commands.map((c) => c.command).sort());
  assert.deepEqual(log.server, { command: "gdl", args: ["lsp"] });
});

test("a command runs gdl on the file, whatever its name, by no shell", async () => {
  const { extension, log } = started({});
  await extension.activate({ subscriptions: [] });
  await log.commands["gdl.lint"]();
  const [task] = log.tasks;
  assert.deepEqual(task.parts[4].words, ["gdl", "lint", "/games/my game.gdl"]);
  assert.deepEqual(task.parts[5], ["$gdl"]);
});

test("the board is asked for, and shown where nothing can run", async () => {
  const { extension, log } = started({ svg: "<svg/>" });
  await extension.activate({ subscriptions: [] });
  log.commands["gdl.board"]();
  await settled();
  assert.deepEqual(log.requests, [["gdl/board", "file:///games/my%20game.gdl"]]);
  assert.equal(log.options.enableScripts, false);
  assert.match(log.pages.at(-1), /<img alt/);
});

test("without a server it says what to do, and the commands still work", async () => {
  const { extension, log } = started(undefined);
  await extension.activate({ subscriptions: [] });
  assert.match(log.warnings[0], /pip install 'gdl-interpreter\[lsp\]'/);
  log.commands["gdl.board"]();
  await settled();
  assert.match(log.pages.at(-1), /server isn&?.*t running/);
  await log.commands["gdl.play"]();
  assert.equal(log.tasks.length, 1);
  await extension.deactivate();
});
