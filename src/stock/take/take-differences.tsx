import type { ReactNode } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { FileReport } from '#ui/upload/file-report.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import type { checkStockTake } from './take-contract.ts';
import { signed, units } from '../units.ts';

type Report = ReplyOf<typeof checkStockTake>;
type Difference = Report['differences'][number];

export function TakeDifferences({ report, children }: { report: Report; children: ReactNode }) {
  const { rows, skipped, same, different, faultCount, isWritten } = report;
  const parts = [
    `${units(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    faultCount === 0 && `${units(different)} ${isWritten ? 'written' : 'to write'}`,
    faultCount === 0 && `${units(same)} as counted`,
    skipped > 0 && `${units(skipped)} without a count`,
  ];
  return (
    <FileReport {...{ parts, faultCount }} faults={report.faults}>
      {children}
      {faultCount === 0 && report.differences.length > 0 && <Differences report={report} />}
    </FileReport>
  );
}

const since: SimpleColumn<Difference> = { label: 'Since', cell: ({ movedSince }) => signed(movedSince) };

/** The column "Since" is only shown if something moved. */
function Differences({ report: { differences, different } }: { report: Report }) {
  const hasMoved = differences.some(({ movedSince }) => movedSince !== 0);
  return (
    <SimpleTable
      label="Differences"
      isFramed
      rows={differences}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Item',
          cell: ({ productName, variation }) => [productName, variation].filter(Boolean).join(', '),
          about: ({ productCode }) => productCode,
        },
        { label: 'Expected', cell: ({ expected }) => units(expected) },
        { label: 'Counted', cell: ({ counted }) => units(counted) },
        { label: 'Difference', cell: ({ difference }) => <b>{signed(difference)}</b> },
        ...(hasMoved ? [since] : []),
        { label: 'After', cell: ({ onHandAfter }) => units(onHandAfter) },
      ]}
    >
      {different > differences.length && (
        <p>
          The {units(differences.length)} largest of {units(different)}.
        </p>
      )}
    </SimpleTable>
  );
}
