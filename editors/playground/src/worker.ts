/** The language server in a Web Worker: each message is a JSON text. */

import { load, type ServerModule } from "./modules";

const waiting: string[] = [];
let receive = (message: string): void => void waiting.push(message);
onmessage = ({ data }: MessageEvent<string>) => receive(data);

const { Server } = await load<ServerModule>("cindyscript-server-web");
const server = new Server((message) => postMessage(message));
waiting.forEach((message) => server.receive(message));
receive = (message) => server.receive(message);
