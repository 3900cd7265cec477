/** The files beside the applet: those that the user has given to the page. */

/** The folder of the applet. */
const FOLDER = "file:///";

export class FilesBeside {
  private readonly files = new Map<string, File>();

  /** `changed` is told the URI of each file that has changed. */
  constructor(private readonly changed: (uri: string) => void) {}

  /** Takes an image, a video or a library. False if a file is none of these. */
  take(file: File): boolean {
    if (!/^(image|video)\//.test(file.type) && !/\.cjs$/i.test(file.name)) return false;
    this.files.set(file.name, file);
    this.changed(FOLDER + encodeURIComponent(file.name));
    return true;
  }

  /** The content of a file, by its address in the applet. */
  async read(url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.find(new URL(url, FOLDER));
    return file && new Uint8Array(await file.arrayBuffer());
  }

  /** The text of a file, by its URI. */
  async readText(uri: string): Promise<string | undefined> {
    return this.find(new URL(uri))?.text();
  }

  private find({ pathname }: URL): File | undefined {
    return this.files.get(decodeURIComponent(pathname.slice(1)));
  }
}
