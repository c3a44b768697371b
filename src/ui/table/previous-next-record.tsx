import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ArrowLeftIcon, ArrowRightIcon } from '../icons/icons.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useKeyboardShortcuts } from '../use-keyboard-shortcuts.ts';
import styles from './previous-next-record.module.css';

/** The rows that a list last showed in this tab; a record's page finds the previous and next record in them. */
interface ShownRows {
  /** The list's URL, with its filters and page. */
  list: string;
  rows: readonly { id: string; to: string }[];
}

const entryOf = (list: string): string => `shop.shown.${list}`;

export function storeShownRows(list: string, rows: ShownRows['rows']): void {
  const shown: ShownRows = { list: `${location.pathname}${location.search}`, rows };
  try {
    sessionStorage.setItem(entryOf(list), JSON.stringify(shown));
  } catch {
    // without storage, record pages have no previous and next links
  }
}

function readShownRows(list: string): ShownRows | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(entryOf(list)) ?? 'null') as ShownRows | undefined; // written only above
  } catch {
    return undefined;
  }
}

/** "2 of 10", with buttons for the previous and next record of the list that the user came from; keys `[` and `]`. */
export function PreviousNextRecord({ list, id, thing }: { list: string; id: string; thing: string }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<ShownRows>();
  useEffect(() => setShown(readShownRows(list)), [list]);
  const rows = shown?.rows ?? [];
  const place = rows.findIndex((row) => row.id === id);
  const go = (step: number) => (): void => {
    const row = rows[place + step];
    if (place >= 0 && row) void navigate(row.to);
  };
  useKeyboardShortcuts({ '[': go(-1), ']': go(1) }, place >= 0);
  if (place < 0 || rows.length < 2) return null;
  return (
    <span className={styles.place}>
      <IconButton label={`Previous ${thing}`} disabled={place === 0} onClick={go(-1)}>
        <ArrowLeftIcon />
      </IconButton>
      <span>{`${place + 1} of ${rows.length}`}</span>
      <IconButton label={`Next ${thing}`} disabled={place === rows.length - 1} onClick={go(1)}>
        <ArrowRightIcon />
      </IconButton>
    </span>
  );
}
