import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatInstant } from '#lib/day.ts';

/** The format that this program writes. It can read this format and earlier ones. */
export const archiveFormat = 1;

/** The first entry of an archive, by which it is recognised. */
export const firstEntry = 'spruce-backup';
export const manifestEntry = 'manifest.json';
export const secretsEntry = 'secrets.json';
export const filesFolder = 'files/';

const size = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: size,
  /** See `rowsSum` of `dump-database`. */
  rowsSum: z.string(),
  size,
  sha256,
});
/** The content of a table: its rows as COPY writes them. */
export type ArchivedTable = z.output<typeof table>;

const file = z.object({ key: z.string(), size, sha256, contentType: z.string().optional() });
export type ArchivedFile = z.output<typeof file>;

/** Sums by which a restored shop is compared with the one that was backed up; null if it has no such tables yet. */
const sums = z
  .object({
    orders: size,
    ordersTotalCents: z.int(),
    /** Items whose stock on hand is not the sum of their movements. */
    stockDifferences: size,
  })
  .nullable();
export type ShopSums = z.output<typeof sums>;

export const manifestShape = z.object({
  format: z.literal(archiveFormat),
  appVersion: z.string(),
  kind: z.enum(['scheduled', 'before_migration', 'manual']),
  madeAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  postgres: z.string(),
  /** All migrations that have been applied to the database, in order. */
  migrations: z.array(z.string()).min(1),
  /** The version of the job queue's tables; null if it has never run. */
  queueVersion: z.int().nullable(),
  databaseBytes: size,
  tables: z.array(table),
  /** The last value of each sequence that has been used. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().regex(/^-?\d+$/) })),
  sums,
  files: z.array(file),
  hasSecrets: z.boolean(),
});
export type Manifest = z.output<typeof manifestShape>;

export const secretsShape = z.object({ sessionSecret: z.string().min(32) });

/** `database/public.orders.copy` */
export const tableEntry = ({ schema, name }: Pick<ArchivedTable, 'schema' | 'name'>): string =>
  `database/${schema}.${name}.copy`;

/** The size in bytes of everything in an archive, unpacked. */
export const unpackedSize = ({ tables, files }: Manifest): number =>
  [...tables, ...files].reduce((sum, part) => sum + part.size, 0);

/** What an archive holds, in a sentence. */
export function contentOf({ tables, files, madeAt, appVersion }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const count = (number: number): string => number.toLocaleString('en-AU');
  return `The backup was made on ${formatInstant(new Date(madeAt))} by version ${appVersion}: ${count(rows)} rows in ${tables.length} tables, ${count(files.length)} files.`;
}

export interface Sum {
  size: number;
  sha256: string;
}

/** Counts and hashes data as it passes through. The result of `sum` is complete once all data has passed. */
export function summing(source: AsyncIterable<Buffer>): { data: AsyncGenerator<Buffer>; sum: () => Sum } {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  return { data: pass(), sum: () => ({ size: bytes, sha256: hash.digest('hex') }) };
}

/** Counts and hashes data, and discards it. */
export async function sumOf(source: AsyncIterable<Buffer>): Promise<Sum> {
  const { data, sum } = summing(source);
  for await (const piece of data) void piece;
  return sum();
}
