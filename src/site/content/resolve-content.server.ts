import type { ShownPicture } from '#site-pictures/contract.ts';
import { htmlOfMarkdown } from '#platform/rendering/safe-html.server.ts';
import type { PictureRef } from './content-fields.ts';
import type { Shown } from './shown.ts';
import type { SiteIndex } from './site-index.server.ts';

/** What the ids in content stand for. */
interface Resolved {
  index: SiteIndex;
  pictures: ReadonlyMap<string, ShownPicture>;
}

const isPicture = (value: object): value is PictureRef => 'picture' in value && typeof value.picture === 'string';

/** The ids of all pictures in content. */
export function picturesIn(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  return isPicture(content) ? [content.picture] : Object.values(content).flatMap(picturesIn);
}

/** Content as pages receive it. A picture that is gone is null; a link to a page that is gone leads to the home page. */
export const shown = <T>(content: T, resolved: Resolved): Shown<T> => resolve(content, resolved) as Shown<T>; // as the type says

function resolve(value: unknown, resolved: Resolved): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolve(item, resolved));
  if (isPicture(value)) return pictureOf(value, resolved);
  const entries = Object.entries(value).map(([key, field]) => [key, fieldOf(key, field, resolved)]);
  return Object.fromEntries(entries);
}

function fieldOf(key: string, field: unknown, resolved: Resolved): unknown {
  if (typeof field !== 'string') return resolve(field, resolved);
  if (key === 'to') return withAddresses(field, resolved);
  return key === 'body' ? htmlOfMarkdown(withAddresses(field, resolved)) : field;
}

function pictureOf({ picture, alt }: PictureRef, { pictures }: Resolved): ShownPicture | null {
  const found = pictures.get(picture);
  return found ? { ...found, alt: alt ?? found.alt } : null;
}

/** A text with the path of each page in place of its id. */
const withAddresses = (text: string, { index }: Resolved): string =>
  text.replace(/\bpage:([0-9a-f-]{36})/g, (_, id: string) => index.byId.get(id)?.path ?? '/');
