import SignaturePad from 'signature_pad';
import { padHeight, padWidth } from './signature-size.ts';
import { penAndPaper, scaled, strokesAsPng } from './signature-strokes.ts';

export interface OpenPad {
  /** Takes the last stroke back. */
  undo: () => void;
  clear: () => void;
  close: () => void;
}

/** Widths of the pen on a pad of 500. */
const pen = { minWidth: 0.8, maxWidth: 2.8, dotSize: 2.2 };

/**
 * Makes the canvas as sharp as its screen and brings the strokes to its new width; what is drawn stays in coordinates of its
 * box. Answers that width, which was `before` the last time, or 0.
 */
function fit(pad: SignaturePad, canvas: HTMLCanvasElement, before: number): number {
  const width = canvas.clientWidth;
  if (width === 0 || width === before) return before;
  const strokes = scaled(pad.toData(), before === 0 ? 1 : width / before);
  const ratio = Math.max(window.devicePixelRatio, 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(((width * padHeight) / padWidth) * ratio);
  canvas.getContext('2d')?.scale(ratio, ratio);
  const scale = width / padWidth;
  Object.assign(pad, { minWidth: pen.minWidth * scale, maxWidth: pen.maxWidth * scale, dotSize: pen.dotSize * scale });
  pad.fromData(strokes);
  return width;
}

/** Lets one sign on a canvas; strokes outlive a resize and a turned phone. `tell` gets the PNG, '' when nothing is left. */
export function openPad(canvas: HTMLCanvasElement, tell: (png: string) => void): OpenPad {
  const pad = new SignaturePad(canvas, penAndPaper);
  let width = fit(pad, canvas, 0);
  const watch = new ResizeObserver(() => {
    width = fit(pad, canvas, width);
  });
  watch.observe(canvas);
  const changed = (): void => tell(pad.isEmpty() ? '' : strokesAsPng(scaled(pad.toData(), padWidth / width)));
  pad.addEventListener('endStroke', changed);
  return {
    undo: () => {
      pad.fromData(pad.toData().slice(0, -1));
      changed();
    },
    clear: () => {
      pad.clear();
      changed();
    },
    close: () => {
      watch.disconnect();
      pad.off();
    },
  };
}
