import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { matches, parseSearch } from '#lib/text/search-words.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { switchScheme } from '#site/colour-scheme.tsx';
import { cx } from '#ui/classes.ts';
import { SearchIcon } from '#ui/icons/icons.tsx';
import { KeyboardKey } from '#ui/button/keyboard-key.tsx';
import { HighlightedText } from '#ui/feedback/highlighted-text.tsx';
import { areasOf } from '../areas.ts';
import { type SearchHit, findRecords } from './find-records.tsx';
import styles from './palette.module.css';

interface PaletteProps {
  isOpen: boolean;
  close: () => void;
  showKeys: () => void;
}

const pauseMs = 200;

/** Finds pages, records and actions by name: Control K, some letters, Enter. */
export function Palette({ isOpen, close, showKeys }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search or jump to"
      onClose={close}
      {...{ closedby: 'any' }} // closes on a click outside; React's types lack `closedby`
    >
      {isOpen && <Finder close={close} showKeys={showKeys} />}
    </dialog>
  );
}

function Finder({ close, showKeys }: Omit<PaletteProps, 'isOpen'>) {
  const id = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const records = useRecords(query);
  const search = parseSearch(query);
  const found = [...usePages(query, { showKeys }), ...records.found];
  const chosen = found[Math.min(at, found.length - 1)];
  const open = (one: SearchHit | undefined, inNewTab = false): void => {
    if (!one) return;
    close();
    if (one.run) one.run();
    else if (inNewTab) window.open(one.to, '_blank', 'noopener');
    else void navigate(one.to ?? '/admin/');
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== 'Enter' && step === undefined) return;
    event.preventDefault(); // keeps Enter from also pressing the button that gets the focus
    if (step === undefined) return open(chosen, event.ctrlKey || event.metaKey);
    setAt((before) => Math.max(0, Math.min(found.length - 1, before + step)));
  };
  return (
    <>
      <div className={styles.box}>
        <SearchIcon />
        <input
          autoFocus
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen ? `${id}-${found.indexOf(chosen)}` : undefined}
          placeholder="Products, people, pages"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <KeyboardKey>Esc</KeyboardKey>
      </div>
      <div id={id} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((one, i) => (
          <div key={`${one.group} ${one.key}`} role="presentation">
            {one.group !== found[i - 1]?.group && <p role="presentation">{one.group}</p>}
            <div
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={one === chosen}
              className={cx(styles.option, one === chosen && styles.chosen)}
              onPointerMove={() => setAt(i)}
              onClick={() => open(one)}
              onKeyDown={onKeyDown}
              ref={(element) => {
                if (one === chosen) element?.scrollIntoView({ block: 'nearest' });
              }}
            >
              {one.icon}
              <span>
                <HighlightedText search={search} text={one.label} /> <small>{one.note}</small>
              </span>
              {one === chosen && <KeyboardKey>Enter</KeyboardKey>}
            </div>
          </div>
        ))}
        {found.length === 0 && (
          <p className={styles.none} role="status">
            {records.isLooking ? 'Looking…' : `Nothing found for “${query.trim()}”.`}
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        <span>
          <KeyboardKey>↑</KeyboardKey> <KeyboardKey>↓</KeyboardKey> move
        </span>
        <span>
          <KeyboardKey>Enter</KeyboardKey> open
        </span>
        <span>
          <KeyboardKey>Ctrl</KeyboardKey> <KeyboardKey>Enter</KeyboardKey> new tab
        </span>
      </footer>
    </>
  );
}

function usePages(query: string, { showKeys }: Pick<PaletteProps, 'showKeys'>): SearchHit[] {
  const viewer = useViewer();
  const search = parseSearch(query);
  const pages = areasOf(viewer).map(({ label, to, about, words = '', icon: Icon }) => ({
    found: { group: 'Go to', key: to, label, note: about, to, icon: <Icon /> },
    words: `${label} ${about} ${words}`,
  }));
  const acts = [
    { found: { group: 'Do', key: 'keys', label: 'Show keyboard shortcuts', run: showKeys }, words: 'keys help' },
    { found: { group: 'Do', key: 'scheme', label: 'Switch colour scheme', run: switchScheme }, words: 'dark light' },
    {
      found: { group: 'Do', key: 'site', label: 'Open the website', run: () => window.location.assign('/') },
      words: 'shop',
    },
  ];
  return [...pages, ...acts]
    .filter(({ found, words }) => matches(search, `${found.label} ${words}`))
    .map(({ found }) => found);
}

/** Records that match the query; sent once the user pauses. */
function useRecords(query: string): { found: SearchHit[]; isLooking: boolean } {
  const viewer = useViewer();
  const [answer, setAnswer] = useState<{ query: string; found: SearchHit[] }>({ query: '', found: [] });
  const target = query.trim();
  useEffect(() => {
    if (target.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findRecords(target, viewer, stop.signal).then(
        (found) => setAnswer({ query: target, found }),
        () => {}, // aborted or offline: pages are still found
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [target, viewer]);
  const isKnown = answer.query === target;
  return { found: target.length < 2 ? [] : answer.found, isLooking: target.length >= 2 && !isKnown };
}
