import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { may } from '#lib/access.ts';
import type { Deps } from '#infra/deps.server.ts';
import type { ImportReport } from '#products/file-contract.ts';
import type { Doer } from '#settings/service.server.ts';
import type { Remark } from './catalogue.ts';
import { importCatalogue } from './import.server.ts';
import type { Plan } from './plan.server.ts';

const toldProducts = 500;
const toldRemarks = 200;

/** Steps of a plan that would move stock, as faults for who may not. */
const movesOf = ({ added, changed }: Plan): Remark[] =>
  [...added, ...changed].flatMap(({ items }) =>
    items.flatMap(({ file, stored }): Remark[] =>
      file.stock === undefined || file.stock === (stored?.stock ?? 0)
        ? []
        : [{ row: file.row, column: 'stock', message: 'You are not allowed to change stock.' }],
    ),
  );

/** The command's own words for a folder of pictures say nothing to who sends a file by a page. */
const plain = ({ row, column, message }: Remark): Remark => ({
  row,
  column,
  message: message.replace(
    ' needs --images with its folder.',
    ' is not stored with this product yet. Add it on its page.',
  ),
});

/** Imports the text of a CSV file, or tells what it would change. */
export async function importText(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  { csv, isDryRun }: { csv: string; isDryRun: boolean },
  doer: Doer,
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-import-'));
  try {
    const file = join(folder, 'products.csv');
    await writeFile(file, csv);
    const mayMove = may(doer.actor, 'ManageCartStock');
    const refuse = mayMove ? undefined : movesOf;
    const result = await importCatalogue({ db, files }, { file, isDryRun, at: clock.now(), doer, refuse });
    const { plan, faults, rows, isWritten } = result;
    return {
      rows,
      added: plan.added.length,
      changed: plan.changed.length,
      left: plan.left,
      changes: [...plan.added, ...plan.changed].slice(0, toldProducts).map((step) => ({
        url: step.file.url,
        name: step.file.name ?? step.stored?.name ?? '',
        isNew: step.stored === undefined,
        columns: [...new Set(step.changes.map(inWords))],
      })),
      warnings: plan.warnings.slice(0, toldRemarks).map(plain),
      faults: faults.slice(0, toldRemarks).map(plain),
      faultCount: faults.length,
      isWritten,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const inWords = (column: Remark['column']): string =>
  column === 'variation_1' || column === 'value_1' ? 'variations' : column.replaceAll('_', ' ');
