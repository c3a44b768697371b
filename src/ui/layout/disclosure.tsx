import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../classes.ts';
import styles from './disclosure.module.css';
import { ChevronDownIcon } from '../icons/icons.tsx';

interface DisclosureProps {
  /** Its address: `#id` opens it, by the browser itself where there is no script. */
  id: string;
  title: ReactNode;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A title that opens what is below it. Found by the browser's own search while closed, and open on paper. */
export function Disclosure({ id, title, isOpen, onToggle, className, children }: DisclosureProps) {
  return (
    <details
      className={cx(styles.disclosure, className)}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        {title}
        <ChevronDownIcon />
      </summary>
      {/* Browsers open the details around a fragment's target, not the target itself. */}
      <div className={styles.body} id={id}>
        {children}
      </div>
    </details>
  );
}

export interface Opened {
  isOpen: (id: string) => boolean;
  toggle: (id: string, isOpen: boolean) => void;
  /** Opens these and closes all others; the same function for as long as the page stands. */
  openOnly: (ids: readonly string[]) => void;
}

/** Which of several are open; the one that the address names opens whenever the address changes. */
export function useOpened(ids: readonly string[], first: readonly string[] = []): Opened {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first));
  const { hash, key } = useLocation();
  const named = ids.find((id) => `#${id}` === hash);
  // The key makes a second press on the same link count.
  useEffect(() => {
    if (named === undefined) return;
    setOpen((before) => new Set(before).add(named));
    const frame = requestAnimationFrame(() => document.getElementById(named)?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [named, key]);
  const openOnly = useCallback((wanted: readonly string[]) => setOpen(new Set(wanted)), []);
  return {
    isOpen: (id) => open.has(id),
    toggle: (id, isOpen) => {
      if (open.has(id) === isOpen) return;
      setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((one) => one !== id)));
    },
    openOnly,
  };
}

export interface DisclosureItem {
  /** Unique in the page: it is the item's address. */
  id: string;
  title: ReactNode;
  content: ReactNode;
}

/** Several below each other, such as a page's questions; ids of those open at first in `first`. */
export function Disclosures({ items, first }: { items: readonly DisclosureItem[]; first?: readonly string[] }) {
  const { isOpen, toggle } = useOpened(
    items.map(({ id }) => id),
    first,
  );
  return (
    <div className={styles.list}>
      {items.map(({ id, title, content }) => (
        <Disclosure key={id} id={id} title={title} isOpen={isOpen(id)} onToggle={(open) => toggle(id, open)}>
          {content}
        </Disclosure>
      ))}
    </div>
  );
}
