import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { formatSize } from '#lib/uploads.ts';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { cx } from '#ui/classes.ts';
import { Note } from '#ui/feedback/note.tsx';
import { Checkbox, TextField } from '#ui/form/field.tsx';
import { PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { UploadThumbnail } from '#ui/upload/upload-thumbnail.tsx';
import { usePastedFiles } from '#ui/upload/use-pasted-files.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import styles from './upload-queue.module.css';
import { acceptedFiles, type Chosen, isSendable, type UploadQueue } from './use-upload-queue.ts';

/** The button that chooses files. The file field itself stays reachable by keyboard; the button represents it on the screen. */
export function ChoosePictures({ queue, look }: { queue: UploadQueue; look?: 'quiet' }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.choose}>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Add pictures"
        onChange={({ target }) => {
          queue.add([...(target.files ?? [])]);
          target.value = ''; // so that the same file can be chosen again
        }}
      />
      <Button
        size="small"
        look={look ?? 'primary'}
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => input.current?.click()}
      >
        <PlusIcon />
        Add pictures
      </Button>
    </span>
  );
}

/** Takes files that are dropped on it, or pasted anywhere. */
export function DropPictures({ queue, children }: { queue: UploadQueue; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  usePastedFiles(queue.add);
  const isOfFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        if (!isOfFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false); // null if the pointer has left the window
      }}
      onDrop={(event) => {
        if (!isOfFiles(event)) return;
        event.preventDefault();
        setOver(false);
        queue.add([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

const countOf = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);

/** The chosen files, each to be described before it is added. Renders nothing if there are none. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const { chosen, isSending } = queue;
  const sendable = chosen.filter(isSendable);
  const submit = (): void => {
    const missing = queue.send();
    if (missing) list.current?.querySelector<HTMLElement>(`[id="${altId(missing)}"]`)?.focus();
  };
  if (chosen.length === 0) return null;
  return (
    <form
      className={cx(panel.panel, styles.queue)}
      aria-labelledby={id}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) submit();
      }}
    >
      <header className={panel.head}>
        <h2 id={id}>New pictures</h2>
        <p>Say what each shows, for people who cannot see it and for search engines.</p>
      </header>
      <ul ref={list}>
        {chosen.map((one) => (
          <ChosenRow key={one.upload.id} one={one} queue={queue} />
        ))}
      </ul>
      <footer className={panel.foot}>
        <p role="status">{isSending ? 'Adding…' : ''}</p>
        <Button size="small" look="quiet" onClick={queue.clear} isBusy={isSending}>
          Cancel
        </Button>
        {sendable.length > 0 && (
          <Button type="submit" size="small" isBusy={isSending}>
            Add {countOf(sendable.length)}
          </Button>
        )}
      </footer>
    </form>
  );
}

const altId = ({ upload }: Chosen): string => `alt-${upload.id}`;

function ChosenRow({ one, queue }: { one: Chosen; queue: UploadQueue }) {
  const { upload, altFault, same, alt, isDecorative } = one;
  const { id, origFileName, size, fault, canRetry, progress } = upload;
  return (
    <li className={styles.row}>
      <UploadThumbnail upload={upload} className={styles.thumb ?? ''} />
      <div className={styles.about}>
        <p className={styles.name}>
          <b>{origFileName}</b> <small>{formatSize(size)}</small>
        </p>
        {fault && (
          <Note tone="danger" isLive>
            {fault}
            {canRetry && ' Nothing you typed is lost: add it again.'}
          </Note>
        )}
        {same && <SameFile one={one} queue={queue} />}
        {isSendable(one) && (
          <div className={styles.fields}>
            <TextField
              id={altId(one)}
              label={<LabelOf name={origFileName}>Alternative text</LabelOf>}
              placeholder="A cleaner polishes a glass door"
              maxLength={200}
              value={alt}
              disabled={isDecorative}
              error={altFault}
              onChange={({ target }) => queue.change(id, { alt: target.value, altFault: undefined })}
            />
            <Checkbox
              checked={isDecorative}
              onChange={({ target }) => queue.change(id, { isDecorative: target.checked, altFault: undefined })}
            >
              <LabelOf name={origFileName}>Only decoration</LabelOf>
            </Checkbox>
          </div>
        )}
        {progress !== undefined && <progress value={progress} aria-label={`Sending ${origFileName}`} />}
      </div>
      <IconButton
        label={`Leave out ${origFileName}`}
        onClick={() => queue.remove(id)}
        disabled={progress !== undefined}
      >
        <TrashIcon />
      </IconButton>
    </li>
  );
}

/** A label that names the file for screen readers, because the same field appears once for each file. */
const LabelOf = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    {children}
    <Hidden> of {name}</Hidden>
  </>
);

function SameFile({ one, queue }: { one: Chosen; queue: UploadQueue }) {
  const { same } = one;
  if (!same) return null;
  return (
    <Note tone="warning" isLive>
      This file is already in the library{same.alt && `: “${same.alt}”`}.{' '}
      <Button look="plain" size="small" onClick={() => queue.addAgain(one)}>
        Add it again
      </Button>
    </Note>
  );
}
