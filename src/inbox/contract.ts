import { z } from 'zod';
import { listFormat } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, day, tableQuery, text, uuid } from '#lib/api/wire.ts';

/** Messages of the inboxes of submissions and enquiries. */
export const sentences = {
  noneSelected: 'Select rows, or the whole list.',
  tooMany: 'At most 10,000 rows can be changed at once. Filter the list first.',
  reasonMissing: 'Reason is required.',
  reasonLong: 'Reason is too long.',
  badStatus: 'Must be 0, 1 or 2.',
} as const;

/** Maximum number of rows changed by one call. */
export const maxRowsPerCall = 10_000;

export const statuses = [
  { value: 0, name: 'New' },
  { value: 1, name: 'In progress' },
  { value: 2, name: 'Done' },
] as const;

export const statusName = (status: number): string => statuses.find(({ value }) => value === status)?.name ?? '';

export const status = z.literal([0, 1, 2], { error: sentences.badStatus });
export type Status = z.output<typeof status>;

const statusesFilter = z.array(status).max(10).optional();

/** In a query, one status is a string and several are a list of strings. */
const statusesOfQuery = z.preprocess(
  (value) =>
    value === undefined ? value : [value].flat().map((one) => (/^\d$/.test(String(one)) ? Number(one) : one)),
  statusesFilter,
);

const { search } = tableQuery(['createdDate']).shape;

/** The filter that both inboxes share, as a request body. Days are Sydney's; the first and the last are both included. */
const inboxFilter = z.object({
  status: statusesFilter,
  startDate: day.optional(),
  endDate: day.optional(),
  search,
});
export type InboxFilter = z.output<typeof inboxFilter>;

export const reason = text({
  required: sentences.reasonMissing,
  max: 500,
  long: sentences.reasonLong,
  isMultiline: true,
});

const statusReply = z.object({ id: z.string(), status: z.int(), version: z.int() });

/** The number of changed rows, and their previous statuses. */
const changedReply = z.object({
  changed: z.int(),
  before: z.array(z.object({ status, ids: z.array(z.string()) })),
});
export type ChangedReply = z.output<typeof changedReply>;

/** A change to the rows with these ids, or to all rows that match a filter. */
export const bulkChange = <Filter extends z.ZodObject, More extends z.ZodRawShape>(filter: Filter, more: More) =>
  z
    .object({
      ids: z
        .array(uuid)
        .min(1, { error: sentences.noneSelected })
        .max(maxRowsPerCall, { error: sentences.tooMany })
        .optional(),
      all: filter.strict().optional(), // a misspelt filter must not select everything
      ...more,
    })
    .refine(({ ids, all }: { ids?: unknown; all?: unknown }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      error: sentences.noneSelected,
    });

/** For endpoints that change rows by ids or by filter. The body has room for 10,000 ids. */
export const bulk = { access: 'ManageForms', status: 200, bodyLimit: 1024 * 1024 } as const;

type Path = '/v1/enquiries' | '/v1/submissions';

interface InboxEndpointParts<Sort extends string, Filters, Row, Details> {
  sorts: readonly [Sort, ...Sort[]];
  /** Filters that only this inbox has. */
  filters: Filters;
  row: Row;
  /** A row with everything that the reading pane shows. */
  details: Details;
  summaries: Record<'list' | 'download' | 'read' | 'changeStatus' | 'changeStatuses' | 'remove', string>;
}

/** The endpoints of an inbox. */
export function inboxEndpoints<
  const P extends Path,
  const Sort extends string,
  Filters extends z.ZodRawShape,
  Row extends z.ZodType,
  Details extends z.ZodType,
>(path: P, { sorts, filters, row, details, summaries }: InboxEndpointParts<Sort, Filters, Row, Details>) {
  const access = 'ManageForms';
  const params = z.object({ id: uuid });
  const filter = inboxFilter.extend(filters);
  const table = tableQuery(sorts);
  const inQuery = { ...inboxFilter.omit({ search: true }).shape, status: statusesOfQuery, ...filters };
  return {
    list: endpoint('GET', path, { access, summary: summaries.list, query: table.extend(inQuery), reply: z.array(row) }),
    download: endpoint('GET', `${path}/export` as const, {
      access,
      summary: summaries.download,
      query: table.omit({ page: true, pageSize: true }).extend({ ...inQuery, format: listFormat }),
      download: ['csv', 'xlsx'],
    }),
    read: endpoint('GET', `${path}/{id}` as const, { access, summary: summaries.read, params, reply: details }),
    changeStatus: endpoint('PATCH', `${path}/{id}/status` as const, {
      access,
      summary: summaries.changeStatus,
      params,
      body: z.object({ status, version: baseVersion }),
      reply: statusReply,
    }),
    /** With `from`, rows with another status are ignored. */
    changeStatuses: endpoint('POST', `${path}/status` as const, {
      ...bulk,
      summary: summaries.changeStatuses,
      body: bulkChange(filter, { status, from: status.optional() }),
      reply: changedReply,
    }),
    remove: endpoint('POST', `${path}/delete` as const, {
      ...bulk,
      summary: summaries.remove,
      body: bulkChange(filter, { reason }),
      reply: z.object({ deleted: z.int() }),
    }),
    filter,
  };
}

export type InboxEndpoints = ReturnType<typeof inboxEndpoints<Path, string, z.ZodRawShape, z.ZodType, z.ZodType>>;
