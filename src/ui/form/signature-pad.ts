import SignaturePad from 'signature_pad';
import { padHeight, padWidth } from './signature-size.ts';
import { penAndPaper, scaled, strokesAsPng } from './signature-as-png.ts';

export interface OpenPad {
  /** Removes the last stroke. */
  undo: () => void;
  clear: () => void;
  close: () => void;
}

/** Pen widths on a pad that is 500 pixels wide. */
const pen = { minWidth: 0.8, maxWidth: 2.8, dotSize: 2.2 };

/**
 * Sets the canvas to the screen's resolution and scales the strokes to its new width. Returns that width; `before` is
 * the width that the last call returned, or 0.
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

/** Turns a canvas into a signature pad that keeps its strokes when it is resized. `onChange` gets the PNG, or '' if the pad is empty. */
export function openPad(canvas: HTMLCanvasElement, onChange: (png: string) => void): OpenPad {
  const pad = new SignaturePad(canvas, penAndPaper);
  let width = fit(pad, canvas, 0);
  const watch = new ResizeObserver(() => {
    width = fit(pad, canvas, width);
  });
  watch.observe(canvas);
  const changed = (): void => onChange(pad.isEmpty() ? '' : strokesAsPng(scaled(pad.toData(), padWidth / width)));
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
