import { SimpleTable } from '../layout/simple-table.tsx';

interface RemarksTableProps {
  label: string;
  /** The heading of the column with the remarks. */
  words: string;
  /** `row` is the row of the file, whose header is row 1. */
  remarks: readonly { row: number; column: string; message: string }[];
}

/** Remarks on a file, row by row. */
export function RemarksTable({ label, words, remarks }: RemarksTableProps) {
  return (
    <SimpleTable
      label={label}
      isFramed
      isSentences
      rows={remarks}
      keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      columns={[
        { label: 'Row', cell: ({ row }) => row },
        { label: 'Column', isText: true, cell: ({ column }) => column.replaceAll('_', ' ') },
        { label: words, isText: true, cell: ({ message }) => message },
      ]}
    />
  );
}
