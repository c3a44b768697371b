import type { Picture } from '../contract.ts';

export type Crop = NonNullable<Picture['crop']>;
export type Point = Picture['focus'];

/** A distance in percent of the picture's width and height. */
export interface Step {
  x: number;
  y: number;
}

export const wholePicture: Crop = { left: 0, top: 0, width: 100, height: 100 };

/** The smallest side of a crop, in percent. */
const least = 5;

const within = (value: number, low: number, high: number): number =>
  Math.round(Math.min(Math.max(value, low), high) * 100) / 100;

export const movedPoint = ({ x, y }: Point, step: Step): Point => ({
  x: within(x + step.x, 0, 100),
  y: within(y + step.y, 0, 100),
});

export const movedCrop = (crop: Crop, step: Step): Crop => ({
  ...crop,
  left: within(crop.left + step.x, 0, 100 - crop.width),
  top: within(crop.top + step.y, 0, 100 - crop.height),
});

export const corners = ['top left', 'top right', 'bottom right', 'bottom left'] as const;
export type Corner = (typeof corners)[number];

/** The crop with one corner moved; the opposite corner stays. */
export function resizedCrop({ left, top, width, height }: Crop, corner: Corner, step: Step): Crop {
  const [right, bottom] = [left + width, top + height];
  const [newLeft, newRight] = corner.endsWith('left')
    ? [within(left + step.x, 0, right - least), right]
    : [left, within(right + step.x, left + least, 100)];
  const [newTop, newBottom] = corner.startsWith('top')
    ? [within(top + step.y, 0, bottom - least), bottom]
    : [top, within(bottom + step.y, top + least, 100)];
  return {
    left: newLeft,
    top: newTop,
    width: within(newRight - newLeft, least, 100),
    height: within(newBottom - newTop, least, 100),
  };
}

interface Size {
  width: number;
  height: number;
}

/** The largest part of this ratio (width to height), with the focal point as near to its middle as possible. */
export function cropOfRatio(picture: Size, ratio: number, focus: Point): Crop {
  const own = picture.width / picture.height;
  const width = within(Math.min(1, ratio / own) * 100, least, 100);
  const height = within(Math.min(1, own / ratio) * 100, least, 100);
  return {
    left: within(focus.x - width / 2, 0, 100 - width),
    top: within(focus.y - height / 2, 0, 100 - height),
    width,
    height,
  };
}

/** The crop, or null if it shows the whole picture. */
export const orNone = (crop: Crop): Crop | null => (crop.width >= 99.99 && crop.height >= 99.99 ? null : crop);

/** The step of an arrow key: 1 %, with Shift 10 %; undefined for other keys. */
export function stepOf({ key, shiftKey }: { key: string; shiftKey: boolean }): Step | undefined {
  const far = shiftKey ? 10 : 1;
  const steps: Record<string, Step> = {
    ArrowLeft: { x: -far, y: 0 },
    ArrowRight: { x: far, y: 0 },
    ArrowUp: { x: 0, y: -far },
    ArrowDown: { x: 0, y: far },
  };
  return steps[key];
}

/** Where a whole picture must be in a frame so that its crop fills it and the focal point stays in view; in percent of the frame. */
export function placeInFrame(picture: Size, frame: number, { crop, focus }: { crop: Crop | null; focus: Point }): Crop {
  const part = crop ?? wholePicture;
  const ratio = (picture.width * part.width) / (picture.height * part.height) / frame;
  const [across, down] = [Math.max(ratio, 1), Math.max(1 / ratio, 1)]; // the size of the part, in widths and heights of the frame
  const [width, height] = [(across * 100) / part.width, (down * 100) / part.height];
  const at = (value: number, start: number, length: number): number =>
    Math.min(1, Math.max(0, (value - start) / length));
  return {
    left: 100 * (-(across - 1) * at(focus.x, part.left, part.width)) - part.left * width,
    top: 100 * (-(down - 1) * at(focus.y, part.top, part.height)) - part.top * height,
    width: 100 * width,
    height: 100 * height,
  };
}
