import type { Picture, Place } from "../src/messages";

/** No side of a picture has more device pixels. */
const LARGEST_SIDE = 4096;

/** What a screen tells. */
export interface ScreenEvents {
  /** There is so much room, in device pixels, of which so many make a CSS pixel. */
  resized(size: [number, number], scale: number): void;
  /** A picture is shown, and with it all before. */
  taken(number: number): void;
  /** What has changed could not be shown: a whole picture is needed. */
  lost(): void;
  /** Nothing can be shown; the reason. */
  failed(reason: string): void;
}

/** The canvas, which has the size that its pictures have. */
export class Screen {
  private readonly context: CanvasRenderingContext2D | null;
  /** The pictures before this one are drawn. */
  private drawn: Promise<void> = Promise.resolve();
  private size: [number, number] = [0, 0];
  private scale = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: ScreenEvents,
  ) {
    this.context = canvas.getContext("2d", { alpha: false });
    const observer = new ResizeObserver(([entry]) => {
      const [box] = entry?.devicePixelContentBoxSize ?? [];
      if (box !== undefined) {
        this.resize([box.inlineSize, box.blockSize]);
      }
    });
    observer.observe(document.body, { box: "device-pixel-content-box" });
  }

  /** Tells the room that there is, if there is some. */
  tellSize(): void {
    if (this.size.every((side) => side > 0)) {
      this.events.resized(this.size, this.scale);
    }
  }

  /** The place of the picture at which something happens. */
  place(event: { readonly clientX: number; readonly clientY: number }): Place {
    return [event.clientX * this.scale, event.clientY * this.scale];
  }

  /** Draws a picture, or what has changed of it. It is decoded at once, and drawn in its turn. */
  draw(picture: Picture): void {
    const bitmap = createImageBitmap(new Blob([picture.data], { type: `image/${picture.format}` }));
    // Looked at in its turn.
    bitmap.catch(() => {});
    this.drawn = this.drawn.then(async () => {
      try {
        this.put(await bitmap, picture);
        this.events.taken(picture.number);
      } catch (error) {
        this.fail(picture, error);
      }
    });
  }

  private put(bitmap: ImageBitmap, { size, region }: Picture): void {
    const [width, height] = size;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.canvas.style.width = `${width / this.scale}px`;
    this.canvas.style.height = `${height / this.scale}px`;
    this.context?.drawImage(bitmap, region[0], region[1]);
    bitmap.close();
    this.canvas.classList.remove("empty");
  }

  private fail({ size, region }: Picture, error: unknown): void {
    const isWhole = region[2] === size[0] && region[3] === size[1];
    if (isWhole) {
      this.events.failed(`The picture cannot be decoded: ${error instanceof Error ? error.message : String(error)}`);
    } else {
      this.events.lost();
    }
  }

  /** The room has another size, in device pixels. */
  private resize(room: readonly [number, number]): void {
    const less = Math.min(1, LARGEST_SIDE / Math.max(...room));
    this.scale = window.devicePixelRatio * less;
    this.size = [Math.floor(room[0] * less), Math.floor(room[1] * less)];
    this.tellSize();
  }
}
