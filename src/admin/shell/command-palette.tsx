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
import { type SearchHit, searchRecords } from './search-records.tsx';
import styles from './command-palette.module.css';

interface CommandPaletteProps {
  isOpen: boolean;
  close: () => void;
  showKeys: () => void;
}

const pauseMs = 200;

/** Finds pages, records and actions by name; Control K opens it. */
export function CommandPalette({ isOpen, close, showKeys }: CommandPaletteProps) {
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

function Finder({ close, showKeys }: Omit<CommandPaletteProps, 'isOpen'>) {
  const id = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const records = useRecords(query);
  const search = parseSearch(query);
  const hits = [...usePagesAndActions(query, { showKeys }), ...records.hits];
  const current = hits[Math.min(at, hits.length - 1)];
  const open = (hit: SearchHit | undefined, inNewTab = false): void => {
    if (!hit) return;
    close();
    if (hit.run) hit.run();
    else if (inNewTab) window.open(hit.to, '_blank', 'noopener');
    else void navigate(hit.to ?? '/admin/');
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== 'Enter' && step === undefined) return;
    event.preventDefault(); // otherwise Enter would also press the button that gets the focus
    if (step === undefined) return open(current, event.ctrlKey || event.metaKey);
    setAt((before) => Math.max(0, Math.min(hits.length - 1, before + step)));
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
          aria-activedescendant={current ? `${id}-${hits.indexOf(current)}` : undefined}
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
      <div id={id} role="listbox" aria-label="Results" className={styles.list}>
        {hits.map((hit, i) => (
          <div key={`${hit.group} ${hit.key}`} role="presentation">
            {hit.group !== hits[i - 1]?.group && <p role="presentation">{hit.group}</p>}
            <div
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={hit === current}
              className={cx(styles.option, hit === current && styles.chosen)}
              onPointerMove={() => setAt(i)}
              onClick={() => open(hit)}
              onKeyDown={onKeyDown}
              ref={(element) => {
                if (hit === current) element?.scrollIntoView({ block: 'nearest' });
              }}
            >
              {hit.icon}
              <span>
                <HighlightedText search={search} text={hit.label} /> <small>{hit.note}</small>
              </span>
              {hit === current && <KeyboardKey>Enter</KeyboardKey>}
            </div>
          </div>
        ))}
        {hits.length === 0 && (
          <p className={styles.none} role="status">
            {records.isLoading ? 'Searching…' : `Nothing found for “${query.trim()}”.`}
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

function usePagesAndActions(query: string, { showKeys }: Pick<CommandPaletteProps, 'showKeys'>): SearchHit[] {
  const viewer = useViewer();
  const search = parseSearch(query);
  const pages = areasOf(viewer).map(({ label, to, about, words = '', icon: Icon }) => ({
    hit: { group: 'Go to', key: to, label, note: about, to, icon: <Icon /> },
    words: `${label} ${about} ${words}`,
  }));
  const actions = [
    { hit: { group: 'Actions', key: 'keys', label: 'Show keyboard shortcuts', run: showKeys }, words: 'keys help' },
    { hit: { group: 'Actions', key: 'scheme', label: 'Switch colour scheme', run: switchScheme }, words: 'dark light' },
    {
      hit: { group: 'Actions', key: 'site', label: 'Open the website', run: () => window.location.assign('/') },
      words: 'shop',
    },
  ];
  return [...pages, ...actions]
    .filter(({ hit, words }) => matches(search, `${hit.label} ${words}`))
    .map(({ hit }) => hit);
}

/** Records that match the query. The server is asked once the user has stopped typing for a moment. */
function useRecords(query: string): { hits: SearchHit[]; isLoading: boolean } {
  const viewer = useViewer();
  const [answer, setAnswer] = useState<{ query: string; hits: SearchHit[] }>({ query: '', hits: [] });
  const target = query.trim();
  useEffect(() => {
    if (target.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      searchRecords(target, viewer, stop.signal).then(
        (hits) => setAnswer({ query: target, hits }),
        () => {}, // aborted or offline: pages are still found
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [target, viewer]);
  const isKnown = answer.query === target;
  return { hits: target.length < 2 ? [] : answer.hits, isLoading: target.length >= 2 && !isKnown };
}
