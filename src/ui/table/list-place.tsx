import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ArrowLeftIcon, ArrowRightIcon } from '../icons/icons.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { useKeys } from '../use-keys.ts';
import styles from './list-place.module.css';

/** The rows of a list as they were last shown in this tab, so that a record's page leads to those beside it. */
interface Shown {
  /** The list's address, with its filter and page. */
  list: string;
  rows: readonly { id: string; to: string }[];
}

const entryOf = (list: string): string => `spruce.shown.${list}`;

export function rememberShown(list: string, rows: Shown['rows']): void {
  const shown: Shown = { list: `${location.pathname}${location.search}`, rows };
  try {
    sessionStorage.setItem(entryOf(list), JSON.stringify(shown));
  } catch {
    // without storage a record's page has no way to its neighbours
  }
}

function recallShown(list: string): Shown | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(entryOf(list)) ?? 'null') as Shown | undefined; // written above alone
  } catch {
    return undefined;
  }
}

/** "2 of 10", with the way to the record before and after within the page of the list that one came from; keys `[` and `]`. */
export function ListPlace({ list, id, thing }: { list: string; id: string; thing: string }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();
  useEffect(() => setShown(recallShown(list)), [list]);
  const rows = shown?.rows ?? [];
  const place = rows.findIndex((row) => row.id === id);
  const go = (step: number) => (): void => {
    const row = rows[place + step];
    if (place >= 0 && row) void navigate(row.to);
  };
  useKeys({ '[': go(-1), ']': go(1) }, place >= 0);
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
