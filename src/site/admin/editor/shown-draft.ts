import type { ShownPicture } from '#site-pictures/contract.ts';
import type { PageContent } from '../../content/page-content.ts';
import type { ShownBlock, ShownPage } from '../../content/shown.ts';
import type { SiteChoices } from '../contract.ts';

/** What the server has said about ids and Markdown, so that a change shows before the server is asked again. */
export interface Known {
  /** HTML by its Markdown. */
  bodies: ReadonlyMap<string, string>;
  /** The latest HTML by its place, shown until the next arrives. */
  latest: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, ShownPicture | null>;
  /** What blocks list, by their ids. */
  joined: ReadonlyMap<string, object>;
  page: Pick<ShownPage, 'crumbs' | 'service'>;
}

interface Learning {
  bodies: Map<string, string>;
  latest: Map<string, string>;
  pictures: Map<string, ShownPicture | null>;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPicture = (value: unknown): value is { picture: string; alt: string | null } =>
  isObject(value) && typeof value['picture'] === 'string';

/** What is known once the server has shown `content`. */
export function learn(before: Known | undefined, content: PageContent, shown: ShownPage): Known {
  const learning = {
    bodies: new Map(before?.bodies),
    latest: new Map(before?.latest),
    pictures: new Map(before?.pictures),
  };
  const byId = new Map(shown.blocks.map((block) => [block.id, block]));
  const { blocks, ...head } = content;
  compare(learning, head, shown, '');
  for (const block of blocks) if (byId.has(block.id)) compare(learning, block, byId.get(block.id), block.id);
  const own = new Map(content.blocks.map((block) => [block.id, block]));
  const joined = shown.blocks.map(({ id, ...block }) => [id, withoutOwn(block, own.get(id) ?? {})] as const);
  return { ...learning, joined: new Map([...(before?.joined ?? []), ...joined]), page: shown };
}

const withoutOwn = (block: object, own: object): object =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !(name in own)));

function compare(learning: Learning, value: unknown, shown: unknown, place: string): void {
  if (isPicture(value)) {
    const picture = (shown ?? null) as ShownPicture | null; // what stands for a picture
    // The library's own description is unknown where the block has a different one.
    if (value.alt === null || picture === null || !learning.pictures.has(value.picture))
      learning.pictures.set(value.picture, picture);
    return;
  }
  if (Array.isArray(value) && Array.isArray(shown))
    for (const [at, one] of value.entries()) compare(learning, one, shown[at], `${place}.${at}`);
  if (!isObject(value) || !isObject(shown)) return;
  for (const [name, one] of Object.entries(value)) {
    const html = shown[name];
    if (name === 'body' && typeof one === 'string' && typeof html === 'string') {
      learning.bodies.set(one, html);
      learning.latest.set(`${place}.body`, html);
    } else compare(learning, one, html, `${place}.${name}`);
  }
}

/** Content as visitors would see it, as far as it is known. */
export function shownDraft(
  id: string,
  content: PageContent,
  { known, choices }: { known: Known; choices: SiteChoices },
): ShownPage {
  const paths = new Map(choices.pages.map(({ value, note }) => [value, note]));
  const { parent: _parent, blocks, ...head } = content;
  const resolve = (value: unknown, place: string): unknown => {
    if (isPicture(value)) {
      const picture = known.pictures.get(value.picture);
      return picture ? { ...picture, alt: value.alt ?? picture.alt } : null;
    }
    if (Array.isArray(value)) return value.map((one, at) => resolve(one, `${place}.${at}`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (typeof one !== 'string') return [name, resolve(one, `${place}.${name}`)];
        if (name === 'body') return [name, known.bodies.get(one) ?? known.latest.get(`${place}.body`) ?? ''];
        return [
          name,
          name === 'to' ? one.replace(/^page:([0-9a-f-]{36})/, (_, page: string) => paths.get(page) ?? '/') : one,
        ];
      }),
    );
  };
  const shown = blocks
    .filter(({ isHidden }) => !isHidden)
    .map((block) => ({
      ...emptyLists[block.kind],
      ...known.joined.get(block.id),
      ...(resolve(block, block.id) as object),
    }));
  return {
    ...(resolve(head, '') as Omit<ShownPage, 'id' | 'blocks' | 'crumbs' | 'service'>), // of the shape of `head`
    id,
    crumbs: known.page.crumbs,
    service: known.page.service,
    blocks: shown as ShownBlock[], // with what each kind lists
  };
}

/** What a block lists before the server has been asked. */
const emptyLists: Record<string, object> = {
  services: { services: [] },
  positions: { positions: [] },
  partners: { partners: [] },
  questions: { groups: [] },
};
