import SignaturePad, { type PointGroup } from 'signature_pad';
import { padHeight, padWidth } from './signature-size.ts';

/** White paper and black pen (specification of the site, section 9). */
const paper = '#ffffff';
const ink = '#000000';

export const penAndPaper = { penColor: ink, backgroundColor: paper };

/** Strokes scaled to a pad `scale` times as large. */
export const scaled = (strokes: readonly PointGroup[], scale: number): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * scale,
    maxWidth: stroke.maxWidth * scale,
    dotSize: stroke.dotSize * scale,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }));

const blank = (): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width: padWidth, height: padHeight });

/** Strokes as a PNG of 500 by 200 pixels, whatever the size of the pad on the screen. */
export function strokesAsPng(strokes: readonly PointGroup[]): string {
  const canvas = blank();
  const pad = new SignaturePad(canvas, penAndPaper);
  pad.off();
  pad.fromData([...strokes]);
  return canvas.toDataURL('image/png');
}

const hand = `'Segoe Script', 'Bradley Hand', 'Snell Roundhand', 'URW Chancery L', cursive`;
const largestLetters = 72;
const margin = 30;

/** A typed name as a PNG, in the largest size that fits; '' for a blank name. */
export function nameAsPng(name: string): string {
  const text = name.trim();
  const canvas = blank();
  const context = canvas.getContext('2d');
  if (text === '' || !context) return '';
  context.fillStyle = paper;
  context.fillRect(0, 0, padWidth, padHeight);
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `italic ${largestLetters}px ${hand}`;
  const fit = Math.min((padWidth - 2 * margin) / context.measureText(text).width, 1);
  context.font = `italic ${Math.floor(largestLetters * fit)}px ${hand}`;
  context.fillText(text, padWidth / 2, padHeight / 2);
  return canvas.toDataURL('image/png');
}
