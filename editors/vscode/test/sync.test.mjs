// The documents that the server hears of. Run by `npm test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./stubs.mjs";

const { appletsOnly } = load("sync", { vscode: {} });

const APPLET = '<script type="text/x-cindyscript">1</script>';

/** A document with a text, which can change. */
function page(text, languageId = "html") {
  const document = { uri: {}, languageId, text, getText: () => document.text };
  return document;
}

/** The middleware, and the names of the messages that it lets through. */
function start(also = {}) {
  const sent = [];
  const send = (name) => async () => void sent.push(name);
  const middleware = appletsOnly(also);
  return {
    sent,
    open: (document) => middleware.didOpen(document, send("open")),
    change: (document) => middleware.didChange({ document }, send("change")),
    close: (document) => middleware.didClose(document, send("close")),
    hover: (document) => middleware.provideHover(document, {}, {}, () => "hover"),
    diagnose: (document) => middleware.provideDiagnostics(document, undefined, {}, () => "diagnostics"),
  };
}

test("page_without_a_script_is_not_sent", async () => {
  const { sent, open, change, close, hover } = start();
  const document = page("<p>");
  await open(document);
  await change(document);
  assert.equal(hover(document), undefined);
  await close(document);
  assert.deepEqual(sent, []);
});

test("page_that_becomes_an_applet_is_opened_once", async () => {
  const { sent, open, change, hover } = start();
  const document = page("<p>");
  await open(document);
  document.text = APPLET;
  await change(document);
  await change(document);
  assert.deepEqual(sent, ["open", "change"]);
  assert.equal(hover(document), "hover");
});

test("applet_without_its_script_stays_known_until_it_is_closed", async () => {
  const { sent, open, change, close, hover } = start();
  const document = page(APPLET);
  await open(document);
  document.text = "<p>";
  await change(document);
  await close(document);
  assert.deepEqual(sent, ["open", "change", "close"]);
  assert.equal(hover(document), undefined);
});

test("script_is_sent_and_other_languages_are_not", async () => {
  const { sent, open } = start();
  await open(page("1", "cindyscript"));
  await open(page(APPLET, "markdown"));
  assert.deepEqual(sent, ["open"]);
});

test("file_that_no_editor_has_open_can_be_diagnosed", () => {
  assert.equal(start().diagnose({ scheme: "file" }), "diagnostics");
});

test("own_middleware_runs_for_applets_only", async () => {
  const { open, hover } = start({ provideHover: (_document, _position, _token, next) => `own ${next()}` });
  const [applet, other] = [page(APPLET), page("<p>")];
  await open(applet);
  await open(other);
  assert.equal(hover(applet), "own hover");
  assert.equal(hover(other), undefined);
});
