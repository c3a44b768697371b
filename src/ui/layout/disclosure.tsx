import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../classes.ts';
import styles from './disclosure.module.css';
import { ChevronDownIcon } from '../icons/icons.tsx';

interface DisclosureProps {
  /** A link to `#id` opens it; without JavaScript the browser does so. */
  id: string;
  title: ReactNode;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A title that opens the content below it. The browser's search also finds closed content, and all content is printed. */
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
      {/* The id is here because browsers open the details around a fragment's target, but not a target that is a details element itself. */}
      <div className={styles.body} id={id}>
        {children}
      </div>
    </details>
  );
}

export interface OpenDisclosures {
  isOpen: (id: string) => boolean;
  toggle: (id: string, isOpen: boolean) => void;
  /** Opens the given disclosures and closes all others. The function stays the same between renders. */
  openOnly: (ids: readonly string[]) => void;
}

/** Which disclosures are open. The disclosure named in the URL's fragment opens whenever the URL changes. */
export function useOpenDisclosures(ids: readonly string[], first: readonly string[] = []): OpenDisclosures {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first));
  const { hash, key } = useLocation();
  const named = ids.find((id) => `#${id}` === hash);
  // Each click changes the location's key, so a second click on the same link opens the disclosure again.
  useEffect(() => {
    if (named === undefined) return;
    setOpen((before) => new Set(before).add(named));
    const frame = requestAnimationFrame(() => document.getElementById(named)?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [named, key]);
  const openOnly = useCallback((openIds: readonly string[]) => setOpen(new Set(openIds)), []);
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
  /** Unique in the page, because links to the item use it as their fragment. */
  id: string;
  title: ReactNode;
  content: ReactNode;
}

/** Several disclosures, such as a page's questions; `first` lists the ids of those that are open at first. */
export function Disclosures({ items, first }: { items: readonly DisclosureItem[]; first?: readonly string[] }) {
  const { isOpen, toggle } = useOpenDisclosures(
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
