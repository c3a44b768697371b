import { type ReactNode, useState } from 'react';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { countText } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { cx } from '#ui/classes.ts';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { columnsOf } from '#ui/upload/use-file-import.ts';
import type { TakenItem } from './decisions.ts';
import { type FindItems, FormerLineRow } from './former-line-row.tsx';
import styles from './move-in.module.css';
import { formerSentences as sentences, longestPasted } from './sentences.ts';
import { type Confirmed, type Filter, type FormerInput, type MoveInState, useMoveIn } from './use-move-in.ts';
import type { ShownFile } from './decisions.ts';

export interface MoveInCalls {
  siteId: string;
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
  const state = useMoveIn(calls.siteId, calls.match);
  const { file, refusal } = state;
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
              onChoose={(columns) => void state.matchColumns(columns)}
            />
            <div>
              <Button look="quiet" size="small" onClick={state.forget}>
                Choose other lines
              </Button>
            </div>
          </section>
          {file.lines.length > 0 && (
            <>
              <Lines state={state} find={calls.find} />
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

function Start({ state: { isBusy, matchText, matchFile } }: { state: MoveInState }) {
  const [text, setText] = useState('');
  return (
    <form
      method="dialog"
      className={cx(panel.card, styles.start)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void matchText(text);
      }}
    >
      <TextArea
        label="Lines of the invoice or list"
        hint="With columns such as code, description, quantity and unit price, copied from a spreadsheet or as CSV. 500 lines at most."
        rows={8}
        maxLength={longestPasted}
        placeholder={'Code\tDescription\tQty\tPrice\n88120\tNeutral floor cleaner 5L\t4\t38.00'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FileField
        label="Or a CSV or Excel file"
        hint="Up to 1 MB. Nothing is stored until you confirm it."
        accept={tableFiles}
        isBusy={isBusy}
        onChoose={(file) => file && void matchFile(file)}
      />
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Matching …' : 'Match the lines'}
        </Button>
      </div>
    </form>
  );
}

const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All lines' },
  { value: 'open', label: 'To confirm' },
  { value: 'taken', label: 'Confirmed' },
  { value: 'out', label: 'Left out' },
];

function Lines({ state, find }: { state: MoveInState; find: FindItems }) {
  const { file, states, items, quantities, decide, setQuantity, count } = state;
  // The lines of the moment when the filter was chosen: one that is confirmed stays where it is.
  const [shown, setShown] = useState<{ filter: Filter; lines: ReadonlySet<number> }>();
  const lines = (file?.lines ?? []).filter(({ line }) => !shown || shown.lines.has(line));
  const filter = (chosen: Filter): void => {
    const matching = [...states].flatMap(([line, { kind }]) => (kind === chosen ? [line] : []));
    setShown(chosen === 'all' ? undefined : { filter: chosen, lines: new Set(matching) });
  };
  return (
    <section className={styles.lines} aria-label="Lines">
      <div className={styles.bar}>
        <p role="status">
          <strong>{count('taken')}</strong> of {countText(states.size, 'line')} confirmed
          {count('open') > 0 && `, ${count('open')} to confirm`}
          {count('out') > 0 && `, ${count('out')} left out`}
        </p>
        <SelectField
          label="Show"
          choices={filters}
          value={shown?.filter ?? 'all'}
          onChange={({ target }) => filter(target.value as Filter)} // one of the choices
        />
      </div>
      {lines.length === 0 && <p className={styles.none}>No lines.</p>}
      <ol>
        {lines.map((line) => {
          const own = states.get(line.line);
          return (
            own && (
              <FormerLineRow
                key={line.line}
                typed={quantities.get(line.line) ?? ''}
                {...own}
                {...{ line, items, find, decide, setQuantity }}
              />
            )
          );
        })}
      </ol>
    </section>
  );
}

/** What becomes of the confirmed lines. */
function Use({ state, calls, children }: { state: MoveInState; calls: MoveInCalls; children: ReactNode }) {
  const { makeList, makeQuote, remember } = calls;
  const [name, setName] = useState('From our former supplier');
  const [refusal, setRefusal] = useState<string>();
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
      setRefusal(errorMessageOf(error, sentences[what]));
    }
    setRunning(undefined);
  };
  const open = state.count('open');
  return (
    <section className={cx(panel.card, styles.use)} aria-label="Use the confirmed lines">
      <Refusal>{refusal}</Refusal>
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
