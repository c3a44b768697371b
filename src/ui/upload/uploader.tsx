import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { fileRules, formatSize, type UploadRules } from '#lib/uploads.ts';
import { cx } from '../classes.ts';
import { FieldAbout, FieldError, Star } from '../form/field.tsx';
import { UploadIcon } from '../icons/icons.tsx';
import { UploadRow, UploadTile } from './upload-row.tsx';
import tileStyles from './upload-tile.module.css';
import styles from './uploader.module.css';
import { isRefused, takeFiles, type Upload } from './uploads.ts';

interface UploaderProps {
  /** The id that an error summary links to; the link focuses the group. */
  id?: string;
  label: ReactNode;
  isOptional?: boolean;
  isStarred?: boolean;
  /** An explanation under the label. */
  about?: string | undefined;
  error?: string | undefined;
  rules?: UploadRules;
  /** Shown instead of "Drop files here". */
  prompt?: string | undefined;
  /** Shows images as tiles, large enough to distinguish. */
  areTiles?: boolean;
  /** Files are sent as soon as they are chosen; a file without progress is waiting for its turn. */
  areSent?: boolean;
  value: readonly Upload[];
  /** Receives an update function, because progress may arrive while other files are chosen. */
  onChange: (change: (uploads: readonly Upload[]) => Upload[]) => void;
}

/** A field for files, which the user can drop or choose, preview and remove. */
export function Uploader(props: UploaderProps) {
  const { id: givenId, label, isOptional, isStarred, error, rules = fileRules, value, onChange } = props;
  const { prompt, about, areTiles = false, areSent = false } = props;
  const own = useId();
  const id = givenId ?? own;
  const group = useRef<HTMLFieldSetElement>(null);
  const [cut, setCut] = useState(0);
  const take = (files: FileList | null): void => {
    const chosen = [...(files ?? [])];
    setCut(takeFiles(value, chosen, rules).cut);
    onChange((uploads) => takeFiles(uploads, chosen, rules).uploads);
  };
  const remove = ({ id: gone }: Upload, index: number): void => {
    setCut(0);
    onChange((uploads) => uploads.filter((upload) => upload.id !== gone));
    // The clicked button disappears, so the next file's button gets the focus, or else the previous file's, or else the drop zone.
    requestAnimationFrame(() => {
      const buttons = group.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
      const next = buttons[Math.min(index, buttons.length - 1)];
      (next ?? group.current?.querySelector('input'))?.focus();
    });
  };
  const retry = ({ id: failed }: Upload): void =>
    onChange((uploads) =>
      uploads.map((one) => (one.id === failed ? { ...one, fault: undefined, canRetry: undefined } : one)),
    );
  const One = areTiles ? UploadTile : UploadRow;
  const refused = value.filter(isRefused).length;
  const taken = value.length - refused;
  const zone = taken < rules.maxFiles && (
    <DropZone {...{ id, rules, take, prompt, areTiles }} isFaulty={error !== undefined} isSmall={value.length > 0} />
  );
  return (
    <fieldset
      ref={group}
      id={id}
      tabIndex={-1}
      className={styles.uploader}
      aria-describedby={cx(about && `${id}-about`, `${id}-rules`, error && `${id}-error`)}
    >
      <legend className={styles.legend}>
        {label}
        {isOptional && <span> optional</span>}
        {isStarred && <Star />}
      </legend>
      <FieldAbout id={id}>{about}</FieldAbout>
      {value.length > 0 && (
        <ul className={areTiles ? tileStyles.tiles : styles.files}>
          {value.map((upload, i) => (
            <One
              key={upload.id}
              {...{ upload, areSent }}
              remove={() => remove(upload, i)}
              retry={() => retry(upload)}
            />
          ))}
          {areTiles && zone && <li>{zone}</li>}
        </ul>
      )}
      {(!areTiles || value.length === 0) && zone}
      <div className={styles.rules}>
        <p id={`${id}-rules`}>{rulesOf(rules)}</p>
        <p role="status">
          {value.length > 0 && rules.maxFiles > 1 && `${taken} of ${rules.maxFiles} ${thingOf(rules)}s.`}
          {refused > 0 && ` ${refused} can’t be accepted and will not be sent.`}
          {cut > 0 && ` ${cut} more could not be added.`}
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

const thingOf = ({ types }: UploadRules): string => (types.includes('image/*') ? 'image' : 'file');

function rulesOf(rules: UploadRules): string {
  const { maxFiles, maxSize, types } = rules;
  const thing = thingOf(rules);
  const many = maxFiles === 1 ? `One ${thing} of up to` : `Up to ${maxFiles} ${thing}s of up to`;
  return `${many} ${formatSize(maxSize)}${maxFiles === 1 ? '' : ' each'}: ${kindsOf(types)}.`;
}

const kindNames: Record<string, string> = {
  '.pdf': 'PDF',
  '.doc': 'Word',
  '.docx': 'Word',
  '.xls': 'Excel',
  '.xlsx': 'Excel',
  '.ppt': 'PowerPoint',
  '.pptx': 'PowerPoint',
  '.jpg': 'JPEG',
  '.jpeg': 'JPEG',
  '.png': 'PNG',
};

/** The accepted file types in words: `Word, Excel, PDF, JPEG or PNG`. */
function kindsOf(types: readonly string[]): string {
  const kinds = types.flatMap((type) =>
    type === 'image/*' ? ['JPEG', 'PNG', 'GIF', 'WebP'] : (kindNames[type] ?? type.slice(1)),
  );
  return new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(new Set(kinds));
}

interface DropZoneProps extends Pick<UploaderProps, 'prompt' | 'areTiles'> {
  id: string;
  rules: UploadRules;
  take: (files: FileList | null) => void;
  isFaulty: boolean;
  /** Below a list of files, the drop zone is only as high as a row; among tiles, it is a tile itself. */
  isSmall: boolean;
}

function DropZone({ id, rules, take, isFaulty, isSmall, prompt, areTiles }: DropZoneProps) {
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
  const look = isSmall && (areTiles ? tileStyles.add : styles.small);
  const things = areTiles ? 'images' : 'files';
  return (
    <label className={cx(styles.zone, look, isOver && styles.over, isFaulty && styles.faulty)}>
      <UploadIcon />
      {isSmall && areTiles ? (
        <span>Add images</span>
      ) : (
        <span>
          {prompt ?? `Drop ${things} here`} or <b>choose {things}</b>
        </span>
      )}
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
          currentTarget.value = ''; // so that a removed file can be chosen again
        }}
      />
    </label>
  );
}
