import styles from './file-field.module.css';
import { Field, type FieldProps } from '../form/field.tsx';

/** The file types that imports read, for the file chooser. */
export const tableFiles =
  '.csv,.txt,.tsv,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface FileFieldProps extends FieldProps {
  /** For the native file chooser: `.csv,text/csv`. */
  accept: string;
  isBusy?: boolean;
  onChoose: (file: File | undefined) => void;
}

/** A field for a single file. The user can choose the same file again at once, for example after correcting it. */
export function FileField({ accept, isBusy, onChoose, ...field }: FileFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept}
          aria-disabled={isBusy || undefined} // `disabled` would lose the focus
          className={styles.file}
          onClick={(event) => {
            if (isBusy) event.preventDefault();
            else event.currentTarget.value = '';
          }}
          onChange={({ target }) => !isBusy && onChoose(target.files?.[0])}
        />
      )}
    </Field>
  );
}
