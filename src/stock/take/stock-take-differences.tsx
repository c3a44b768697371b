import type { ReactNode } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { FileReport } from '#ui/upload/file-report.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import type { checkStockTake } from './stock-take-contract.ts';
import { formatSignedUnits, formatUnits } from '../format-units.ts';

type Report = ReplyOf<typeof checkStockTake>;
type Difference = Report['differences'][number];

export function TakeDifferences({ report, children }: { report: Report; children: ReactNode }) {
  const { rows, skipped, same, different, faultCount, isWritten } = report;
  const parts = [
    `${formatUnits(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    faultCount === 0 && `${formatUnits(different)} ${isWritten ? 'saved' : 'to save'}`,
    faultCount === 0 && `${formatUnits(same)} as counted`,
    skipped > 0 && `${formatUnits(skipped)} without a count`,
  ];
  return (
    <FileReport {...{ parts, faultCount }} faults={report.faults}>
      {children}
      {faultCount === 0 && report.differences.length > 0 && <Differences report={report} />}
    </FileReport>
  );
}

const movedSince: SimpleColumn<Difference> = { label: 'Since', cell: (row) => formatSignedUnits(row.movedSince) };

/** The column "Since" is shown only if an item's stock has moved since the count. */
function Differences({ report: { differences, different } }: { report: Report }) {
  const hasMoved = differences.some((row) => row.movedSince !== 0);
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
        { label: 'Expected', cell: ({ expected }) => formatUnits(expected) },
        { label: 'Counted', cell: ({ counted }) => formatUnits(counted) },
        { label: 'Difference', cell: ({ difference }) => <b>{formatSignedUnits(difference)}</b> },
        ...(hasMoved ? [movedSince] : []),
        { label: 'After', cell: ({ onHandAfter }) => formatUnits(onHandAfter) },
      ]}
    >
      {different > differences.length && (
        <p>
          Only the {formatUnits(differences.length)} largest of {formatUnits(different)} differences are shown.
        </p>
      )}
    </SimpleTable>
  );
}
