import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { ChevronDownIcon } from '#ui/icons/icons.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { ChangeTable } from './change-table.tsx';
import { actionWord } from './change-text.ts';
import type { Change, Entity, readHistory } from './contract.ts';
import styles from './history-panel.module.css';

interface HistoryPanelProps {
  entity: Entity;
  id: string;
  /** The record's version: when it changes, the open panel reloads. */
  version?: number;
}

const pageSize = 20;

export function HistoryPanel({ entity, id, version }: HistoryPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={cx(styles.panel, !isOpen && layout.noPrint)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>History</h2>
        <span>Who changed what, and when</span>
        <ChevronDownIcon />
      </summary>
      {isOpen && <HistoryLines key={`${id} ${version}`} entity={entity} id={id} />}
    </details>
  );
}

function HistoryLines({ entity, id }: HistoryPanelProps) {
  const [lines, setLines] = useState<readonly Change[]>();
  const [page, setPage] = useState(1);
  const [isMore, setMore] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    const input = { params: { entity, id }, query: { page, pageSize: pageSize } };
    call<typeof readHistory>('GET /v1/history/{entity}/{id}', input, { signal: abort.signal })
      .then((more) => {
        setLines((before = []) => [...before, ...more]);
        setMore(more.length === pageSize);
        setFailure(undefined);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setFailure(errorMessageOf(error, 'Unable to load the history.'));
      });
    return () => abort.abort();
  }, [entity, id, page, attempt]);

  return (
    <div className={styles.body} aria-live="polite" aria-busy={!lines && !failure}>
      {!lines && !failure && <Skeleton height="3rem" className={styles.waiting} />}
      {lines?.length === 0 && <p className={styles.none}>No changes yet.</p>}
      {lines && lines.length > 0 && (
        <ol className={styles.lines}>
          {lines.map((line) => (
            <li key={line.id}>
              <p>
                <strong>{line.actorName}</strong> {actionWord(line.action)} it
                <time dateTime={line.at}>{formatInstant(new Date(line.at))}</time>
              </p>
              <ChangeTable {...line} />
            </li>
          ))}
        </ol>
      )}
      {failure && (
        <Note tone="danger" isLive>
          {failure}{' '}
          <Button look="plain" size="small" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </Note>
      )}
      {isMore && !failure && (
        <Button look="quiet" size="small" onClick={() => setPage(page + 1)}>
          Show older changes
        </Button>
      )}
    </div>
  );
}
