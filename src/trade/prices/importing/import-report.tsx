import type { ReactNode } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { formatCount } from '#ui/table/table-config.ts';
import { FileReport } from '#ui/upload/file-report.tsx';
import { RemarksTable } from '#ui/upload/remarks-table.tsx';
import { importSentences, type PriceFileChange, type PriceImportReport } from './import-contract.ts';

export function ImportReport({ report, children }: { report: PriceImportReport; children: ReactNode }) {
  const { rows, added, changed, removed, same, faultCount, warnings, warningCount, changes, isWritten } = report;
  const isRight = faultCount === 0;
  const parts = [
    `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    isRight && `${formatCount(added)} ${isWritten ? 'added' : 'new'}`,
    isRight && `${formatCount(changed)} ${isWritten ? 'changed' : 'to change'}`,
    isRight && removed > 0 && `${formatCount(removed)} ${isWritten ? 'removed' : 'to remove'}`,
    isRight && same > 0 && `${formatCount(same)} unchanged`,
  ];
  return (
    <FileReport {...{ parts, faultCount }} faults={report.faults}>
      {children}
      {warnings.length > 0 && <RemarksTable label="Warnings" words="Warning" remarks={warnings} />}
      {warningCount > warnings.length && (
        <p>{`Only the first ${formatCount(warnings.length)} of ${formatCount(warningCount)} warnings are shown.`}</p>
      )}
      {isRight && added + changed + removed === 0 && <p>{importSentences.nothing}</p>}
      {changes.length > 0 && <Changes changes={changes} total={added + changed + removed} />}
    </FileReport>
  );
}

const kinds = {
  new: <Badge tone="success">New</Badge>,
  changed: <Badge tone="info">Changed</Badge>,
  removed: <Badge tone="warning">Removed</Badge>,
};

function Changes({ changes, total }: { changes: readonly PriceFileChange[]; total: number }) {
  return (
    <SimpleTable
      label="Changes"
      isFramed
      isSentences
      rows={changes.map((change, place) => ({ ...change, place }))}
      keyOf={({ place }) => place}
      columns={[
        { label: 'Row', cell: ({ row }) => row ?? '–' },
        { label: 'Code', isText: true, cell: ({ code }) => code },
        { label: 'Change', isText: true, cell: ({ kind }) => kinds[kind] },
        { label: 'Price', isText: true, cell: ({ text }) => text },
      ]}
    >
      {total > changes.length && (
        <p>{`Only the first ${formatCount(changes.length)} of ${formatCount(total)} changes are shown.`}</p>
      )}
    </SimpleTable>
  );
}
