import { z } from 'zod';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { type Picture, type PictureChange, pictureChange } from '../contract.ts';

/** The schema of the form, whose values are those of the request. */
export const pictureForm = z
  .custom<PictureChange>()
  .transform((values): z.input<typeof pictureChange> => values)
  .pipe(pictureChange);

export const valuesOf = ({ alt, isDecorative, focus, crop }: Picture): PictureChange => ({
  alt,
  isDecorative,
  focus,
  crop,
});

const round = (value: number): string => `${Math.round(value)} %`;

/** Each value as text, by its label. */
const textsOf = ({ alt, isDecorative, focus, crop }: PictureChange): Record<string, string> => ({
  'Alternative text': isDecorative ? 'Only decoration' : alt.trim(),
  'Focal point': `${round(focus.x)} from the left, ${round(focus.y)} from the top`,
  Crop: crop
    ? `${round(crop.width)} × ${round(crop.height)}, from ${round(crop.left)} and ${round(crop.top)}`
    : 'The whole picture',
});

export function differencesOf(stored: PictureChange, own: PictureChange): Difference[] {
  const [theirs, mine] = [textsOf(stored), textsOf(own)];
  return Object.entries(theirs).flatMap(([label, text]) =>
    text === mine[label] ? [] : [{ label, theirs: text, mine: mine[label] ?? '' }],
  );
}
