import { z } from 'zod';
import { day, baseVersion, tableQuery, text, uuid } from '#lib/api/wire.ts';

/** Messages of the inboxes of submissions and enquiries. */
export const sentences = {
  noneChosen: 'Choose rows, or the whole list.',
  tooMany: 'At most 10,000 can be changed at once. Filter the list first.',
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

const chosenStatuses = z.array(status).max(10).optional();

/** In a query, one status is a string and several are a list of strings. */
const statusesOfQuery = z.preprocess(
  (value) =>
    value === undefined ? value : [value].flat().map((one) => (/^\d$/.test(String(one)) ? Number(one) : one)),
  chosenStatuses,
);

const { search } = tableQuery(['createdDate']).shape;

/** The common filter of both inboxes, in a body; Sydney days, both inclusive. */
export const inboxFilter = z.object({
  status: chosenStatuses,
  startDate: day.optional(),
  endDate: day.optional(),
  search,
});

/** The same in a query. */
export const inboxQuery = inboxFilter.extend({ status: statusesOfQuery });
export type InboxFilter = z.output<typeof inboxFilter>;

export const format = z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx.' });

export const reason = text({
  required: sentences.reasonMissing,
  max: 500,
  long: sentences.reasonLong,
  isMultiline: true,
});

/** Selects rows by ids, or all rows that match a filter. */
export const rowSelection = <Filter extends z.ZodObject, More extends z.ZodRawShape>(filter: Filter, more: More) =>
  z
    .object({
      ids: z
        .array(uuid)
        .min(1, { error: sentences.noneChosen })
        .max(maxRowsPerCall, { error: sentences.tooMany })
        .optional(),
      all: filter.strict().optional(), // a misspelt filter must not select everything
      ...more,
    })
    .refine(({ ids, all }: { ids?: unknown; all?: unknown }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      error: sentences.noneChosen,
    });

export const statusChange = z.object({ status, version: baseVersion });

/** Reply to a change of the status. */
export const statusReply = z.object({ id: z.string(), status: z.int(), version: z.int() });
export type StatusReply = z.output<typeof statusReply>;

/** Bulk change of the status; with `from`, rows with another status are ignored. */
export const statusesChange = { status, from: status.optional() };

/** Number of changed rows, and their previous statuses. */
export const changedReply = z.object({
  changed: z.int(),
  before: z.array(z.object({ status, ids: z.array(z.string()) })),
});
export type ChangedReply = z.output<typeof changedReply>;
export const deletedReply = z.object({ deleted: z.int() });

/** Bytes of a body with many ids. */
export const manyLimit = 1024 * 1024;
