import type { ReactNode } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { formatCount } from '#ui/table/table-config.ts';
import { FileReport } from '#ui/upload/file-report.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { RemarksTable } from '#ui/upload/remarks-table.tsx';
import { importSentences, type PromoChange, type PromoImportReport } from './import-contract.ts';

export function ImportReport({ report, children }: { report: PromoImportReport; children: ReactNode }) {
  const { rows, added, changed, same, faultCount, warnings, changes, isWritten } = report;
  const parts = [
    `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    faultCount === 0 && `${formatCount(added)} ${isWritten ? 'added' : 'new'}`,
    faultCount === 0 && `${formatCount(changed)} ${isWritten ? 'changed' : 'to change'}`,
    faultCount === 0 && same > 0 && `${formatCount(same)} unchanged`,
  ];
  return (
    <FileReport {...{ parts, faultCount }} faults={report.faults}>
      {children}
      {warnings.length > 0 && <RemarksTable label="Warnings" words="Warning" remarks={warnings} />}
      {faultCount === 0 && added + changed === 0 && <p>{importSentences.nothing}</p>}
      {changes.length > 0 && <Changes changes={changes} total={added + changed} />}
    </FileReport>
  );
}

function Changes({ changes, total }: { changes: readonly PromoChange[]; total: number }) {
  return (
    <SimpleTable
      label="Changes"
      isFramed
      isSentences
      rows={changes}
      keyOf={({ row }) => row}
      columns={[
        { label: 'Row', cell: ({ row }) => row },
        { label: 'Code', isText: true, cell: ({ code }) => code },
        {
          label: 'Change',
          isText: true,
          cell: ({ isNew }) => <Badge tone={isNew ? 'success' : 'info'}>{isNew ? 'New' : 'Changed'}</Badge>,
        },
        { label: 'Changes', isText: true, cell: ({ fields }) => fields.map(inWords).join('; ') },
      ]}
    >
      {total > changes.length && (
        <p>{`Only the first ${formatCount(changes.length)} of ${formatCount(total)} changes are shown.`}</p>
      )}
    </SimpleTable>
  );
}

/** `Discount: 10.00 %` for a new promo, `Discount: 10.00 % becomes 15.00 %` for an existing one. */
const inWords = ({ name, before, after }: PromoChange['fields'][number]): string =>
  before === null ? `${name}: ${after}` : `${name}: ${before || 'none'} becomes ${after || 'none'}`;
