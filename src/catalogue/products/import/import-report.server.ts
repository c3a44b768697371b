import type { ImportReport } from '../import-export-contract.ts';
import type { Remark } from './file/columns.ts';
import type { ImportResult } from './import-catalogue.server.ts';
import type { Plan } from './plan-import.server.ts';

const toldProducts = 500;
const toldRemarks = 200;

/** Steps of a plan that would move stock, as faults for users who may not do that. */
export const movesOf = ({ added, changed }: Plan): Remark[] =>
  [...added, ...changed].flatMap(({ items }) =>
    items.flatMap(({ file, stored }): Remark[] =>
      file.stock === undefined || file.stock === (stored?.stock ?? 0)
        ? []
        : [{ row: file.row, column: 'stock', message: 'You are not allowed to change stock.' }],
    ),
  );

/** Replaces messages of the command about picture folders, which do not apply to uploads. */
const plain = ({ row, column, message }: Remark): Remark => ({
  row,
  column,
  message: message.replace(
    ' needs --images with its folder.',
    ' is not stored with this product yet. Add it on its page.',
  ),
});

/** The report shown on the page: the first entries of each list, and the totals. */
export const reportOf = ({ plan, faults, rows, isWritten, read }: ImportResult): ImportReport => ({
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
  read,
});

const inWords = (column: Remark['column']): string =>
  column === 'variation_1' || column === 'value_1' ? 'variations' : column.replaceAll('_', ' ');
