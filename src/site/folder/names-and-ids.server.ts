import type { JSONPath } from 'jsonc-parser';
import { newId } from '#lib/uuid.ts';
import type { FolderFault, JsonFile } from './json-file.server.ts';

/** The ids of what files name: a picture by its file's name, a page by that of its file, a service by the slug of its name. */
export interface Names {
  pictures: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
}

interface Place {
  file: JsonFile;
  path: JSONPath;
  names: Names;
  /** Names that stand for nothing are added. */
  faults: FolderFault[];
}

interface Naming {
  kind: keyof Names;
  missing: (name: string) => string;
}

const aPage: Naming = { kind: 'pages', missing: (name) => `There is no page pages/${name}.json.` };

/** The fields that hold a name, with what they name. */
const namingFields: Record<string, Naming> = {
  picture: { kind: 'pictures', missing: (name) => `There is no picture ${name} in pictures.json.` },
  page: aPage,
  parent: aPage,
  service: { kind: 'services', missing: (name) => `There is no service ${name} in services.json.` },
};

/** The lists whose items are blocks, which have an id besides. */
const blockLists = new Set(['blocks', 'left', 'right']);

/** A value of a file with ids in place of names, in its fields and in links to pages; and with an id for each block. */
export function withIds(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item, i) => withIds(item, { ...place, path: [...place.path, i] }));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, field]) => {
    const at = { ...place, path: [...place.path, key] };
    if (blockLists.has(key) && Array.isArray(field))
      return [
        key,
        field.map((block, i) => ({ id: newId(), ...asObject(withIds(block, { ...at, path: [...at.path, i] })) })),
      ];
    if (typeof field !== 'string') return [key, withIds(field, at)];
    const naming = namingFields[key];
    if (naming !== undefined) return [key, idOf(field, { ...naming, place: at })];
    return [key, key === 'to' || key === 'body' ? withPageIds(field, at) : field];
  });
  return Object.fromEntries(entries);
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function idOf(name: string, { kind, missing, place }: Naming & { place: Place }): string {
  const id = place.names[kind].get(name);
  if (id !== undefined) return id;
  place.faults.push(place.file.fault(place.path, missing(name)));
  return newId(); // so that the shape does not report it once more
}

const withPageIds = (text: string, place: Place): string =>
  text.replace(/\bpage:([a-z0-9-]+)/g, (_, name: string) => `page:${idOf(name, { ...aPage, place })}`);
