import { type ReactNode, useState } from 'react';
import { Link, useLocation, useOutletContext } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { Button } from '#ui/button/button.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { ArrowLeftIcon, ChevronDownIcon, CloseIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { PrintIcon } from '#ui/icons/back-office-icons.tsx';
import { statuses } from './contract.ts';
import styles from './inbox.module.css';
import type { InboxActs, InboxKind, InboxRow } from './use-inbox.ts';

/** Outlet context from the list to the reading pane. */
export interface ReadingPaneContext {
  /** Ids of the listed rows, in order. */
  ids: readonly string[];
  acts: InboxActs;
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
  const { ids, acts, kind } = useOutletContext<ReadingPaneContext>();
  const [thing, things] = kind.things;
  const { search } = useLocation();
  const place = ids.indexOf(row.id);
  const to = (id = ''): string => `/admin/${kind.list}/${id}${search}`;
  const after = ids[place + 1] ?? ids[place - 1];
  return (
    <article className={styles.pane} aria-labelledby="reading">
      <nav className={styles.way} aria-label="Between rows">
        <Link className={styles.back} to={to()}>
          <ArrowLeftIcon />
          All {things}
        </Link>
        <Step label={`Previous ${thing} (K)`} to={place > 0 ? to(ids[place - 1]) : undefined} isUp />
        <Step label={`Next ${thing} (J)`} to={place >= 0 && ids[place + 1] ? to(ids[place + 1]) : undefined} />
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
        <StatusChoice key={row.id} row={row} setStatus={acts.setStatus} />
        <div className={styles.buttons}>
          {actions}
          <Button look="quiet" size="small" onClick={() => window.print()}>
            <PrintIcon />
            Print
          </Button>
          <Button look="quiet" size="small" onClick={() => acts.ask({ ids: [row.id] }, '1', { to: to(after) })}>
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

/** Shows the selected status at once, and the stored one after the call. */
function StatusChoice({ row, setStatus }: { row: InboxRow; setStatus: InboxActs['setStatus'] }) {
  const [chosen, setChosen] = useState<number>();
  const choose = async (status: number): Promise<void> => {
    setChosen(status);
    await setStatus(row, status);
    setChosen(undefined);
  };
  return (
    <OptionButtons
      legend="Status"
      isEven
      options={statuses.map(({ value, name }) => ({ value: String(value), label: name }))}
      value={String(chosen ?? row.status)}
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
