import { type ReactNode, useEffect, useState } from 'react';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { dayOf, format, timeOf } from '#lib/day.ts';
import { countText } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { TextField } from '#ui/form/field.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { columnsOf } from '#ui/upload/use-file-import.ts';
import { fieldId, type ShownFile, type TakenItem } from './decisions.ts';
import type { FindItems } from './former-line-row.tsx';
import { FormerLines } from './former-lines.tsx';
import type { FormerInput } from './kept-file.ts';
import styles from './move-in.module.css';
import { formerSentences as sentences } from './sentences.ts';
import { Start } from './start.tsx';
import { type Confirmed, type MoveInState, useMoveIn } from './use-move-in.ts';

export interface MoveInCalls {
  siteId: string;
  /** All sites that can be chosen on the page. */
  sites: readonly { id: string; name: string }[];
  now: () => Date;
  match: (body: FormerInput) => Promise<ShownFile>;
  find: FindItems;
  remember: (matches: Confirmed) => Promise<unknown>;
  /** Makes an order list and opens it; left out for people who may not. */
  makeList?: ((name: string, items: readonly TakenItem[]) => Promise<unknown>) | undefined;
  /** Makes a quote or asks for one, and opens it. */
  makeQuote?: { label: string; run: (items: readonly TakenItem[]) => Promise<unknown> } | undefined;
}

const mostOfList = 300;
const mostOfQuote = 100;

/** From the invoice or list of a former supplier to an order list or a quote: paste or upload, confirm, use. */
export function MoveIn({ calls, children }: { calls: MoveInCalls; children?: ReactNode }) {
  const state = useMoveIn(calls);
  const { file, refusal } = state;
  useHeadingFocus(state.isLoaded ? (file ? columnsOf(file).join() : 'none') : undefined);
  return (
    <div className={styles.page}>
      <Refusal>{refusal}</Refusal>
      {file ? (
        <>
          <section className={cx(panel.card, styles.read)} aria-label="What was read">
            {file.faults.map((fault) => (
              <Note key={fault} tone="danger" isLive>
                {fault}
              </Note>
            ))}
            <FileColumns
              key={columnsOf(file).join()}
              read={file.read}
              isBusy={state.isBusy}
              isAsked={file.faults.length > 0}
              onChoose={(columns) => void state.matchColumns(columns)}
            />
            <div className={styles.bar}>
              <Button look="quiet" size="small" onClick={() => drop(state)}>
                Choose other lines
              </Button>
              <p className={styles.none}>
                {state.at && `From ${whenIs(new Date(state.at), calls.now())}. `}
                {state.isKept
                  ? 'This browser keeps the lines for you until you use them or sign out.'
                  : 'This browser has no room to keep the lines: they go when you leave the page.'}
              </p>
            </div>
          </section>
          {file.lines.length > 0 && (
            <>
              <FormerLines state={state} find={calls.find} />
              <Use state={state} calls={calls}>
                {children}
              </Use>
            </>
          )}
        </>
      ) : (
        <Start state={state} />
      )}
    </div>
  );
}

/** Drops the lines, with an Undo. */
function drop({ forget, count }: MoveInState): void {
  const taken = count('taken');
  const undo = forget();
  const run = () => void (undo() || notifyProblem(sentences.othersMeanwhile));
  notify({
    text: `The lines were dropped${taken > 0 ? `, ${taken} of them confirmed` : ''}.`,
    action: { label: 'Undo', run },
  });
}

/** `12:03 today`, `12:03 on 28/11/2026` */
function whenIs(at: Date, now: Date): string {
  const day = dayOf(at);
  return `${timeOf(at)} ${day === dayOf(now) ? 'today' : `on ${format(day)}`}`;
}

/** What becomes of the confirmed lines. */
function Use({ state, calls, children }: { state: MoveInState; calls: MoveInCalls; children: ReactNode }) {
  const { makeList, makeQuote, remember } = calls;
  const [name, setName] = useState('From our former supplier');
  const [refusal, setRefusal] = useState<{ text: string; path?: string | undefined }>();
  useEffect(() => document.getElementById(fieldId(refusal?.path ?? ''))?.focus(), [refusal]);
  const [running, setRunning] = useState<'list' | 'quote'>();
  const run = async (what: 'list' | 'quote', most: number, make: (items: readonly TakenItem[]) => Promise<unknown>) => {
    setRunning(what);
    setRefusal(undefined);
    try {
      const items = state.chosen();
      if (items.length > most)
        throw new Problem(400, `A ${what} can have at most ${most} items. Leave ${items.length - most} out.`);
      await remember(state.confirmed());
      await make(items);
      state.forget();
    } catch (error) {
      const [fault] = error instanceof Problem ? error.faults : [];
      setRefusal({ text: errorMessageOf(error, sentences[what]), path: fault?.path });
    }
    setRunning(undefined);
  };
  const open = state.count('open');
  const nameFault = refusal?.path === 'name' ? refusal.text : undefined;
  return (
    <section className={cx(panel.card, styles.use)} aria-label="Use the confirmed lines">
      <Refusal>{nameFault ? undefined : refusal?.text}</Refusal>
      {open > 0 && (
        <p className={styles.none}>
          {countText(open, 'line')} not confirmed {open === 1 ? 'is' : 'are'} left out. What you confirm is remembered
          for your next file.
        </p>
      )}
      {children}
      <div className={styles.ends}>
        {makeList && (
          <form
            method="dialog"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!running) void run('list', mostOfList, (items) => makeList(name, items));
            }}
          >
            <TextField
              label="Name of the list"
              id={fieldId('name')}
              error={nameFault}
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit" isBusy={running !== undefined}>
              Make an order list
            </Button>
          </form>
        )}
        {makeQuote && (
          <Button
            look={makeList ? 'quiet' : 'primary'}
            isBusy={running !== undefined}
            onClick={() => void run('quote', mostOfQuote, makeQuote.run)}
          >
            {makeQuote.label}
          </Button>
        )}
      </div>
    </section>
  );
}
