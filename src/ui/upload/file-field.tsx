import styles from './file-field.module.css';
import { Field, type FieldProps } from '../form/field.tsx';

/** Files that imports read, as the browser's dialog takes them. */
export const tableFiles =
  '.csv,.txt,.tsv,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface FileFieldProps extends FieldProps {
  /** As the browser's own dialog takes it: `.csv,text/csv`. */
  accept: string;
  isBusy?: boolean;
  onChoose: (file: File | undefined) => void;
}

/** One file of this computer. It can be chosen again at once, as after it was mended. */
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
