import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatInstant } from '#lib/day.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { type StaffNote, staffNoteText } from '#lib/api/staff-note.ts';
import { cx } from '../classes.ts';
import { Button } from '../button/button.tsx';
import { TextArea } from '../form/field.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { notify } from '../feedback/notify.tsx';
import { PencilIcon } from '../icons/back-office-icons.tsx';
import panel from '../layout/back-office-panel.module.css';
import layout from '../layout.module.css';
import styles from './notes.module.css';

const failed = 'Unable to save the note.';

interface NotesCardProps {
  notes: readonly StaffNote[];
  add: (text: string) => Promise<unknown>;
  /** Without a version, the text replaces whatever somebody else has written meanwhile. */
  update: (noteId: string, body: { text: string; version?: number }) => Promise<unknown>;
}

/** What the staff have noted about a record, and a form for more. */
export function NotesCard({ notes, add, update }: NotesCardProps) {
  const [edited, setEdited] = useState<string>();
  const { revalidate } = useRevalidator();
  const [dirty, setDirty] = useState({ new: false, edited: false });
  return (
    <section className={panel.card} aria-labelledby="notes">
      <header className={panel.cardHead}>
        <h2 id="notes">Notes</h2>
        <span>For staff only</span>
      </header>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              {edited === note.id ? (
                <NoteForm
                  label="Note"
                  submitLabel="Save note"
                  text={note.text}
                  stored={note.text}
                  send={(text, overwrites) => update(note.id, { text, ...(!overwrites && { version: note.version }) })}
                  done={async () => {
                    await revalidate();
                    startTransition(() => setEdited(undefined)); // a transition, so that the form closes only when the new text is shown
                  }}
                  cancel={() => setEdited(undefined)}
                  onDirty={(isDirty) => setDirty((before) => ({ ...before, edited: isDirty }))}
                />
              ) : (
                <Note note={note} onEdit={() => setEdited(note.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <NoteForm
        label="New note"
        submitLabel="Add note"
        text=""
        send={add}
        done={async () => {
          notify({ text: 'The note has been added.' });
          await revalidate();
        }}
        onDirty={(isDirty) => setDirty((before) => ({ ...before, new: isDirty }))}
      />
      <LeaveGuard isDirty={dirty.new || dirty.edited} />
    </section>
  );
}

function Note({ note, onEdit }: { note: StaffNote; onEdit: () => void }) {
  const { text, authorName, createdAt, editedAt } = note;
  return (
    <>
      <p className={styles.text}>{text}</p>
      <p className={styles.foot}>
        <span>
          {authorName}, {formatInstant(new Date(createdAt))}
          {editedAt && `, edited ${formatInstant(new Date(editedAt))}`}
        </span>
        <IconButton label={`Edit the note by ${authorName}`} onClick={onEdit}>
          <PencilIcon />
        </IconButton>
      </p>
    </>
  );
}

interface NoteFormProps {
  label: string;
  submitLabel: string;
  text: string;
  /** The text on the server, shown if somebody else has changed it meanwhile. */
  stored?: string;
  /** Saves the text; `overwrites` says that it may replace somebody else's change. */
  send: (text: string, overwrites: boolean) => Promise<unknown>;
  done: () => Promise<void>;
  cancel?: () => void;
  /** Reports unsaved changes to the card, because a page can have only one leave guard. */
  onDirty: (isDirty: boolean) => void;
}

function NoteForm({ label, submitLabel, text: before, stored, send, done, cancel, onDirty }: NoteFormProps) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useState(before);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isLate = error === changedBySomeoneElse;
  const isDirty = text !== before && text !== '';
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => {
    reportDirty(isDirty);
    return () => reportDirty(false);
  }, [isDirty]);
  const submit = async (): Promise<void> => {
    const checked = staffNoteText.safeParse(text);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setBusy(true);
    try {
      await send(text, isLate);
      setText('');
      setError(undefined);
      await done();
    } catch (problem) {
      setError(errorMessageOf(problem, failed));
      if (problem instanceof Problem && problem.status === 409) await revalidate();
    }
    setBusy(false);
  };
  return (
    <form
      method="dialog"
      noValidate
      className={cx(styles.form, layout.noPrint)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        label={label}
        rows={2}
        value={text}
        error={error}
        hint={isLate && stored !== undefined ? `It now says: “${stored}”` : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {(text !== '' || cancel) && (
        <div className={styles.acts}>
          {cancel && (
            <Button size="small" look="plain" onClick={cancel}>
              {isLate ? 'Keep theirs' : 'Cancel'}
            </Button>
          )}
          <Button type="submit" size="small" look="quiet" isBusy={isBusy}>
            {isLate ? 'Save mine' : submitLabel}
          </Button>
        </div>
      )}
    </form>
  );
}
