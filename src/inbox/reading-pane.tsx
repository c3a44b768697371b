import { type ReactNode, useState } from 'react';
import { useLocation, useOutletContext } from 'react-router';
import { Link } from '#ui/link.tsx';
import { HistoryPanel } from '#history/history-panel.tsx';
import { Button } from '#ui/button/button.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { ArrowLeftIcon, ChevronDownIcon, CloseIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { PrintIcon } from '#ui/icons/back-office-icons.tsx';
import { statuses } from './contract.ts';
import styles from './inbox.module.css';
import type { InboxActions, InboxKind, InboxRow } from './use-inbox.ts';

/** Outlet context from the list to the reading pane. */
export interface ReadingPaneContext {
  /** Ids of the listed rows, in order. */
  ids: readonly string[];
  inboxActions: InboxActions;
  kind: InboxKind;
}

interface ReadingPaneProps {
  row: InboxRow;
  title: string;
  badge?: ReactNode;
  /** Sender and dates, below the title. */
  children: ReactNode;
  /** More actions. */
  actions?: ReactNode;
  content: ReactNode;
}

/** One row of an inbox: content, status, actions and history. */
export function ReadingPane({ row, title, badge, children, actions, content }: ReadingPaneProps) {
  const { ids, inboxActions, kind } = useOutletContext<ReadingPaneContext>();
  const [thing, things] = kind.things;
  const { search } = useLocation();
  const index = ids.indexOf(row.id);
  const to = (id = ''): string => `/admin/${kind.list}/${id}${search}`;
  const after = ids[index + 1] ?? ids[index - 1];
  return (
    <article className={styles.pane} aria-labelledby="reading">
      <nav className={styles.way} aria-label="Previous and next">
        <Link className={styles.back} to={to()}>
          <ArrowLeftIcon />
          All {things}
        </Link>
        <Step label={`Previous ${thing} (K)`} to={index > 0 ? to(ids[index - 1]) : undefined} isUp />
        <Step label={`Next ${thing} (J)`} to={index >= 0 && ids[index + 1] ? to(ids[index + 1]) : undefined} />
        <Link className={`${iconButton} ${styles.close}`} to={to()} aria-label="Close" title="Close">
          <CloseIcon />
        </Link>
      </nav>
      <header className={styles.about}>
        <h2 id="reading">
          {title}
          {badge}
        </h2>
        {children}
      </header>
      <div className={styles.acts}>
        <StatusChoice key={row.id} row={row} setStatus={inboxActions.setStatus} />
        <div className={styles.buttons}>
          {actions}
          <Button look="quiet" size="small" onClick={() => window.print()}>
            <PrintIcon />
            Print
          </Button>
          <Button
            look="quiet"
            size="small"
            onClick={() => inboxActions.requestDeletion({ ids: [row.id] }, '1', { to: to(after) })}
          >
            <TrashIcon />
            Delete
          </Button>
        </div>
      </div>
      {content}
      <div className={styles.history}>
        <HistoryPanel entity={thing} id={row.id} version={row.version} />
      </div>
    </article>
  );
}

/** The status buttons. They show the selected status at once, until the row has been loaded with its new version. */
function StatusChoice({ row, setStatus }: { row: InboxRow; setStatus: InboxActions['setStatus'] }) {
  const [selected, setSelected] = useState<{ status: number; version: number }>();
  const choose = async (status: number): Promise<void> => {
    setSelected({ status, version: row.version });
    if (!(await setStatus(row, status))) setSelected(undefined);
  };
  const shown = selected?.version === row.version ? selected.status : row.status;
  return (
    <OptionButtons
      legend="Status"
      isEven
      options={statuses.map(({ value, name }) => ({ value: String(value), label: name }))}
      value={String(shown)}
      onChange={(value) => void choose(Number(value))}
    />
  );
}

function Step({ label, to, isUp }: { label: string; to: string | undefined; isUp?: boolean }) {
  const icon = <ChevronDownIcon className={isUp ? styles.up : undefined} />;
  if (to === undefined) {
    return (
      <span className={`${iconButton} ${styles.off}`} aria-hidden="true">
        {icon}
      </span>
    );
  }
  return (
    <Link className={iconButton} to={to} aria-label={label} title={label} prefetch="intent">
      {icon}
    </Link>
  );
}
