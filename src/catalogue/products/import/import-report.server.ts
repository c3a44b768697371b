import type { ImportReport } from '../import-export-contract.ts';
import type { Remark } from './file/columns.ts';
import type { ImportResult } from './import-catalogue.server.ts';
import type { Step } from './import-step.server.ts';

const reportedProducts = 500;
const reportedRemarks = 200;

/** A fault for each item whose stock would change, for users who may not change stock. */
export const refuseStockChanges = ({ items }: Step): Remark[] =>
  items.flatMap(({ file, stored }): Remark[] =>
    file.stock === undefined || file.stock === (stored?.stock ?? 0)
      ? []
      : [{ row: file.row, column: 'stock', message: 'You are not allowed to change stock.' }],
  );

/** Replaces a message that mentions an option of the import command, which an upload does not have. */
const forUpload = ({ row, column, message }: Remark): Remark => ({
  row,
  column,
  message: message.replace(
    ' cannot be found: set --images to its folder.',
    ' is not stored with this product yet. Add it on the product’s page.',
  ),
});

/** The report that the page shows: the totals, and the first entries of each list. */
export const reportOf = ({ plan, faults, rows, isWritten, read }: ImportResult): ImportReport => ({
  rows,
  added: plan.added.length,
  changed: plan.changed.length,
  left: plan.left,
  changes: [...plan.added.first, ...plan.changed.first].slice(0, reportedProducts).map((step) => ({
    url: step.file.url,
    name: step.file.name ?? step.stored?.name ?? '',
    isNew: step.stored === undefined,
    columns: [...new Set(step.changes.map(inWords))],
  })),
  warnings: plan.warnings.slice(0, reportedRemarks).map(forUpload),
  faults: faults.slice(0, reportedRemarks).map(forUpload),
  faultCount: faults.length,
  isWritten,
  read,
});

const inWords = (column: Remark['column']): string =>
  column === 'variation_1' || column === 'value_1' ? 'variations' : column.replaceAll('_', ' ');
