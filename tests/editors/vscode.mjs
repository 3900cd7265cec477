// What a person sees in VS Code, read off the workbench itself. Run by vscode.sh. With arguments, some of it only.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { theActions, theOutline } from "./actions.mjs";
import { theDebugger } from "./debugger.mjs";
import { theOthers } from "./html_servers.mjs";
import { theKeys } from "./keys.mjs";
import { theLatency } from "./latency.mjs";
import { theNumbers } from "./numbers.mjs";
import { thePace } from "./pace.mjs";
import { GREEN, tab, theTab } from "./tab.mjs";
import { shows, theFilesBeside, thePicture } from "./picture.mjs";
import { aNewApplet, theColdStart, theIcon, theWalkthrough } from "./welcome.mjs";
import {
  begin, CAN_LOG, check, children, choose, closeBeside, cursorAt, end, failures, hoverOver, IN_BROWSER, lens, line, load, notice, notRun, open, output, page,
  picture, run, servers, set, shown, squiggle, status, summary, TIMEOUT, until, WORKSPACE,
} from "./workbench.mjs";

async function aScript() {
  await check("the file has its language", () =>
    page.locator(".statusbar-item", { hasText: /^CindyScript$/ }).first().waitFor({ timeout: TIMEOUT }),
  );
  await check("inlay hint `: real` stands behind the name", () =>
    line(/^radius:\s*real\s*=/).waitFor({ timeout: TIMEOUT }),
  );
  await check("the tooltip of a hint has what the name has", async () => {
    const hint = line(/^radius/).locator("span > span").filter({ hasText: /^:\sreal$/ }).first();
    await until(async () => {
      const box = await hint.boundingBox();
      await page.mouse.move(5, 5);
      await page.mouse.move(box.x + box.width - 6, box.y + box.height / 2, { steps: 4 });
      const told = page.locator(".monaco-hover", { hasText: /the type of the variable[^]*radius:\s*real/ }).first();
      return told.waitFor({ timeout: TIMEOUT / 10 }).then(() => true, () => false);
    }, () => "without it");
  });
  await check("hover shows `complex`", async () => {
    await hoverOver(/^b.*sqrt/);
    await page.locator(".monaco-hover", { hasText: /complex/ }).first().waitFor({ timeout: TIMEOUT });
  });
  await check("and leads to what types mean", async () => {
    await page.locator(".monaco-hover a", { hasText: "What do these types mean?" }).first().click({ timeout: TIMEOUT });
    const types = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await types.locator("h1", { hasText: "What the types mean" }).waitFor({ timeout: TIMEOUT });
    await picture("-types");
    await closeBeside();
  });
  await check("a code lens stands above the colorplot", () => lens().waitFor({ timeout: TIMEOUT }));
  await check("a sound script has no squiggles", () => squiggle().waitFor({ state: "detached", timeout: TIMEOUT }));

  await check("the story of a type is told beside the text", async () => {
    await line(/^b.*sqrt/).click();
    await page.keyboard.press("Home");
    await run("CindyScript: Explain Type");
    const story = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await story.locator("h1", { hasText: /b.*complex/ }).waitFor({ timeout: TIMEOUT });
  });
  await check("and its links lead to their places", async () => {
    const story = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await story.locator("a", { hasText: "line 2" }).first().click({ timeout: TIMEOUT });
    await page.locator(".monaco-editor .active-line-number", { hasText: /^2$/ }).first().waitFor({ timeout: TIMEOUT });
    await closeBeside();
  });
  await check("the dependency graph is drawn", async () => {
    await line(/^colorplot/).click();
    await run("CindyScript: Show Dependency Graph");
    const graph = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await graph.locator("svg .node.d", { hasText: /the pixel/ }).first().waitFor({ timeout: TIMEOUT });
    await picture("-graph");
  });
  await check("its styles are allowed by a nonce", async () => {
    const graph = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    const policy = await graph.locator("meta[http-equiv]").getAttribute("content", { timeout: TIMEOUT });
    if (policy.includes("unsafe-inline")) throw new Error(policy);
    const nav = await graph.locator("nav").evaluate((element) => getComputedStyle(element).display);
    const edge = await graph.locator("svg .edge.d").first().evaluate((element) => getComputedStyle(element).stroke);
    if (nav !== "flex" || edge === "none") throw new Error(`display ${nav}, stroke ${edge}`);
  });
  await check("it can be zoomed, and a node leads to its place", async () => {
    const graph = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    const seen = () => graph.locator("svg.graph").getAttribute("viewBox", { timeout: TIMEOUT });
    const before = await seen();
    await graph.locator("nav button", { hasText: "+" }).click({ timeout: TIMEOUT });
    if ((await seen()) === before) throw new Error("the picture is as large as before");
    await graph.locator("nav button", { hasText: "Fit" }).click({ timeout: TIMEOUT });
    await line(/^radius/).click();
    await graph.locator("a", { hasText: /the pixel/ }).first().click({ timeout: TIMEOUT });
    await page.locator(".monaco-editor .active-line-number", { hasText: /^7$/ }).first().waitFor({ timeout: TIMEOUT });
    await closeBeside();
  });

}

/** Values of a preview that is not real, and what becomes of them when processes end. */
async function theValues() {
  await open("types.cindyscript");
  const value = line(/^radius.*1\.5\s*=\s*0\.37/);
  const warning = page.locator(".monaco-editor .squiggly-warning").first();
  await check("values flow back from the preview, and what contradicts the text is said", async () => {
    await run("CindyScript: Open Preview");
    await value.waitFor({ timeout: TIMEOUT });
    await warning.waitFor({ timeout: TIMEOUT });
    await hoverOver(/^radius/);
    await page.locator(".monaco-hover", { hasText: /radius:\s*real\s*=\s*0\.37/ }).first().waitFor({ timeout: TIMEOUT });
    await picture("-values");
  });
  await check("the status item says so", () => status("eye").waitFor({ timeout: TIMEOUT }));
  if (CAN_LOG) {
    await check("the output shows what the applet prints", async () => {
      await choose("Show Output");
      await output(/^from\sthe\sapplet/).waitFor({ timeout: TIMEOUT });
      await run("View: Hide Panel");
    });
  } else {
    notRun("what applets print", "its @vscode/spdlog is not built, see build.log beside it");
  }
  await check("the preview follows what is typed", async () => {
    await line(/^radius/).click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("25");
    await line(/^b.*=\s1\.525/).waitFor({ timeout: TIMEOUT });
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await value.waitFor({ timeout: TIMEOUT });
  });
  await check("a preview that dies is told, and opens again", async () => {
    const [running] = servers();
    const [before] = children(running);
    process.kill(before, "SIGKILL");
    const told = notice("The preview ended");
    await told.waitFor({ timeout: TIMEOUT });
    await status("check").waitFor({ timeout: TIMEOUT });
    await told.hover();
    await told.getByRole("button", { name: "Reopen" }).click({ timeout: TIMEOUT });
    await status("eye").waitFor({ timeout: TIMEOUT });
    await value.waitFor({ timeout: TIMEOUT });
    await until(() => children(running).length === 1 && children(running)[0] !== before, () => children(running));
  });
  /** Waits until the one server that runs is another than before, and has a preview. */
  const comesBack = async (before) => {
    const isBack = () => {
      const running = servers();
      return running.length === 1 && running[0] !== before && children(running[0]).length === 1;
    };
    await until(isBack, () => `${before} was there before, and now ${servers()} with ${servers().map(children)}`);
    await value.waitFor({ timeout: TIMEOUT });
  };
  await check("the preview comes back after a crash of the server", async () => {
    const [before] = servers();
    process.kill(before, "SIGKILL");
    await comesBack(before);
  });
  await check("and after a restart", async () => {
    const [before] = servers();
    await run("CindyScript: Restart Server");
    await comesBack(before);
  });
  await check("values are switched off and on in the menu", async () => {
    await choose("Hide Values in the Text");
    await value.waitFor({ state: "detached", timeout: TIMEOUT });
    await choose("Show Values in the Text");
    await value.waitFor({ timeout: TIMEOUT });
  });
  await check("they go with the preview", async () => {
    await choose("Close Preview");
    await value.waitFor({ state: "detached", timeout: TIMEOUT });
    await warning.waitFor({ state: "detached", timeout: TIMEOUT });
  });
}

async function theErrors() {
  await open("types.cindyscript");
  await page.mouse.move(5, 5);
  // The hover lies over the lines below. That of the status item stays as long as that has the focus.
  await page.mouse.move(5, 5);
  await page.locator(".monaco-hover:not(.workbench-hover)").filter({ visible: true }).first().waitFor({ state: "detached", timeout: TIMEOUT });
  await line(/^radius/).click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" +");
  await check("an error gets a squiggle while typing", () => squiggle().waitFor({ timeout: TIMEOUT }));
  await page.mouse.move(5, 5);
  await picture("");
  await check("its code leads to what that means", async () => {
    await run("Problems: Focus on Problems View");
    const code = page.getByText("missing-operand", { exact: true }).first();
    const section = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    // A panel that is still growing moves it away from under the pointer.
    const leads = async () => {
      await code.click({ timeout: TIMEOUT, force: true });
      const heading = section.locator("h1", { hasText: "missing-operand" });
      return heading.waitFor({ timeout: TIMEOUT / 3 }).then(() => true, () => false);
    };
    await until(leads, () => "not shown");
    await section.locator("h2", { hasText: "Example" }).waitFor({ timeout: TIMEOUT });
    await picture("-reference");
    await closeBeside();
  });
  // In a browser, the server reads no files beside those that are open.
  if (!IN_BROWSER) await check("so does that of a file that is not open", async () => {
    const faulty = path.join(WORKSPACE, "faulty.cindyscript");
    writeFileSync(faulty, "list = [1, 2;\n");
    const code = page.getByText("unclosed-bracket", { exact: true }).first();
    await code.waitFor({ timeout: TIMEOUT });
    const section = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    const leads = async () => {
      await code.click({ timeout: TIMEOUT, force: true });
      const heading = section.locator("h1", { hasText: "unclosed-bracket" });
      return heading.waitFor({ timeout: TIMEOUT / 3 }).then(() => true, () => false);
    };
    await until(leads, () => "not shown");
    rmSync(faulty);
    await closeBeside();
    await code.waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await run("View: Hide Panel");
  await line(/^radius/).click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" 1");
  await check("and loses it when it is mended", () => squiggle().waitFor({ state: "detached", timeout: TIMEOUT }));
  await check("a snippet is inserted, and is sound", async () => {
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nfractal");
    await page.keyboard.press("Control+Space");
    const row = page.locator(".suggest-widget .monaco-list-row", { hasText: /^\s*fractal/ }).first();
    await row.waitFor({ timeout: TIMEOUT });
    await row.click();
    // Its number stands at two places, and both follow.
    await page.keyboard.type("30");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await line(/repeat\(30,/).waitFor({ timeout: TIMEOUT });
    await line(/n\s\/\s30/).waitFor({ timeout: TIMEOUT });
    await page.waitForTimeout(1000);
    await squiggle().waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await run("File: Revert File");
}

/** The colour of a word in the editor. */
const colour = (word) =>
  page
    .locator(".monaco-editor .view-line span > span")
    .filter({ hasText: new RegExp(`^${word}$`) })
    .first()
    .evaluate((span) => getComputedStyle(span).color);

/** Whether the theme is a light or a dark one. */
const theme = () =>
  page.locator(".monaco-workbench").first().evaluate(({ classList }) => (classList.contains("vs-dark") ? "dark" : "light"));

async function theSplit() {
  await open("split.cindyscript");
  await check("scripts are indented by two blanks", async () => {
    const indentation = page.locator(".statusbar-item", { hasText: /^Spaces: / }).first();
    // What is open when VS Code starts with the extension for the first time keeps how VS Code itself indents.
    await until(async () => {
      await indentation.waitFor({ timeout: TIMEOUT });
      if ((await indentation.innerText()) === "Spaces: 2") return true;
      await run("View: Close Editor");
      await open("split.cindyscript");
      return false;
    }, () => indentation.innerText());
  });
  for (const file of ["split.cindyscript", "split.html"]) {
    await open(file);
    // The theme that VS Code begins with depends on its version.
    for (let themes = 0; themes < 2; themes += 1) {
      const now = await theme();
      await check(`what runs at pixels, once a frame and in scripts has three colours in ${file}, in a ${now} theme`, async () => {
        const trios = [["sin", "seconds", "resetclock"], ["\\*", "\\+", "-"]];
        let seen = [];
        // The grammar's colours come first.
        const differ = async () => {
          seen = await Promise.all(trios.map((words) => Promise.all(words.map(colour))));
          return seen.every((colours) => new Set(colours).size === 3);
        };
        await until(differ, () => seen.join(" | "));
      });
      await picture(`-${file.replace(".", "-")}-${now}`);
      await run("Preferences: Toggle between Light/Dark Themes");
      await until(async () => (await theme()) !== now, theme);
    }
  }
  await check("of a theme without semantic colours, all pages are as it has them", async () => {
    const isSplit = async () => new Set(await Promise.all(["sin", "seconds", "resetclock"].map(colour))).size === 3;
    await set({ "editor.semanticTokenColorCustomizations": { enabled: false } });
    await open("split.html");
    await until(async () => !(await isSplit()), () => "split");
    await open("split.cindyscript");
    await until(isSplit, () => "not split");
    // For those who want them in pages as well.
    await set({ "editor.semanticTokenColorCustomizations": { enabled: false }, "[html]": { "editor.semanticHighlighting.enabled": true } });
    await open("split.html");
    await until(isSplit, () => "not split");
    await set({});
    await open("split.html");
    await until(isSplit, () => "not split");
  });
  await check("the button stays while the output has the focus", async () => {
    const button = page.locator(".editor-actions .codicon-open-preview").first();
    await button.waitFor({ timeout: TIMEOUT });
    await run("Output: Focus on Output View");
    await page.locator(".part.panel .monaco-editor.focused, .part.panel .output-view.focused").first().waitFor({ timeout: TIMEOUT }).catch(() => {});
    await page.waitForTimeout(1000);
    await button.waitFor({ timeout: TIMEOUT });
    await run("View: Hide Panel");
  });
}

async function settings() {
  const hint = line(/^radius:\s*real/);
  await open("types.cindyscript");
  await check("a category of inlay hints can be switched off", async () => {
    await hint.waitFor({ timeout: TIMEOUT });
    await set({ "cindyscript.inlayHints.variables": false, "[cindyscript]": { "editor.formatOnType": true } });
    await hint.waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await open("mean.cindyscript");
  await check("a statement is formatted when it is ended", async () => {
    await line(/^colorplot/).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nlast=mean(1,2);");
    await line(/^last.*=\smean\(.*1,\s.*2\);/).waitFor({ timeout: TIMEOUT });
    await run("File: Revert File");
  });
  await check("without a program, the server and the preview run in VS Code itself", async () => {
    await set({ "cindyscript.server.path": "" });
    await until(() => servers().length === 0, servers);
    await open("tab.html");
    await run("CindyScript: Open Preview");
    await shows(GREEN);
    await choose("Close Preview");
    await tab("tab.html").waitFor({ state: "detached", timeout: TIMEOUT });
    await open("types.cindyscript");
    await hint.waitFor({ timeout: TIMEOUT });
  });
  await check("a server that is not there is named in a message", async () => {
    await set({ "cindyscript.server.path": "/nowhere/cindyscript-server" });
    await notice("/nowhere/cindyscript-server").waitFor({ timeout: TIMEOUT });
  });
  await check("and `Open Settings` leads to the setting of this machine", async () => {
    const told = notice("/nowhere/cindyscript-server");
    await told.hover();
    await told.getByRole("button", { name: "Open Settings" }).click({ timeout: TIMEOUT });
    const editor = page.locator(".settings-editor");
    await editor.locator(".setting-item-label", { hasText: "Path" }).first().waitFor({ timeout: TIMEOUT });
    await editor.locator(".settings-tabs-widget .checked", { hasText: "Remote" }).waitFor({ timeout: TIMEOUT });
    const path = editor.locator(".setting-item-value-description, .setting-item-control").locator("input").first();
    const shown = await path.inputValue();
    if (shown !== "/nowhere/cindyscript-server") {
      throw new Error(`the setting shown is ${shown}`);
    }
    await picture("-settings");
    await run("View: Close Editor");
  });
  await check("the one that is there takes its place", async () => {
    await set({});
    await open("types.cindyscript");
    await hint.waitFor({ timeout: TIMEOUT });
  });
}

async function aPage() {
  await open("wave.html");
  await check("a page with scripts gets a code lens", () => lens().waitFor({ timeout: TIMEOUT }));
  await check("and the button for the preview", () =>
    page.locator(".editor-actions .codicon-open-preview").first().waitFor({ timeout: TIMEOUT }),
  );
  await check("and no squiggles", () => squiggle().waitFor({ state: "detached", timeout: TIMEOUT }));

  await open("strings.html");
  await check("a page whose script is a string gets squiggles", () => squiggle().waitFor({ timeout: TIMEOUT }));

  await open("page.html");
  await check("a page without scripts gets no button", () =>
    page.locator(".editor-actions .codicon-open-preview").waitFor({ state: "detached", timeout: TIMEOUT }),
  );
  if (!IN_BROWSER) await check("and the server hears nothing of it, until it has one", async () => {
    const log = path.join(WORKSPACE, "heard");
    writeFileSync(log, "");
    const heard = () => readFileSync(log, "utf8").split("page.html").length - 1;
    await set({ "cindyscript.server.path": path.join(import.meta.dirname, "recording_server.sh") });
    await open("types.cindyscript");
    await lens().waitFor({ timeout: TIMEOUT });
    await open("page.html");
    await line(/<p>/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await page.keyboard.type(" And more.");
    await hoverOver(/<p>/);
    await page.waitForTimeout(2000);
    if (heard() > 0) throw new Error(`it has heard of it ${heard()} times`);
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText('\n<script type="text/x-cindyscript">\nradius = 1.5 +;\n</script>\n');
    // No applet runs it, which is said.
    await page.locator(".monaco-editor .squiggly-warning").first().waitFor({ timeout: TIMEOUT });
    if (heard() === 0) throw new Error("it has heard nothing of it");
    await run("File: Revert File");
    await set({});
  });
}

async function aFunction() {
  await open("mean.cindyscript");
  await check("the label of an inlay hint leads to the parameter", async () => {
    const label = line(/^colorplot.*mean/).locator("span > span").filter({ hasText: /^b:\s*$/ }).first();
    await label.waitFor({ timeout: TIMEOUT });
    await page.keyboard.down("Control");
    // It becomes a link under the pointer, not at once.
    const parameter = page.locator(".statusbar-item", { hasText: /^Ln 2, Col 9/ }).first();
    const leads = async () => {
      // A code lens above it may still move it.
      const box = await label.boundingBox();
      if (box === null) {
        return false;
      }
      const [x, y] = [box.x + 4, box.y + box.height / 2];
      // From below: the hover stands above it.
      await page.mouse.move(x, y + 40);
      await page.mouse.move(x, y, { steps: 4 });
      await page.waitForTimeout(100);
      await page.mouse.click(x, y);
      // Not clicked again while it may still lead there: it would, during the next check.
      return parameter.waitFor({ timeout: 2000 }).then(() => true, () => false);
    };
    await until(leads, () => page.locator(".statusbar-item", { hasText: /^Ln/ }).first().innerText())
      .finally(() => page.keyboard.up("Control"));
  });
  await check("the places of a regional name are edited together", async () => {
    // What is edited together is marked, once the server has said it; anew after each edit.
    const linked = page.locator(".monaco-editor .linked-editing-decoration");
    const behindTheFirstLetter = page.locator(".statusbar-item", { hasText: /^Ln 4, Col 4/ }).first();
    const isMarked = async () => {
      await cursorAt(/^\s*sum:.*=/, "sum");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(1000);
      return (await linked.count()) === 3 && behindTheFirstLetter.isVisible();
    };
    const isMarkedAgain = async () => {
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(1000);
      return (await linked.count()) === 3;
    };
    const places = async () => `${await linked.count()} places`;
    await until(isMarked, places);
    await page.keyboard.type("o");
    await line(/^\s*regional\(soum\);/).waitFor({ timeout: TIMEOUT });
    await line(/^\s*soum\s\/\s2/).waitFor({ timeout: TIMEOUT });
    await until(isMarkedAgain, places);
    await page.keyboard.press("Backspace");
    await line(/^\s*sum\s\/\s2/).waitFor({ timeout: TIMEOUT });
    await page.keyboard.press("Escape");
  });
  await check("scripts are folded", async () => {
    // By their indentation alone there would be no regions.
    await run("Fold All Regions");
    await line(/^colorplot/).waitFor({ state: "detached", timeout: TIMEOUT });
    await run("Unfold All");
    await line(/^colorplot/).waitFor({ timeout: TIMEOUT });
  });
  await run("File: Revert File");
  await check("a lens says how often a function is used, and shows where", async () => {
    await page.locator(".codelens-decoration a", { hasText: /^1 reference$/ }).first().click({ timeout: TIMEOUT });
    const found = page.locator(".reference-zone-widget");
    await found.locator(".monaco-list-row", { hasText: /colorplot/ }).first().waitFor({ timeout: TIMEOUT });
    await picture("-references");
    await page.keyboard.press("Escape");
    await found.waitFor({ state: "detached", timeout: TIMEOUT });
  });
}

async function whatIsTyped() {
  await open("types.cindyscript");
  await check("a completion is accepted", async () => {
    await line(/^colorplot/).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nrad");
    // Not a word that VS Code has found by itself.
    const variable = page.locator(".codicon-symbol-variable, .codicon-symbol-constant");
    const row = page.locator(".suggest-widget .monaco-list-row", { hasText: /^radius/ }).filter({ has: variable }).first();
    await row.waitFor({ timeout: TIMEOUT });
    await picture("-completion");
    await row.click();
    await line(/^radius$/).waitFor({ timeout: TIMEOUT });
  });
  await check("signature help tells the argument", async () => {
    await page.keyboard.type("; mod(7, ");
    await page.locator(".parameter-hints-widget.visible", { hasText: /mod/ }).waitFor({ timeout: TIMEOUT });
    await picture("-signature");
    await page.keyboard.press("Escape");
  });
  await run("File: Revert File");
  await check("what can mean one thing only is mended when a file is saved", async () => {
    await set({ "[cindyscript]": { "editor.codeActionsOnSave": { "source.fixAll.cindyscript": "explicit" } } });
    writeFileSync(path.join(WORKSPACE, "mended.cindyscript"), "a = 2*-1;\n");
    await open("mended.cindyscript");
    await squiggle().waitFor({ timeout: TIMEOUT });
    await line(/^a/).click({ timeout: TIMEOUT });
    await page.keyboard.press("Control+S");
    await line(/^a.*=\s2\*\(-1\);/).waitFor({ timeout: TIMEOUT });
    await set({});
    await run("View: Close Editor");
  });
}

async function aPageOfTwoScripts() {
  await open("two.html");
  await lens().waitFor({ timeout: TIMEOUT });
  await check("the definition is in another script", async () => {
    await cursorAt(/colorplot.*half/, "half");
    await page.keyboard.press("F12");
    await page.locator(".statusbar-item", { hasText: /^Ln 5,/ }).first().waitFor({ timeout: TIMEOUT });
  });
  await check("lenses keep their words while a name is changed", async () => {
    // Collects the lenses at each change of the page.
    await page.evaluate(() => {
      window.seenLenses = new Set();
      const look = () => document.querySelectorAll(".codelens-decoration").forEach((lens) => window.seenLenses.add(lens.textContent.trim()));
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await line(/^\s*half\(x/).click({ timeout: TIMEOUT });
    await page.keyboard.press("Home");
    for (const key of ["q", "Backspace", "q", "Backspace", "q", "Backspace"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
    }
    await page.keyboard.press("Escape");
    await page.locator(".codelens-decoration a", { hasText: /^1 reference$/ }).first().waitFor({ timeout: TIMEOUT });
    const seen = await page.evaluate(() => [...window.seenLenses]);
    if (seen.includes("no commands") || seen.includes("")) throw new Error(`they were ${seen.join(" | ")}`);
  });
  await check("a name is renamed in both scripts", async () => {
    await cursorAt(/colorplot.*half/, "half");
    await page.keyboard.press("F2");
    const box = page.locator(".rename-box input");
    await box.waitFor({ timeout: TIMEOUT });
    await box.fill("middle");
    await box.press("Enter");
    await line(/^\s*middle\(x/).waitFor({ timeout: TIMEOUT });
    await line(/colorplot.*middle\(/).waitFor({ timeout: TIMEOUT });
  });
  await check("scripts are formatted, and the page around them stays", async () => {
    await run("CindyScript: Format Scripts");
    await line(/^\s*middle\(x.*:=\sx\s?\/\s?2;/).waitFor({ timeout: TIMEOUT });
    await line(/^<title>Two/).waitFor({ timeout: TIMEOUT });
  });
  await check("HTML's own formatter is the only one of the page", async () => {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input[type=text]").fill(">Format Document");
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: /Format Document/ }).first().waitFor({ timeout: TIMEOUT });
    // With several, VS Code has a command that asks which.
    const asks = await rows.filter({ hasText: "Format Document With" }).count();
    await page.keyboard.press("Escape");
    if (asks > 0) {
      throw new Error("there are several");
    }
  });
  await check("a colour is chosen with the picker", async () => {
    const swatch = page.locator(".monaco-editor .colorpicker-color-decoration").first();
    const picker = page.locator(".colorpicker-body .saturation-wrap").first();
    // Colours that come anew close it again.
    await until(async () => {
      await page.mouse.move(5, 5);
      await swatch.hover({ timeout: TIMEOUT });
      return picker.waitFor({ timeout: TIMEOUT / 6 }).then(() => true, () => false);
    }, () => "closed");
    await picture("-colour");
    await picker.click({ position: { x: 20, y: 20 } });
    await page.keyboard.press("Escape");
    await line(/color\s->.*\[0\.\d+,/).waitFor({ timeout: TIMEOUT });
  });
  await run("File: Revert File");
}

const all = { theColdStart, aScript, theValues, theErrors, aPage, theSplit, aFunction, whatIsTyped, theKeys, aPageOfTwoScripts, theActions, theOutline, theOthers, theIcon, aNewApplet, theWalkthrough, theNumbers, settings, theTab, theDebugger };
/** What there is in a browser alone: the rest needs programs of a machine. */
const inBrowser = { aScript, thePicture, theFilesBeside, theErrors, aPage, theSplit, aFunction, whatIsTyped, theKeys, aPageOfTwoScripts, theActions, theOutline, theIcon, aNewApplet, theWalkthrough, theNumbers };
/** What measures, and checks nothing. */
const measured = { thePace, theLatency };
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(IN_BROWSER ? inBrowser : all);
// Those with a check that failed, and those that were not come to.
const again = [];
let place = 0;
try {
  await begin();
  if (names[0] !== theColdStart.name) {
    await load("types.cindyscript");
  }
  for (; place < names.length; place += 1) {
    const before = failures();
    await ({ ...all, ...inBrowser, ...measured }[names[place]])();
    if (failures() > before) again.push(names[place]);
  }
} catch (error) {
  console.log(error);
  again.push(...names.slice(place));
  await check(`what ${names[place]} does between its checks`, () => Promise.reject(error));
} finally {
  await end();
}
if (process.env.AGAIN !== undefined) writeFileSync(process.env.AGAIN, again.join(" "));
process.exit(summary());
