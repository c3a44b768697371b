import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { fileRules, formatSize, shortFileName, type UploadRules } from '#lib/uploads.ts';
import { cx } from './classes.ts';
import { FieldError } from './field.tsx';
import { Hidden } from './hidden.tsx';
import { CloseIcon, TrashIcon, UploadIcon } from './icons.tsx';
import { Preview } from './file-preview.tsx';
import styles from './uploader.module.css';
import { takeFiles, type Upload } from './uploads.ts';

interface UploaderProps {
  /** Where an error summary leads: the group takes the focus. */
  id?: string;
  label: ReactNode;
  isOptional?: boolean;
  error?: string | undefined;
  rules?: UploadRules;
  value: readonly Upload[];
  onChange: (uploads: Upload[]) => void;
}

/** Files to send: dropped or chosen, looked at and removed again. Its code comes only with pages that use it. */
export function Uploader({ id: given, label, isOptional, error, rules = fileRules, value, onChange }: UploaderProps) {
  const own = useId();
  const id = given ?? own;
  const group = useRef<HTMLFieldSetElement>(null);
  const [cut, setCut] = useState(0);
  const isFull = value.length >= rules.maxFiles;
  const take = (files: FileList | null): void => {
    const taken = takeFiles(value, [...(files ?? [])], rules);
    setCut(taken.cut);
    onChange(taken.uploads);
  };
  const remove = (index: number): void => {
    setCut(0);
    onChange(value.filter((_, i) => i !== index));
    // The pressed button goes; the next one takes its place, or the one before, or the drop zone.
    requestAnimationFrame(() => {
      const buttons = group.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
      const next = buttons[Math.min(index, buttons.length - 1)];
      (next ?? group.current?.querySelector('input'))?.focus();
    });
  };
  return (
    <fieldset
      ref={group}
      id={id}
      tabIndex={-1}
      className={styles.uploader}
      aria-describedby={cx(`${id}-rules`, error && `${id}-error`)}
    >
      <legend className={styles.legend}>
        {label}
        {isOptional && <span> optional</span>}
      </legend>
      {value.length > 0 && (
        <ul className={styles.files}>
          {value.map((upload, i) => (
            <Row key={upload.id} upload={upload} remove={() => remove(i)} />
          ))}
        </ul>
      )}
      {!isFull && <DropZone {...{ id, rules, take }} isFaulty={error !== undefined} isSmall={value.length > 0} />}
      <p className={styles.rules} id={`${id}-rules`}>
        {rulesOf(rules)}
      </p>
      <p className={styles.count} role="status">
        {value.length > 0 && `${value.length} of ${rules.maxFiles} files.`}
        {cut > 0 && ` There was no room for ${cut} more.`}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function rulesOf({ maxFiles, maxSize, types }: UploadRules): string {
  const kinds = types.map((type) => (type === 'image/*' ? 'images' : type.slice(1))).join(', ');
  return `Up to ${maxFiles} files of ${formatSize(maxSize)}: ${kinds}.`;
}

interface DropZoneProps {
  id: string;
  rules: UploadRules;
  take: (files: FileList | null) => void;
  isFaulty: boolean;
  /** Once there are files it is a line below them. */
  isSmall: boolean;
}

function DropZone({ id, rules, take, isFaulty, isSmall }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const enter = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label className={cx(styles.zone, isSmall && styles.small, isOver && styles.over, isFaulty && styles.faulty)}>
      <UploadIcon />
      <span>
        Drop files here or <b>choose files</b>
      </span>
      <input
        type="file"
        multiple={rules.maxFiles > 1}
        accept={rules.types.join(',')}
        aria-invalid={isFaulty || undefined}
        aria-describedby={cx(`${id}-rules`, isFaulty && `${id}-error`)}
        onDragEnter={enter}
        onDragOver={enter}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = ''; // so that the same file can be chosen again once it was removed
        }}
      />
    </label>
  );
}

function Row({ upload, remove }: { upload: Upload; remove: () => void }) {
  const { origFileName, size, fault, progress } = upload;
  const isSending = progress !== undefined && progress < 1;
  return (
    <li className={cx(styles.file, fault && styles.bad)}>
      <Preview upload={upload} />
      <span className={styles.name} title={origFileName}>
        {shortFileName(origFileName)}
      </span>
      <span className={styles.size}>{formatSize(size)}</span>
      {fault && <span className={styles.fault}>{fault}</span>}
      {isSending && <progress className={styles.meter} value={progress} aria-label={`Sending ${origFileName}`} />}
      <button type="button" className={styles.remove} data-remove="" onClick={remove}>
        {isSending ? <CloseIcon /> : <TrashIcon />}
        <Hidden>
          {isSending ? 'Stop sending' : 'Remove'} {origFileName}
        </Hidden>
      </button>
    </li>
  );
}
