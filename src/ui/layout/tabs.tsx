import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Hidden } from '../visually-hidden.tsx';
import styles from './tabs.module.css';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Small text after the label: `4 of 8`. */
  note?: string | undefined;
  /** Shows a dot: the panel has unsaved changes. */
  isChanged?: boolean;
}

interface TabsProps<Id extends string> {
  tabs: readonly Tab<Id>[];
  current: Id;
  /** Called when the user picks a tab; the parent may keep the current one. */
  onPick: (id: Id) => void;
  label: string;
  children: ReactNode;
}

/** Tabs with their panel (WAI-ARIA): one tab is in the Tab order, arrow keys move between them, Enter selects. */
export function Tabs<Id extends string>({ tabs, current, onPick, label, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone not all tabs fit: this scrolls the open one into view without moving the page.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#tab-${current}`);
    if (!list.current || !tab) return;
    const { scrollLeft, clientWidth } = list.current;
    const end = tab.offsetLeft + tab.offsetWidth;
    list.current.scrollLeft = Math.min(tab.offsetLeft, Math.max(scrollLeft, end - clientWidth));
  }, [current]);
  const press = (event: KeyboardEvent): void => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement); // the tab that has the focus
    const next = { ArrowRight: all[at + 1] ?? all[0], ArrowLeft: all.at(at - 1), Home: all[0], End: all.at(-1) }[
      event.key
    ];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map(({ id, label: name, note, isChanged }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === current}
            aria-controls={`panel-${id}`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onPick(id)}
            onKeyDown={press}
          >
            {name}
            {note && <small>{note}</small>}
            {isChanged && (
              <span className={styles.dot}>
                <Hidden>, not saved</Hidden>
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${current}`} aria-labelledby={`tab-${current}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
