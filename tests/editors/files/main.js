// A folder of the machine that serves VS Code for the Web, as a file system of it: the scheme is `served`.

const vscode = require("vscode");

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  const request = async (uri, options) => {
    const answer = await fetch(new URL(`/workspace${uri.path}`, context.extensionUri.toString(true)), options);
    if (!answer.ok) throw vscode.FileSystemError.FileNotFound(uri);
    return answer;
  };
  const list = async () => (await request(vscode.Uri.from({ scheme: "served", path: "/" }))).json();
  const stat = (times, name) => ({ type: vscode.FileType.File, ctime: 0, mtime: times[name], size: 0 });
  const change = async (uri, options, type) => {
    await request(uri, options);
    changed.fire([{ type, uri }]);
  };
  let known;
  setInterval(async () => {
    const times = await list();
    const events = Object.keys({ ...known, ...times }).filter((name) => known?.[name] !== times[name]).map((name) => ({
      type: known?.[name] === undefined ? vscode.FileChangeType.Created : times[name] === undefined ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed,
      uri: vscode.Uri.from({ scheme: "served", path: `/${name}` }),
    }));
    if (known !== undefined && events.length > 0) changed.fire(events);
    known = times;
  }, 500);
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose() {} }),
    stat: async (uri) => {
      if (uri.path === "/") return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const times = await list();
      if (times[uri.path.slice(1)] === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      return stat(times, uri.path.slice(1));
    },
    readDirectory: async () => Object.keys(await list()).map((name) => [name, vscode.FileType.File]),
    readFile: async (uri) => new Uint8Array(await (await request(uri)).arrayBuffer()),
    writeFile: (uri, body) => change(uri, { method: "PUT", body }, vscode.FileChangeType.Changed),
    delete: (uri) => change(uri, { method: "DELETE" }, vscode.FileChangeType.Deleted),
    createDirectory() {},
    rename() {},
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("served", provider));
};
