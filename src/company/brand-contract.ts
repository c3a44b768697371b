import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { fontPairs } from '#lib/font-pairs.ts';
import { baseVersion, optionalText } from '#lib/api/wire.ts';

export const brandSentences = {
  colour: 'Enter a colour as # and six digits, such as #0b7a5b.',
  address: 'Enter the address of a page, beginning with https://.',
  shortLine: 'This line is too short.',
  longLine: 'This line is too long.',
  fonts: 'Choose one of the pairs of fonts.',
  picture: 'This picture no longer exists. Choose it again.',
  tooManyAreas: 'At most 8 areas.',
  tooManyLinks: 'At most 6 addresses.',
} as const;

const sentence = (max: number) => optionalText({ max, long: 'This sentence is too long.' }).default('');

/** `#0b7a5b`, in lower case. */
const colour = z
  .string({ error: brandSentences.colour })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: brandSentences.colour });

const isPublicPage = (value: string): boolean => URL.canParse(value) && new URL(value).protocol === 'https:';

const link = z
  .string({ error: brandSentences.address })
  .trim()
  .max(200, { error: brandSentences.address })
  .refine(isPublicPage, { error: brandSentences.address });

/** A picture as a data URL when it is written, and as a path of this site when it is read; null for none. */
const picture = z.string().max(3_000_000, { error: 'A picture must be at most 2 MB.' }).nullable();

const line = z.string().trim().min(2, { error: brandSentences.shortLine }).max(60, { error: brandSentences.longLine });

/** What a company looks like and says of itself on every page. Its name, address and phones are in the settings. */
export const brandContent = z.object({
  /** The registered name, in the foot of pages and documents; `''` if it is the company's name. */
  legalName: sentence(100),
  /** What the company does, in a few words. */
  tagline: sentence(100),
  /** A sentence or two in the foot of every page. */
  about: sentence(300),
  /** The acknowledgement of Country. */
  acknowledgement: sentence(300),
  /** When the office and the pick-up counter are open: `Monday to Friday, 7 am to 6 pm`. */
  hours: sentence(60),
  areas: z.array(line).max(8, { error: brandSentences.tooManyAreas }),
  /** Addresses of the company's pages elsewhere. */
  links: z.array(link).max(6, { error: brandSentences.tooManyLinks }),
  /** Buttons and links. All other colours are derived from these two. */
  accent: colour,
  /** Headings and dark bands. */
  ink: colour,
  /** The fonts of headings and of text. The default is for brands stored before there was a choice. */
  fonts: z.enum(fontPairs, { error: brandSentences.fonts }).default('friendly'),
  /** Shown instead of the icon and the name on pages, documents and mails; null to draw the name. */
  logo: picture,
  /** The logo for dark grounds; null to use `logo` there, too. */
  logoOnDark: picture,
  /** A square for browser tabs and phones, also shown beside the name; null to draw the name's first letter. */
  icon: picture,
  /** The picture that other sites show with a link to this site; null to draw it. */
  share: picture,
});
export type BrandContent = z.output<typeof brandContent>;

export const brand = brandContent.extend({ version: z.int() });
export type Brand = z.output<typeof brand>;

/** What every page needs of the brand. */
export const publicBrand = brandContent.omit({ accent: true, ink: true, fonts: true, share: true }).extend({
  links: z
    .array(z.object({ url: z.string(), name: z.string() }))
    .meta({ description: 'Pages of the company on other sites, with the name of the site, such as LinkedIn.' }),
  stylesheet: z.string().nullable().meta({
    description: "The path of the brand's colours and fonts; null while they are those that the program comes with.",
  }),
  fontFiles: z.array(z.string()).nullable().meta({
    description: "The fonts of every page's first letters; null while they are those that the program comes with.",
  }),
  darkGround: z.string().meta({ description: 'The ground of pages on dark screens, for the frame of a browser.' }),
});

/** Bytes of a brand with four pictures of 2 MB, which are a third longer as data URLs. */
export const brandBodyLimit = 12 * 1024 * 1024;

export const getBrand = endpoint('GET', '/v1/brand', {
  access: 'ManageSite',
  summary: 'What the company looks like and says of itself on every page.',
  reply: brand,
});

export const updateBrand = endpoint('PUT', '/v1/brand', {
  access: 'ManageSite',
  summary: 'Replaces the brand; returns 409 for an outdated version, and 400 for colours that nobody can read.',
  body: brandContent.extend({ version: baseVersion }),
  reply: brand,
  bodyLimit: brandBodyLimit,
});

/** A colour that cannot be read where it is used, and the nearest readable colour of the same hue. */
const unreadable = z.object({ field: z.enum(['accent', 'ink']), message: z.string(), nearest: z.string() });
export type UnreadableColour = z.output<typeof unreadable>;

export const previewColours = endpoint('POST', '/v1/brand/colours', {
  access: ['ManageSite', 'setup-link'],
  summary: 'The colours that are derived from two, and what is wrong with them. Stores nothing.',
  body: brandContent.pick({ accent: true, ink: true }),
  reply: z.object({
    css: z.string().meta({ description: 'Declarations of custom properties.' }),
    unreadable: z.array(unreadable),
  }),
});
