import { type DragEvent, useState } from 'react';
import { formatSize } from '#lib/uploads.ts';
import { cx } from '#ui/classes.ts';
import { DayField } from '#ui/form/day-field.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { FileIcon, TrashIcon, UploadIcon } from '#ui/icons/icons.tsx';
import {
  documentKinds,
  type DocumentKind,
  documentKindNames,
  mostDocuments,
} from '#catalogue/products/documents/contract.ts';
import { type DocumentRow, replacedBy } from './document-rows.ts';
import styles from './documents-tab.module.css';
import { RefusalNote } from '../refusal-note.tsx';
import { TabSaveBar } from '../tab-save-bar.tsx';
import { type DocumentsTabProps, useDocuments } from './use-documents.ts';

/** Safety data sheets and other PDFs, which shoppers open from the product's page and from order mails. */
export function DocumentsTab(props: DocumentsTabProps) {
  const documents = useDocuments(props);
  const { rows, add } = documents;
  const [isOver, setOver] = useState(false);
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only for dropping files; a button does the same by keyboard
    <section
      aria-label="Manage Documents"
      className={cx(styles.tab, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(event.dataTransfer.types.includes('Files'));
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <RefusalNote {...documents} />
      <ul className={styles.list}>
        {rows.map((row) => (
          <DocumentRowEditor
            key={row.id}
            row={row}
            replaced={replacedBy(row, rows)}
            faultOf={(field) => documents.faults[`${row.id}.${field}`]}
            edit={(change) => documents.edit(row.id, change)}
            remove={() => documents.remove(row.id)}
          />
        ))}
        {rows.length < mostDocuments && <AddRow add={add} />}
      </ul>
      <TabSaveBar productId={props.product.id} {...documents}>
        Documents changed.
      </TabSaveBar>
    </section>
  );
}

interface RowProps {
  row: DocumentRow;
  /** The safety data sheet that this one will replace. */
  replaced: DocumentRow | undefined;
  faultOf: (field: string) => string | undefined;
  edit: (change: Partial<DocumentRow>) => void;
  remove: () => void;
}

function DocumentRowEditor({ row, replaced, faultOf, edit, remove }: RowProps) {
  return (
    <li className={styles.row}>
      <p className={styles.file}>
        <FileIcon />
        {row.url ? (
          <a href={row.url} target="_blank" rel="noreferrer">
            {row.name}
          </a>
        ) : (
          <b>{row.name}</b>
        )}
        <span>{formatSize(row.size)}</span>
        <button type="button" className={iconButton} aria-label={`Remove ${row.name}`} onClick={remove}>
          <TrashIcon />
        </button>
      </p>
      <SelectField
        label="Kind"
        value={row.kind}
        error={faultOf('kind')}
        choices={documentKinds.map((kind) => ({ value: kind, label: documentKindNames[kind] }))}
        onChange={({ target }) => {
          const kind = target.value as DocumentKind; // the options have no other values
          // If the title is still the name of the old kind, it becomes the name of the new one.
          edit({ kind, ...(row.title === documentKindNames[row.kind] && { title: documentKindNames[kind] }) });
        }}
      />
      <TextField
        label="Title"
        value={row.title}
        error={faultOf('title')}
        onChange={({ target }) => edit({ title: target.value })}
      />
      <DayField
        label="Issued on"
        isOptional={row.kind !== 'safetyDataSheet'}
        value={row.issuedOn}
        error={faultOf('issuedOn')}
        onValueChange={(issuedOn) => edit({ issuedOn })}
      />
      {(replaced || faultOf('data')) && (
        <p className={styles.note}>
          {faultOf('data') ??
            `Replaces “${replaced?.title}”, issued ${replaced?.issuedOn}. Earlier orders still link to the old one.`}
        </p>
      )}
    </li>
  );
}

function AddRow({ add }: { add: (files: readonly File[]) => void }) {
  return (
    <li className={styles.add}>
      <label>
        <UploadIcon />
        <b>Add documents</b>
        <span>Drop PDFs here or choose them, up to 10 MB each. They are stored unchanged.</span>
        <input
          type="file"
          multiple
          accept="application/pdf,.pdf"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = ''; // allows choosing the same file again
          }}
        />
      </label>
    </li>
  );
}
