import type { ReactNode } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { count } from '#ui/table/parts.ts';
import { FileReport } from '#ui/upload/file-report.tsx';
import { LinesTable } from '#ui/layout/lines-table.tsx';
import { RemarksTable } from '#ui/upload/remarks-table.tsx';
import { importSentences, type PromoChange, type PromoImportReport } from './import-contract.ts';

export function ImportReport({ report, children }: { report: PromoImportReport; children: ReactNode }) {
  const { rows, added, changed, same, faultCount, warnings, changes, isWritten } = report;
  const parts = [
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    faultCount === 0 && `${count(added)} ${isWritten ? 'added' : 'new'}`,
    faultCount === 0 && `${count(changed)} ${isWritten ? 'changed' : 'to change'}`,
    faultCount === 0 && same > 0 && `${count(same)} unchanged`,
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
    <LinesTable
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
        <p>{`Only the first ${count(changes.length)} of ${count(total)} changes are shown.`}</p>
      )}
    </LinesTable>
  );
}

/** `Discount: 10.00 %` for a new promo, `Discount: 10.00 % becomes 15.00 %` for an existing one. */
const inWords = ({ name, before, after }: PromoChange['fields'][number]): string =>
  before === null ? `${name}: ${after}` : `${name}: ${before || 'none'} becomes ${after || 'none'}`;
