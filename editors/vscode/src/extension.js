// Starts the language server, runs gdl in a terminal, and shows the board beside the rules.
"use strict";

const vscode = require("vscode");
const { LanguageClient, State } = require("vscode-languageclient/node");
const { page } = require("./page");

/** What each command runs; FILE is the ruleset that is being edited. */
const RUNS = {
  "gdl.play": ["play", "FILE"],
  "gdl.lint": ["lint", "FILE"],
  "gdl.lintPlay": ["lint", "--play", "FILE"],
  "gdl.fix": ["lint", "--fix", "FILE"],
  "gdl.study": ["study", "FILE"],
  "gdl.watch": ["watch", "FILE"],
};
const DEBOUNCE = 300; // milliseconds after the last keystroke until the board is drawn anew

let client; // the language client, if the server is wanted
let panel; // the preview's pane, if it is open
let shown; // the address of the ruleset that the pane shows
let waiting; // the timer of the next drawing

function gdl() {
  return vscode.workspace.getConfiguration("gdl").get("path") || "gdl";
}

async function activate(context) {
  for (const [command, words] of Object.entries(RUNS)) {
    context.subscriptions.push(vscode.commands.registerCommand(command, (given) => run(words, given)));
  }
  context.subscriptions.push(
    vscode.commands.registerCommand("gdl.board", (given) => showBoard(context, given)),
    vscode.commands.registerCommand("gdl.restart", restart),
    vscode.workspace.onDidChangeTextDocument((event) => changed(event.document)),
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && turnedTo(editor.document)),
  );
  if (vscode.workspace.getConfiguration("gdl").get("server")) {
    await start();
  }
}

async function deactivate() {
  clearTimeout(waiting);
  await client?.stop();
}

// ---- the server ----------------------------------------------------------------------------------------

async function start() {
  const server = { command: gdl(), args: ["lsp"] };
  const options = { documentSelector: [{ language: "gdl", scheme: "file" }, { language: "gdl", scheme: "untitled" }] };
  client = new LanguageClient("gdl", "Game rules", server, options);
  try {
    await client.start();
  } catch {
    client = undefined;
    const choice = await vscode.window.showWarningMessage(
      `The language server couldn't be started: is \`${gdl()} lsp\` there? Install it with: pip install 'gdl-interpreter[lsp]'`,
      "Open Settings",
    );
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "gdl.path");
    }
  }
}

async function restart() {
  await client?.stop().catch(() => {});
  client = undefined;
  await start();
}

// ---- gdl in a terminal ---------------------------------------------------------------------------------

/** Run gdl on the file of the active editor, or on the one that a code lens names. */
async function run(words, given) {
  const document = await documentOf(given);
  if (!document) {
    return;
  }
  if (document.isDirty && !(await document.save())) {
    return;
  }
  const args = words.map((word) => (word === "FILE" ? document.uri.fsPath : word));
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const task = new vscode.Task(
    { type: "gdl", words: args },
    folder ?? vscode.TaskScope.Workspace,
    `gdl ${words.filter((word) => word !== "FILE").join(" ")}`,
    "gdl",
    new vscode.ProcessExecution(gdl(), args, folder ? { cwd: folder.uri.fsPath } : {}),
    words[0] === "lint" ? ["$gdl"] : [],
  );
  task.presentationOptions = { focus: words[0] === "play", clear: true, panel: vscode.TaskPanelKind.Dedicated };
  await vscode.tasks.executeTask(task);
}

async function documentOf(given) {
  if (typeof given === "string" || given instanceof vscode.Uri) {
    const uri = typeof given === "string" ? vscode.Uri.parse(given) : given;
    return vscode.workspace.openTextDocument(uri);
  }
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === "gdl" && document.uri.scheme === "file") {
    return document;
  }
  vscode.window.showInformationMessage("Open a ruleset (a .gdl file) first, and save it.");
  return undefined;
}

// ---- the board beside the rules ------------------------------------------------------------------------

async function showBoard(context, given) {
  const active = vscode.window.activeTextEditor?.document;
  const document = !given && active?.languageId === "gdl" ? active : await documentOf(given);
  if (!document) {
    return;
  }
  if (!panel) {
    panel = vscode.window.createWebviewPanel(
      "gdl.board",
      "Board",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false, localResourceRoots: [] },
    );
    panel.onDidDispose(() => {
      panel = undefined;
      shown = undefined;
    }, undefined, context.subscriptions);
  } else {
    panel.reveal(undefined, true);
  }
  shown = undefined;
  turnedTo(document);
}

function turnedTo(document) {
  if (panel && document.languageId === "gdl" && document.uri.toString() !== shown) {
    shown = document.uri.toString();
    draw();
  }
}

function changed(document) {
  if (panel && document.uri.toString() === shown) {
    clearTimeout(waiting);
    waiting = setTimeout(draw, DEBOUNCE);
  }
}

async function draw() {
  const uri = shown;
  let answer;
  if (client?.state === State.Running) {
    try {
      answer = await client.sendRequest("gdl/board", { textDocument: { uri }, uri });
    } catch (error) {
      answer = { error: error.message };
    }
  } else {
    answer = { error: "The language server isn't running, so there is no board to show." };
  }
  if (panel && uri === shown) {
    panel.title = `Board: ${vscode.Uri.parse(uri).path.split("/").pop()}`;
    panel.webview.html = page(answer, panel.webview.html);
  }
}

module.exports = { activate, deactivate };
