import { z } from 'zod';
import { someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, optionalText, text, uuid } from '#lib/api/wire.ts';
import { productImage, productParams } from '../contract.ts';

export const mostImages = 8;

export const imageSentences = {
  none: 'Product must have at least 1 image.',
  tooMany: 'A product has at most 8 images.',
  onePrimary: 'Only one image may be primary.',
  gone: 'This image no longer exists.',
  noOption: 'This option is not one of the product’s.',
  load: 'Unable to get the product images.',
  upload: 'Unable to upload the product images.',
  updated: 'You have successfully updated the product images.',
};

const megabyte = 1024 * 1024;
const altText = optionalText({ max: 200, long: 'Alternative text is too long.' });
const name = text({ required: 'Name is required.', max: 255, long: 'Name is too long.' });

/** The option that a picture shows; unchanged if left out, null for none. */
const optionId = uuid.nullish();

/** An image of the whole set: a new one has a data URL, an existing one its id. */
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

/** A set of images: 1 to 8, at most one of them primary. */
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

/** By the specification the set is sent as JSON text. */
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
    "Replaces a product's pictures by this set, as JSON text. A picture without data is kept by its id; a removed one is restored by its path.",
  body: z.object({ id: uuid, version: baseVersion, productImages: sentSet }),
  reply: z.array(productImage),
  bodyLimit: 56 * megabyte,
});

export const addProductImage = endpoint('POST', '/v1/manage-products/{id}/images', {
  access: 'ManageCartProducts',
  summary: 'Adds a picture, as a data URL or by the path of a removed one; the first is primary.',
  params: productParams,
  body: z.object({
    name,
    data: z.string({ error: 'Please choose an image.' }).min(1, { error: 'Please choose an image.' }),
    altText: altText.optional(),
  }),
  reply: productImage.extend({ version: z.int() }),
  status: 201,
  bodyLimit: 28 * megabyte,
});

export const arrangeProductImages = endpoint('PUT', '/v1/manage-products/{id}/images', {
  access: 'ManageCartProducts',
  summary: 'Sets the order, the alternative texts and the primary picture; pictures that are left out are removed.',
  params: productParams,
  body: z.object({ version: baseVersion, images: setOf(placedImage) }),
  reply: z.object({ version: z.int(), images: z.array(productImage) }),
});
