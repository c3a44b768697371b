import { z } from 'zod';
import { Problem } from '#lib/api/problem.ts';
import { maxBytes, picture } from '#site-pictures/contract.ts';
import { pagePath } from '../content/content-fields.ts';
import type { RecordKind } from '../content/record-shapes.ts';

/** The file of each kind of record: an array in the order of the site. */
export const recordFiles: Record<RecordKind, string> = {
  service: 'services.json',
  position: 'positions.json',
  question: 'questions.json',
  partner: 'partners.json',
};

export const menusFile = 'menus.json';
export const picturesFile = 'pictures.json';
export const formerAddressesFile = 'former-addresses.json';

/** The file of the demo's company; its content goes to the settings and the brand. */
const companyFile = 'company.json';

export const contentFiles: ReadonlySet<string> = new Set([
  ...Object.values(recordFiles),
  menusFile,
  picturesFile,
  formerAddressesFile,
  companyFile,
]);

const megabyte = 1024 * 1024;

/** Limits of files in bytes. A page has the same limit as in the editor. */
export const largest = { page: megabyte, list: 4 * megabyte, picture: maxBytes };
/** The maximum number of pages. */
export const mostPages = 2_000;

/** An item of `pictures.json`. A picture without a description is decoration. */
export const listedPicture = z.object({
  file: z
    .string()
    .regex(/^[\w-][\w.-]*$/, { error: 'Names of files consist of letters, digits, dots, hyphens and underscores.' }),
  /** The picture's name in the library, if that is not the file's name. */
  name: z.string().max(255).default(''),
  alt: z.string().max(200, { error: 'The description has at most 200 characters.' }).default(''),
  focus: picture.shape.focus.default({ x: 50, y: 50 }),
  crop: picture.shape.crop.default(null),
});
export type ListedPicture = z.output<typeof listedPicture>;

/** An item of `former-addresses.json`: an address that leads to a page. */
export const formerAddress = z.object({ from: pagePath, page: z.uuid() });

/** Why a file cannot be read. */
export const badFile = {
  tooLarge: (most: number): Problem => new Problem(413, `The file is larger than ${most / megabyte} MB.`),
  damaged: (): Problem => new Problem(400, 'The file is damaged.'),
};
