import { useState } from 'react';
import { describeFileFormat, type TableFileInfo } from '#lib/table-file.ts';
import { Button } from '../button/button.tsx';
import { SelectField } from '../form/field.tsx';
import styles from './file-columns.module.css';
import { Hidden } from '../visually-hidden.tsx';
import { SimpleTable } from '../layout/simple-table.tsx';

interface FileColumnsProps {
  read: TableFileInfo;
  isBusy: boolean;
  /** Whether a fault asks the user to choose a column. */
  isAsked?: boolean;
  /** Checks the file again with these columns; omitted once the columns can no longer be changed. */
  onChoose?: ((columns: (string | null)[]) => void) | undefined;
}

const inWords = (column: string): string => {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Shows how a file was read and lets the user change what each column is imported as. Give the component a new `key` for each check. */
export function FileColumns({ read, isBusy, isAsked = false, onChoose }: FileColumnsProps) {
  const first = read.columns.map(({ column }) => column);
  const [chosen, setChosen] = useState(first);
  const ignored = read.columns
    .filter(({ column, header }) => column === null && header !== '')
    .map(({ header }) => header);
  const isChanged = chosen.some((column, place) => column !== first[place]);
  const rows = read.columns.map((column, place) => ({ ...column, place }));
  const hasNoCode = !first.includes('code');
  const [isOpen, setOpen] = useState(hasNoCode || isAsked);
  return (
    <div className={styles.file}>
      <p>
        {describeFileFormat(read)}
        {read.headerRow > 1 && `; the header is row ${read.headerRow}`}
        {read.headerRow === 0 && '; without headings, so that row 1 is read as well'}.
        {read.encoding === 'Windows-1252' && read.letters.length > 0 && (
          <> Check that these letters look right: {read.letters.map((text) => `‘${text}’`).join(', ')}.</>
        )}
        {ignored.length > 0 && <> Not imported: {ignored.join(', ')}.</>}
      </p>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Columns</summary>
        <SimpleTable
          label="Columns"
          rows={rows}
          keyOf={({ place }) => place}
          columns={[
            {
              label: 'In the file',
              cell: ({ header, place }) => header || (read.headerRow === 0 ? `Column ${place + 1}` : '(no name)'),
              about: ({ sample }) => sample,
            },
            {
              label: 'Imported as',
              isText: true,
              cell: ({ header, place }) => (
                <SelectField
                  label={<Hidden>{`${header || `Column ${place + 1}`} is imported as`}</Hidden>}
                  value={chosen[place] ?? ''}
                  disabled={!onChoose}
                  onChange={({ target }) => setChosen(chosen.with(place, target.value || null))}
                >
                  <option value="">Not imported</option>
                  {read.known.map((column) => (
                    <option key={column} value={column}>
                      {inWords(column)}
                    </option>
                  ))}
                </SelectField>
              ),
            },
          ]}
        />
        {onChoose && isChanged && (
          <Button size="small" look="quiet" isBusy={isBusy} onClick={() => onChoose(chosen)}>
            Check again with these columns
          </Button>
        )}
      </details>
    </div>
  );
}
