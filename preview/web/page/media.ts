/** Images, videos and the camera, as the browser decodes them. */

/** Reads a file beside the page, by its address there; nothing where there is none. */
export type ReadFile = (url: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** No host needs longer for a file. In milliseconds. */
const PATIENCE = 20_000;

/** A video that is so many seconds away from where it should be is set to that moment. */
const DRIFT = 0.3;

/** Something that was opened, and shows pictures. The module calls these methods. */
export interface Opened {
  readonly width: number;
  readonly height: number;
  /** The picture so many seconds after the beginning, four bytes a pixel; nothing where it is the last one. */
  pixels(seconds: number): Uint8ClampedArray | undefined;
  close(): void;
}

/** Opens what the applet of a page names. The module calls these methods; what is rejected is the reason in words. */
export class Media {
  constructor(private readonly readFile?: ReadFile) {}

  /** The bytes of a file beside the page. */
  async read(url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject("it does not arrive"), PATIENCE));
    return Promise.race([this.readFile?.(url), late]);
  }

  /** What is in a file. */
  async open(content: Uint8Array<ArrayBuffer>, isVideo: boolean): Promise<Opened> {
    const blob = new Blob([content]);
    if (isVideo) {
      try {
        return await video(URL.createObjectURL(blob));
      } catch (reason) {
        // In place of a video, an image is shown.
        return still(blob).catch(() => Promise.reject(reason));
      }
    }
    return still(blob);
  }

  async camera(): Promise<Opened> {
    try {
      return await video(await navigator.mediaDevices.getUserMedia({ video: true }));
    } catch (error) {
      throw `the camera cannot be used here: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}

async function still(blob: Blob): Promise<Opened> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(blob, { colorSpaceConversion: "none" });
  } catch {
    throw "the browser cannot decode this image";
  }
  const { width, height } = image;
  return {
    width,
    height,
    pixels: () => reader(width, height)(image),
    close: () => image.close(),
  };
}

async function video(source: string | MediaStream): Promise<Opened> {
  const node = document.createElement("video");
  Object.assign(node, { muted: true, loop: true, playsInline: true });
  if (typeof source === "string") node.src = source;
  else node.srcObject = source;
  const close = (): void => {
    node.pause();
    node.removeAttribute("src");
    if (typeof source === "string") URL.revokeObjectURL(source);
    else source.getTracks().forEach((track) => track.stop());
  };
  try {
    await new Promise<void>((loaded, failed) => {
      node.onloadeddata = () => loaded();
      node.onerror = () => failed(`the browser cannot decode this video: ${node.error?.message || "its format is unknown"}`);
      if (typeof source !== "string") void node.play();
    });
  } catch (reason) {
    close();
    throw reason;
  }
  const { videoWidth: width, videoHeight: height } = node;
  const read = reader(width, height);
  let hasNews = true;
  const watch = (): void => {
    hasNews = true;
    node.requestVideoFrameCallback(watch);
  };
  node.requestVideoFrameCallback(watch);
  node.onseeked = () => (hasNews = true);
  const follow = typeof source === "string" ? follower(node) : () => undefined;
  return {
    width,
    height,
    pixels: (seconds) => {
      follow(seconds);
      if (!hasNews || node.seeking) return undefined;
      hasNews = false;
      return read(node);
    },
    close,
  };
}

/** Keeps a video at the moment that it is asked for: it plays while that goes on, and stands while it stands. */
function follower(node: HTMLVideoElement): (seconds: number) => void {
  let last = 0;
  return (seconds) => {
    const runs = seconds !== last;
    last = seconds;
    if (runs && node.paused) void node.play().catch(() => undefined);
    if (!runs && !node.paused) node.pause();
    const wanted = Number.isFinite(node.duration) && node.duration > 0 ? seconds % node.duration : seconds;
    const drift = Math.abs(node.currentTime - wanted);
    // Just after its end it begins again.
    const around = Math.abs(drift - (node.duration || Infinity));
    if (!node.seeking && Math.min(drift, around) > (runs ? DRIFT : 0.001)) node.currentTime = wanted;
  };
}

/** Reads pictures of a size, pixel by pixel. */
function reader(width: number, height: number): (picture: CanvasImageSource) => Uint8ClampedArray {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("there is no memory for a picture");
  return (picture) => {
    context.clearRect(0, 0, width, height);
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
}
