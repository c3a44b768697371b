import { z } from 'zod';
import { trueFalse, yesNo } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, optionalText, tableQuery, text, tidy, uuid } from '#lib/api/wire.ts';

const longestAlt = 200;

export const sentences = {
  describe: 'Describe the picture, or mark it as decoration.',
  longAlt: `The description has at most ${longestAlt} characters.`,
  types: 'Pictures must be JPEG, PNG, WebP, AVIF or SVG files.',
  tooLarge: 'A picture must be at most 20 MB.',
  animated: 'This picture is animated. Please send a still one.',
  choose: 'Please choose a picture.',
  cutOff: 'The upload was interrupted. Please try again.',
  notFound: 'This picture is no longer in the library.',
  percent: 'Must be a number from 0 to 100 with at most two decimals.',
  crop: 'The crop must lie within the picture.',
  drawing: 'A drawing cannot be cropped.',
};

export const maxBytes = 20 * 1024 * 1024;

/** Why a picture can't be removed: `This picture is shown on “Home” and “Careers”.` */
export const usedOn = (titles: readonly string[]): string => {
  const [first = '', second = ''] = titles.map((title) => `“${title}”`);
  if (titles.length < 2) return `This picture is shown on ${first}.`;
  const rest = titles.length - 2;
  const others =
    rest > 0 ? `${first}, ${second} and ${rest} more ${rest === 1 ? 'page' : 'pages'}` : `${first} and ${second}`;
  return `This picture is shown on ${others}.`;
};

const percent = z
  .number({ error: sentences.percent })
  .min(0, sentences.percent)
  .max(100, sentences.percent)
  .refine((value) => Number(value.toFixed(2)) === value, { error: sentences.percent });

/** The point that stays in view where a frame cuts the picture off, in percent from the upper left corner. */
const focus = z.object({ x: percent, y: percent });

/** Slightly more than 100 % is accepted as a rounding error. */
const isWithin = (start: number, length: number): boolean => start + length <= 100.01;

/** The part of a picture that is shown, in percent of the whole picture; each side is at least a hundredth. */
const crop = z
  .object({
    left: percent,
    top: percent,
    width: percent.refine((value) => value >= 1, { error: sentences.crop }),
    height: percent.refine((value) => value >= 1, { error: sentences.crop }),
  })
  .refine(({ left, top, width, height }) => isWithin(left, width) && isWithin(top, height), { error: sentences.crop });

const alt = optionalText({ max: longestAlt, long: sentences.longAlt });

/** Adds the check that a picture has a description, unless it is only decoration. Reported together with other faults. */
const described = <S extends z.ZodType>(shape: S): S =>
  shape.refine(
    (value) => {
      const { alt: typed, isDecorative } = value as { alt?: unknown; isDecorative?: unknown }; // such shapes have both
      if (isDecorative === true || isDecorative === 'true') return true;
      return (typed !== undefined && typed !== null && typeof typed !== 'string') || tidy(typed ?? '') !== '';
    },
    {
      path: ['alt'],
      error: sentences.describe,
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  );

/** A picture as pages show it. */
export const shownPicture = z.object({
  path: z.string().meta({ description: 'A path of this site; sizes are at `?w=480`, a drawing has none.' }),
  width: z.int().meta({ description: 'Pixels of the largest size.' }),
  height: z.int(),
  alt: z.string().meta({ description: 'Empty for decoration.' }),
  focus,
});
export type ShownPicture = z.output<typeof shownPicture>;

export const pictureKinds = ['jpeg', 'png', 'webp', 'avif', 'svg'] as const;

export const picture = z.object({
  id: z.string(),
  name: z.string().meta({ description: "The file's name." }),
  kind: z.enum(pictureKinds),
  size: z.int().meta({ description: 'Bytes.' }),
  width: z.int().meta({ description: 'Pixels of the whole picture.' }),
  height: z.int(),
  path: z.string().meta({ description: 'The whole picture, without its crop.' }),
  alt: z.string(),
  isDecorative: z.boolean(),
  focus: focus.meta({ description: 'In percent of the whole picture.' }),
  crop: crop.nullable(),
  shown: shownPicture,
  createdDate: z.iso.datetime(),
  version: z.int(),
});
export type Picture = z.output<typeof picture>;

/** A page whose draft or published version shows a picture. */
const usingPage = z.object({ id: z.string(), title: z.string() });
export type UsingPage = z.output<typeof usingPage>;

const params = z.object({ id: uuid });

export const listPictures = endpoint('GET', '/v1/site-pictures', {
  access: 'ManageSite',
  summary:
    'The pictures of the library, newest first unless the query says otherwise. A search looks in names and descriptions.',
  query: tableQuery(['createdDate', 'name']),
  reply: z.array(picture),
});

export const readPicture = endpoint('GET', '/v1/site-pictures/{id}', {
  access: 'ManageSite',
  summary:
    'A picture with the pages that show it, which are left out with `uses=false`: finding them reads the whole site.',
  params,
  query: z.object({ uses: trueFalse.default('true') }),
  reply: picture.extend({ usedOn: z.array(usingPage) }),
});

export const uploadPicture = endpoint('POST', '/v1/site-pictures', {
  access: 'ManageSite',
  summary:
    'Adds a picture: a JPEG, PNG, WebP, AVIF or SVG file of at most 20 MB. If the library has the same file, that picture is returned, unless it is to be added again.',
  query: described(
    z.object({
      name: text({ required: 'The file needs a name.', max: 255, long: 'The name of the file is too long.' }),
      alt,
      isDecorative: trueFalse.default('false'),
      again: trueFalse.default('false'),
    }),
  ),
  file: 'application/octet-stream',
  reply: z.object({
    picture,
    isNew: z.boolean().meta({ description: 'False if the library already had the file.' }),
  }),
  status: 201,
});

export const pictureChange = described(z.object({ alt, isDecorative: yesNo, focus, crop: crop.nullable() }));
export type PictureChange = z.output<typeof pictureChange>;

export const updatePicture = endpoint('PUT', '/v1/site-pictures/{id}', {
  access: 'ManageSite',
  summary: 'Changes the description, the focal point and the crop of a picture; returns 409 for an outdated version.',
  params,
  body: described(z.object({ alt, isDecorative: yesNo, focus, crop: crop.nullable(), version: baseVersion })),
  reply: picture,
});

export const removePicture = endpoint('DELETE', '/v1/site-pictures/{id}', {
  access: 'ManageSite',
  summary: 'Removes a picture from the library; returns 409 if a page shows it.',
  params,
});

export const restorePicture = endpoint('POST', '/v1/site-pictures/{id}/restore', {
  access: 'ManageSite',
  summary: 'Brings a removed picture back.',
  params,
  reply: picture,
});
