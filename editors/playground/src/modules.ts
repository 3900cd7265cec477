/** The WebAssembly modules that the build puts beside the page. */

/** The language server. */
export interface ServerModule {
  default(options: { module_or_path: URL }): Promise<unknown>;
  Server: new (post: (message: string) => void) => { receive(message: string): void };
}

/** Loads a module of the build. */
export async function load<T extends { default(options: { module_or_path: URL }): Promise<unknown> }>(
  name: string,
): Promise<T> {
  const file = name.replaceAll("-", "_");
  const module = (await import(new URL(`${name}/${file}.js`, import.meta.url).href)) as T;
  await module.default({ module_or_path: new URL(`${name}/${file}_bg.wasm`, import.meta.url) });
  return module;
}
