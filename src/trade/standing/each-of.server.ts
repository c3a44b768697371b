import type { Deps } from '#platform/deps.server.ts';

/** Does the work for each row, also after one has failed, so that none holds up the others. Throws the first error at the end. */
export async function eachOf<Row>(
  { log }: Pick<Deps, 'log'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const row of rows)
    await work(row).catch((error: unknown) => {
      log.error({ err: error }, 'a standing order failed');
      errors.push(error);
    });
  if (errors.length > 0) throw errors[0];
}
