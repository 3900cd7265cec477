// What the extension and the page in a tab say to each other, and what a preview says of itself and is told: the latter
// is `cindyscript_protocol::tab`.

/** The part of a picture that has changed. */
export interface Picture {
  /** Counts the pictures. */
  readonly number: number;
  /** Width and height of the whole, in device pixels. */
  readonly size: readonly [number, number];
  /** Left and upper edge, width and height of the part. */
  readonly region: readonly [number, number, number, number];
  readonly format: "webp" | "jpeg";
  readonly data: Uint8Array<ArrayBuffer>;
}

/** `cindyscript/picture`, from the server: a picture as it travels, in base64. */
export interface PictureParams extends Omit<Picture, "data"> {
  readonly uri: string;
  readonly data: string;
}

/** `cindyscript/toPreview`, from the server: a message for a preview that the editor runs. */
export interface MessageParams {
  readonly uri: string;
  readonly message: unknown;
}

/** `cindyscript/debug`, from the server: a message of the debug adapter in a preview. */
export interface DebugParams {
  readonly uri: string;
  readonly message: object;
}

/** `cindyscript/debugPixel`, from the server: a pixel to debug, in CSS pixels from the upper left corner of the canvas. */
export interface PixelParams {
  readonly uri: string;
  readonly pixel: readonly [number, number];
}

/** `cindyscript/cursor`, from the server: the form of the pointer, by its name in CSS. */
export interface CursorParams {
  readonly uri: string;
  readonly form: string;
}

/** Something that the user can have the preview do, by key, whatever scripts do with keys. */
export interface Control {
  /** The name of its key, as browsers have it. */
  readonly key: string;
  /** How the key is called. */
  readonly shown: string;
  /** What it does, in a few words. */
  readonly meaning: string;
  /** The title of the keys that it belongs to. */
  readonly group: string;
}

/** What the title says besides the name of the file. */
export interface Standing {
  readonly error?: string;
  /** Which applet of the file is shown, counted from 1, and how many there are. */
  readonly applet?: readonly [number, number];
  /** Whether time stands still. */
  readonly paused: boolean;
}

/** What a tab is told besides pictures. */
export type Notice =
  | ({ readonly kind: "standing" } & Standing)
  | { readonly kind: "controls"; readonly controls: readonly Control[] }
  /** The user copies something, and the preview waits for what comes of that. */
  | { readonly kind: "copy"; readonly what: "text"; readonly text: string }
  | { readonly kind: "copy"; readonly what: "png"; readonly data: string }
  /** A file was written, on the machine where the preview runs. */
  | { readonly kind: "written"; readonly path: string }
  /** Something that an older extension does not know. */
  | { readonly kind: "unknown" };

/** `cindyscript/notice`, from the server. */
export interface NoticeParams {
  readonly uri: string;
  readonly notice: Notice;
}

/** No file that is dropped upon a tab has more bytes. */
export const LARGEST_FILE = 32 * 1024 * 1024;

/** A key, as browsers describe it. */
export interface TabKey {
  readonly name: string;
  readonly code: number;
  readonly shift: boolean;
  readonly control: boolean;
}

/** Device pixels from the upper left corner of the picture. */
export type Place = readonly [number, number];

/** What happens to the tab, for the preview. */
export type TabEvent =
  | { readonly kind: "resized"; readonly size: readonly [number, number]; readonly scale: number }
  | { readonly kind: "watched"; readonly watched: boolean }
  | { readonly kind: "look"; readonly light: boolean; readonly motion: boolean }
  | { readonly kind: "taken"; readonly number: number }
  | { readonly kind: "pointer-moved"; readonly at: Place }
  | { readonly kind: "pointer-left" | "pointer-released" }
  | { readonly kind: "pointer-pressed"; readonly pans: boolean; readonly control: boolean }
  | { readonly kind: "wheel"; readonly lines: number }
  | { readonly kind: "touch"; readonly finger: number; readonly phase: "down" | "moved" | "up"; readonly at: Place }
  | ({ readonly kind: "key-pressed" | "key-released" } & TabKey)
  /** A file at the place of the pointer, in base64. */
  | { readonly kind: "dropped"; readonly name: string; readonly data: string }
  /** What was copied is in the clipboard, unless there is an error. */
  | { readonly kind: "copied"; readonly error?: string };

/** From the extension to the page. */
export type ToPage =
  /** The document that the tab is about: its URI, and the name for people. */
  | { readonly kind: "about"; readonly uri: string; readonly name: string }
  /** A preview runs, and knows nothing of the tab yet. */
  | { readonly kind: "begun" }
  /** None runs any more; why, in words. */
  | { readonly kind: "ended"; readonly reason: string }
  | { readonly kind: "cursor"; readonly form: string }
  /** A picture for the clipboard, as a PNG file; the page tells the preview what comes of it. */
  | { readonly kind: "copy"; readonly png: Uint8Array<ArrayBuffer> }
  | ({ readonly kind: "picture" } & Picture)
  /** A message of the server for the preview that the page runs, as JSON. */
  | { readonly kind: "message"; readonly message: string }
  /** A file that the page has asked for, by the number of its question; nothing where there is none. */
  | { readonly kind: "file"; readonly number: number; readonly content?: Uint8Array<ArrayBuffer> }
  /** Files beside the document may have changed. */
  | { readonly kind: "files" };

/** From the page to the extension. */
export type FromPage =
  /** It is loaded, and knows nothing. */
  | { readonly kind: "ready" }
  /** The user wants a preview again. */
  | { readonly kind: "reopen" }
  | { readonly kind: "event"; readonly event: TabEvent }
  /** A message for the server of the preview that the page runs, as JSON. */
  | { readonly kind: "message"; readonly message: string }
  /** The page wants a file beside the document, by its address there. */
  | { readonly kind: "read"; readonly number: number; readonly url: string }
  /** A file for the user, with the name that it is to have. */
  | { readonly kind: "save"; readonly name: string; readonly data: Uint8Array }
  /** A file is dropped upon the picture. */
  | { readonly kind: "dropped"; readonly name: string; readonly data: Uint8Array }
  /** Something that the user wants cannot be done, for a reason. */
  | { readonly kind: "refused"; readonly reason: string };

/** What VS Code keeps of a tab while its window is not there. */
export interface Kept {
  readonly uri: string;
}
