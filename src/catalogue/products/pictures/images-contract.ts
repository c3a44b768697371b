import { z } from 'zod';
import { someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, optionalText, text, uuid } from '#lib/api/wire.ts';
import { productImage, productParams } from '../contract.ts';

export const mostImages = 8;

export const imageSentences = {
  none: 'Product must have at least 1 image.',
  tooMany: 'A product can have at most 8 images.',
  choose: 'Please choose an image.',
  onePrimary: 'Only one image may be primary.',
  gone: 'This image no longer exists.',
  noOption: 'The product does not have this option.',
  load: 'Unable to get the product images.',
  upload: 'Unable to upload the product images.',
  updated: 'You have successfully updated the product images.',
};

const megabyte = 1024 * 1024;
const altText = optionalText({ max: 200, long: 'Alternative text is too long.' });
const name = text({ required: 'Name is required.', max: 255, long: 'Name is too long.' });

/** The option that a picture shows, or null for none. If the field is left out, the option stays unchanged. */
const optionId = uuid.nullish();

/** A picture in the set: a new one has a data URL, a stored one has its id. */
const sentImage = z.object({
  id: uuid.nullish(),
  name: optionalText({ max: 255, long: 'Name is too long.' }),
  data: z.string().nullish(),
  size: z.number().nullish(),
  isPrimary: z.boolean().nullish(),
  altText: altText.optional(),
  optionId,
});

const placedImage = z.object({ id: uuid, isPrimary: z.boolean().nullish(), altText: altText.optional(), optionId });

/** A set of 1 to 8 pictures, of which at most one is primary. */
const setOf = <S extends z.ZodType>(image: S) =>
  someOf(image, imageSentences.none, mostImages, imageSentences.tooMany).check(
    z.superRefine(
      (value: unknown, context) => {
        const images = (Array.isArray(value) ? value : []) as ({ isPrimary?: unknown } | null)[]; // not validated yet
        const primary = images.flatMap((one, at) => (one?.isPrimary === true ? [at] : []));
        for (const at of primary.slice(1)) {
          const path = [at, 'isPrimary'];
          context.addIssue({ code: 'custom', path, message: imageSentences.onePrimary, input: value });
        }
      },
      { when: ({ value }) => Array.isArray(value) },
    ),
  );

/** In the specification, the request contains the set as JSON text. */
const parsed = (text: unknown): unknown => {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const sentSet = z.preprocess(parsed, setOf(sentImage));
export type SentImage = z.output<typeof sentImage>;
export type PlacedImage = z.output<typeof placedImage>;

export const listProductImages = endpoint('GET', '/v1/manage-products/images/{id}', {
  access: 'ManageCartProducts',
  summary: "A product's pictures, the primary one first.",
  params: productParams,
  reply: z.array(productImage),
});

export const uploadProductImages = endpoint('POST', '/v1/manage-products/upload', {
  access: 'ManageCartProducts',
  summary:
    "Replaces a product's pictures with this set, sent as JSON text. A picture with an id and without data stays; a removed picture is restored by its path.",
  body: z.object({ id: uuid, version: baseVersion, productImages: sentSet }),
  reply: z.array(productImage),
  bodyLimit: 56 * megabyte,
});

export const addProductImage = endpoint('POST', '/v1/manage-products/{id}/images', {
  access: 'ManageCartProducts',
  summary:
    'Adds a picture: a new one as a data URL, or a removed one by its path. The first picture of a product is primary.',
  params: productParams,
  body: z.object({
    name,
    data: z.string({ error: imageSentences.choose }).min(1, { error: imageSentences.choose }),
    altText: altText.optional(),
  }),
  reply: productImage.extend({ version: z.int() }),
  status: 201,
  bodyLimit: 28 * megabyte,
});

export const arrangeProductImages = endpoint('PUT', '/v1/manage-products/{id}/images', {
  access: 'ManageCartProducts',
  summary: 'Sets the order, the alternative texts and the primary picture. Pictures that are left out are removed.',
  params: productParams,
  body: z.object({ version: baseVersion, images: setOf(placedImage) }),
  reply: z.object({ version: z.int(), images: z.array(productImage) }),
});
