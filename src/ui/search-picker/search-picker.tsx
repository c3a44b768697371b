import { type ReactNode, useEffect, useState } from 'react';
import { SearchIcon } from '../icons/icons.tsx';
import { TextField } from '../form/field.tsx';
import styles from './search-picker.module.css';

interface SearchPickerProps<Match> {
  label: string;
  placeholder: string;
  /** Finds the matches of a text that is not empty. A function that changes searches again. */
  find: (search: string, signal: AbortSignal) => Promise<readonly Match[]>;
  keyOf: (match: Match) => string;
  /** Shown if nothing matches. */
  none: string;
  onChoose: (match: Match) => void;
  /** What a match looks like. */
  children: (match: Match) => ReactNode;
}

/** A field that finds matches while somebody types; they lie over what is below it. Enter takes the first. */
export function SearchPicker<Match>({ find, keyOf, none, onChoose, children, ...field }: SearchPickerProps<Match>) {
  const [search, setSearch] = useState('');
  const matches = useMatches(find, search.trim());
  const choose = (match: Match): void => {
    setSearch('');
    onChoose(match);
  };
  return (
    <div className={styles.picker}>
      <TextField
        {...field}
        type="search"
        autoComplete="off"
        icon={<SearchIcon />}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !matches?.[0]) return;
          event.preventDefault(); // it would also send the form that has the focus next
          choose(matches[0]);
        }}
      />
      <div role="status" className={styles.matches}>
        {matches?.length === 0 && <p>{none}</p>}
        {matches && matches.length > 0 && (
          <ul>
            {matches.map((match) => (
              <li key={keyOf(match)}>
                <button type="button" onClick={() => choose(match)}>
                  {children(match)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const waitMs = 250;

/** The matches; undefined if the search is empty, or if no request has succeeded yet. */
function useMatches<Match>(find: SearchPickerProps<Match>['find'], search: string): readonly Match[] | undefined {
  const [matches, setMatches] = useState<readonly Match[]>();
  useEffect(() => {
    setMatches(undefined);
    if (search === '') return;
    const request = new AbortController();
    const timer = setTimeout(() => void find(search, request.signal).then(setMatches, () => {}), waitMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [find, search]);
  return search === '' ? undefined : matches;
}
