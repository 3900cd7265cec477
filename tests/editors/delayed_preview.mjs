#!/usr/bin/env node
// The preview CINDYSCRIPT_PREVIEW with a delay of 50 ms on all messages in both directions, as over a network.

import { spawn } from "node:child_process";

const DELAY = 50;

const preview = spawn(process.env.CINDYSCRIPT_PREVIEW, process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
preview.on("exit", (status) => setTimeout(() => process.exit(status ?? 1), DELAY));
pass(process.stdin, preview.stdin);
pass(preview.stdout, process.stdout);

function pass(from, to) {
  from.on("data", (chunk) => setTimeout(() => to.write(chunk), DELAY));
  from.on("end", () => setTimeout(() => to.end(), DELAY));
  // Whoever does not listen any more is about to end.
  to.on("error", () => {});
}
