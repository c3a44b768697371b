import { useRef, useState } from 'react';
import { countText } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { type Decision, isLikely, lineKey, quantityOf, type ShownLine, typedOf } from './decisions.ts';
import { type FindItems, FormerLineRow } from './former-line-row.tsx';
import styles from './move-in.module.css';
import { likelyScore } from './sentences.ts';
import type { Filter, MoveInState } from './use-move-in.ts';

const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All lines' },
  { value: 'open', label: 'To confirm' },
  { value: 'taken', label: 'Confirmed' },
  { value: 'out', label: 'Left out' },
];

export function FormerLines({ state, find }: { state: MoveInState; find: FindItems }) {
  const { file, states, items, quantities, decide, setQuantity, count } = state;
  const summary = useRef<HTMLParagraphElement>(null);
  // The lines of the moment when the filter was chosen: one that is confirmed stays where it is.
  const [shown, setShown] = useState<{ filter: Filter; lines: ReadonlySet<number> }>();
  const lines = (file?.lines ?? []).filter((line) => !shown || shown.lines.has(line.line) || isFaulty(state, line));
  const filter = (chosen: Filter): void => {
    const matching = [...states].flatMap(([line, { kind }]) => (kind === chosen ? [line] : []));
    setShown(chosen === 'all' ? undefined : { filter: chosen, lines: new Set(matching) });
  };
  const open = (file?.lines ?? []).filter(({ line }) => states.get(line)?.kind === 'open');
  const likely = open.filter((line) => isLikely(line) && states.get(line.line)?.item);
  const decideAll = (some: readonly ShownLine[], kind: 'taken' | 'out'): void => {
    const decisionOf = ({ line }: ShownLine): Decision => {
      const item = states.get(line)?.item;
      return kind === 'taken' && item ? { kind, item } : { kind: 'out' };
    };
    const run = state.decideOpen(new Map(some.map((line) => [lineKey(line), decisionOf(line)])));
    const done = kind === 'taken' ? 'confirmed' : 'left out';
    notify({ text: `${countText(some.length, 'line')} ${done}.`, action: { label: 'Undo', run } });
    summary.current?.focus(); // the button goes
  };
  return (
    <section className={styles.lines} aria-label="Lines">
      <div className={styles.bar}>
        <p role="status" ref={summary} tabIndex={-1}>
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
      {open.length > 0 && (
        <div className={styles.all}>
          {likely.length > 0 && (
            <Button look="soft" size="small" onClick={() => decideAll(likely, 'taken')}>
              Confirm {countText(likely.length, 'clear match', 'clear matches')} from a score of {likelyScore}
            </Button>
          )}
          <Button look="plain" size="small" onClick={() => decideAll(open, 'out')}>
            Leave out the rest<Hidden>: {countText(open.length, 'line')}</Hidden>
          </Button>
        </div>
      )}
      {lines.length === 0 && <p className={styles.none}>No lines.</p>}
      <ol>
        {lines.map((line) => {
          const own = states.get(line.line);
          return (
            own && (
              <FormerLineRow
                key={line.line}
                typed={typedOf(line, quantities)}
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

/** Whether a line is taken over with a quantity that is none: no filter hides it. */
const isFaulty = ({ states, quantities }: MoveInState, line: ShownLine): boolean =>
  states.get(line.line)?.kind === 'taken' && quantityOf(typedOf(line, quantities)) === undefined;
