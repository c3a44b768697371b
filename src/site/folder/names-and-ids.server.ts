import type { JSONPath } from 'jsonc-parser';
import { uuid } from '#lib/api/wire.ts';
import { newId } from '#lib/uuid.ts';
import type { FolderFault, JsonFile } from './json-file.server.ts';

/** The ids of what files name: a picture is named by its file, a page by its file, and a service by the slug of its name. */
export interface Names {
  pictures: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
}

interface Place {
  file: JsonFile;
  path: JSONPath;
  names: Names;
  /** A fault is added for each name that stands for nothing. */
  faults: FolderFault[];
}

interface Naming {
  kind: keyof Names;
  missing: (name: string) => string;
}

const aPage: Naming = { kind: 'pages', missing: (name) => `There is no page pages/${name}.json.` };

/** The fields that hold a name, with what the name stands for. */
const namingFields: Record<string, Naming> = {
  picture: { kind: 'pictures', missing: (name) => `There is no picture ${name} in pictures.json.` },
  page: aPage,
  parent: aPage,
  service: { kind: 'services', missing: (name) => `There is no service ${name} in services.json.` },
};

/** The lists whose items are blocks, which also get an id. */
const blockLists = new Set(['blocks', 'left', 'right']);

/** A value of a file in which fields and links to pages have ids instead of names, and each block has a new id. */
export function withIds(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item, i) => withIds(item, { ...place, path: [...place.path, i] }));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, field]) => {
    const at = { ...place, path: [...place.path, key] };
    if (blockLists.has(key) && Array.isArray(field))
      return [
        key,
        field.map((block, i) => ({ ...asObject(withIds(block, { ...at, path: [...at.path, i] })), id: newId() })),
      ];
    if (typeof field !== 'string') return [key, withIds(field, at)];
    const naming = namingFields[key];
    if (naming !== undefined) return [key, idOf(field, { ...naming, place: at })];
    return [key, withLinks(key, field, (name) => idOf(name, { ...aPage, place: at }))];
  });
  return Object.fromEntries(entries);
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/**
 * Whether a name is an id. Files have an id instead of a name for something that is not in the folder, such as a page that has been
 * removed: links to it lead to the home page.
 */
const isForeign = (kind: keyof Names, name: string): boolean => kind !== 'pictures' && uuid.safeParse(name).success;

function idOf(name: string, { kind, missing, place }: Naming & { place: Place }): string {
  const id = place.names[kind].get(name);
  if (id !== undefined) return id;
  if (isForeign(kind, name)) return name;
  place.faults.push(place.file.fault(place.path, missing(name.slice(0, 100))));
  return newId(); // a valid id, so that the shape does not report the same fault again
}

/** Links to pages: a whole target, or a target within Markdown. */
const linkPatterns: Record<string, RegExp> = {
  to: /^(page:)([a-z0-9-]+)/,
  body: /(\]\(<?page:|^ {0,3}\[[^\]\n]+\]:\s*<?page:)([a-z0-9-]+)/gm,
};

/** A text of the field `key` in which `rename` has been applied to each page that it links to. */
function withLinks(key: string, text: string, rename: (page: string) => string): string {
  const pattern = linkPatterns[key];
  return pattern ? text.replace(pattern, (_, before: string, page: string) => before + rename(page)) : text;
}

/** The reverse of `withIds`: stored content with names in place of ids. A picture that is not among the names is left out, as visitors see it. */
export function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, field]) => {
    if (typeof field !== 'string') return [key, withNames(field, names)];
    const naming = namingFields[key];
    if (naming !== undefined) return [key, names[naming.kind].get(field) ?? field];
    return [key, withLinks(key, field, (id) => names.pages.get(id) ?? id)];
  });
  const isGone = 'picture' in value && typeof value.picture === 'string' && !names.pictures.has(value.picture);
  return isGone ? null : Object.fromEntries(entries);
}
