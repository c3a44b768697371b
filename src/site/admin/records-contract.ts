import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, uuid } from '#lib/api/wire.ts';
import { menusContent } from '../content/menus-contract.ts';
import type { RecordKind } from '../content/record-shapes.ts';

export const recordSentences = {
  load: 'Unable to load the list.',
  menus: 'Unable to read the menus.',
  notFound: 'It is no longer in the list.',
  sameAnchor: 'Another one of this list has this name in links. Choose another one.',
  order: 'Somebody else has changed the list. Look at it again.',
} as const;

const access = 'ManageSite';
const version = z.int();

export const readMenus = endpoint('GET', '/v1/site/menus', {
  access,
  summary: 'The menus of the site, with ids of pages.',
  reply: menusContent.extend({ version }),
});

export const saveMenus = endpoint('PUT', '/v1/site/menus', {
  access,
  summary: 'Replaces the menus; returns 409 for an outdated version.',
  body: menusContent.extend({ version: baseVersion }),
  reply: menusContent.extend({ version }),
});

export const recordKinds = ['service', 'position', 'question', 'partner'] as const satisfies readonly RecordKind[];

const kindParams = z.object({ kind: z.enum(recordKinds) });
const params = kindParams.extend({ id: uuid });

/** Content has the shape of its kind; see `recordShapes`. */
const content = z.record(z.string(), z.unknown());

const record = z.object({ id: z.string(), version, content });
export type EditedRecord = z.output<typeof record>;

export const listRecords = endpoint('GET', '/v1/site/records/{kind}', {
  access,
  summary: 'All services, positions, questions or partners, in the order of the site.',
  params: kindParams,
  reply: z.array(record),
});

export const createRecord = endpoint('POST', '/v1/site/records/{kind}', {
  access,
  summary: 'Adds a record at the end of its list. Visitors see it at once.',
  params: kindParams,
  body: z.object({ content }),
  reply: record,
  status: 201,
});

export const saveRecord = endpoint('PUT', '/v1/site/records/{kind}/{id}', {
  access,
  summary: 'Changes a record; returns 409 for an outdated version. Visitors see it at once.',
  params,
  body: z.object({ content, version: baseVersion }),
  reply: record,
});

export const removeRecord = endpoint('DELETE', '/v1/site/records/{kind}/{id}', {
  access,
  summary: 'Removes a record from its list and from all blocks that show it.',
  params,
});

export const restoreRecord = endpoint('POST', '/v1/site/records/{kind}/{id}/restore', {
  access,
  summary: 'Brings a removed record back to its place.',
  params,
  reply: record,
});

export const orderRecords = endpoint('POST', '/v1/site/records/{kind}/order', {
  access,
  summary: 'Sets the order of a list; returns 409 if the ids are not those of all its records.',
  params: kindParams,
  body: z.object({ ids: z.array(uuid).max(1000) }),
});
