/** Pictures and films of a canvas. */

/** Formats of films, the first of which that the browser writes is taken. */
const FORMATS = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];

/** The picture of a canvas. */
export function png(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Records a canvas until it is told to stop. */
export class Recorder {
  private recorder: MediaRecorder | undefined;

  /** `changed` is told if it records, `done` is given each film with the ending of its name. */
  constructor(
    private readonly changed: (isOn: boolean) => void,
    private readonly done: (film: Blob, ending: string) => void,
  ) {}

  /** Begins to record, or ends it. */
  toggle(canvas: HTMLCanvasElement): void {
    if (this.recorder) return this.recorder.stop();
    const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
    const stream = canvas.captureStream();
    const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      stream.getTracks().forEach((track) => track.stop());
      this.recorder = undefined;
      this.changed(false);
      const [type = "video/webm"] = recorder.mimeType.split(";");
      this.done(new Blob(parts, { type }), type.replace("video/", ""));
    };
    recorder.start();
    this.recorder = recorder;
    this.changed(true);
  }
}
