import { z } from 'zod';
import { tidy, uuid } from '#lib/api/wire.ts';

export const contentSentences = {
  required: 'This field is required.',
  long: 'This text is too long.',
  target:
    'Enter a page of this site, an address that begins with /, https://, mailto: or tel:, or a part of this page that begins with #.',
  anchor: 'Use small letters, digits and hyphens only.',
  colour: 'Enter a colour as # and six digits, such as #0b7a5b.',
  tooMany: 'These are too many.',
  path: 'Enter an address such as /our-team: small letters, digits and hyphens between slashes.',
  oneEnquiry: 'A page has one enquiry form at most. Delete this one.',
  unknownBlock: 'This program does not know this kind of block.',
} as const;

const { required, long, tooMany } = contentSentences;

const text = (max: number, isMultiline = false) =>
  z
    .string({ error: required })
    .overwrite((value) => tidy(value, isMultiline))
    .max(max, { error: long });

/** A line that must say something. */
export const title = text(200).min(1, { error: required });
/** A line that may be empty. */
export const line = text(200).default('');
/** A few sentences without markup. */
export const sentences = text(1_500, true).default('');
/** Paragraphs without markup, with a blank line between them. */
export const paragraphs = text(6_000, true).default('');
/** Rich text as Markdown. Pages receive it as HTML: every field of this name, and no other, is rendered. */
export const body = text(60_000, true).default('');

/**
 * `page:` and the id of a page, so that the link survives a change of the page's address; a path, a part of the same page, or an address
 * elsewhere.
 */
const targetPattern =
  /^(?:page:[0-9a-f-]{36}(?:#[\w-]+)?|\/(?![/\\])[^\s\\]*|#[\w-]+|https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+?[\d ]+)$/;

/** Where a link leads. Pages receive a path or address: every field `to`, and no other, is resolved. */
export const target = text(500).regex(targetPattern, { error: contentSentences.target });

export const link = z.object({ label: title, to: target, isQuiet: z.boolean().default(false) });
export const optionalLink = link.nullable().default(null);

/** A picture of the library; the alternative text is the library's unless the block has its own. */
export const pictureRef = z.object({ picture: uuid, alt: text(200).nullable().default(null) });
export type PictureRef = z.output<typeof pictureRef>;
export const picture = pictureRef.nullable().default(null);

/** The name of a part of a page in addresses, such as `questions` in `/faqs/#questions`. */
export const anchor = text(80).regex(/^[a-z0-9-]*$/, { error: contentSentences.anchor });

/** A colour, or empty for none. */
export const colour = text(7).regex(/^(?:#[0-9a-f]{6})?$/, { error: contentSentences.colour });

export const listOf = <T extends z.ZodType>(item: T, max = 60) =>
  z.array(item).max(max, { error: tooMany }).default([]);

/** The address of a page: `/about-us/`. Addresses that belong to the program are refused when a page is saved. */
export const pagePath = text(200)
  .toLowerCase()
  .regex(/^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*\/?)?$/, { error: contentSentences.path });
