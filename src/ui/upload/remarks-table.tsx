import { LinesTable } from '../layout/lines-table.tsx';

interface RemarksTableProps {
  label: string;
  /** Over the sentences. */
  words: string;
  /** Of a file's rows; the header is row 1. */
  remarks: readonly { row: number; column: string; message: string }[];
}

/** What is to be said of a file, row by row. */
export function RemarksTable({ label, words, remarks }: RemarksTableProps) {
  return (
    <LinesTable
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
